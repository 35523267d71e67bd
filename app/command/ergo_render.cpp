#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <map>

#include "app/command/ergo_commands.h"
#include "core/live/machine.h"
#include "app/command/preset_picture.h"
#include "app/command/progress.h"
#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/png.h"
#include "core/config/run_names.h"
#include "core/figures/caption.h"
#include "core/figures/figure_form.h"
#include "core/figures/run_clip.h"
#include "core/run/swarm_motion.h"
#include "core/settings/preset.h"
#include "core/settings/provenance.h"
#include "core/settings/view_json.h"

namespace ergo {

namespace {

constexpr int most = 16384;  // pixels of a side

/// Reads a size in pixels.
void set_size(View& view, const std::string& size) {
  const char* const end = size.data() + size.size();
  const auto width = std::from_chars(size.data(), end, view.width);
  const bool parted = width.ec == std::errc() && width.ptr != end && *width.ptr == 'x';
  const auto height = std::from_chars(parted ? width.ptr + 1 : end, end, view.height);
  const bool read = parted && height.ec == std::errc() && height.ptr == end;
  if (!read || std::min(view.width, view.height) < 1 || std::max(view.width, view.height) > most)
    throw Error("bad picture size", size,
                "WxH, each 1 to " + std::to_string(most) + " pixels; WxHmm or WxHin, each 20 to 1000 mm", "--size");
}

FigureForm form_of(const RenderRequest& request) {
  FigureForm form{.style = figure_style(request.figure_words()),
                  .on_paper = request.on_paper(),
                  .scale = request.scale};
  const FigureWords& words = request.look;
  const bool styled = form.on_paper || !words.journal.empty();
  if (styled || !words.font.empty()) form.take_font();
  if (styled || !words.lines.empty()) form.take_lines();
  if (words.ground.empty() && words.journal.empty()) form.style.ground = Ground::theme;
  return form;
}

void set_size(View& view, const std::string& words, const FigureForm& form) {
  view.scale = form.view_scale();
  if (!form.on_paper) return set_size(view, words.empty() ? "1280x800" : words);
  view.width = static_cast<int>(form.pixels().x);
  view.height = static_cast<int>(form.pixels().y);
}

/// What the options ask for; what they leave at its default is as the preset has it.
View view_of(const RenderRequest& request, const FigureForm& form, const PresetView& preset) {
  View view = view_of(preset);
  set_size(view, request.look.size, form);
  const std::string usual = form.style.ground == Ground::theme ? "dark" : "light";
  view.palette = palette_on(form.style.ground, palette(request.theme.empty() ? usual : request.theme));
  if (!request.draws.empty()) view.draws = draws_named(request.draws, "--draws");
  if (!request.colour_by.empty()) view.colour_by = colour_named(request.colour_by, "--colour-by");
  if (!request.axes.empty()) view.coordinates = coordinates_named(request.axes, "--axes");
  if (!request.show.empty()) view.show = show_named(request.show, "--show");
  view.contours |= request.contours;
  view.scales |= request.scales;
  view.trails &= request.trails;
  view.transparent = request.transparent;
  return view;
}

/// Says which settings of the view a picture without a window does not have.
void tell_left_out(const PresetView& view) {
  std::string words;
  const auto name = [&](bool asked, const char* what) {
    if (asked) words += (words.empty() ? "" : ", ") + std::string(what);
  };
  name(view.follow.has_value(), "the followed chain");
  name(view.curve.value_or(false), "the tuning curve");
  name(view.map.value_or(false), "the parameter map");
  name(view.graph.has_value(), "the state graph");
  name(view.tuning.has_value(), "the schedule search");
  if (!words.empty())
    std::fprintf(stderr,
                 "ergo: only the window draws %s; use `ergoscope ... --screenshot FILE.png`\n",
                 words.c_str());
}

/// Says so if slow motion is asked of more chains than it can move.
void tell_whole_steps(const RunsRequest& wanted, double steps_per_frame) {
  const auto many = [](const PresetSession& run) { return SwarmMotion::too_many(run.config.chains); };
  if (in_slow_motion(steps_per_frame) && std::ranges::any_of(wanted.runs, many))
    std::fprintf(stderr, "ergo: more than %s chains: slow motion shows whole steps, without motion in between\n",
                 std::to_string(SwarmMotion::most_chains).c_str());
}

/// Throws Error where configurations are asked for that the target does not have, or what their pictures lack.
void check_configurations(const RenderRequest& request, const RunsRequest& wanted) {
  if (request.show.empty() || show_named(request.show, "--show") != Show::configurations) return;
  const RunConfig& config = wanted.runs.front().config;
  if (target_descriptor(config).space != Space::sites)
    throw Error("no configurations to show:", config.target.id, "a target of `ergo list site_targets`", "--show");
  const std::pair<const char*, bool> asked[] = {
      {"--axes", !request.axes.empty()},  {"--colour-by", !request.colour_by.empty()}, {"--contours", request.contours},
      {"--scales", request.scales},       {"--transparent", request.transparent},      {"--draws", !request.draws.empty()}};
  for (const auto& [option, given] : asked)
    if (given) throw Error("not possible for configurations:", option, "a picture of the plane", "--show");
}

/// What a figure of each run needs around its picture, in logical pixels.
Margins margins_for(const Comparison& runs, const View& view, double text, std::uint64_t steps) {
  std::vector<std::string> subtitles;
  const std::vector<RunConfig> configs = runs.configs();
  for (std::size_t i = 0; i < configs.size(); ++i)
    subtitles.push_back(subtitle_of(configs[i], steps, own_start_and_noise(configs, i)));
  const int width = grid(runs.count(), view.width, view.height, 0).front().width;
  const Margins beside = margins_beside(text);
  return margins_of(subtitles, width / view.scale - beside.left - beside.right, text);
}

Frame frame_of(const Margins& margins, double scale) {
  const auto pixels = [scale](double length) { return static_cast<int>(std::lround(length * scale)); };
  return {pixels(margins.left), pixels(margins.top), pixels(margins.right), pixels(margins.bottom)};
}

std::map<std::string, std::string> notes_of(Comparison& runs, const ComparisonScene& scene) {
  View noted = scene.view(0);
  noted.width = scene.view().width;
  noted.height = scene.view().height;
  std::map<std::string, std::string> notes = look_notes(noted);
  std::string& states = notes["state_hash"];
  for (int i = 0; i < runs.count(); ++i) states += (i > 0 ? " " : "") + runs.session(i).state_hash();
  return notes;
}

/// A page of this form without figures.
Sheet empty_sheet(Comparison& runs, const ComparisonScene& scene, const FigureForm& form) {
  const View& view = scene.view();
  Sheet sheet = form.sheet(Position{double(view.width), double(view.height)} / view.scale);
  sheet.title = title_of(runs);
  sheet.settings = provenance(runs, runs.steps(), notes_of(runs, scene));
  return sheet;
}

Sheet sheet_of(Comparison& runs, ComparisonScene& scene, const FigureForm& form, double top) {
  const View& view = scene.view();
  Sheet sheet = empty_sheet(runs, scene, form);
  sheet.top = top;
  const std::vector<RunConfig> configs = runs.configs();
  for (int i = 0; i < runs.count(); ++i) {
    const Session& session = runs.session(i);
    const std::string own = own_start_and_noise(configs, static_cast<std::size_t>(i));
    sheet.figures.push_back(
        runs.count() > 1 ? figure_beside(session, scene.view(i), scene.read(i), scene.strips(i), own)
                         : figure_of(session, scene.view(i), scene.read(i), scene.strips(i)));
    sheet.figures.back().text = form.text;
    sheet.figures.back().line = form.line;
    const Cell& cell = scene.cells()[static_cast<std::size_t>(i)];
    sheet.corners.push_back(Position{double(cell.x), double(cell.y)} / view.scale);
  }
  return sheet;
}

/// The picture alone on its page.
Sheet sheet_of(Image picture, Comparison& runs, const ComparisonScene& scene, const FigureForm& form) {
  const View& view = scene.view();
  Sheet sheet = empty_sheet(runs, scene, form);
  sheet.figures = {{.image = std::move(picture), .scale = view.scale, .palette = view.palette, .bare = true}};
  sheet.corners.resize(1);
  return sheet;
}

void write_still(const RenderRequest& request, const FigureForm& form, Comparison& runs, const View& view,
                 Machine& machine, const std::vector<Look>& looks, double pace,
                 const ComparisonScene::Progress& progress) {
  const bool png = extension(request.out) == ".png";
  const bool figure = request.figure || (!request.no_figure && (!png || form.on_paper));
  const Margins margins = margins_for(runs, view, form.text, request.steps);
  ComparisonScene scene(runs, view, machine.scenes(), looks, {},
                        figure ? frame_of(margins, view.scale) : Frame());
  scene.watch(request.steps, pace, progress);
  if (figure) return write_sheet(request.out, sheet_of(runs, scene, form, margins.top));
  Image image = picture_of(runs, scene, request.words ? Words::captions : Words::none);
  if (!png) return write_sheet(request.out, sheet_of(std::move(image), runs, scene, form));
  write_png(request.out, image.width, image.height, image.rgba,
            {{"Software", "ergoscope " + version()},
             {"Comment", provenance(runs, runs.steps(), notes_of(runs, scene))}},
            {}, form.resolution());
}

/// A clip has a size in pixels, and nothing else of a figure's options.
void refuse_look(const RenderRequest& request) {
  const auto& [size, font, lines, ground, journal, text] = request.look;
  const std::pair<const char*, bool> asked[] = {{"--size", is_length(size)},     {"--font", !font.empty()},
                                                {"--lines", !lines.empty()},     {"--ground", !ground.empty()},
                                                {"--journal", !journal.empty()}, {"--text", !text.empty()}};
  for (const auto& [option, given] : asked)
    if (given) throw Error("not possible for a clip:", option, "a picture, or --size WxH in pixels", request.out);
}

}  // namespace

int render_command(const RenderRequest& request) {
  const std::string kind = extension(request.out);
  const bool clip = is_clip(request.out);
  if (!clip && kind != ".png" && kind != ".svg" && kind != ".pdf")
    throw Error("unknown kind of file", request.out, "FILE.png, FILE.svg, FILE.pdf, FILE.mp4, FILE.gif",
                "--out");
  if (request.transparent && clip) throw Error("not possible for a clip:", "--transparent", "a picture", request.out);
  if (clip && request.figure) throw Error("not possible for a clip:", "--figure", "a picture", request.out);
  if (clip) refuse_look(request);
  const FigureForm form = form_of(request);
  const RunsRequest wanted = parse_runs(request.run);
  const View view = view_of(request, form, wanted.view);
  check_configurations(request, wanted);
  if (!request.quiet) tell_left_out(wanted.view);
  const std::uint64_t pace = steps_per_frame(request.steps_per_frame, wanted.view);
  Machine machine(machine_choice(request));
  Comparison runs = machine.begin(wanted.runs, pace_of(request.pace, wanted.view));
  Progress bar("steps", request.steps, request.quiet);
  const auto progress = [&](std::uint64_t step) { bar.at(step); };
  if (clip) {
    if (!request.quiet) tell_whole_steps(wanted, speed(request.speed, wanted.view) * static_cast<double>(pace));
    write_clip(runs,
               {.path = request.out,
                .view = view,
                .looks = looks_of(runs, view, wanted.view),
                .end = request.steps,
                .steps_per_frame = pace,
                .speed = speed(request.speed, wanted.view),
                .frames_per_second = static_cast<int>(request.frames_per_second),
                .words = request.words},
               machine.scenes(), progress);
  } else {
    write_still(request, form, runs, view, machine, looks_of(runs, view, wanted.view),
                speed(request.speed, wanted.view) * static_cast<double>(pace), progress);
  }
  return 0;
}

}  // namespace ergo
