#pragma once

#include <QSizeF>

#include "core/run/followed_chain.h"
#include "core/view/projection.h"
#include "widgets/overlay/imgui_bridge.h"
#include "widgets/overlay/navigation.h"

namespace ergo {

inline constexpr double momentum_length = 34;  ///< logical pixels of the arrow for a momentum of 1

/// The followed chain on its run's picture: the way of its last steps, filled discs where proposals were
/// accepted, crosses where they were rejected, a triangle where it diverged; of the step under way, of which
/// `phase` is over, the distribution that the proposal is drawn from (one and two standard deviations), the
/// momentum to scale and downhill the gradient, its length logarithmic. In (x, p) and (p, xi) the arrows are
/// the parts of both that act along the axes. On a section the way lies off the plane and is faint, the chain
/// hollow, and discs are its crossings. Nothing where the plane shows what a part does not tell.
void draw_chain_marks(const FollowedChain& chain, double phase, const Session& session,
                      const Projection& shown, const Navigation& navigation, const Palette& palette,
                      const ImGuiBridge& bridge, QSizeF picture);

/// The middle of the followed chain's disc in its cell, where a drag may set its momentum: in the plane of
/// positions, of a sampler whose steps go on with one, unless the chain has diverged.
std::optional<QPointF> steering_disc(const FollowedChain& chain, double phase, const Session& session,
                                     const Projection& shown, const Navigation& navigation, QSizeF picture);

}  // namespace ergo
