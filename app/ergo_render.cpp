#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>

#include "app/ergo_commands.h"
#include "app/machine.h"
#include "app/progress.h"
#include "core/io/png.h"
#include "core/io/preset.h"
#include "core/io/provenance.h"
#include "core/picture/projection.h"
#include "core/picture/scene.h"
#include "core/unit/error.h"

namespace ergo {

namespace {

template <class Value>
Value by_name(const std::vector<std::pair<std::string, Value>>& values, const std::string& name,
              const std::string& where) {
  std::vector<std::string> names;
  for (const auto& [known, value] : values) {
    if (known == name) return value;
    names.push_back(known);
  }
  throw Error("unknown value", name, legal_words(name, names), where);
}

ColourBy colour_by_name(const std::string& name) {
  return by_name<ColourBy>({{"sampler", ColourBy::sampler},
                            {"energy", ColourBy::energy},
                            {"kinetic_energy", ColourBy::kinetic_energy},
                            {"weight", ColourBy::weight},
                            {"thermostat", ColourBy::thermostat}},
                           name, "--colour-by");
}

void set_size(View& view, const std::string& size) {
  constexpr int most = 16384;
  const char* const end = size.data() + size.size();
  const auto width = std::from_chars(size.data(), end, view.width);
  const bool parted = width.ec == std::errc() && width.ptr != end && *width.ptr == 'x';
  const auto height = std::from_chars(parted ? width.ptr + 1 : end, end, view.height);
  const bool read = parted && height.ec == std::errc() && height.ptr == end;
  if (!read || std::min(view.width, view.height) < 1 || std::max(view.width, view.height) > most)
    throw Error("bad picture size", size, "WxH, each 1 to " + std::to_string(most), "--size");
}

/// A preset's own view, if the run is one.
PresetView preset_view(const RenderRequest& request) {
  if (request.run.empty() || request.run[0].find('=') != std::string::npos) return {};
  return load_preset(request.run[0]).view;
}

/// What the options ask for; what they leave at its default is as the preset has it.
View view_of(const RenderRequest& request, const PresetView& preset) {
  View view;
  set_size(view, request.size);
  if (!(request.scale >= 0.25 && request.scale <= 16))
    throw Error("bad scale", std::to_string(request.scale), "0.25 to 16", "--scale");
  view.scale = request.scale;
  view.palette = palette(request.theme);
  view.draws =
      draws_named(request.draws.empty() ? preset.draws.value_or("weighted") : request.draws, "--draws");
  view.colour_by = colour_by_name(request.colour_by == "sampler" ? preset.colour_by.value_or("sampler")
                                                                 : request.colour_by);
  view.coordinates = request.axes.empty()
                         ? coordinates_named(preset.coordinates.value_or("position"), "view.coordinates")
                         : coordinates_named(request.axes, "--axes");
  view.show = request.show.empty() ? show_named(preset.show.value_or("law"), "view.show")
                                   : show_named(request.show, "--show");
  view.contours = request.contours || preset.contours.value_or(false);
  view.trails = request.trails && preset.trails.value_or(true);
  view.trail_life = preset.trail_life.value_or(view.trail_life);
  view.point_size = preset.point_size.value_or(view.point_size);
  return view;
}

/// Runs to `steps`, drawing as the window would in the last frames, as far back as trails can be seen.
void run_in_view(Session& session, Scene& scene, const View& view, std::uint64_t steps,
                 std::uint64_t steps_per_frame, bool quiet) {
  const auto frames_seen = static_cast<std::uint64_t>(std::ceil(5 * view.trail_life));
  const bool section = view.coordinates == Coordinates::section;  // its points last
  const std::uint64_t seen = section       ? steps
                             : view.trails ? std::min(steps, frames_seen * steps_per_frame)
                                           : 0;
  Progress progress("steps", steps, quiet);
  while (session.step() < steps - seen) {
    session.advance(std::min<std::uint64_t>(1024, steps - seen - session.step()));
    progress.at(session.step());
  }
  scene.accumulate(session, view);
  while (session.step() < steps) {
    session.advance(1);
    scene.accumulate(session, view);
    const bool frame_ends = (steps - session.step()) % steps_per_frame == 0;
    if (frame_ends && session.step() != steps) scene.draw(session, view);
    progress.at(session.step());
  }
  scene.draw(session, view);
}

}  // namespace

int render_command(const RenderRequest& request) {
  if (std::filesystem::path(request.out).extension() != ".png")
    throw Error("unknown kind of file", request.out, "FILE.png", "--out");
  const PresetView preset = preset_view(request);
  View view = view_of(request, preset);
  const RunRequest run = parse_run(request.run);
  Machine machine(request.gl_device, request.shaders);
  machine.context().make_current();
  // Checkpoints serve going back, which this command never does.
  Session session(run.config, machine.factory(), run.journal, 0);
  view.camera = camera_for(projection(session, view.coordinates).window,
                           static_cast<double>(view.width) / static_cast<double>(view.height));
  Scene scene(machine.shaders());
  run_in_view(session, scene, view, request.steps,
              static_cast<std::uint64_t>(preset.steps_per_frame.value_or(4)), request.quiet);
  const Image image = scene.read();
  write_png(request.out, image.width, image.height, image.rgba,
            {{"Software", "ergoscope " + version()}, {"Comment", provenance(session)}});
  return 0;
}

}  // namespace ergo
