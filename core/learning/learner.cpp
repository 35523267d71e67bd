#include "core/learning/learner.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/learning/network_learner.h"
#include "core/learning/rbm_learner.h"

namespace ergo {
namespace {

constexpr const char* model_path = "learn.model";

}  // namespace

const std::vector<std::string>& model_names() {
  static const std::vector<std::string> names = {"rbm", "network"};
  return names;
}

std::unique_ptr<Learner> make_learner(std::span<const Assignment> settings, const BackendFactory& backends) {
  std::string model = model_names().front();
  for (const Assignment& setting : settings)
    if (setting.path == model_path) model = setting.value;
  if (std::ranges::count(model_names(), model) == 0)
    throw Error("unknown model", model, legal_words(model, model_names()), model_path);
  if (model == "network")
    return std::make_unique<NetworkLearner>(settings, backends);
  RbmLearning how;
  for (const Assignment& setting : settings)
    if (setting.path != model_path) set(how, setting.path, setting.value);
  return std::make_unique<RbmLearner>(how);
}

}  // namespace ergo
