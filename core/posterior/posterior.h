#pragma once

#include <memory>
#include <vector>

#include "core/posterior/data_rows.h"
#include "core/unit/target.h"

namespace ergo {

/// The posterior of two parameters q under the prior N(0, prior_sd^2 I):
///   E(q) = sum_i e_i(q) + |q|^2/(2 prior_sd^2) + const,   e_i = -log p(y_i | q),   0 at its mode.
/// q = (a, b) of a line eta = a + b x, or (mu, log sigma) of a normal sample. Immutable.
class Posterior {
 public:
  Posterior(DataRows rows, double prior_sd) : rows_(std::move(rows)), prior_sd_(prior_sd) {}
  virtual ~Posterior() = default;

  virtual Evaluation evaluate(Position q) const = 0;
  /// The gradient of e_i.
  virtual Position row_gradient(std::size_t i, Position q) const = 0;
  /// The second derivatives of E.
  virtual Covariance curvature(Position q) const = 0;

  /// The gradient of sum_i e_i as a batch of n rows estimates it, N/n times the batch's sum, plus the prior's. The rows
  /// are drawn with replacement: one of N has the number floor(word N/2^32).
  Position batch_gradient(Position q, int n, const Draws& draws, int evaluation) const;
  /// Covariance of batch_gradient(): N^2/n times that of e_i's gradient over the rows.
  Covariance batch_covariance(Position q, int n) const;

  Position mode() const { return mode_; }
  /// (E'')^-1 at the mode; of a Gaussian posterior its covariance.
  Covariance laplace() const;
  /// The smallest rectangle around the points at which E = level, by 64 rays from the mode. E must be convex.
  Window level_window(double level) const;

  /// What the device reads: N, E's constant for each row, five numbers of the model, then x and y of each row.
  std::vector<double> device_numbers() const;

  const DataRows& rows() const { return rows_; }
  double prior_sd() const { return prior_sd_; }

 protected:
  /// |q|^2/(2 prior_sd^2) and its gradient.
  Evaluation prior(Position q) const;
  Covariance prior_curvature() const { return {1 / (prior_sd_ * prior_sd_), 0, 1 / (prior_sd_ * prior_sd_)}; }
  /// Finds the mode from q by damped Newton steps, and sets E's constant. For the constructors of models.
  void settle(Position q);

  double least_ = 0;  ///< sum_i e_i and the prior's part at the mode
  DataRows rows_;

 private:
  virtual std::vector<double> model_numbers() const = 0;

  double prior_sd_;
  Position mode_;
};

/// The posterior of the rows' model; noise_sd is that of `linear`, else without a meaning.
std::unique_ptr<const Posterior> make_posterior(DataRows rows, double noise_sd, double prior_sd);

}  // namespace ergo
