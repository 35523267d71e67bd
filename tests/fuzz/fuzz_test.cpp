// Every reader of files and words, with inputs changed at random: whatever comes is read or refused with an
// Error, and what is read can be written and read again. Each for ERGO_FUZZ_SECONDS (a few without it), from
// ERGO_FUZZ_SEED on.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <functional>

#include "core/backend/cpu_backend.h"
#include "core/base/atomic_file.h"
#include "core/base/base64.h"
#include "core/base/data_table.h"
#include "core/base/error.h"
#include "core/base/given_file.h"
#include "core/base/grey_picture.h"
#include "core/base/png.h"
#include "core/files/described_runs.h"
#include "core/files/init_file.h"
#include "core/npz/npz.h"
#include "core/settings/lecture.h"
#include "core/settings/preset_edit.h"
#include "core/settings/provenance.h"
#include "core/settings/share_string.h"
#include "tests/files/share_word.h"
#include "tests/files/written.h"
#include "tests/fuzz/mutation.h"
#include "tests/scratch_folder.h"

namespace ergo::fuzz_test {
namespace {

using Corpus = std::vector<std::string>;

double seconds() {
  const char* wanted = std::getenv("ERGO_FUZZ_SECONDS");
  return wanted ? std::atof(wanted) : 1;
}

class Fuzz : public ScratchFolder {
 protected:
  /// Feeds `read` until the time is over. It may throw Error, and returns whether the input was accepted.
  void feed(const Corpus& corpus, bool text, const std::function<void(const std::string&)>& read) {
    const char* seed = std::getenv("ERGO_FUZZ_SEED");
    Mutation mutation(corpus, text, seed ? std::strtoull(seed, nullptr, 10) : 1);
    for (const std::string& input : corpus) ASSERT_NO_THROW(read(input)) << input.substr(0, 400);
    std::uint64_t inputs = 0, accepted = 0;
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds());
    while (std::chrono::steady_clock::now() < end && !HasFailure()) {
      const std::string input = mutation.next();
      ++inputs;
      try {
        read(input);
        ++accepted;
        mutation.keep(input);
      } catch (const Error& error) {
        EXPECT_FALSE(std::string(error.what()).empty());
      } catch (const std::bad_alloc&) {
        ADD_FAILURE() << "memory for " << input.substr(0, 1000);
      } catch (const std::exception& other) {
        ADD_FAILURE() << other.what() << " for " << input.substr(0, 1000);
      }
    }
    EXPECT_GT(inputs, 20u);
    std::printf("%llu inputs, %llu accepted\n", static_cast<unsigned long long>(inputs),
                static_cast<unsigned long long>(accepted));
  }
  std::string stored(const std::string& bytes, const std::string& name) const {
    const std::string file = path(name);
    if (FILE* to = std::fopen(file.c_str(), "wb")) {
      std::fwrite(bytes.data(), 1, bytes.size(), to);
      std::fclose(to);
    }
    return file;
  }
};

Corpus presets() {
  Corpus corpus;
  for (const auto& [file, text] : embedded_presets())
    if (file.find('/') == std::string::npos) corpus.push_back(text);
  return corpus;
}

void expect_round_trip(const Preset& preset) {
  const std::string text = preset_text(preset);
  EXPECT_EQ(preset_text(parse_preset(text, "again")), text);
  EXPECT_EQ(preset_text(parse_share_string(share_string(preset))), text);
}

TEST_F(Fuzz, Presets) {
  feed(presets(), true, [](const std::string& input) { expect_round_trip(parse_preset(input, "f")); });
}

TEST_F(Fuzz, ShareStrings) {
  feed(presets(), true,
       [](const std::string& input) { expect_round_trip(parse_share_string(word_of(input))); });
  Corpus words;
  for (const std::string& name : preset_names()) words.push_back(share_string(load_preset(name)));
  feed(words, false, [](const std::string& input) { expect_round_trip(parse_share_string(input)); });
}

TEST_F(Fuzz, Lectures) {
  Corpus corpus;
  for (const std::string& name : lecture_names())
    corpus.push_back(embedded_presets().at("lectures/" + name + ".json"));
  feed(corpus, true, [](const std::string& input) {
    const Lecture lecture = parse_lecture(input, "f");
    for (std::size_t cue = 0; cue < lecture.cues.size(); ++cue) expect_round_trip(preset_at(lecture, cue));
  });
}

TEST_F(Fuzz, Descriptions) {
  Corpus corpus;
  for (const auto& entry : std::filesystem::directory_iterator(ERGO_SOURCE_DIR "/tests/files/older"))
    corpus.push_back(read_file(entry.path().string(), 1 << 20));
  feed(corpus, true, [](const std::string& input) {
    if (is_description(input, "f")) expect_round_trip(parse_description(input, "f"));
  });
}

TEST_F(Fuzz, Assignments) {
  Corpus corpus;
  for (const std::string& name : preset_names()) {
    std::string lines;
    for (const Assignment& a : assignments_of(load_preset(name).config))
      lines += a.path + "=" + a.value + "\n";
    corpus.push_back(lines);
  }
  feed(corpus, true, [](const std::string& input) {
    RunConfig config;
    std::vector<Assignment> all;
    for (std::size_t at = 0; at < input.size();) {
      const std::size_t end = std::min(input.find('\n', at), input.size());
      try {
        const Assignment assignment = parse_assignment(std::string_view(input).substr(at, end - at));
        if (assignment.path != "target.file") {
          apply(config, assignment);
          all.push_back(assignment);
        }
      } catch (const Error&) {  // the configuration is as it was
      }
      at = end + 1;
    }
    RunConfig again;
    for (const Assignment& assignment : assignments_of(config)) apply(again, assignment);
    EXPECT_EQ(again, config);
    for (const char* name : {"default", "esh-14-compare"}) {
      Preset preset = load_preset(name);
      try {
        assign(preset, all);
      } catch (const Error&) {
        continue;
      }
      expect_round_trip(preset);
    }
  });
}

TEST_F(Fuzz, Archives) {
  const auto cpu = [](BackendKind) { return std::make_unique<CpuBackend>(); };
  RunConfig config;
  apply(config, {"chains", "7"});
  Corpus corpus;
  for (const char* sampler : {"esh", "nuts", "sgnht"}) {
    apply(config, {"sampler", sampler});
    Session session(config, cpu);
    session.advance(2);
    Trajectory trajectory(config, BackendKind::cpu, 1);
    trajectory.record(session.read());
    write_npz(trajectory, path("s.npz"), provenance(session));
    corpus.push_back(read_file(path("s.npz"), 1 << 20));
  }
  feed(corpus, false, [&](const std::string& input) {
    const std::string file = stored(input, "f.npz");
    try {
      read_npz(file, 64 << 20);
    } catch (const Error&) {
    }
    try {
      load_runs(file);
    } catch (const Error&) {
    }
    RunConfig wanted;
    read_init(file, wanted);
  });
}

TEST_F(Fuzz, ArrayHeaders) {
  Corpus corpus;
  for (const auto& shape : {std::vector<std::size_t>{3}, {2, 5, 2}, {}, {1u << 20, 7}})
    corpus.push_back(npy_header(ElementType::float64, shape));
  feed(corpus, false, [](const std::string& input) {
    const NpyHeader header = parse_npy_header(std::as_bytes(std::span(input.data(), input.size())), "f");
    EXPECT_LE(header.data_offset, input.size());
  });
}

TEST_F(Fuzz, Pictures) {
  Corpus corpus;
  for (const int side : {2, 9, 40})
    corpus.push_back(encode_png(
        side, side + 1, std::vector<std::uint8_t>(static_cast<std::size_t>(4 * side * (side + 1)), 77)));
  feed(corpus, false, [&](const std::string& input) { read_grey_picture(input, "f.png", "f"); });
}

/// A column is whole or has a flaw.
void expect_table(const std::string& input) {
  const DataTable table = read_data_table(input, "f", "f");
  EXPECT_GT(table.rows, 0u);
  for (const DataTable::Column& column : table.columns) {
    EXPECT_EQ(column.values.size(), table.rows);
    EXPECT_EQ(std::ranges::all_of(column.values, [](double x) { return std::isfinite(x); }),
              column.flaw.empty());
  }
}

TEST_F(Fuzz, Tables) {
  feed({"x,y\n1,2\n3,4\n", "1;2\r\n3;4\r\n",
        "\xef\xbb\xbf"
        "a b\n1 2\n",
        "\"x, \"\"q\"\"\"\tz\n1e5\t-2\n\n# c\n+3\t4", "1,NaN\n,abc\n"},
       true, expect_table);
  Corpus arrays;
  for (const auto& [type, shape] : {std::pair{ElementType::float64, std::vector<std::size_t>{3, 2}},
                                    {ElementType::float16, {4}},
                                    {ElementType::int32, {2, 1}}}) {
    const NpyArray array = npy_array(type, shape);
    arrays.push_back(npy_header(type, shape) + std::string(array.bytes.size(), '\7'));
  }
  feed(arrays, false, expect_table);
}

TEST_F(Fuzz, ValuesOfFiles) {
  const std::string file = stored("x,y\n1,2\n", "t.csv"),
                    large = stored(std::string(embedded_most + 1, '1'), "l.csv");
  const auto read = [&](const std::string& value) {
    return read_given_file(value, folder_, 1 << 20, "f", "f");
  };
  feed({read(file).value, read(large).value, file, "t.csv"}, true, [&](const std::string& input) {
    const GivenFile given = read(input), again = read(given.value);
    EXPECT_EQ(again.value, given.value);
    EXPECT_EQ(*again.bytes, *given.bytes);
    EXPECT_LE(shown_file(given.value).size(), given.value.size());
  });
}

}  // namespace
}  // namespace ergo::fuzz_test
