// Tables of numbers in CSV and NPY: every dialect that is read, and that mistakes are told by file, line and
// column.
#include "core/base/data_table.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

#include "core/base/error.h"
#include "core/base/npy.h"

namespace ergo::data_table_test {
namespace {

using Numbers = std::vector<double>;

DataTable read(const std::string& bytes) { return read_data_table(bytes, "some/file", "target.file"); }

void expect_columns(const std::string& bytes, const std::vector<std::string>& names,
                    const std::vector<Numbers>& columns) {
  const DataTable table = read(bytes);
  ASSERT_EQ(table.columns.size(), names.size()) << bytes;
  for (std::size_t c = 0; c < names.size(); ++c) {
    EXPECT_EQ(table.columns[c].name, names[c]) << bytes;
    EXPECT_EQ(table.columns[c].values, columns[c]) << bytes;
    EXPECT_EQ(table.columns[c].flaw, "") << bytes;
    EXPECT_EQ(table.rows, columns[c].size()) << bytes;
  }
}

/// What reading `bytes`, or the column of that name, says.
std::string refusal(const std::string& bytes, const std::string& column = "") {
  try {
    const DataTable table = read(bytes);
    if (!column.empty()) table.column(column, "target.columns");
  } catch (const Error& error) {
    EXPECT_EQ(error.blame, Blame::user);
    return error.what();
  }
  ADD_FAILURE() << "taken: " << bytes.substr(0, 200);
  return "";
}
void expect_told(const std::string& said, const std::vector<std::string>& words) {
  for (const std::string& word : words)
    EXPECT_NE(said.find(word), std::string::npos) << word << " not in " << said;
}

TEST(DataTable, CellsEndAtWhatTheFirstLineHas) {
  for (const std::string separator : {",", ";", "\t", " "})
    expect_columns("a" + separator + "b\n1" + separator + "-2.5\n3e2" + separator + "+4\n", {"a", "b"},
                   {{1, 300}, {-2.5, 4}});
  expect_columns("a, b ,\tc\n 1 ,2,\t3\n", {"a", "b", "c"}, {{1}, {2}, {3}});
  expect_columns("  1   2  \n3 4\n", {"1", "2"}, {{1, 3}, {2, 4}});
  expect_columns("7\n8", {"1"}, {{7, 8}});
}

TEST(DataTable, TheFirstLineNamesColumnsIfItHasATextThatIsNoNumber) {
  expect_columns("1,2\n3,4\n", {"1", "2"}, {{1, 3}, {2, 4}});
  expect_columns(",0,1\n0,5,6\n", {"", "0", "1"},
                 {{0}, {5}, {6}});  // with an index column, as pandas writes it
  for (const std::string hole : {"NaN", "nan", "NA", "-inf", "Infinity"}) {
    const DataTable table = read("1," + hole + "\n2,3\n");
    EXPECT_EQ(table.rows, 2u) << hole;
    EXPECT_EQ(table.columns[1].flaw, "'" + hole + "' at line 1, column 2");
  }
}

TEST(DataTable, QuotesMarksCommentsAndLineEndsOfOtherPrograms) {
  expect_columns("\xef\xbb\xbf\"x, \"\"raw\"\"\",y\r\n# made today\r\n\r\n1,\"2\"\r\n  # more\n3,4",
                 {"x, \"raw\"", "y"}, {{1, 3}, {2, 4}});
  expect_columns("größe;höhe\n1;2\n", {"größe", "höhe"}, {{1}, {2}});
}

TEST(DataTable, AColumnIsFoundByNameElseByNumber) {
  const DataTable table = read("2,b\n10,20\n");
  EXPECT_EQ(table.column("2", ""), Numbers{10}) << "the name comes first";
  EXPECT_EQ(table.column("b", ""), Numbers{20});
  EXPECT_EQ(table.column("1", ""), Numbers{10});
  expect_told(refusal("2,b\n10,20\n", "B2"), {"no such column in some/file", "'B2'", "target.columns"});
  for (const char* number : {"0", "3", "-1", "1.0", " 1", "99999999999999999999"})
    refusal("a,b\n1,2\n", number);
}

TEST(DataTable, ACellThatIsNoNumberIsToldWhenItsColumnIsUsed) {
  for (const std::string cell : {"abc", "nan", "inf", "", "1,5", "1e999", "0x10", "1 2", "--1"}) {
    const std::string bytes = "x;y\n1;2\n\n" + cell + ";3\n";
    expect_told(refusal(bytes, "x"),
                {"column x of some/file", "'" + cell + "'", "line 4, column 1", "decimal point"});
    EXPECT_EQ(read(bytes).column("y", ""), (Numbers{2, 3}));
  }
  // A long cell is told by its beginning, in whole letters.
  std::string letters;
  for (int i = 0; i < 30; ++i) letters += "ä";
  EXPECT_EQ(read("x\n" + letters + "\n").columns[0].flaw,
            "'" + letters.substr(0, 40) + "…' at line 2, column 1");
}

TEST(DataTable, BrokenRowsAreToldByLine) {
  expect_told(refusal("a,b\n1,2\n3\n"), {"some/file", "line 3", "1 cells in place of 2", "target.file"});
  expect_told(refusal("1,2\n\n1,2,3\n"), {"line 3", "3 cells in place of 2"});
  expect_told(refusal("1,2\n\"1,2\n"), {"line 2", "a quote without end"});
  for (const std::string bytes : {"", "\n\n", "# nothing\n", "a,b\n", "\xef\xbb\xbf"})
    expect_told(refusal(bytes), {"without rows", "some/file"});
  expect_told(refusal(std::string(101, 'n') + "\n1\n"), {"name", "nnn…"});
}

/// 0.1 s.
TEST(DataTable, LimitsAreLegalAndOneMoreIsNot) {
  const auto line = [](std::size_t cells) {
    std::string text = "1";
    for (std::size_t c = 1; c < cells; ++c) text += ",1";
    return text + "\n";
  };
  EXPECT_EQ(read(line(DataTable::most_columns)).columns.size(), DataTable::most_columns);
  expect_told(refusal(line(DataTable::most_columns + 1)), {"too many columns", "1000"});
  expect_told(refusal(line(1'000'000)), {"too many columns"});
  std::string rows;
  for (std::size_t r = 0; r <= DataTable::most_rows; ++r) rows += "1\n";
  expect_told(refusal(rows), {"too many rows", "1000001", "1000000 rows"});
  rows.resize(rows.size() - 2);
  EXPECT_EQ(read(rows).rows, DataTable::most_rows);
  expect_told(refusal(line(1000) + "a\n" + line(1)), {"line 2"});
}

std::string npy(ElementType type, const std::vector<std::size_t>& shape, std::string data) {
  return npy_header(type, shape) + data;
}
template <class Number>
std::string bytes_of(const std::vector<Number>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number)};
}
std::string replaced(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

TEST(DataTable, ArraysOfOneAndTwoAxes) {
  const std::string six = bytes_of<double>({1, 2, 3, 4, 5, 6});
  expect_columns(npy(ElementType::float64, {6}, six), {"1"}, {{1, 2, 3, 4, 5, 6}});
  const std::string matrix = npy(ElementType::float64, {3, 2}, six);
  expect_columns(matrix, {"1", "2"}, {{1, 3, 5}, {2, 4, 6}});
  expect_columns(replaced(matrix, "False", "True "), {"1", "2"}, {{1, 2, 3}, {4, 5, 6}});
  expect_columns(npy(ElementType::int32, {2, 1}, bytes_of<std::int32_t>({-7, 8})), {"1"}, {{-7, 8}});
  expect_columns(npy(ElementType::uint8, {2}, "\xff\x01"), {"1"}, {{255, 1}});
  const std::string big = npy(ElementType::int16, {1, 2}, std::string("\x01\x00\xff\xfe", 4));
  expect_columns(replaced(big, "<i2", ">i2"), {"1", "2"}, {{256}, {-2}});
}

TEST(DataTable, ArraysThatAreNoTablesAreRefused) {
  const std::string six = bytes_of<double>({1, 2, 3, 4, 5, 6}),
                    matrix = npy(ElementType::float64, {3, 2}, six);
  expect_told(refusal(npy(ElementType::float64, {1, 3, 2}, six)),
              {"3 axes", "one or two", "some/file", "target.file"});
  expect_told(refusal(npy(ElementType::float64, {}, six.substr(0, 8))), {"0 axes"});
  expect_told(refusal(npy(ElementType::float64, {0, 2}, "")), {"without rows"});
  expect_told(refusal(matrix.substr(0, matrix.size() - 1)), {"damaged", "shape"});
  expect_told(refusal(matrix + "x"), {"damaged", "shape"});
  expect_told(refusal(replaced(matrix, "<f8", "|O8")), {"pickled"});
  expect_told(refusal(replaced(matrix, "<f8", "<c8")), {"<c8"});
  for (const std::size_t length : {6u, 11u, 40u}) refusal(matrix.substr(0, length));
  expect_told(refusal(npy(ElementType::float64, {1'000'001}, "")), {"too large", "1000001x1"});
  expect_told(refusal(npy(ElementType::uint8, {1'000'000, 1000}, "")), {"too large"});
  const std::string holed =
      npy(ElementType::float64, {2, 1}, bytes_of<double>({1, std::numeric_limits<double>::quiet_NaN()}));
  expect_told(refusal(holed, "1"), {"NaN in row 2, column 1"});
}

}  // namespace
}  // namespace ergo::data_table_test
