#include "widgets/picture/mode_handles.h"

#include <QLineF>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "widgets/base/numbers.h"
#include "widgets/overlay/navigation.h"
#include "widgets/overlay/pen.h"

namespace ergo {
namespace {

// Logical pixels times the unit.
constexpr double handle_reach = 11, shortest_axis = 20;
constexpr float disc_radius = 6, end_radius = 4.5F, outline = 1.6F;
constexpr int ellipse_corners = 72;

ImVec2 screen_point(QPointF at) { return {static_cast<float>(at.x()), static_cast<float>(at.y())}; }

Position axis_of(const GaussianMode& mode, ModeHandle::Part part) {
  if (part == ModeHandle::centre) return {};
  return part == ModeHandle::first ? first_axis(mode) : second_axis(mode);
}

std::vector<std::string> lines_of(std::span<const GaussianMode> modes, std::size_t k) {
  const GaussianMode& mode = modes[k];
  double total = 0;
  for (const GaussianMode& each : modes) total += each.weight;
  std::vector<std::string> lines = {
      "weight " + significant(mode.weight, 3) + " (" + significant(100 * mode.weight / total, 2) + " %)",
      "centre (" + significant(mode.centre.x, 3) + ", " + significant(mode.centre.y, 3) + ")",
      "sd " + significant(mode.sd1, 3) + (mode.sd1 == mode.sd2 ? "" : " × " + significant(mode.sd2, 3))};
  if (mode.sd1 != mode.sd2) lines.push_back("angle " + significant(mode.angle, 2) + "°");
  return lines;
}

}  // namespace

QPointF ModeHandles::place(const ModeHandle& handle) const {
  const GaussianMode& mode = modes[handle.mode];
  const QPointF centre = navigation.to_screen(mode.centre, cell);
  if (handle.part == ModeHandle::centre) return centre;
  const Position axis = axis_of(mode, handle.part);
  const QPointF along = navigation.to_screen(mode.centre + axis, cell) - centre;
  const double length = std::hypot(along.x(), along.y()), least = shortest_axis * unit;
  if (length >= least) return centre + along;
  const double size = norm(axis);
  return centre + QPointF(axis.x, -axis.y) * (least / size);
}

std::optional<ModeHandle> ModeHandles::at(QPointF point) const {
  std::optional<ModeHandle> nearest;
  double least = handle_reach * unit;
  for (std::size_t k = 0; k < modes.size(); ++k)
    for (const auto part : {ModeHandle::centre, ModeHandle::first, ModeHandle::second}) {
      const double distance = QLineF(point, place({part, k})).length();
      if (distance >= least) continue;
      least = distance;
      nearest = ModeHandle{part, k};
    }
  return nearest;
}

void ModeHandles::draw(std::optional<std::size_t> chosen, std::optional<ModeHandle> under, const Pen& pen) const {
  const float u = pen.unit();
  for (std::size_t k = 0; k < modes.size(); ++k) {
    const bool lit = k == chosen || (under && under->mode == k);
    const ImU32 line = ink(lit ? pen.palette.accent : pen.palette.text, lit ? 255 : 200);
    const ImU32 ground = ink(pen.palette.picture, 200);
    std::vector<ImVec2> ellipse;
    const Position a = first_axis(modes[k]), b = second_axis(modes[k]);
    for (int corner = 0; corner < ellipse_corners; ++corner) {
      const double angle = 2 * std::numbers::pi * corner / ellipse_corners;
      ellipse.push_back(screen_point(
          navigation.to_screen(modes[k].centre + std::cos(angle) * a + std::sin(angle) * b, cell)));
    }
    // On a line of the ground's colour, so that it reads over a dense swarm.
    pen.list.AddPolyline(ellipse.data(), ellipse_corners, ground, ImDrawFlags_Closed, (outline + 2) * u);
    pen.list.AddPolyline(ellipse.data(), ellipse_corners, line, ImDrawFlags_Closed, outline * u);
    for (const auto part : {ModeHandle::first, ModeHandle::second}) {
      const ModeHandle handle{part, k};
      const ImVec2 at = screen_point(place(handle));
      const float radius = (handle == under ? end_radius + 1.5F : end_radius) * u;
      pen.list.AddLine(screen_point(place({ModeHandle::centre, k})), at, line, u);
      pen.list.AddCircleFilled(at, radius + u, ground);
      // The first axis' end, which turns the mode, is a disc; the second's a square.
      if (part == ModeHandle::first)
        pen.list.AddCircleFilled(at, radius, line);
      else
        pen.list.AddRectFilled({at.x - radius, at.y - radius}, {at.x + radius, at.y + radius}, line);
      pen.list.AddCircleFilled(at, 0.45F * radius, ink(pen.palette.picture));
    }
    const ImVec2 centre = screen_point(place({ModeHandle::centre, k}));
    const float radius = (under == ModeHandle{ModeHandle::centre, k} ? disc_radius + 1.5F : disc_radius) * u;
    pen.list.AddCircleFilled(centre, radius + 1.5F * u, ground);
    pen.list.AddCircleFilled(centre, radius, line);
  }
}

std::string ModeHandles::draw_numbers(std::size_t mode, const Pen& pen) const {
  ImFont* font = pen.bridge.fonts().mono;
  const std::vector<std::string> lines = lines_of(modes, mode);
  const float height = Pen::extent(font, "0").y, gap = static_cast<float>(24 * unit);
  float width = 0;
  for (const std::string& line : lines) width = std::max(width, Pen::extent(font, line).x);
  const ImVec2 centre = screen_point(place({ModeHandle::centre, mode}));
  const float right = static_cast<float>(cell.width()), foot = static_cast<float>(cell.height());
  const float whole = height * static_cast<float>(lines.size());
  ImVec2 low = {centre.x + gap, centre.y + gap};
  if (low.x + width + gap / 2 > right) low.x = centre.x - gap - width;
  if (low.y + whole + gap / 2 > foot) low.y = centre.y - gap - whole;
  low = {std::max(low.x, gap / 2), std::max(low.y, gap / 2)};
  pen.plate(low, {low.x + width, low.y + whole});
  std::string all;
  for (const std::string& line : lines) {
    pen.write(font, low, line, pen.palette.text);
    low.y += height;
    all += (all.empty() ? "" : "\n") + line;
  }
  return all;
}

GaussianMode with_handle_moved(const GaussianMode& mode, ModeHandle::Part part, Position by) {
  GaussianMode moved = mode;
  if (part == ModeHandle::centre) moved.centre = mode.centre + by;
  if (part == ModeHandle::first) moved = with_first_axis(mode, first_axis(mode) + by);
  if (part == ModeHandle::second) {
    const Position across = second_axis(mode) / mode.sd2;
    const double length = std::abs(mode.sd2 + dot(by, across));
    moved = with_second_axis(mode, std::max(length, mode_sds.low) * across);
    moved.angle = mode.angle;
  }
  return moved;
}

}  // namespace ergo
