#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/config/run_config.h"
#include "core/run/session.h"
#include "core/unit/gradient_noise.h"
#include "core/view/projection.h"

namespace ergo {

/// The words of the panel's controls, made from descriptors.
std::string parameter_label(const Parameter& parameter);  ///< "ε  Step size"
std::string parameter_words(
    const Parameter& parameter);  ///< tooltip: sentence, legal values, default, how to type
/// How far the run's model has learned, and what the lines on the picture are; empty if it does not learn.
std::string learning_words(const Session& session);
/// Why there is no strength to be given to noise of a kind.
std::string noise_reason(NoiseKind kind);
std::string unit_words(const Descriptor& descriptor);  ///< tooltip: what it is and its source
/// The units of the list of "sampler", "target" or "start", by groups: targets by their kind, samplers of the run's
/// space first.
std::vector<const Descriptor*> listed_units(std::string_view path, const RunConfig& run);
/// Heading of a unit's group; empty if the group has none.
std::string group_heading(std::string_view path, const Descriptor& unit, const RunConfig& run);
/// Why a sampler does not run on the run's target, and what a click on it does; empty for other units.
std::string switch_words(std::string_view path, const Descriptor& unit, const RunConfig& run);
/// The root of a value whose unit is a square: "√α = 7.07 sites"; else empty.
std::string root_words(const Parameter& parameter, double value);
/// printf format of a slider's read-out at this value, with the unit, and the root where that is a square.
std::string slider_format(const Parameter& parameter, double value);

/// Where `value` stands between the slider's ends, 0 to 1.
double share_of(const Parameter& parameter, double value);

/// Values of a choice and their names, for the picture's own options.
struct Choices {
  std::vector<std::pair<int, const char*>> all;
  const char* name_of(int value) const;  ///< of the first where `value` is not offered
};
Choices colour_choices(const Descriptor& sampler);
Choices draws_choices(const Descriptor& sampler);
Choices coordinates_choices(const Descriptor& sampler);
Choices show_choices(bool infinite);  ///< whether the distribution of infinitely many chains is known
Parameter trail_life_parameter();

}  // namespace ergo
