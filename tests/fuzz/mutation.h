#pragma once

#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace ergo {

/// Changes texts and bytes at random, from words that the corpus is made of and from values that readers trip
/// over.
class Mutation {
 public:
  Mutation(std::vector<std::string> corpus, bool text, std::uint64_t seed);
  /// One input more.
  std::string next();
  /// Makes later inputs from this one, too.
  void keep(const std::string& input);

 private:
  std::size_t below(std::size_t count) { return random_() % count; }
  void change_text(std::string& input);
  void change_bytes(std::string& input);

  std::vector<std::string> corpus_, words_;
  std::size_t given_;  ///< inputs of the corpus that stay
  bool text_;
  std::mt19937_64 random_;
};

}  // namespace ergo
