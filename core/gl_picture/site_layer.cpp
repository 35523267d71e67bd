#include "core/gl_picture/site_layer.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/gl_picture/pixel_buffer.h"

namespace ergo {
namespace {

/// One float per block, x along the first axis.
gl::Texture value_texture(int columns, int rows) {
  gl::Texture texture = gl::make_texture();
  glBindTexture(GL_TEXTURE_2D, texture.name());
  glTexStorage2D(GL_TEXTURE_2D, 1, GL_R32F, columns, rows);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  return texture;
}

void upload(const gl::Texture& texture, Sides sides, const std::vector<double>& distribution) {
  const std::vector<float> rows = by_rows(sides, distribution);
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glBindTexture(GL_TEXTURE_2D, texture.name());
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, sides.x, sides.y, GL_RED, GL_FLOAT, rows.data());
  glBindTexture(GL_TEXTURE_2D, 0);
}

}  // namespace

void SiteLayer::update(const SitePrograms& programs, const ChainBuffers& chains, const Session& session,
                       const View& view, const Projection& shown, const Pause& pause) {
  const LatticeTarget& lattice = *session.target().lattice();
  const Show show = shown_on(lattice, view);
  const GroundKey key(session, view, shown);
  if (show == Show::target && drawn_ == key) return;
  drawn_.reset();  // where a pause stops the drawing, nothing is kept
  follow(session, chains.chains);
  fit(lattice, show == Show::difference ? scale_.block : 1);
  if (show == Show::expected) upload(values_, lattice.sides(), *view.infinite.distribution);
  if (show == Show::histogram || show == Show::difference) {
    count_chains(programs.count, chains, lattice.sides());
    find_values(programs.values, lattice.sides(), show);
  }
  render(view.contours && show == Show::target ? programs.contoured : programs.plain, lattice, view,
         shown, pause);
  drawn_ = show == Show::target ? std::optional(key) : std::nullopt;
  ++renders_;
}

void SiteLayer::follow(const Session& session, std::size_t chains) {
  const LatticeTarget& lattice = *session.target().lattice();
  if (target_ != session.config().target) {
    target_ = session.config().target;
    levels_ = density_levels(lattice);
    scale_ = {.peak = *std::ranges::max_element(lattice.distribution()), .transfer = transfer(levels_)};
    chains_ = block_ = 0;
    distribution_ = value_texture(lattice.sides().x, lattice.sides().y);
    upload(distribution_, lattice.sides(), lattice.distribution());
  }
  if (std::exchange(chains_, chains) != chains) scale_.block = difference_block(lattice, chains);
}

void SiteLayer::fit(const LatticeTarget& lattice, int block) {
  if (std::exchange(block_, block) == block) return;
  const Sides sides = lattice.sides();
  values_ = value_texture(blocks_along(sides.x, block), blocks_along(sides.y, block));
  truth_ = gl::Buffer(std::span<const float>(block_masses(lattice, block)));
  counts_ = gl::Buffer(sizeof(GLuint) * (1 + block_count(sides, block)));
}

void SiteLayer::count_chains(const DrawProgram& count, const ChainBuffers& chains, Sides sides) {
  counts_.clear();
  count.use();
  count.set("chains", static_cast<unsigned>(chains.chains));
  count.set("sides", sides.x, sides.y);
  count.set("block", block_);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, chains.state);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, chains.diverged);
  counts_.bind(2);
  gl::dispatch(chains.chains);
}

void SiteLayer::find_values(const DrawProgram& find, Sides sides, Show show) {
  const std::size_t blocks = block_count(sides, block_);
  find.use();
  find.set("chains", static_cast<unsigned>(blocks));
  find.set("sides", sides.x, sides.y);
  find.set("block", block_);
  find.set("rows", blocks_along(sides.y, block_));
  find.set("show", static_cast<int>(show));
  counts_.bind(2);
  truth_.bind(3);
  glBindImageTexture(0, values_.name(), 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_R32F);
  gl::dispatch(blocks);
  glBindImageTexture(0, 0, 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_R32F);
}

void SiteLayer::render(const DrawProgram& sites, const LatticeTarget& lattice, const View& view,
                       const Projection& shown, const Pause& pause) {
  picture_.fit(view.width, view.height);
  sites.use();
  sites.set_picture(view, shown);
  sites.set("sides", lattice.sides().x, lattice.sides().y);
  sites.set("block", block_);
  sites.set("peak", scale_.peak);
  sites.set("transfer", scale_.transfer);
  sites.set("contour_masses", border_masses(lattice, levels_));
  sites.set("contour_width", view.palette.line_width * view.scale * 2 / 3);
  const Show show = shown_on(lattice, view);
  const bool bars = shown.line && show == Show::target;
  sites.set("distribution_width", bars ? view.palette.line_width * view.scale : 0.0);
  const bool signs = show == Show::difference;
  sites.set("framed", !shown.line && (show == Show::histogram || show == Show::expected) ? 1.0 : 0.0);
  sites.set_colour("density_low", view.palette.density_low);
  sites.set_colour("density_high", signs ? view.palette.excess : view.palette.density_high);
  sites.set_colour("density_under", view.palette.lack);
  sites.set_colour("line_colour", view.palette.secondary);
  sites.set("values", 0);
  sites.set("distribution", 1);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, show == Show::target ? distribution_.name() : values_.name());
  glActiveTexture(GL_TEXTURE1);
  glBindTexture(GL_TEXTURE_2D, distribution_.name());
  picture_.fill(pause);
  unbind_textures(2);
}

}  // namespace ergo
