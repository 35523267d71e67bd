#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/unit/parameter.h"

namespace ergo {

enum class Space { plane, lattice };

/// One array of a sampler's state, beyond the position: `components` is 1, or 2 for a vector of the plane.
struct StateField {
  std::string id;
  int components = 1;
  std::string doc;
};

/// A per-step quantity of each chain, to plot and export.
struct Channel {
  std::string id;
  std::string title;
  std::string symbol;
  std::string doc;
  bool of_transition = false;             ///< belongs to the move into the state: undefined for draw 0
  std::optional<double> reference = {};   ///< a theoretical value to draw as a line
  std::string reference_label = {};
};

enum class Law { exact, biased, weighted };

/// What a sampler promises. Tests run over all registered samplers by what they claim here.
struct Claims {
  Law law = Law::exact;
  int bias_order = 0;               ///< biased: the stationary law is off by O(step_size^order)
  std::string importance_channel = {};  ///< weighted: log weight that is exact when chains start from the target
  std::string time_weight_channel = {}; ///< weighted: log time spent in the step, the weight within one chain
  std::string reservoir_field = {};     ///< weighted: state field holding one time-weighted draw per chain
  std::string conserved_channel = {};   ///< channel that is zero up to O(step_size^2)
};

/// Everything about a unit that is data. Targets use `dim`, samplers the part below it, starts neither.
struct Descriptor {
  std::string id;
  std::string title;
  std::string doc;     ///< Markdown: what it is, what it approximates, what it leaves out
  std::string source;  ///< paper and equation
  Space space = Space::plane;
  std::vector<Parameter> parameters = {};

  int dim = 2;  ///< targets: 1 or 2

  std::vector<StateField> state = {};
  std::vector<Channel> channels = {};
  Claims claims = {};
  double gradients_per_step = 0;
};

/// Index of a parameter or channel by id; -1 when there is none.
int find_parameter(const Descriptor& descriptor, std::string_view id);
int find_channel(const Descriptor& descriptor, std::string_view id);

}  // namespace ergo
