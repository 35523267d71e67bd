#include "core/picture/density_layer.h"

#include <epoxy/gl.h>

namespace ergo {
namespace {

DrawProgram density_program(const ShaderLibrary& library, const std::string& target) {
  return DrawProgram::fragment(library, "draw/density.frag", target_unit(target).descriptor);
}

}  // namespace

void DensityLayer::update(const ShaderLibrary& library, const Session& session, const View& view,
                          const Projection& shown, unsigned target_values, const Pause& pause) {
  const UnitChoice& target = session.config().target;
  const Key key{target,          view.width,    view.height,       view.scale, view.camera,
                view.palette.id, view.contours, shown.coordinates, shown.mean, shown.sd};
  if (drawn_ == key) return;
  if (!programs_.contains(target.id)) programs_.emplace(target.id, density_program(library, target.id));
  if (!drawn_ || drawn_->target != target || drawn_->coordinates != key.coordinates)
    levels_ = shown.coordinates == Coordinates::position
                  ? density_levels(session.target())
                  : density_levels(*ground_density(shown, session.target()));
  render(programs_.at(target.id), shown, view, target_values, pause);
  drawn_ = key;
  ++renders_;
}

void DensityLayer::reload(const ShaderLibrary& library) {
  std::map<std::string, DrawProgram> fresh;
  for (const auto& [target, program] : programs_) fresh.emplace(target, density_program(library, target));
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
