#include "widgets/picture/chain_marks.h"

#include <algorithm>
#include <cmath>

#include "widgets/overlay/pen.h"

namespace ergo {
namespace {

constexpr double gradient_length = 16, longest_arrow = 150;  // logical pixels

struct ChainPen : Pen {
  const FollowedChain& chain;
  const Session& session;
  const Projection& shown;
  const Navigation& navigation;
  QSizeF picture;

  ImVec2 pixel(Position drawn) const {
    const QPointF p = navigation.to_screen(drawn, picture);
    return {static_cast<float>(p.x()), static_cast<float>(p.y())};
  }
  /// The colour of marks, which no sampler has.
  Colour mark() const { return palette.text; }
  bool in_space() const { return shown.coordinates == Coordinates::position; }
  /// Where a section is drawn, steps lie off it but for its crossings.
  bool on_section() const { return shown.coordinates == Coordinates::section; }
  /// Nothing if the axes show a number that the part does not have.
  std::optional<ImVec2> at(const Stance& stance) const {
    if (in_space()) return pixel(shown_position(session.target(), stance.x, chain.chain()));
    if (!stance.momentum) return {};
    if (shown.coordinates != Coordinates::thermostat)
      return pixel({stance.x.x, shown.stretch * stance.momentum->x});
    if (!stance.thermostat) return {};
    return pixel({stance.momentum->x, shown.stretch * *stance.thermostat});
  }
  void line(const Stance& from, const Stance& to, int alpha, float width) const {
    const auto a = at(from), b = at(to);
    if (!a || !b) return;
    list.AddLine(*a, *b, ink(palette.picture, alpha), (width + 2) * unit());
    list.AddLine(*a, *b, ink(mark(), alpha), width * unit());
  }
  void disc(const Stance& stance, float radius, int alpha) const {
    if (const auto p = at(stance)) list.AddCircleFilled(*p, radius * unit(), ink(mark(), alpha));
  }
  void cross(const Stance& stance, float radius, int alpha) const {
    const auto p = at(stance);
    if (!p) return;
    const float r = radius * unit();
    for (const float s : {-1.0f, 1.0f})
      list.AddLine({p->x - r, p->y - s * r}, {p->x + r, p->y + s * r}, ink(palette.text, alpha), 2 * unit());
  }
};

/// A step's passage through the section upwards, straight from its beginning to its end.
void draw_crossing(const ChainPen& pen, const ExplainedStep& step) {
  if (!step.from.thermostat || !step.to.thermostat) return;
  const double before = *step.from.thermostat - pen.shown.level,
               after = *step.to.thermostat - pen.shown.level;
  if (!(before < 0 && after >= 0)) return;
  const double share = before / (before - after);
  pen.disc({(1 - share) * step.from.x + share * step.to.x,
            (1 - share) * *step.from.momentum + share * *step.to.momentum},
           4, 255);
}

void draw_way(const ChainPen& pen, const std::vector<std::pair<Stance, Stance>>& way, int alpha,
              float width) {
  for (const auto& [from, to] : way) pen.line(from, to, alpha, width);
}

void draw_past(const ChainPen& pen) {
  const auto& steps = pen.chain.last();
  for (std::size_t k = 0; k < steps.size(); ++k) {
    const ExplainedStep& step = steps[k];
    const double age = static_cast<double>(steps.size() - 1 - k) / FollowedChain::steps_kept;
    const int alpha = static_cast<int>(40 + 190 * (1 - age));
    const bool rejected = step.accepted() == false;
    draw_way(pen, step.way(), rejected || pen.on_section() ? alpha / 2 : alpha, rejected ? 1 : 1.8f);
    if (pen.on_section()) continue;
    if (rejected)
      pen.cross(step.proposal(), 3.5f, alpha);
    else
      pen.disc(step.to, step.accepted() ? 3.5f : 2, alpha);
  }
  if (pen.on_section())  // over the faint path
    for (const ExplainedStep& step : steps) draw_crossing(pen, step);
}

/// The last of its kind told up to a part, else the first one to come.
const ToldQuantity* told(const ExplainedStep& step, ToldQuantity::Kind kind, std::size_t part) {
  for (std::size_t k = std::min(part + 1, step.sub_steps.size()); k-- > 0;)
    if (const ToldQuantity* found = step.sub_steps[k].find(kind)) return found;
  for (std::size_t k = part + 1; k < step.sub_steps.size(); ++k)
    if (const ToldQuantity* found = step.sub_steps[k].find(kind)) return found;
  return nullptr;
}

void draw_distribution(const ChainPen& pen, const ToldQuantity& distribution) {
  if (!pen.in_space()) return;
  for (const double size : {1.0, 2.0}) {
    ImVec2 corners[65];
    for (int k = 0; k <= 64; ++k) {
      const double turn = k * M_PI / 32, sd_y = pen.session.target().dim > 1 ? distribution.sd.y : 0;
      const Position edge{distribution.value.x + size * distribution.sd.x * std::cos(turn),
                          distribution.value.y + size * sd_y * std::sin(turn)};
      corners[k] = pen.pixel(shown_position(pen.session.target(), edge, pen.chain.chain()));
    }
    pen.list.AddPolyline(corners, 65, ink(pen.mark(), 200), 0, (size > 1 ? 1 : 1.6f) * pen.unit());
  }
}

/// From a place in the direction of a vector of the plane, y upwards.
void draw_arrow(const ChainPen& pen, ImVec2 from, Position direction, double length, Colour colour,
                float width) {
  const double size = norm(direction), logical = std::min(length, longest_arrow);
  if (!(size > 0) || !(logical > 2)) return;
  const float along = static_cast<float>(logical) * pen.unit();
  const ImVec2 d = {static_cast<float>(direction.x / size), static_cast<float>(-direction.y / size)};
  pen.arrow(from, {from.x + along * d.x, from.y + along * d.y}, colour, width);
}

/// The directions of the plane in which -grad E and the momentum move the chain: in (x, p) the one acts on p,
/// upwards, and the other on x; in (p, xi) the first alone acts, on p.
struct Pushes {
  Position force, drift;
};
Pushes pushes(const ChainPen& pen, Position gradient, Position momentum) {
  if (pen.in_space()) return {-gradient, momentum};
  if (pen.shown.coordinates == Coordinates::thermostat) return {{-gradient.x, 0}, {}};
  return {{0, -gradient.x}, {momentum.x, 0}};
}

/// `moving`: its momentum is one that the step goes on with.
void draw_arrows(const ChainPen& pen, const ExplainedStep& step, std::size_t part, const Stance& now,
                 ImVec2 at, bool moving) {
  const ToldQuantity* gradient = told(step, ToldQuantity::Kind::gradient, part);
  const Pushes push = pushes(pen, gradient ? gradient->value : Position{},
                             moving ? now.momentum.value_or(Position{}) : Position{});
  draw_arrow(pen, at, push.force, gradient_length * std::log1p(norm(push.force)), pen.palette.secondary, 2);
  draw_arrow(pen, at, push.drift, momentum_length * norm(push.drift), pen.palette.text, 2.5f);
}

void draw_chain(const ChainPen& pen, ImVec2 at, bool diverged) {
  const float unit = pen.unit();
  if (diverged) {
    const float r = 9 * unit;
    const ImVec2 corners[] = {{at.x, at.y - r}, {at.x + r, at.y + 0.7f * r}, {at.x - r, at.y + 0.7f * r}};
    pen.list.AddTriangleFilled(corners[0], corners[1], corners[2], ink(pen.palette.panel));
    pen.list.AddTriangle(corners[0], corners[1], corners[2], ink(pen.palette.text), 2.5f * unit);
    return;
  }
  pen.list.AddCircleFilled(at, 6.5f * unit, ink(pen.palette.panel));
  if (pen.on_section())
    pen.list.AddCircle(at, 5 * unit, ink(pen.mark()), 0, 2 * unit);
  else
    pen.list.AddCircleFilled(at, 5 * unit, ink(pen.mark()));
}

void draw_present(const ChainPen& pen, double phase) {
  const ExplainedStep& step = pen.chain.next();
  const StepCursor cursor = cursor_at(step, phase);
  const Stance now = stance_at(step, cursor);
  if (const ToldQuantity* distribution = told(step, ToldQuantity::Kind::distribution, cursor.part))
    draw_distribution(pen, *distribution);
  const bool decides = cursor.part < step.sub_steps.size() && step.sub_steps[cursor.part].accepted();
  if (phase > 0) {
    draw_way(pen, step.way(cursor.part), 255, 2.2f);
    if (!decides) pen.line(step.before(cursor.part), now, 255, 2.2f);
    if (decides && step.accepted() == false) pen.cross(step.proposal(), 6, 255);
    if (step.accepted())
      if (const auto rest = pen.at(step.from))
        pen.list.AddCircle(*rest, 6 * pen.unit(), ink(pen.mark()), 0, 1.5f * pen.unit());
  }
  const auto at = pen.at(now);
  if (!at) return;
  const bool moving = phase > 0 || steering_field(pen.session.sampler_descriptor());
  if (!pen.chain.diverged()) draw_arrows(pen, step, cursor.part, now, *at, moving);
  draw_chain(pen, *at, pen.chain.diverged());
}

}  // namespace

void draw_chain_marks(const FollowedChain& chain, double phase, const Session& session,
                      const Projection& shown, const Navigation& navigation, const Palette& palette,
                      const ImGuiBridge& bridge, QSizeF picture) {
  const ChainPen pen{{palette, bridge}, chain, session, shown, navigation, picture};
  draw_past(pen);
  draw_present(pen, phase);
}

std::optional<QPointF> steering_disc(const FollowedChain& chain, double phase, const Session& session,
                                     const Projection& shown, const Navigation& navigation, QSizeF picture) {
  if (shown.coordinates != Coordinates::position || chain.diverged() ||
      !steering_field(session.sampler_descriptor()))
    return {};
  const ExplainedStep& step = chain.next();
  const Stance now = stance_at(step, cursor_at(step, phase));
  return navigation.to_screen(shown_position(session.target(), now.x, chain.chain()), picture);
}

}  // namespace ergo
