#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/command/ergo_commands.h"
#include "app/command/progress.h"
#include "core/base/error.h"
#include "core/base/png.h"
#include "core/figures/clip.h"
#include "core/site_pictures/site_picture.h"
#include "core/site_runs/site_run.h"

namespace ergo {
namespace {

constexpr int default_width = 1280, default_height = 800, most_pixels = 16384;

/// Throws Error for an option that a picture of sites does not have.
void refuse_options(const RenderRequest& request) {
  const auto refuse = [](bool given, const char* option) {
    if (given)
      throw Error("not for a picture of sites:", option,
                  "--steps, --size WxH, --theme, --steps-per-frame, --fps, --quiet", "");
  };
  refuse(!request.draws.empty(), "--draws");
  refuse(!request.axes.empty(), "--axes");
  refuse(!request.show.empty(), "--show");
  refuse(!request.colour_by.empty(), "--colour-by");
  refuse(!request.pace.empty(), "--pace");
  refuse(request.speed != 0, "--speed");
  refuse(request.contours, "--contours");
  refuse(request.scales, "--scales");
  refuse(request.transparent, "--transparent");
  refuse(request.figure, "--figure");
  refuse(request.scale != 1, "--scale");
  refuse(!request.look.font.empty(), "--font");
  refuse(!request.look.lines.empty(), "--lines");
  refuse(!request.look.ground.empty(), "--ground");
  refuse(!request.look.journal.empty(), "--journal");
}

struct Size {
  int width = default_width, height = default_height;
};

Size size_of(const std::string& words) {
  Size size;
  if (words.empty()) return size;
  char rest = 0;
  if (std::sscanf(words.c_str(), "%dx%d%c", &size.width, &size.height, &rest) != 2 ||
      std::min(size.width, size.height) < 1 || std::max(size.width, size.height) > most_pixels)
    throw Error("bad picture size", words, "WxH, each 1 to " + std::to_string(most_pixels) + " pixels",
                "--size");
  return size;
}

std::string settings_of(const SiteRun& run, std::uint64_t steps) {
  nlohmann::ordered_json settings;
  for (const auto& [path, value] : run.assignments()) settings[path] = value;
  return nlohmann::ordered_json{{"run", settings}, {"steps", steps}}.dump(2);
}

std::vector<Configuration> shown(const SiteChains& chains) {
  std::vector<Configuration> all;
  const std::size_t count = std::min(chains.chains().size(), most_shown_chains);
  for (std::size_t chain = 0; chain < count; ++chain) all.push_back(chains.chains()[chain].x);
  return all;
}

/// The chains as they move on, as pictures.
class MovingSites {
 public:
  MovingSites(const SiteRun& run, Size size, const Palette& palette)
      : target_(make_site_target(run.target, run.target_settings)),
        sampler_(make_site_sampler(run.sampler, target_, run.sampler_settings)),
        chains_(*sampler_, run.chains, run.seed, site_start(run.start, target_)),
        size_(size),
        palette_(palette) {}

  /// `count` steps further, the last one by itself: its changes are marked.
  void advance(std::uint64_t count, const SitePause& pause) {
    if (count == 0) return;
    if (count > 1) chains_.advance(count - 1, pool_, {}, pause);
    before_ = shown(chains_);
    chains_.advance(1, pool_, {}, pause);
  }
  std::uint64_t steps() const { return chains_.steps(); }
  Image picture() const {
    return picture_of(*target_, shown(chains_), before_, size_.width, size_.height, palette_);
  }

 private:
  std::shared_ptr<const SiteTarget> target_;
  std::unique_ptr<const SiteSampler> sampler_;
  SiteChains chains_;
  std::vector<Configuration> before_;
  Size size_;
  const Palette& palette_;
  ThreadPool pool_;
};

}  // namespace

int render_sites(const RenderRequest& request) {
  refuse_options(request);
  const std::string kind = extension(request.out);
  const bool clip = kind == ".mp4" || kind == ".gif";
  if (!clip && kind != ".png")
    throw Error("unknown kind of file", request.out, "FILE.png, FILE.mp4, FILE.gif, for sites", "--out");
  const SiteRun run = site_run_of(request.run);
  const Size size = size_of(request.look.size);
  MovingSites sites(run, size, palette(request.theme.empty() ? "dark" : request.theme));
  const std::string settings = settings_of(run, request.steps);
  Progress progress("steps", request.steps, request.quiet);
  const auto tell = [&] { progress.at(sites.steps()); };
  if (!clip) {
    check_writable(request.out);
    sites.advance(request.steps, tell);
    const Image image = sites.picture();
    write_png(request.out, image.width, image.height, image.rgba, {{"Settings", settings}});
    return 0;
  }
  const Image first = sites.picture();
  const std::uint64_t pace = std::max<std::uint64_t>(request.steps_per_frame, 1);
  Clip file(request.out, size.width, size.height, static_cast<int>(request.frames_per_second),
            run.target + ", " + run.sampler, settings);
  file.add(first);
  while (sites.steps() < request.steps) {
    sites.advance(std::min(pace, request.steps - sites.steps()), tell);
    file.add(sites.picture());
  }
  file.finish();
  return 0;
}

}  // namespace ergo
