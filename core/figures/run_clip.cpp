#include "core/figures/run_clip.h"

#include <algorithm>

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/legal_range.h"
#include "core/figures/caption.h"
#include "core/figures/clip.h"
#include "core/figures/scales.h"
#include "core/settings/preset.h"
#include "core/settings/provenance.h"
#include "core/settings/view_json.h"

namespace ergo {
namespace {

std::string settings_of(const Comparison& runs, const ClipRecord& record, const View& view) {
  std::map<std::string, std::string> notes = look_notes(view);
  notes["first_step"] = std::to_string(record.begin);
  notes["steps_per_frame"] = std::to_string(record.steps_per_frame);
  if (record.speed != 1) notes["speed"] = number_text(record.speed);
  notes["frames_per_second"] = std::to_string(record.frames_per_second);
  return provenance(runs, record.end, notes);
}

}  // namespace

bool is_clip(const std::string& path) {
  const std::string kind = extension(path);
  return kind == ".mp4" || kind == ".gif";
}

void check_clip(const ClipRecord& record) {
  if (!is_clip(record.path)) throw Error("unknown kind of file", record.path, "FILE.mp4, FILE.gif", "");
  if (!(record.speed >= slowest && record.speed <= fastest))
    throw Error("illegal speed", number_text(record.speed), range_words(slowest, fastest), record.path);
  if (record.path.ends_with(".gif") && record.frames_per_second > Clip::gif_rate_max)
    throw Error("too many frames per second for a GIF:", std::to_string(record.frames_per_second),
                range_words(1, Clip::gif_rate_max) + ", or FILE.mp4", record.path);
  if (record.begin > record.end)
    throw Error("a clip cannot begin at step", std::to_string(record.begin),
                range_words(std::uint64_t{0}, record.end) + ", its last one", record.path);
}

void film(Comparison& runs, ComparisonScene& scene, const ClipRecord& record, const std::function<void()>& add,
          const std::function<void(std::uint64_t)>& progress) {
  const double pace = record.speed * static_cast<double>(record.steps_per_frame),
               begin = static_cast<double>(record.begin), end = static_cast<double>(record.end);
  scene.watch(record.begin, pace, progress);
  add();
  for (double frame = 1; runs.steps() < record.end; ++frame) {
    scene.frame(std::min(begin + frame * pace, end), progress);
    add();
  }
}

void write_clip(Comparison& runs, const ClipRecord& record, const SceneFactory& scenes,
                const std::function<void(std::uint64_t)>& progress) {
  check_clip(record);
  ComparisonScene scene(runs, record.view, scenes, record.looks, record.words ? scales_room : Position{});
  Clip clip(record.path, record.view.width, record.view.height, record.frames_per_second, title_of(runs),
            settings_of(runs, record, scene.view(0)));
  const auto add = [&] { clip.add(picture_of(runs, scene, record.words ? Words::all : Words::none)); };
  film(runs, scene, record, add, progress);
  clip.finish();
}

}  // namespace ergo
