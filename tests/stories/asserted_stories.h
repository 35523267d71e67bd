#pragma once

#include <initializer_list>
#include <string>
#include <vector>

namespace ergo {

/// Words of a preset's story that a test asserts.
struct AssertedWords {
  std::string preset, words;
};

/// Those of all files of tests. A preset without any, and words that its story no longer has, fail
/// PresetStories.
inline std::vector<AssertedWords>& asserted_words() {
  static std::vector<AssertedWords> all;
  return all;
}

/// At the head of a file: what its tests assert of which story.
struct AssertedHere {
  AssertedHere(std::initializer_list<AssertedWords> words) {
    asserted_words().insert(asserted_words().end(), words);
  }
};

}  // namespace ergo
