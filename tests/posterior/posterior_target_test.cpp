// The target: where its mass lies, remarks, files, and extreme data.
#include <gtest/gtest.h>

#include "core/config/assignment.h"
#include "core/config/run_config.h"
#include "core/truth/tabulated_density.h"
#include "core/truth/target_moments.h"
#include "core/unit/registry.h"
#include "tests/posterior/posterior_fixture.h"

namespace ergo::posterior_target_test {
namespace {

constexpr double prior_sd = 5;

std::unique_ptr<Target> target_of(DataModel model, double prior = prior_sd, double batch = 10) {
  const double index = static_cast<double>(model);
  return target_unit("posterior").make(std::vector<double>{index, 0, 0, 1, prior, batch});
}

std::unique_ptr<Target> target_of(DataModel model, const std::string& csv, double prior = prior_sd) {
  const auto table = std::make_shared<const DataTable>(read_data_table(csv, "own.csv", "target.file"));
  const double index = static_cast<double>(model);
  return target_unit("posterior").make(std::vector<double>{index, 0, 0, 1, prior, 10}, {{"file", {csv, {}, table}}});
}

const char* const separable = "x,y\n-2,0\n-1,0\n0.5,1\n1,1\n3,1\n";
const char* const few_readings = "4\n5\n7\n";

std::vector<std::unique_ptr<Target>> targets_of_all_kinds() {
  std::vector<std::unique_ptr<Target>> all;
  for (const DataModel model : data_models) all.push_back(target_of(model));
  all.push_back(target_of(DataModel::logistic, separable));
  all.push_back(target_of(DataModel::logistic, separable, 100));
  all.push_back(target_of(DataModel::linear, "1,2\n1,3\n"));
  all.push_back(target_of(DataModel::poisson, "1,0\n2,0\n"));
  all.push_back(target_of(DataModel::mean, few_readings));
  return all;
}

/// Mass outside a window, by a table of the density.
double mass_outside(const TabulatedDensity& density, const Window& window) {
  double outside = 0;
  for (int i = 0; i < density.x.count(); ++i)
    for (int j = 0; j < density.y.count(); ++j) {
      const Position x = {density.x.node(i), density.y.node(j)};
      if (x.x < window.low.x || x.x > window.high.x || x.y < window.low.y || x.y > window.high.y)
        outside += density.at(i, j);
    }
  return outside;
}

/// Levels leave out what they do of a Gaussian, or less than their share of an exponential tail. A search leaves out
/// 2.5e-4 beyond each side (FoundWindow), and in its frame more where tails are heavy, as
/// those of three readings are, Student's with 2 degrees of freedom: a twentieth of the mass lies beyond 2.9 of its units
/// on a side, and 4e-3 beyond four times that.
TEST(PosteriorTarget, WindowsHoldTheMass) {
  const auto all = targets_of_all_kinds();
  for (std::size_t k = 0; k < all.size(); ++k) {
    SCOPED_TRACE(k);
    const Target& target = *all[k];
    const bool searched = k == 2 || k + 1 == all.size();
    const TabulatedDensity density = tabulate(target);
    EXPECT_LE(mass_outside(density, target.frame()), k + 1 < all.size() ? 1e-3 : 8e-3);
    EXPECT_LE(mass_outside(density, target.window()), searched ? 1e-3 : 1e-5);
    const auto modes = target.modes();
    ASSERT_EQ(modes.size(), 1u);
    const auto [energy, gradient] = target.evaluate(modes[0].centre);
    EXPECT_NEAR(norm(gradient) * modes[0].radius, 0, 1e-3);
    EXPECT_LT(std::abs(energy), 1e-6);
  }
}

/// Of a posterior without a prior mu is Student's t with N - 1 degrees of freedom about the mean, of variance
/// s^2/(N - 3), and the prior's pull of mu is (mean/prior_sd^2) s^2/(N - 1) of about 2e-5, and of log sigma about 1/(2 N
/// prior_sd^2).
TEST(PosteriorTarget, MomentsOfTheMeanAreThoseOfStudent) {
  const DataRows& rows = built_in_rows(DataModel::mean);
  const double N = static_cast<double>(rows.y.size());
  double mean = 0, square = 0;
  for (const double y : rows.y) mean += y / N;
  for (const double y : rows.y) square += (y - mean) * (y - mean) / N;
  const double wide = 100;
  const TargetMoments moments = exact_moments(*target_of(DataModel::mean, wide));
  EXPECT_NEAR(moments.mean.x, mean, 2 * mean / (wide * wide) * square / (N - 3));
  EXPECT_NEAR(moments.variance.x, square / (N - 3), 1e-4 * square / (N - 3));
}

TEST(PosteriorTarget, FiniteFarOut) {
  for (const auto& target : targets_of_all_kinds())
    for (const double distance : {1.0, 1e3, 1e6, 1e9})
      for (const Position way : {Position{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {0.6, -0.8}}) {
        const Evaluation at = target->evaluate(distance * way);
        const Position noise = target->minibatch_noise(distance * way, at.gradient, Draws(1, Purpose::step, 0, 0, 2), 0);
        const Covariance covariance = target->minibatch_covariance(distance * way);
        EXPECT_TRUE(std::isfinite(at.energy) && std::isfinite(norm(at.gradient))) << distance;
        EXPECT_TRUE(std::isfinite(norm(noise)) && std::isfinite(covariance.xx + covariance.yy)) << distance;
      }
}

/// The extremes of what is legal.
TEST(PosteriorTarget, ExtremeDataHaveAWindow) {
  for (const double prior : {0.01, 5.0, 100.0})
    for (const auto& [model, csv] : {std::pair(DataModel::linear, "1e6,1e6\n1e6,-1e6\n"),
                                     {DataModel::linear, "-1e6,1e6\n1e6,1e6\n"},
                                     {DataModel::logistic, "-1e6,0\n1e6,1\n"},
                                     {DataModel::logistic, "1,1\n"},
                                     {DataModel::poisson, "-1e6,1e6\n1e6,0\n"},
                                     {DataModel::poisson, "0,1e6\n1,0\n"},
                                     {DataModel::mean, "1e6\n-1e6\n"},
                                     {DataModel::mean, "1e6\n999999\n"},
                                     {DataModel::mean, "1e-6\n2e-6\n3e-6\n"}}) {
      const auto target = target_of(model, csv, prior);
      for (const Window& w : {target->window(), target->frame()}) {
        EXPECT_LT(w.low.x, w.high.x) << csv << prior;
        EXPECT_LT(w.low.y, w.high.y) << csv << prior;
        EXPECT_TRUE(std::isfinite(w.low.x + w.low.y + w.high.x + w.high.y)) << csv << prior;
      }
      EXPECT_TRUE(std::isfinite(target->minibatch_covariance(target->window().low).xx)) << csv << prior;
    }
}

TEST(PosteriorTarget, RemarksAreOfTheDataAndTheBatch) {
  const auto remark = [](const Target& target) { return target.remark({}); };
  for (const DataModel model : data_models) EXPECT_EQ(remark(*target_of(model)), "");
  EXPECT_NE(remark(*target_of(DataModel::logistic, separable)).find("separable"), std::string::npos);
  EXPECT_NE(remark(*target_of(DataModel::linear, "1,2\n1,3\n")).find("collinear"), std::string::npos);
  EXPECT_EQ(remark(*target_of(DataModel::mean, prior_sd, 20)), "");
  const std::string larger = remark(*target_of(DataModel::mean, prior_sd, 21));
  EXPECT_NE(larger.find("21"), std::string::npos);
  EXPECT_NE(larger.find("20 rows"), std::string::npos) << larger;
}

/// A file is a part of the run's settings: the target of the same settings is the same.
TEST(PosteriorTarget, TheDataComeWithTheRun) {
  RunConfig config;
  apply(config, {"target", "posterior"});
  apply(config, {"target.model", "linear"});
  const auto numbers = [&] { return make_target(config)->device_numbers(config.target.values); };
  const auto own = numbers();
  apply(config, {"target.file", embedded_file("own.csv", "dose,reply\n1,2\n3,4.5\n")});
  EXPECT_EQ(numbers().size(), 6u + 7 + 2 * 2);
  const auto given = numbers();
  apply(config, {"target.columns", "reply,dose"});
  EXPECT_EQ(numbers()[6 + 7], 2) << "the predictor of the first row";
  apply(config, {"target.columns", ""});
  EXPECT_EQ(numbers(), given);
  apply(config, {"target.file", ""});
  EXPECT_EQ(numbers(), own);
}

}  // namespace
}  // namespace ergo::posterior_target_test
