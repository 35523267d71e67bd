#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/backend/backend.h"
#include "core/base/npy.h"
#include "core/config/assignment.h"
#include "core/sites/site_chains.h"
#include "core/view/view.h"

namespace ergo {

/// A number of a model that is told by name.
struct LearningNumber {
  std::string name;
  double value;  ///< NaN where it is not known
};

/// A setting of a model as `path=text`.
struct LearningSetting {
  std::string path, text;
  bool number = false;
};

/// A model that learns a distribution by the likelihood's gradient, <dE/dw>_chains - <dE/dw>_data, with
/// chains that go on from iteration to iteration. All of it is a function of its settings and the number of
/// iterations.
class Learner {
 public:
  virtual ~Learner() = default;

  /// `pause` is called once a second or more often; it may throw to stop, after which nothing more can be
  /// learned.
  virtual void learn(std::uint64_t iterations, ThreadPool& pool, const SitePause& pause = {}) = 0;
  virtual std::uint64_t iterations() const = 0;  ///< made so far

  virtual std::vector<LearningSetting> settings() const = 0;
  /// What is known of the model now: always the same names, `iteration` first.
  virtual std::vector<LearningNumber> row() const = 0;
  /// The mean log likelihood of the data under their own distribution.
  virtual double best_log_likelihood() const = 0;
  /// What a reader of the rows needs to know, in lines.
  virtual std::vector<std::string> remarks() const = 0;
  /// The weights, their averages and where the chains are, by name.
  virtual std::map<std::string, NpyArray> arrays() const = 0;
  virtual Image picture(const Palette& palette) const = 0;
};

/// The models' names, of which the first is learned unless `learn.model` says otherwise.
const std::vector<std::string>& model_names();

/// The model of `learn.model` with the other settings. Throws Error for settings that are not legal or do not
/// go together.
std::unique_ptr<Learner> make_learner(std::span<const Assignment> settings, const BackendFactory& backends);

}  // namespace ergo
