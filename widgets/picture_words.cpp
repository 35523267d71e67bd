// Where the read-outs of the cells stand, and what they leave for a lattice.
#include "core/picture/projection.h"
#include "widgets/picture.h"

namespace ergo {
namespace {

// Times the bridge's factor.
constexpr double margin = 12, fold_width = 104, small_fold = 28, fold_height = 22;
constexpr double narrow = 300;        // a cell that words of any length would cross
constexpr double least_column = 90;   // for words beside a lattice
constexpr double least_foot = 60;     // below a lattice
constexpr double least_height = 300;  // of a cell in which some may cover its upper rows

}  // namespace

bool Picture::narrow_cells() const {
  return cells_.count() > 1 && cells_.size().width() < narrow * bridge_.factor();
}

void Picture::measure_words(const std::vector<Overlaid>& runs, int focus) {
  const double unit = bridge_.factor(), height = cells_.size().height() - schedule_height(true);
  title_width_ = cells_.size().width();
  title_taken_ = 0;
  const double column = title_width_ - height;
  const bool lattice = runs.front().session.target().lattice();
  const bool clear = cells_.count() > 1 ||
                     (panel_.covered().isEmpty() && dissector_.place().isEmpty() && !microscope_.shown);
  words_beside_ = clear && lattice && column >= least_column * unit;
  if (words_beside_)
    title_width_ = column;
  else if (narrow_cells())
    title_taken_ = small_fold * unit;
  title_ = {};
  lines_width_ = line_kept_ = 0;
  const bool kept = lattice && cells_.count() > 1 && !words_beside_;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const double taken = static_cast<int>(i) == focus ? title_taken_ : 0;
    title_ = title_.united(title_place(runs[i].readouts, bridge_, title_width_, taken));
    lines_width_ = std::max(lines_width_, lines_width(runs[i].readouts, bridge_));
    const double pitch = line_pitch(runs[i].readouts, bridge_, title_width_ - 2 * margin * unit);
    if (kept && pitch > 0) line_kept_ = pitch + margin / 2 * unit;
  }
}

QRectF Picture::fold_place() const {
  const double unit = bridge_.factor(), below = title_.bottom() + 6 * unit;
  if (!narrow_cells()) return {10 * unit, std::max(38 * unit, below), fold_width * unit, fold_height * unit};
  const double side = small_fold * unit;
  if (words_beside_) return {10 * unit, below, side, fold_height * unit};
  return {cells_.size().width() - side - 4 * unit, 6 * unit, side, fold_height * unit};
}

QRectF Picture::swarm_area(const Projection& shown) {
  QRectF area = free_area(shown);
  if (!(shown.spread > 0) || !interface_shown) return area;
  const double unit = bridge_.factor(), head = title_.bottom() + margin / 2 * unit;
  const auto spare = [](double length, double other) { return std::max(0.0, length - other); };
  if (words_beside_)
    area.setLeft(area.right() - std::min(area.width(), area.height()));
  else if (cells_.count() > 1)
    area.setTop(std::max(head + line_kept_, area.bottom() - area.width()));
  if (cells_.count() > 1) return area;
  // Alone, as far as it need not shrink for them.
  const double left = std::max(title_.right(), fold_place().right()) + margin * unit;
  area.setLeft(area.left() + std::min(spare(left, area.left()), spare(area.width(), area.height())));
  area.setRight(area.right() - std::min(lines_width_, spare(area.width(), area.height())));
  area.setTop(area.top() + std::min(head, spare(area.height(), area.width())));
  return area;
}

ReadoutRoom Picture::readout_room(const Surroundings& beside, bool focused) {
  const auto& [shown, within, legend, foot_taken] = beside;
  const double unit = bridge_.factor(), gap = margin * unit, unbounded = within.height();
  const QRectF free = free_area(shown), swarm = swarm_area(shown), fold = fold_place();
  const bool lattice = shown.spread > 0, many = cells_.count() > 1;
  ReadoutRoom room{.title_width = title_width_,
                   .title_taken = focused ? title_taken_ : 0,
                   .lines_right = (words_beside_ ? swarm.left() : within.width()) - gap,
                   .lines_height = unbounded,
                   .area = free.width() * within.height()};
  // To the right of the panel, or of a lattice that leaves a column there.
  double left = narrow_cells() || words_beside_ ? 0 : std::max(free.left(), fold.right());
  if (lattice && !many && within.width() - swarm.right() >= least_column * unit) left = swarm.right();
  room.lines_width = room.lines_right - left - gap;
  if (words_beside_) room.lines_top = fold.bottom() + gap;
  if (!words_beside_ && (narrow_cells() || (many && lattice))) room.lines_top = title_.bottom() + gap;
  const bool low = within.height() < least_height * unit;
  if (words_beside_ || (many && lattice && low))
    room.lines_height = (words_beside_ ? within.height() : swarm.top()) - room.lines_top;
  // Where the strip of another cell's cycle has pushed the lattice upwards there is room below it.
  const double below = within.height() - swarm.bottom() - gap;
  if (many && lattice && !words_beside_ && !foot_taken && below >= least_foot * unit) {
    room.lines_top = swarm.bottom();
    room.lines_height = below;
  }
  return room;
}

void Picture::fit_readouts(const std::vector<Overlaid>& runs, int focus) {
  readouts_.clear();
  std::set<LineKind> untold;
  for (int i = 0; i < cells_.count(); ++i) {
    const Overlaid& run = runs[static_cast<std::size_t>(i)];
    readouts_.push_back(run.readouts);
    const ReadoutRoom room = readout_room(surroundings(run, i, i == focus), i == focus);
    const std::set<LineKind> left_out = fit(readouts_.back(), bridge_, room);
    if (!readouts_.back().lines.empty()) untold.insert(left_out.begin(), left_out.end());
  }
  if (readouts_.size() == 1) return;
  for (Readouts& each : readouts_)
    std::erase_if(each.lines, [&](const ReadoutLine& line) { return untold.contains(line.kind); });
}

}  // namespace ergo
