// A file as the value of a parameter: what a value of it says, and what is refused.
#include "core/base/given_file.h"

#include <sys/stat.h>

#include <fstream>

#include "core/base/base64.h"
#include "core/base/error.h"
#include "tests/scratch_folder.h"

namespace ergo::given_file_test {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most = 1 << 20;

class GivenFileTest : public ScratchFolder {
 protected:
  std::string file(const std::string& name, const std::string& bytes) const {
    std::ofstream(path(name), std::ios::binary) << bytes;
    return path(name);
  }
  GivenFile read(const std::string& value, std::size_t limit = most) const {
    return read_given_file(value, folder_, limit, "a file of ours", "target.file");
  }
  /// What reading the value says; the legal values and the place among it.
  std::string refusal(const std::string& value, std::size_t limit = most) const {
    try {
      read(value, limit);
    } catch (const Error& error) {
      EXPECT_EQ(error.where, "target.file");
      EXPECT_FALSE(error.legal.empty());
      return error.what();
    }
    ADD_FAILURE() << "taken: " << value.substr(0, 200);
    return "";
  }
  void expect_told(const std::string& said, const std::vector<std::string>& words) const {
    for (const std::string& word : words)
      EXPECT_NE(said.find(word), std::string::npos) << word << " not in " << said;
  }
};

TEST(Base64, TextsOfTheStandard) {
  const std::pair<const char*, const char*> known[] = {
      {"", ""},           {"f", "Zg"},          {"fo", "Zm8"},          {"foo", "Zm9v"},
      {"foob", "Zm9vYg"}, {"fooba", "Zm9vYmE"}, {"foobar", "Zm9vYmFy"}, {"\xfb\xff", "-_8"}};
  for (const auto& [bytes, text] : known) {
    EXPECT_EQ(base64url(bytes), text);
    EXPECT_EQ(from_base64url(text, "", ""), bytes);
  }
  EXPECT_EQ(from_base64url(" Zm\n8 ", "", ""), "fo");
  for (const char* damaged : {"Z", "Zm9vY", "Zh", "Zm+v", "Zg=="})
    EXPECT_THROW(from_base64url(damaged, "", ""), Error) << damaged;
}

TEST_F(GivenFileTest, AShortFileIsInItsValue) {
  const std::string bytes("a\0\xff\n", 4);
  const GivenFile given = read(file("of.bin", bytes));
  EXPECT_EQ(given.source, path("of.bin"));
  EXPECT_EQ(given.value, "embedded:of.bin:" + base64url(bytes));
  EXPECT_EQ(*given.bytes, bytes);
  EXPECT_EQ(shown_file(given.value), "of.bin");
  EXPECT_EQ(read("of.bin").value, given.value) << "a path relative to the folder";
  fs::remove(path("of.bin"));
  const GivenFile again = read(given.value);
  EXPECT_EQ(again.source, "of.bin");
  EXPECT_EQ(again.value, given.value);
  EXPECT_EQ(*again.bytes, bytes);
}

TEST_F(GivenFileTest, ALongFileIsToldByPathAndHash) {
  EXPECT_EQ(read(file("short", std::string(embedded_most, 'x'))).value.find("embedded:short:"), 0u);
  const std::string bytes(embedded_most + 1, 'x');
  const GivenFile given = read(file("long", bytes));
  ASSERT_EQ(given.value.size(), path("long").size() + 17);
  EXPECT_EQ(given.value.find(path("long") + "#"), 0u);
  EXPECT_EQ(shown_file(given.value), path("long"));
  EXPECT_EQ(*read(given.value).bytes, bytes);
  fs::remove(path("long"));
  EXPECT_EQ(*read(given.value).bytes, bytes) << "this process has read it";
  expect_told(refusal(given.value, bytes.size() - 1), {path("long")});
  std::string other = given.value;
  other.back() = other.back() == '0' ? '1' : '0';
  expect_told(refusal(other),
              {"no such file", path("long"), "the file with hash " + other.substr(other.size() - 16)});
  file("long", bytes);
  expect_told(refusal(other), {"has changed", "its hash is " + given.value.substr(given.value.size() - 16),
                               "the file with hash " + other.substr(other.size() - 16)});
  EXPECT_EQ(shown_file("no#hash"), "no#hash");
}

TEST_F(GivenFileTest, WhatIsNoFileIsRefused) {
  expect_told(refusal("missing.csv"), {"no such file", path("missing.csv"), "a file of ours"});
  expect_told(refusal("."), {"not a file"});
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  expect_told(refusal("pipe"), {"not a file"});
  expect_told(refusal("/dev/zero"), {"not a file"});
  expect_told(refusal(file("empty", "")), {"an empty file"});
  expect_told(refusal(file("big", "1234"), 3), {"a file of 4 bytes, more than 3", path("big")});
  expect_told(refusal(std::string(100'000, 'p')), {"no such file"});
  if (::geteuid() != 0) {
    file("secret", "1");
    fs::permissions(path("secret"), fs::perms::none);
    expect_told(refusal("secret"), {"cannot be read", path("secret")});
  }
}

TEST_F(GivenFileTest, DamagedValuesAreRefused) {
  const std::string all(100'000, 'A');
  EXPECT_LT(refusal("embedded:" + all).size(), 400u) << "no more than its beginning is told";
  EXPECT_LT(refusal("embedded:" + all + ":AAAA").size(), 400u);
  expect_told(refusal("embedded:a.csv"), {"without a name"});
  expect_told(refusal("embedded:a.csv:"), {"an empty file", "a.csv"});
  expect_told(refusal("embedded:a.csv:Zm9v*"), {"embedded file a.csv", "'*'"});
  expect_told(refusal("embedded:a.csv:Zm9vY"), {"embedded file a.csv", "cut short"});
  expect_told(refusal("embedded:a.csv:Zm9v", 2), {"3 bytes, more than 2"});
}

/// A value stands in presets, which are UTF-8, and a colon ends a name.
TEST_F(GivenFileTest, NamesOfFilesAreTextsWithoutColons) {
  EXPECT_EQ(shown_file(read(file("a:b.csv", "1")).value), "a_b.csv");
  EXPECT_EQ(shown_file(read(file("größe €𝄞.csv", "1")).value), "größe €𝄞.csv");
  for (const std::string latin :
       {"caf\xe9.csv", "\xc0\xaf", "\xed\xa0\x80", "\xf5\x80\x80\x80", "cut\xe2\x82"}) {
    const std::string shown = shown_file(read(file(latin, "1")).value);
    EXPECT_EQ(shown.size(), latin.size());
    for (const char c : shown) EXPECT_GT(c, ' ');
    expect_told(refusal(file(latin, std::string(embedded_most + 1, 'x'))), {"a path in UTF-8"});
  }
  EXPECT_EQ(shown_file(read(file("a\nb", "1")).value), "a_b");
}

}  // namespace
}  // namespace ergo::given_file_test
