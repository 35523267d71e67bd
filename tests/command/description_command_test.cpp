// Every exported file holds a description of its run, and the run made from it ends in the same state.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>

#include "core/base/atomic_file.h"
#include "tests/command/command_fixture.h"

namespace ergo::description_command_test {
namespace {

/// Writes the description in a file of any format to a JSON file, as a reader of that format finds it.
const char* const extract = R"(
import html, json, re, subprocess, sys, zlib
path, out = sys.argv[1:]
def output(*words): return subprocess.run(words, check=True, capture_output=True).stdout.decode()
def of_png(data):
    at = 8
    while at < len(data):
        size, kind = int.from_bytes(data[at:at + 4], 'big'), data[at + 4:at + 8]
        body = data[at + 8:at + 8 + size]
        if kind in (b'tEXt', b'zTXt', b'iTXt') and b'"program"' in (text := text_of(kind, body)): return text.decode()
        at += 12 + size
def text_of(kind, body):
    rest = body[body.index(b'\0') + 1:]
    if kind == b'tEXt': return rest
    if kind == b'zTXt': return zlib.decompress(rest[1:])
    compressed, rest = rest[0], rest[2:]
    for _ in range(2): rest = rest[rest.index(b'\0') + 1:]
    return zlib.decompress(rest) if compressed else rest
kind = path.rsplit('.', 1)[1]
if kind == 'npz':
    import numpy
    text = numpy.load(path)['meta.json']
    text = text.decode() if isinstance(text, bytes) else str(text)
elif kind == 'nc':
    import xarray
    text = xarray.open_dataset(path, group='posterior').attrs['provenance']
elif kind in ('csv', 'gif'): text = open(path + '.json').read()
elif kind == 'png': text = of_png(open(path, 'rb').read())
elif kind == 'svg': text = html.unescape(re.search('<desc>(.*?)</desc>', open(path).read(), re.S).group(1))
elif kind == 'pdf': text = re.search('Subject: *(.*?)^(?:Keywords|Creator):', output('pdfinfo', path), re.S | re.M).group(1)
elif kind == 'mp4': text = json.loads(output('ffprobe', '-v', 'error', '-show_format', '-of', 'json', path))['format']['tags']['comment']
json.loads(text)
open(out, 'w').write(text)
)";

/// Two samplers on a lattice, whose default start is another one than the plane's.
const std::string lattice =
    "target=lattice8 start=normal sessions.0.sampler=dmala sessions.1.sampler=lattice_gibbs chains=50 "
    "backend=cpu ";
/// A run whose step size and target have changed on the way.
const char* const edited = R"({"version": 1, "title": "t",
  "run": {"target": "banana", "sampler": "sghmc", "gradient_noise.kind": "gaussian", "gradient_noise.B": 0.2,
          "start": "uniform", "chains": 40, "backend": "cpu"},
  "journal": [{"step": 2, "set": {"sampler.step_size": 0.03}}, {"step": 3, "set": {"target": "rings"}}]})";

class DescriptionCommand : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    write_file(file("extract.py"), extract);
    write_file(file("edited.json"), edited);
  }
  /// The states that `ergo run` tells, one a run.
  std::vector<std::string> states() const {
    std::vector<std::string> list;
    const std::regex pattern("state ([0-9a-f]{16}) after");
    for (std::sregex_iterator i(output_.begin(), output_.end(), pattern), end; i != end; ++i)
      list.push_back((*i)[1]);
    return list;
  }
  std::vector<std::string> run(const std::string& what) {
    EXPECT_EQ(ergo("run " + what), 0) << output_;
    return states();
  }
  std::string description_of(const std::string& name) {
    const std::string out = name + ".description.json";
    EXPECT_EQ(std::system(("cd '" + folder_.string() + "' && /usr/bin/python3 -W ignore extract.py " + name +
                           " " + out)
                              .c_str()),
              0)
        << name;
    return out;
  }
};

TEST_F(DescriptionCommand, DrawsOfEveryFormatReproduceTheirRuns) {
  for (const char* format : {"npz", "csv", "nc"}) {
    SCOPED_TRACE(format);
    const std::string end = std::string(".") + format;
    const auto both = run(lattice + "--steps 3 --out a" + end + " --metrics m.csv");
    ASSERT_EQ(both.size(), 2u);
    EXPECT_EQ(run(description_of("a.0-dmala" + end) + " --steps 3"), std::vector{both[0]});
    EXPECT_EQ(run(description_of("a.1-lattice_gibbs" + end) + " --steps 3"), std::vector{both[1]});
    EXPECT_EQ(run(description_of("m.csv") + " --steps 3"), both);
    const auto one = run("edited.json --steps 6 --out b" + end);
    ASSERT_EQ(one.size(), 1u);
    EXPECT_EQ(run(description_of("b" + end) + " --steps 6"), one);
  }
  EXPECT_EQ(run("a.1-lattice_gibbs.npz --steps 3"), std::vector{run(lattice + "--steps 3").at(1)})
      << "opened itself";
  EXPECT_EQ(run("b.csv --steps 6"), run("edited.json --steps 6"));
  EXPECT_EQ(run("m.csv --steps 3"), run(lattice + "--steps 3"));
}

TEST_F(DescriptionCommand, PicturesAndClipsOfEveryFormatReproduceTheirRuns) {
  for (const char* format : {"png", "svg", "pdf", "gif", "mp4"}) {
    SCOPED_TRACE(format);
    const std::string end = std::string(".") + format, small = "--quiet --size 480x320 ";
    ASSERT_EQ(ergo("render " + lattice + small + "--steps 3 --out a" + end), 0) << output_;
    EXPECT_EQ(run(description_of("a" + end) + " --steps 3"), run(lattice + "--steps 3"));
    ASSERT_EQ(ergo("render edited.json " + small + "--steps 6 --out b" + end), 0) << output_;
    EXPECT_EQ(run(description_of("b" + end) + " --steps 6"), run("edited.json --steps 6"));
  }
}

TEST_F(DescriptionCommand, PlotsOfEveryFormatReproduceTheirRuns) {
  for (const char* format : {"png", "svg", "pdf"}) {
    SCOPED_TRACE(format);
    const std::string end = std::string(".") + format;
    ASSERT_EQ(ergo("plot " + lattice + "--quiet --steps 3 --out a" + end), 0) << output_;
    const std::vector<std::string> both = run(lattice + "--steps 3");
    EXPECT_EQ(run(description_of("a" + end) + " --steps 3"), both);
    const auto hashes = nlohmann::json::parse(read_file(file("a" + end + ".description.json"), 1 << 20))["state_hash"];
    EXPECT_EQ(hashes, both.at(0) + " " + both.at(1));
    run("edited.json --steps 3 --metrics m.csv");
    ASSERT_EQ(ergo("plot --from m.csv --out b" + end), 0) << output_;
    EXPECT_EQ(run(description_of("b" + end) + " --steps 3"), run("edited.json --steps 3"));
  }
}

TEST_F(DescriptionCommand, ChainsOfAFileAreNoPartOfIt) {
  run("target=banana chains=5 backend=cpu --steps 2 --out first.npz");
  run("target=banana sampler=mala backend=cpu --init first.npz --steps 2 --out second.npz");
  EXPECT_EQ(ergo("run second.npz --steps 2"), 2);
  for (const char* word : {"second.npz", "first.npz", "--init"})
    EXPECT_NE(output_.find(word), std::string::npos) << word << " not in: " << output_;
}

TEST_F(DescriptionCommand, WhatIsNoneIsRefused) {
  write_file(file("other.json"), R"({"program": "another", "run": {}})");
  EXPECT_EQ(ergo("run other.json --steps 2"), 2);
  EXPECT_NE(output_.find("no description of a run"), std::string::npos) << output_;
  for (const char* broken :
       {R"({"program": "ergoscope", "run": 3})", R"({"program": "ergoscope", "sessions": 1})",
        R"({"program": "ergoscope", "sessions": [1], "comparison": 2})",
        R"({"program": "ergoscope", "run": {}, "backend": "abacus"})",
        R"({"program": "ergoscope", "run": {}, "steps": -1})"}) {
    write_file(file("broken.json"), broken);
    EXPECT_EQ(ergo("run broken.json --steps 2"), 2) << broken << output_;
  }
}

}  // namespace
}  // namespace ergo::description_command_test
