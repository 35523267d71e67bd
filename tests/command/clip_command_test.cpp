// Clips: under any name, with settings of any length, and from an ffmpeg that fails in any way.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/base/atomic_file.h"
#include "tests/command/command_fixture.h"

namespace ergo::clip_command_test {
namespace {

const std::string words = " target=banana chains=20 backend=cpu --quiet --steps 4 --size 64x48 ";

class ClipCommand : public CommandTest {
 protected:
  /// Renders with a shell script in place of ffmpeg.
  int with_encoder(const std::string& script, const std::string& out) {
    write_file(file("ffmpeg"), "#!/bin/sh\n" + script + "\n");
    fs::permissions(file("ffmpeg"), fs::perms::owner_all);
    return ergo("render" + words + "--out " + out, "PATH='" + folder_.string() + "':\"$PATH\" timeout 60");
  }
};

TEST_F(ClipCommand, NoNameIsTakenForAnOptionOrAProtocol) {
  for (const std::string name :
       {"file:x.mp4", "http:x.gif", "-vf.mp4", "a b'c.gif", "100%d.mp4", "pipe:1.mp4"}) {
    ASSERT_EQ(ergo("render" + words + "\"--out=" + name + "\""), 0) << name << output_;
    EXPECT_GT(fs::file_size(file(name)), 500u) << name;
    EXPECT_EQ(fs::exists(file(name + ".json")), name.ends_with(".gif")) << name;
  }
}

TEST_F(ClipCommand, SettingsOfAnyLengthAreInTheFile) {
  nlohmann::ordered_json preset = {
      {"version", 1}, {"title", "t"}, {"run", {{"target", "banana"}, {"backend", "cpu"}}}};
  for (int i = 0; i < 3000; ++i)
    preset["journal"].push_back({{"step", 1}, {"set", {{"sampler.step_size", 0.01 + 1e-6 * i}}}});
  write_file(file("long.json"), preset.dump());
  ASSERT_EQ(ergo("render long.json chains=5 --quiet --steps 3 --size 64x48 --out long.mp4"), 0) << output_;
  ASSERT_EQ(std::system(("cd '" + folder_.string() +
                         "' && ffprobe -v error -show_format -of json long.mp4 > told.json")
                            .c_str()),
            0);
  const auto told = nlohmann::json::parse(read_file(file("told.json"), 1 << 24));
  const auto settings = nlohmann::json::parse(told["format"]["tags"]["comment"].get<std::string>());
  EXPECT_EQ(settings["journal"].size(), 3000u);
  EXPECT_EQ(settings["journal"].back()["set"]["sampler.step_size"], 0.01 + 1e-6 * 2999);
}

TEST_F(ClipCommand, AnEncoderThatSaysMuchIsListenedTo) {
  write_file(file("c.mp4"), "old");
  EXPECT_EQ(
      with_encoder("head -c 1000000 /dev/zero | tr '\\0' x >&2\ncat > /dev/null\necho 'at last' >&2\nexit 1",
                   "c.mp4"),
      3);
  EXPECT_NE(output_.find("ffmpeg cannot write"), std::string::npos) << output_.substr(0, 200);
  EXPECT_EQ(read_file(file("c.mp4"), 10), "old");
}

TEST_F(ClipCommand, AnEncoderThatFailsIsQuoted) {
  EXPECT_EQ(with_encoder("echo 'no such thing as a codec' >&2; exit 1", "c.gif"), 3);
  EXPECT_NE(output_.find("no such thing as a codec"), std::string::npos) << output_;
  EXPECT_EQ(with_encoder("cat > /dev/null; exit 0", "c.gif"), 3) << "an empty file is none";
  EXPECT_NE(output_.find("no message"), std::string::npos) << output_;
  EXPECT_EQ(with_encoder("kill -9 $$", "c.mp4"), 3);
  for (const char* name : {"c.gif", "c.gif.json", "c.mp4"}) EXPECT_FALSE(fs::exists(file(name))) << name;
}

TEST_F(ClipCommand, AGifHasARateThatPlayersShow) {
  EXPECT_EQ(ergo("render" + words + "--fps 60 --out c.gif"), 2);
  EXPECT_NE(output_.find("1 to 50"), std::string::npos) << output_;
  EXPECT_EQ(ergo("render" + words + "--fps 50 --out c.gif"), 0) << output_;
  EXPECT_EQ(ergo("render" + words + "--fps 120 --out c.mp4"), 0) << output_;
}

}  // namespace
}  // namespace ergo::clip_command_test
