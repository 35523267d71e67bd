// Runs of files that are gone, in a process that has never read them: a short file is in what was saved, of a
// long one is told which it was.
#include <fstream>

#include "core/config/assignment.h"
#include "core/settings/preset.h"
#include "core/settings/share_string.h"
#include "tests/command/command_fixture.h"

namespace ergo::given_file_command_test {
namespace {

class GivenFileCommand : public CommandTest {
 protected:
  /// A run on the points of a file with so many rows.
  Preset preset_of_rows(int rows) {
    std::ofstream out(file("t.csv"));
    for (int i = 0; i < rows; ++i) out << i % 7 << "," << i % 11 << "\n";
    out.close();
    Preset preset;
    for (const Assignment& a : std::vector<Assignment>{
             {"target", "points"}, {"target.file", file("t.csv")}, {"chains", "10"}, {"backend", "cpu"}})
      apply(preset.config, a);
    return preset;
  }
  /// Exit status with the run as a share string and as a preset's file.
  int run_both(const Preset& preset) {
    std::ofstream(file("p.json")) << preset_text(preset);
    const int opened = ergo("run p.json --steps 2");
    const std::string told = output_;
    EXPECT_EQ(ergo("run '" + share_string(preset) + "' --steps 2"), opened) << output_;
    output_ += told;
    return opened;
  }
};

TEST_F(GivenFileCommand, AShortFileIsInWhatWasSaved) {
  const Preset preset = preset_of_rows(100);
  fs::remove(file("t.csv"));
  EXPECT_EQ(run_both(preset), 0) << output_;
}

TEST_F(GivenFileCommand, ALongFileIsToldByPathAndHash) {
  const Preset preset = preset_of_rows(20'000);
  const std::string value = preset.config.target.contents.at("file").text,
                    hash = value.substr(value.size() - 16);
  EXPECT_EQ(run_both(preset), 0) << output_;
  std::ofstream(file("t.csv"), std::ios::app) << "1,2\n";
  EXPECT_EQ(run_both(preset), 2);
  for (const std::string& word :
       {std::string("has changed"), file("t.csv"), hash, std::string("target.file")})
    EXPECT_NE(output_.find(word), std::string::npos) << word << " not in " << output_;
  fs::remove(file("t.csv"));
  EXPECT_EQ(run_both(preset), 2);
  for (const std::string& word : {std::string("no such file"), file("t.csv"), "the file with hash " + hash})
    EXPECT_NE(output_.find(word), std::string::npos) << word << " not in " << output_;
}

}  // namespace
}  // namespace ergo::given_file_command_test
