#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/unit/gradient_noise.h"
#include "core/view/projection.h"

namespace ergo {

/// The words of the panel's controls, made from descriptors.
std::string parameter_label(const Parameter& parameter);  ///< "ε  Step size"
std::string parameter_words(
    const Parameter& parameter);  ///< tooltip: sentence, legal values, default, how to type
/// Why there is no strength to be given to noise of a kind.
std::string noise_reason(NoiseKind kind);
std::string unit_words(const Descriptor& descriptor);  ///< tooltip: what it is and its source
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
