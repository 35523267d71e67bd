#include "core/gl_picture/density_layer.h"

#include <epoxy/gl.h>

namespace ergo {
namespace {

/// So many programs are kept: each edit of a target with text of its own makes another one.
constexpr std::size_t most_programs = 48;

DrawProgram density_program(const ShaderLibrary& library, const TargetKernel& target) {
  return DrawProgram::fragment(library, "draw/density.frag", target);
}

}  // namespace

const DrawProgram& DensityLayer::program_of(const ShaderLibrary& library, const Session& session) {
  const TargetKernel target(target_descriptor(session.stepped_target()), session.target().kernel_text());
  const std::string key = target.key();
  if (const auto found = programs_.find(key); found != programs_.end()) return found->second.program;
  DrawProgram made = density_program(library, target);
  if (programs_.size() >= most_programs) programs_.clear();
  return programs_.emplace(key, Drawn{target, std::move(made)}).first->second.program;
}

void DensityLayer::update(const ShaderLibrary& library, const Session& session, const View& view,
                          const Projection& shown, unsigned target_values, const Pause& pause) {
  const GroundKey key(session, view, shown);
  if (drawn_ == key) return;
  const DrawProgram& program = program_of(library, session);
  if (!drawn_ || !drawn_->same_density(key))
    levels_ = shown.coordinates == Coordinates::position
                  ? density_levels(session.target())
                  : density_levels(*ground_density(shown, session.target()));
  drawn_.reset();  // where a pause stops the drawing, nothing is kept
  render(program, shown, view, target_values, pause);
  drawn_ = key;
  ++renders_;
}

void DensityLayer::reload(const ShaderLibrary& library) {
  std::map<std::string, Drawn> fresh;
  for (const auto& [key, drawn] : programs_)
    fresh.emplace(key, Drawn{drawn.target, density_program(library, drawn.target)});
  programs_ = std::move(fresh);
  drawn_.reset();
}

void DensityLayer::render(const DrawProgram& program, const Projection& shown, const View& view,
                          unsigned target_values, const Pause& pause) {
  picture_.fit(view.width, view.height);
  program.use();
  program.set_picture(view, shown);
  program.set("ground", static_cast<int>(shown.ground));
  program.set("distribution_mean", shown.mean);
  program.set("distribution_sd", shown.sd);
  program.set_colour("density_low", view.palette.density_low);
  program.set_colour("density_high", view.palette.density_high);
  program.set_colour("line_colour", view.palette.secondary);
  program.set("peak", levels_.peak);
  program.set("transfer", transfer(levels_));
  program.set("contour_energies", levels_.energies);
  program.set("contour_width", view.contours ? view.palette.line_width * view.scale * 2 / 3 : 0.0);
  program.set("curve_width", view.palette.line_width * view.scale);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, target_binding, target_values);
  picture_.fill(pause);
}

}  // namespace ergo
