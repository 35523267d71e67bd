#include <limits>

#include "core/learning/rbm_learner.h"
#include "core/learning/rbm_likelihood.h"
#include "core/learning/rbm_picture.h"

namespace ergo {
namespace {

void add_weights(std::map<std::string, NpyArray>& arrays, const RbmWeights& weights,
                 const std::string& ending) {
  arrays["b" + ending] = npy_array({weights.b.size()}, weights.b);
  arrays["c" + ending] = npy_array({weights.c.size()}, weights.c);
  arrays["w" + ending] = npy_array({weights.c.size(), weights.b.size()}, weights.w);
}

}  // namespace

std::vector<LearningNumber> RbmLearner::row() const {
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  const bool begun = iterations_ > 0;
  const RbmFit now = fit_of(weights_, data_).value_or(RbmFit{unknown, unknown});
  const RbmFit mean = begun ? fit_of(averaged_, data_).value_or(RbmFit{unknown, unknown}) : now;
  return {{"iteration", static_cast<double>(iterations_)},
          {"log_likelihood", now.log_likelihood},
          {"log_likelihood_mean", mean.log_likelihood},
          {"tv", now.total_variation},
          {"tv_mean", mean.total_variation},
          {"gradient", begun ? gradient_norm_ : unknown},
          {"acceptance", begun ? acceptance_ : unknown}};
}

std::vector<std::string> RbmLearner::remarks() const {
  std::vector<std::string> lines;
  if (!log_normaliser(weights_))
    lines.push_back("likelihood and tv are NaN: of " + std::to_string(data_.pixels()) + " visible and " +
                    std::to_string(how_.hidden) + " hidden units one number must be at most " +
                    std::to_string(most_summed_units) + " for exact sums");
  return lines;
}

std::map<std::string, NpyArray> RbmLearner::arrays() const {
  std::map<std::string, NpyArray> arrays;
  add_weights(arrays, weights_, "");
  add_weights(arrays, averaged_, "_mean");
  std::vector<double> pixels;
  for (const SiteChain& chain : chains_) pixels.insert(pixels.end(), chain.x.begin(), chain.x.end());
  const auto rows = static_cast<std::size_t>(data_.rows), columns = static_cast<std::size_t>(data_.columns);
  arrays["x"] = npy_array({chains_.size(), rows, columns}, pixels);
  return arrays;
}

Image RbmLearner::picture(const Palette& palette) const {
  return picture_of(averaged_, data_, negatives(), palette);
}

}  // namespace ergo
