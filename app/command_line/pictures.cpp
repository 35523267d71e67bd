#include "app/command_line/command_line.h"
#include "app/command_line/shared_options.h"

namespace ergo {
namespace {

constexpr const char* render_help =
    "\nview.<key>=value sets the view, as in presets. Only the window draws panels, read-outs and the "
    "followed chain:\n"
    "use its Export (Ctrl+E), or `ergoscope ... --screenshot FILE.png`.";

}  // namespace

void CommandLine::add_render(CLI::App& app) {
  auto* c = app.add_subcommand("render", "render a picture, a figure with axes, or a clip");
  add_common(*c, render_);
  add_renderer(*c, render_);
  c->add_option("run", render_.run, "[PRESET] [path=value ...]");
  c->footer(std::string(run_help) + render_help);
  add_count(*c, "--steps", render_.steps, 0, most_steps, "steps to run before drawing; default 200");
  add_look(*c, render_.look,
           "WxH in pixels of the whole file (SVG and PDF use 96 pixels per inch), or on paper WxHmm or WxHin; "
           "default "
           "1280x800",
           "what the figure stands on: white, transparent or theme (default)");
  add_number(*c, "--scale", render_.scale, 0.25, 16, "size of points and lines; default 1");
  c->add_option("--pace", render_.pace, pace_help);
  c->add_option("--theme", render_.theme, "dark, light, projector; default dark, and light on white or "
                                          "without a ground");
  c->add_option("--draws", render_.draws, "raw, weighted, reservoir, ergodic");
  c->add_option("--axes", render_.axes,
                "position, phase (x and p; for ESH its direction u), thermostat (p and xi), section");
  c->add_option(
      "--show", render_.show,
      "on a lattice: target, histogram (share of chains on each site), difference (histogram minus target where it "
      "is significant, |z| >= 2), expected (distribution of infinitely many chains). On spins and other sites also "
      "configurations: those of up to 64 chains as tiles, with marks where the last step changed a site");
  c->add_option(
      "--colour-by", render_.colour_by,
      "auto (with axes phase the thermostat, if there is one, else the sampler), sampler, energy, kinetic_energy, "
      "weight, thermostat, origin (the mode nearest to the start, or the direction from the mean of all starts), "
      "accepted (by the last step), divergence (marks where steps diverged)");
  c->add_flag("--contours,!--no-contours", render_.contours, "draw contour lines");
  c->add_flag("--scales,!--no-scales", render_.scales, "write numbers along the edges of a clip over the plane");
  c->add_flag("--trails,!--no-trails", render_.trails, "draw trails of the last steps");
  c->add_flag("--transparent", render_.transparent, "transparent background: chains and trails without the density");
  add_count(*c, "--steps-per-frame", render_.steps_per_frame, 1, 1'000'000,
            "steps per frame of a clip, and length of the trails in a picture; default the preset's, else 4");
  c->add_flag("--words,!--no-words", render_.words,
              "titles, step counts and axis numbers in a clip; titles in a picture of several runs without axes; on "
              "by default");
  auto* figure =
      c->add_flag("--figure", render_.figure,
                  "draw axes, title and legend; default for SVG, PDF and sizes on paper");
  c->add_flag("--no-figure", render_.no_figure, "draw no axes; default for PNG in pixels")->excludes(figure);
  add_number(
      *c, "--speed", render_.speed, slowest, fastest,
      "factor on the steps per frame. Below one step per frame a clip shows the chains moving within a step. Default "
      "the preset's, else 1");
  add_count(*c, "--fps", render_.frames_per_second, 1, 120, "frames per second of a clip; default 25");
  c->add_option("--out", render_.out,
                "FILE.png, FILE.svg or FILE.pdf; for a clip FILE.mp4 or FILE.gif (needs ffmpeg). The file contains "
                "the settings; for a GIF they are in FILE.gif.json")
      ->required();
  c->callback([this] { result_ = render_command(render_); });
}

void CommandLine::add_plot(CLI::App& app) {
  auto* c = app.add_subcommand("plot", "plot error, acceptance or another diagnostic against the cost of a run");
  add_common(*c, plot_);
  add_renderer(*c, plot_);
  c->add_option("run", plot_.run, "[PRESET] [path=value ...]");
  c->footer(run_help);
  plot_.steps = 200;
  plot_.every = 0;
  add_count(*c, "--steps", plot_.steps, 1, most_steps, "steps to run; default 200");
  add_count(*c, "--every", plot_.every, 1, most_steps, "steps between two points; default a 200th of the steps");
  add_diagnostics(*c, plot_);
  c->add_option("--from", plot_.from, "plot this file of `ergo run --metrics` instead of a run");
  c->add_option("--quantity", plot_.quantity,
                "what to plot, several with commas between, one below the other. `ergo list diagnostics` explains "
                "them. Default the distance from the target: mmd2, on a lattice site_tv");
  c->add_option("--over", plot_.over, "horizontal axis: gradients (gradient evaluations; default) or steps");
  c->add_option("--x-axis", plot_.x_axis, "scale of the horizontal axis: linear (default) or log");
  c->add_option("--y-axis", plot_.y_axis, "scale of the vertical axis: auto (default), linear or log");
  c->add_option("--theme", plot_.theme, "dark, light, projector; default light");
  add_look(*c, plot_.look, "WxHmm or WxHin of the whole figure, or a width alone; default 85x60mm",
           "what the figure stands on: white (default), transparent or theme");
  c->add_flag("--pictures", plot_.pictures, "draw the picture of each run above the plots; if only a width is "
                                            "given, the "
              "height follows from the contents");
  add_count(*c, "--steps-per-frame", plot_.steps_per_frame, 1, 1'000'000,
            "steps per frame of a clip, and length of the trails in pictures; default the preset's, else 4");
  add_number(*c, "--speed", plot_.speed, slowest, fastest,
             "factor on the steps per frame of a clip; default the preset's, else 1");
  add_count(*c, "--fps", plot_.frames_per_second, 1, 120, "frames per second of a clip; default 25");
  c->add_option("--out", plot_.file,
                "FILE.pdf, FILE.svg or FILE.png; with --pictures also a clip, FILE.mp4 or FILE.gif (needs "
                "ffmpeg). The "
                "file contains the settings; for a GIF they are in FILE.gif.json")
      ->required();
  c->callback([this, c] {
    for (const CLI::Option* option : c->get_options())
      for (const char* name : {"--steps", "--every", "--init", "--weights", "--pace", "--draws", "--mmd"})
        plot_.run_given |= option->check_name(name) && option->count() > 0;
    result_ = plot_command(plot_);
  });
}

}  // namespace ergo
