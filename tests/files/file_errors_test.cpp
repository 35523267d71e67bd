// Mistakes in files of every kind, about every setting of every unit: the Error names the file and the place
// in it, the key, the bad value and what would be legal.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "core/settings/lecture.h"
#include "core/settings/preset.h"
#include "core/unit/lettering.h"
#include "tests/machine_fixture.h"

namespace ergo::file_errors_test {
namespace {

using Json = nlohmann::ordered_json;

struct Mistake {
  std::string path;
  Json value;
  std::vector<std::string> named;  ///< words of the message beside file and path
};

/// Numbers beside the range and no numbers, names that there are not, values of no kind.
std::vector<Mistake> mistakes_about(const Parameter& p, const std::string& path) {
  const std::string legal = p.kind == Kind::boolean   ? "off, on"
                            : is_file(p)              ? legal_text(p).substr(0, legal_text(p).rfind(", or nothing"))
                            : p.kind == Kind::text    ? "legal: "
                                                      : legal_text(p);
  std::vector<Mistake> all = {{path,
                               "twelve_",
                               {p.kind == Kind::text ? "_'"
                                : is_file(p)         ? "/twelve_'"
                                                     : "'twelve_'",
                                legal}},
                              {path, Json(), {"'null'", "a number, a text, true or false"}},
                              {path, Json::array({1}), {"'[1]'", "a number, a text, true or false"}}};
  if (is_content(p)) return all;
  all.push_back({path, "", {"is empty", legal}});
  if (p.kind == Kind::choice || p.kind == Kind::boolean) return all;
  const auto number = [&](double value) {
    const std::string text = value_text({}, value);
    all.push_back({path, value, {"'" + text + "'", legal}});
  };
  number(p.hard.low - 1);
  number(2 * std::abs(p.hard.high) + 1);
  if (p.kind == Kind::integer) number(p.hard.low + 0.5);
  all.push_back({path, "nan", {"'nan'", legal}});
  return all;
}

std::vector<Mistake> mistakes_about(const Descriptor& unit, const std::string& kind) {
  std::vector<Mistake> all = {{kind + ".nosuch", 1, {"'" + kind + ".nosuch'", unit.id}}};
  for (const Parameter& p : unit.parameters) {
    all.front().named.push_back(kind + "." + p.id);
    const bool any_text = p.kind == Kind::text && !p.text.check && p.id != "text";  // as the names of columns
    for (Mistake& mistake : mistakes_about(p, kind + "." + p.id))
      if (!any_text || mistake.value != "twelve_") all.push_back(std::move(mistake));
  }
  return all;
}

std::string file(const Json& members) {
  Json document = {{"version", 1}, {"title", "t"}};
  document.update(members);
  return document.dump();
}
Json with(Json run, const Mistake& mistake) {
  run[mistake.path] = mistake.value;
  return run;
}

/// Reads a file that must be refused.
template <class Read>
void expect_told(Read read, const std::string& place, const Mistake& mistake) {
  try {
    read();
    ADD_FAILURE() << mistake.path << " took " << mistake.value;
  } catch (const Error& error) {
    EXPECT_EQ(error.blame, Blame::user) << error.what();
    std::vector<std::string> words = mistake.named;
    words.push_back("bad.json" + place + ", " + mistake.path + ":");
    for (const std::string& word : words)
      EXPECT_NE(std::string(error.what()).find(word), std::string::npos)
          << word << " not in " << error.what();
  }
}
void expect_preset_told(const Json& members, const std::string& place, const Mistake& mistake) {
  expect_told([&] { parse_preset(file(members), "bad.json"); }, place, mistake);
}
void expect_lecture_told(const Json& set, const std::string& place, const Mistake& mistake) {
  const Json cue = {{"title", "t"}, {"caption", "c"}, {"preset", "default"}, {"set", set}};
  expect_told([&] { parse_lecture(file({{"cues", {cue}}}), "bad.json"); }, place, mistake);
}

/// Settings that choose the unit, in a file's "run" and in the run of a lecture or a journal.
void expect_told_everywhere(const Json& run, const Mistake& mistake) {
  SCOPED_TRACE(mistake.path + " = " + mistake.value.dump());
  expect_preset_told({{"run", with(run, mistake)}}, ", run", mistake);
  expect_lecture_told(with(run, mistake), ", cue 1, set", mistake);
}

TEST(FileErrors, ReportEveryBadTargetSetting) {
  for (const TargetUnit& unit : targets())
    for (const Mistake& mistake : mistakes_about(unit.descriptor, "target")) {
      const Json run = {{"target", unit.descriptor.id}};
      expect_told_everywhere(run, mistake);
      if (find_parameter(unit.descriptor, mistake.path.substr(7)) < 0) continue;
      const Json set = {{mistake.path, mistake.value}};
      expect_preset_told({{"run", run}, {"journal", {{{"step", 3}, {"set", set}}}}},
                         ", journal, entry 1, set", mistake);
    }
}

TEST(FileErrors, ReportEveryBadSamplerSetting) {
  for (const SamplerUnit& unit : samplers())
    for (const Mistake& mistake : mistakes_about(unit.descriptor, "sampler")) {
      const Json run = {{"target", home_of(unit.descriptor)}},
                 sampler = {{"sampler", unit.descriptor.id}};
      Json both = run;
      both.update(sampler);
      expect_told_everywhere(both, mistake);
      expect_preset_told(
          {{"run", run}, {"sessions", {{{"run", sampler}}, {{"run", with(sampler, mistake)}}}}},
          ", sessions, session 1, run", mistake);
    }
}

TEST(FileErrors, ReportEveryBadStartOrRunSetting) {
  for (const StartUnit& unit : starts())
    for (const Mistake& mistake : mistakes_about(unit.descriptor, "start"))
      expect_told_everywhere({{"start", unit.descriptor.id}}, mistake);
  for (const auto& [path, value, legal] : {std::tuple("target", "rign8", "ring8"),
                                           {"sampler", "eshh", "esh"},
                                           {"start", "nromal", "normal"},
                                           {"sampler", "dmala", "mala"},
                                           {"backend", "cuda", "auto, gpu, simd, cpu"},
                                           {"chains", "0", "1 to 10000000"},
                                           {"chains", "many", "1 to 10000000"},
                                           {"seed", "-1", "0 to 18446744073709551615"},
                                           {"gradient_noise.kind", "loud", "gaussian"},
                                           {"gradient_noise.sigma", "2", "gaussian"},
                                           {"chians", "7", "chains"}})
    expect_told_everywhere(
        Json::object(),
        {path, value, {"'" + std::string(path == std::string("chians") ? path : value) + "'", legal}});
}

/// Every start on every target: a file with one that does not fit is refused, and with no other.
TEST(FileErrors, ReportAStartThatDoesNotFitTheTarget) {
  int refused = 0;
  for (const TargetUnit& target : targets())
    for (const StartUnit& start : starts()) {
      SCOPED_TRACE(target.descriptor.id + " from " + start.descriptor.id);
      const Json run = {{"target", target.descriptor.id}, {"start", start.descriptor.id}};
      const std::string text = file({{"run", run}});
      bool fits = true;
      try {
        start.make()->check(*target.make());
      } catch (const Error&) {
        fits = false, ++refused;
      }
      if (fits)
        EXPECT_NO_THROW(parse_preset(text, "good.json"));
      else
        expect_told_everywhere(run, {"start", start.descriptor.id, {"normal, point, uniform"}});
      if (start.descriptor.id != "mode" || !fits) continue;
      const std::size_t modes = target.make()->modes().size();
      const std::string last = modes == 1 ? "; legal: 0" : "0 to " + std::to_string(modes - 1);
      if (modes < 32)
        expect_told_everywhere(run, {"start.index", modes, {"'" + std::to_string(modes) + "'", last}});
    }
  EXPECT_GT(refused, 0);
}

TEST(FileErrors, ReportValuesThatTogetherMakeNoTarget) {
  const Json run = {{"target", "lattice_modes"}, {"target.spacing", 200}, {"target.modes_per_side", 9}};
  expect_preset_told({{"run", run}}, ", run",
                     {"target", Json(), {"spacing 200", "modes_per_side 9", "up to"}});
}

}  // namespace
}  // namespace ergo::file_errors_test
