#include <algorithm>
#include <charconv>
#include <filesystem>

#include "app/ergo_commands.h"
#include "app/machine.h"
#include "app/progress.h"
#include "core/exact/evolution.h"
#include "core/io/clip.h"
#include "core/io/figure.h"
#include "core/io/png.h"
#include "core/io/preset.h"
#include "core/io/provenance.h"
#include "core/picture/projection.h"
#include "core/picture/scene.h"
#include "core/picture/watch.h"
#include "core/unit/error.h"

namespace ergo {

namespace {

std::string extension(const std::string& path) { return std::filesystem::path(path).extension().string(); }

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
  view.transparent = request.transparent;
  view.trail_life = preset.trail_life.value_or(view.trail_life);
  view.point_size = preset.point_size.value_or(view.point_size);
  return view;
}

std::uint64_t steps_per_frame(const RenderRequest& request, const PresetView& preset) {
  return request.steps_per_frame > 0 ? request.steps_per_frame
                                     : static_cast<std::uint64_t>(preset.steps_per_frame.value_or(4));
}

/// A view with the law of infinitely many chains where it shows that.
struct Sight {
  View view;
  std::optional<RunEvolution> infinite;

  const View& at(std::uint64_t step) {
    if (!infinite) return view;
    infinite->advance_to(step);
    view.infinite = {step, std::make_shared<const std::vector<double>>(infinite->now().law())};
    return view;
  }
};

void write_still(const RenderRequest& request, Session& session, Scene& scene, Sight& sight,
                 std::uint64_t pace) {
  const View& view = sight.at(request.steps);
  Progress progress("steps", request.steps, request.quiet);
  watch(session, scene, view, request.steps, pace, [&](std::uint64_t step) { progress.at(step); });
  Image image = scene.read();
  if (extension(request.out) == ".png")
    write_png(request.out, image.width, image.height, image.rgba,
              {{"Software", "ergoscope " + version()}, {"Comment", provenance(session)}});
  else
    write_figure(request.out, figure_of(session, view, std::move(image)));
}

/// A frame of the beginning, then one after every so many steps.
void write_clip(const RenderRequest& request, Session& session, Scene& scene, Sight& sight,
                std::uint64_t pace) {
  Clip clip(request.out, sight.view.width, sight.view.height, static_cast<int>(request.frames_per_second),
            session.target_descriptor().title + ", " + session.sampler_descriptor().title,
            provenance(session.initial(), session.journal(), request.steps, session.backend()));
  Progress progress("steps", request.steps, request.quiet);
  for (std::uint64_t steps = 0;; steps = std::min(pace, request.steps - session.step())) {
    watch_frame(session, scene, sight.at(session.step() + steps), steps);
    clip.add(scene.read());
    progress.at(session.step());
    if (session.step() == request.steps) break;
  }
  clip.finish();
}

}  // namespace

int render_command(const RenderRequest& request) {
  const std::string kind = extension(request.out);
  const bool clip = kind == ".mp4" || kind == ".gif";
  if (!clip && kind != ".png" && kind != ".svg" && kind != ".pdf")
    throw Error("unknown kind of file", request.out, "FILE.png, FILE.svg, FILE.pdf, FILE.mp4, FILE.gif",
                "--out");
  if (request.transparent && clip) throw Error("a clip cannot be", "--transparent", "a still", request.out);
  const PresetView preset = preset_view(request);
  View view = view_of(request, preset);
  const PresetSession run = parse_run(request.run);
  Machine machine(request.gl_device, request.shaders);
  machine.context().make_current();
  // Checkpoints serve going back, which this command never does.
  Session session(run.config, machine.factory(), run.journal, 0);
  view.camera = camera_for(projection(session, view.coordinates).window,
                           static_cast<double>(view.width) / static_cast<double>(view.height));
  Sight sight{view, {}};
  if (view.show == Show::infinite && session.target().lattice())
    sight.infinite.emplace(run.config, run.journal);
  Scene scene(machine.shaders());
  (clip ? write_clip : write_still)(request, session, scene, sight, steps_per_frame(request, preset));
  return 0;
}

}  // namespace ergo
