// Energies, gradients and mini-batches of the models against formulas and sums that are written out here.
#include <gtest/gtest.h>

#include "core/unit/registry.h"
#include "tests/posterior/posterior_fixture.h"

namespace ergo::posterior_test {
namespace {

constexpr double noise_sd = 0.7, prior_sd = 2;

std::unique_ptr<const Posterior> built_in(DataModel model) {
  return make_posterior(built_in_rows(model), noise_sd, prior_sd);
}

long double energy_by_rows(const Posterior& posterior, Position q) {
  const DataRows& rows = posterior.rows();
  long double sum = (static_cast<long double>(q.x) * q.x + static_cast<long double>(q.y) * q.y) /
                    (2 * prior_sd * prior_sd);
  for (std::size_t i = 0; i < rows.y.size(); ++i)
    sum += row_energy(rows.model, rows.x[i], rows.y[i], q, noise_sd);
  return sum;
}

/// Sums of a hundred terms round at 1e-14 of their parts.
TEST(Posterior, EnergyIsTheSumOverTheRows) {
  for (const DataModel model : data_models) {
    const auto posterior = built_in(model);
    const Position mode = posterior->mode();
    for (const Position sds : points_about_mode) {
      const Position q = away_from_mode(*posterior, sds);
      const auto expected = static_cast<double>(energy_by_rows(*posterior, q) - energy_by_rows(*posterior, mode));
      EXPECT_NEAR(posterior->evaluate(q).energy, expected, 1e-11) << name_of(model);
    }
    EXPECT_NEAR(posterior->evaluate(mode).energy, 0, 1e-11) << name_of(model);
  }
}

/// Central differences at h and 2h, extrapolated: O(h^4), and rounding eps/h.
TEST(Posterior, DerivativesAreThoseOfTheEnergy) {
  constexpr double h = 1e-3;
  const auto difference = [](auto value) {
    return (4 * (value(h) - value(-h)) / (2 * h) - (value(2 * h) - value(-2 * h)) / (4 * h)) / 3;
  };
  for (const DataModel model : data_models) {
    const auto posterior = built_in(model);
    for (const Position sds : points_about_mode) {
      const Position q = away_from_mode(*posterior, sds);
      const auto energy = [&](Position x) { return posterior->evaluate(x).energy; };
      const auto gradient = [&](Position x) { return posterior->evaluate(x).gradient; };
      const Position g = gradient(q);
      const Covariance c = posterior->curvature(q);
      EXPECT_NEAR(difference([&](double s) { return energy(q + Position{s, 0}); }), g.x, 1e-6 * (1 + norm(g)));
      EXPECT_NEAR(difference([&](double s) { return energy(q + Position{0, s}); }), g.y, 1e-6 * (1 + norm(g)));
      const double allowed = 1e-6 * (c.xx + c.yy);
      EXPECT_NEAR(difference([&](double s) { return gradient(q + Position{s, 0}).x; }), c.xx, allowed);
      EXPECT_NEAR(difference([&](double s) { return gradient(q + Position{s, 0}).y; }), c.xy, allowed);
      EXPECT_NEAR(difference([&](double s) { return gradient(q + Position{0, s}).y; }), c.yy, allowed)
          << name_of(model);
    }
  }
}

/// A batch of one row, each as likely: N times its gradient, the prior's added, is the full gradient on average.
TEST(Posterior, MinibatchesHaveNoBias) {
  for (const DataModel model : data_models) {
    const auto posterior = built_in(model);
    const std::size_t count = posterior->rows().y.size();
    for (const Position sds : points_about_mode) {
      const Position q = away_from_mode(*posterior, sds), full = posterior->evaluate(q).gradient;
      Position sum = 1 / (prior_sd * prior_sd) * q;
      double size = norm(full);
      for (std::size_t i = 0; i < count; ++i) {
        sum = sum + posterior->row_gradient(i, q);
        size += norm(posterior->row_gradient(i, q));
      }
      EXPECT_NEAR(norm(sum - full), 0, 1e-14 * size) << name_of(model);
    }
  }
}

/// Over all N^2 batches of two rows.
TEST(Posterior, CovarianceIsThatOfAllBatches) {
  for (const DataModel model : data_models) {
    const auto posterior = built_in(model);
    const std::size_t count = posterior->rows().y.size();
    const double N = static_cast<double>(count);
    for (const Position sds : points_about_mode) {
      const Position q = away_from_mode(*posterior, sds), full = posterior->evaluate(q).gradient;
      double xx = 0, xy = 0, yy = 0;
      for (std::size_t i = 0; i < count; ++i)
        for (std::size_t j = 0; j < count; ++j) {
          const Position batch = N / 2 * (posterior->row_gradient(i, q) + posterior->row_gradient(j, q));
          const Position noise = batch + 1 / (prior_sd * prior_sd) * q - full;
          xx += noise.x * noise.x / (N * N), xy += noise.x * noise.y / (N * N), yy += noise.y * noise.y / (N * N);
        }
      const Covariance told = posterior->batch_covariance(q, 2);
      EXPECT_NEAR(told.xx, xx, 1e-10 * (xx + yy)) << name_of(model);
      EXPECT_NEAR(told.xy, xy, 1e-10 * (xx + yy)) << name_of(model);
      EXPECT_NEAR(told.yy, yy, 1e-10 * (xx + yy)) << name_of(model);
      EXPECT_NEAR(posterior->batch_covariance(q, 256).yy, told.yy / 128, 1e-14 * told.yy) << name_of(model);
    }
  }
}

/// The rows of a batch are those of its words, up to the largest batch.
TEST(Posterior, BatchesAreOfTheRowsDrawn) {
  const auto posterior = built_in(DataModel::logistic);
  const Position q = away_from_mode(*posterior, {1, 1});
  const Draws draws(7, Purpose::step, 3, 11, 2);
  for (const int n : {1, 6, 256}) {
    Position sum;
    for (int k = 0; k < n; ++k) {
      const double share = draws.batch_words(5, k / 4)[static_cast<std::size_t>(k % 4)] / 0x1p32;
      sum = sum + posterior->row_gradient(static_cast<std::size_t>(100 * share), q);
    }
    const Position expected = 100.0 / n * sum + 1 / (prior_sd * prior_sd) * q;
    EXPECT_NEAR(norm(posterior->batch_gradient(q, n, draws, 5) - expected), 0, 1e-12 * (1 + norm(expected)));
  }
}

/// P = X' X/s^2 + I/s0^2, P mean = X' y/s^2, covariance P^-1, integral of exp(-E) 2 pi/sqrt(det P).
TEST(Posterior, LinearOneSolvesTheNormalEquations) {
  const DataRows& rows = built_in_rows(DataModel::linear);
  long double one = 1 / (prior_sd * prior_sd), x = 0, xx = one, y = 0, xy = 0;
  for (std::size_t i = 0; i < rows.y.size(); ++i) {
    one += 1 / (noise_sd * noise_sd), x += rows.x[i] / (noise_sd * noise_sd);
    xx += rows.x[i] * rows.x[i] / (noise_sd * noise_sd);
    y += rows.y[i] / (noise_sd * noise_sd), xy += rows.x[i] * rows.y[i] / (noise_sd * noise_sd);
  }
  const long double det = one * xx - x * x;
  const auto target = target_unit("posterior").make(std::vector<double>{0, 0, 0, noise_sd, prior_sd, 10});
  ASSERT_EQ(target->mixture().size(), 1u);
  const GaussianTerm term = target->mixture()[0];
  EXPECT_NEAR(term.mean.x, static_cast<double>((xx * y - x * xy) / det), 1e-13);
  EXPECT_NEAR(term.mean.y, static_cast<double>((one * xy - x * y) / det), 1e-13);
  EXPECT_NEAR(term.xx, static_cast<double>(xx / det), 1e-13);
  EXPECT_NEAR(term.xy, static_cast<double>(-x / det), 1e-13);
  EXPECT_NEAR(term.yy, static_cast<double>(one / det), 1e-13);
  EXPECT_NEAR(target->log_normaliser().value(),
              static_cast<double>(std::log(2 * std::numbers::pi_v<long double>) - std::log(det) / 2), 1e-13);
}

/// A hundred times the rows, as many packs and logarithms as there are.
TEST(Posterior, ManyRowsAreSummed) {
  for (const DataModel model : {DataModel::logistic, DataModel::poisson}) {
    const DataRows& few = built_in_rows(model);
    DataRows many{model, {}, {}};
    for (std::size_t i = 0; i < most_data_rows; ++i) {
      many.x.push_back(few.x[i % few.x.size()]);
      many.y.push_back(few.y[i % few.y.size()]);
    }
    const auto posterior = make_posterior(many, 1, prior_sd);
    const Position q = away_from_mode(*posterior, {2, -1});
    const auto expected =
        static_cast<double>(energy_by_rows(*posterior, q) - energy_by_rows(*posterior, posterior->mode()));
    EXPECT_NEAR(posterior->evaluate(q).energy, expected, 1e-9) << name_of(model);
    EXPECT_NEAR(norm(posterior->evaluate(posterior->mode()).gradient), 0, 1e-4) << name_of(model);
  }
}

}  // namespace
}  // namespace ergo::posterior_test
