// Rows from files: which columns, and what is refused with its place.
#include "core/posterior/data_rows.h"

#include <gtest/gtest.h>

#include "core/base/error.h"

namespace ergo::data_rows_test {
namespace {

DataTable table(const std::string& csv) { return read_data_table(csv, "trial.csv", "target.file"); }

DataRows rows(DataModel model, const std::string& csv, const std::string& columns = "") {
  return given_rows(model, table(csv), columns, "target.file");
}

void expect_refused(DataModel model, const std::string& csv, const std::string& columns,
                    const std::vector<std::string>& words) {
  try {
    rows(model, csv, columns);
    ADD_FAILURE() << "accepted: " << csv << " columns " << columns;
  } catch (const Error& error) {
    for (const std::string& word : words)
      EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << "no '" << word << "' in " << error.what();
  }
}

TEST(DataRows, ColumnsAreTheFirstOrTheNamedOnes) {
  const std::string csv = "age,dose,reply\n1,2,3\n4,5,6.1\n";
  EXPECT_EQ(rows(DataModel::linear, csv), (DataRows{DataModel::linear, {1, 4}, {2, 5}}));
  EXPECT_EQ(rows(DataModel::linear, csv, " dose , age "), (DataRows{DataModel::linear, {2, 5}, {1, 4}}));
  EXPECT_EQ(rows(DataModel::linear, csv, "3,1").x[1], 6.1f) << "rounded to single precision";
  EXPECT_EQ(rows(DataModel::mean, csv), (DataRows{DataModel::mean, {0, 0}, {1, 4}}));
  EXPECT_EQ(rows(DataModel::mean, csv, "dose"), (DataRows{DataModel::mean, {0, 0}, {2, 5}}));
  const std::string turned = "y,z,x\n1,2,3\n4,5,6\n";
  EXPECT_EQ(rows(DataModel::linear, turned), (DataRows{DataModel::linear, {3, 6}, {1, 4}}));
  EXPECT_EQ(rows(DataModel::mean, turned), (DataRows{DataModel::mean, {0, 0}, {1, 4}}));
}

TEST(DataRows, BadFilesAreNamedWithThePlace) {
  using enum DataModel;
  expect_refused(linear, "age,dose\n1,2\n", "age,weight", {"trial.csv", "'weight'", "age, dose", "target.file"});
  expect_refused(linear, "age,dose\n1,2\n", "age", {"'age'", "a comma between"});
  expect_refused(linear, "age,dose\n1,2\n", "age,dose,age", {"a comma between"});
  expect_refused(linear, "age\n1\n", "", {"too few columns", "trial.csv", "'1'", "a predictor and a response"});
  expect_refused(linear, "age,dose\n1,2\n3,much\n", "", {"column dose", "much", "line 3", "column 2"});
  expect_refused(linear, "1,2\n3,1e7\n", "", {"too large", "row 2", "trial.csv", "1e+07", "-1e+06 to 1e+06"});
  expect_refused(logistic, "1,0\n3,1\n4,2\n", "", {"logistic", "row 3", "'2'", "0 or 1"});
  expect_refused(poisson, "1,0\n3,1.5\n", "", {"poisson", "row 2", "'1.5'", "a whole number"});
  expect_refused(logistic, "dose,reply\n1,0\n3,0.3\n", "", {"column reply", "row 2", "'0.3'"});
  expect_refused(poisson, "1,-1\n3,1\n", "", {"row 1", "'-1'"});
  expect_refused(mean, "2\n2\n", "", {"all values are equal", "trial.csv", "'2'", "differ"});
  expect_refused(mean, "2\n", "", {"all values are equal"});
  std::string many;
  for (std::size_t i = 0; i <= most_data_rows; ++i) many += "1,2\n";
  expect_refused(linear, many, "", {"too many rows", "10001", "10000"});
}

TEST(DataRows, WeaknessesAreTold) {
  using enum DataModel;
  const auto weakness = [](DataModel model, std::vector<double> x, std::vector<double> y) {
    return weakness_of({model, std::move(x), std::move(y)});
  };
  for (const DataModel model : {linear, logistic, poisson}) {
    EXPECT_NE(weakness(model, {3, 3, 3}, {0, 1, 1}).find("collinear"), std::string::npos);
    EXPECT_EQ(weakness_of(built_in_rows(model)), "");
  }
  EXPECT_EQ(weakness_of(built_in_rows(mean)), "");
  EXPECT_NE(weakness(logistic, {1, 2, 3}, {0, 0, 1}).find("separable"), std::string::npos);
  EXPECT_NE(weakness(logistic, {1, 2, 3}, {1, 0, 0}).find("separable"), std::string::npos);
  EXPECT_NE(weakness(logistic, {1, 2, 2}, {0, 0, 1}).find("separable"), std::string::npos) << "at the edge";
  EXPECT_NE(weakness(logistic, {1, 2, 3}, {1, 1, 1}).find("separable"), std::string::npos) << "one response";
  EXPECT_EQ(weakness(logistic, {1, 2, 3}, {0, 1, 0}), "");
  EXPECT_NE(weakness(poisson, {1, 2, 3}, {0, 0, 0}).find("no maximum"), std::string::npos);
  EXPECT_NE(weakness(poisson, {1, 2, 3}, {0, 0, 4}).find("no maximum"), std::string::npos);
  EXPECT_EQ(weakness(poisson, {1, 2, 3}, {0, 4, 0}), "");
  EXPECT_EQ(weakness(poisson, {1, 2, 3}, {0, 1, 4}), "");
}

TEST(DataRows, OursAreFourSmallOnes) {
  for (const DataModel model : {DataModel::linear, DataModel::logistic, DataModel::mean, DataModel::poisson}) {
    const DataRows& own = built_in_rows(model);
    EXPECT_EQ(own.model, model);
    EXPECT_EQ(own.x.size(), own.y.size());
    EXPECT_LE(own.y.size(), 100u);
    for (const double value : own.y) EXPECT_EQ(value, static_cast<float>(value));
    for (const double value : own.x) EXPECT_EQ(value, static_cast<float>(value));
  }
}

}  // namespace
}  // namespace ergo::data_rows_test
