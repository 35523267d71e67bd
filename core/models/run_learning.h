#pragma once

#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/backend/backend.h"
#include "core/base/npy.h"
#include "core/base/thread_pool.h"
#include "core/training/model_state.h"
#include "core/training/rbm_likelihood.h"

namespace ergo {

/// How well the model of a run that learns is known after an iteration. NaN: not known.
struct LearningMoment {
  std::uint64_t iterations = 0;
  double log_likelihood =
      std::numeric_limits<double>::quiet_NaN();  ///< mean of the model's log p over the data
  double best_log_likelihood = std::numeric_limits<double>::quiet_NaN();  ///< of the data's own
  double total_variation = std::numeric_limits<double>::quiet_NaN();      ///< of model and data
  double gradient =
      std::numeric_limits<double>::quiet_NaN();  ///< its length before it was cut; NaN before the first
  double diverged =
      std::numeric_limits<double>::quiet_NaN();  ///< chains that had diverged since the iteration before
};

/// A model that learns, and that of its averaged weights.
struct LearningReport {
  LearningMoment model, averaged;
};

/// An array of a model's weights, as files have it.
struct WeightArray {
  std::string name;
  std::vector<std::size_t> shape;
  std::size_t size() const;  ///< of numbers
};
/// Names of the arrays of all models that files may have, weights and coordinates, without those of averages.
std::vector<std::string> model_array_names();

/// The part of a run that learns. Chains run on a model, which learns the run's own target. Before steps k, 2
/// k, ... there is an iteration: the chains are read, the model takes one step along the gradient of the
/// likelihood, a random share of the chains begins anew, as do chains that have diverged, and all go on with
/// new momenta.
class RunLearning {
 public:
  /// Of the model that the configuration names. `target`: the run's own. Throws Error where it cannot be
  /// learned.
  static std::unique_ptr<RunLearning> made(const RunConfig& config, std::shared_ptr<const Target> target);
  virtual ~RunLearning() = default;

  /// These settings and this target from now on. What the model has learned stays. Throws Error and changes
  /// nothing where the target cannot be learned.
  void use(const RunConfig& config, const std::shared_ptr<const Target>& target);

  /// What chains run on: the model as it is.
  virtual std::shared_ptr<const Target> target() const = 0;
  bool due(std::uint64_t step) const { return step > 0 && step % every_ == 0; }
  std::uint64_t next_due(std::uint64_t step) const { return (step / every_ + 1) * every_; }
  /// One iteration. Afterwards `data` has the chains as they go on.
  void iterate(ChainData& data, const RunConfig& config);

  virtual const ModelState& state() const = 0;
  void restore(const ModelState& state);
  /// It is computed when it is first asked for after an iteration, which of a machine may take a tenth of a
  /// second. Call it from the thread that owns the run.
  const LearningMoment& now() const;
  /// The same of the averaged weights. Of a network it takes about a third of an iteration.
  const LearningMoment& averaged() const;
  LearningReport report() const { return {now(), averaged()}; }
  /// Weights and their averages by name, as name and name_mean, and what else a reader needs to use them.
  std::map<std::string, NpyArray> arrays() const;
  /// The arrays of which weights consist, in the order in which they stand in their row.
  virtual std::vector<WeightArray> weight_arrays() const = 0;
  /// The arrays that say in which coordinates weights are: without them they are in the model's own.
  virtual std::vector<WeightArray> coordinate_arrays() const { return {}; }
  /// Weights in the coordinates of these arrays, in the model's own. Throws Error.
  virtual std::vector<double> in_own_coordinates(
      std::vector<double> weights, const std::map<std::string, std::vector<double>>& /*coordinates*/) const {
    return weights;
  }
  /// The weights of a machine; nothing for another model.
  virtual std::optional<RbmWeights> machine() const { return {}; }

 protected:
  explicit RunLearning(const RunConfig& config);
  ThreadPool& pool() const { return *pool_; }

  virtual void set(const RunConfig& config) = 0;
  virtual void set_target(const RunConfig& config, const std::shared_ptr<const Target>& target) = 0;
  /// Moves a chain to where its draw is.
  virtual void move_to_draw(std::span<double> /*state*/, const Descriptor& /*sampler*/) const {}
  /// Puts a chain at a random place by these draws.
  virtual void put_anew(std::span<double> state, const Draws& draws) const = 0;
  /// The model takes one step. `data`: where the chains are, of which so many had diverged.
  virtual void learn(const ChainData& data, double diverged) = 0;
  virtual void set_state(const ModelState& state) = 0;
  /// arrays() besides the weights.
  virtual void add_arrays(std::map<std::string, NpyArray>& /*arrays*/) const {}
  /// Of the weights, or their averages: all of LearningMoment that does not stand in the state.
  virtual LearningMoment measured(bool averaged) const = 0;

 private:
  const LearningMoment& kept(std::optional<LearningMoment>& known, bool averaged) const;
  void forget_moments() { now_.reset(), averaged_.reset(); }

  UnitChoice learned_;
  std::uint64_t every_ = 1;
  std::unique_ptr<ThreadPool> pool_;
  mutable std::optional<LearningMoment> now_, averaged_;
};

}  // namespace ergo
