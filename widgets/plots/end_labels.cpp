#include "widgets/plots/end_labels.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace ergo {
namespace {

constexpr int label_gap = 4;  // pixels between the axes and the words

/// Centres of rows of this height, in the order of `wanted`, moved apart and into the range as little as it takes.
std::vector<double> apart(std::vector<double> wanted, double height, double top, double foot) {
  for (std::size_t i = 0; i < wanted.size(); ++i)
    wanted[i] = std::max(wanted[i], i == 0 ? top + height / 2 : wanted[i - 1] + height);
  for (std::size_t i = wanted.size(); i-- > 0;)
    wanted[i] = std::min(wanted[i], i + 1 == wanted.size() ? foot - height / 2 : wanted[i + 1] - height);
  return wanted;
}

/// Without its last parts behind commas, as far as it takes to fit.
QString shortened(const QString& words, const QFontMetrics& letters, int width) {
  QString first = words, cut;
  for (qsizetype comma; letters.horizontalAdvance(first + cut) > width && (comma = first.lastIndexOf(", ")) > 0;) {
    first = first.left(comma);
    cut = " …";
  }
  return letters.elidedText(first + cut, Qt::ElideRight, width);
}

/// Labels that are short enough for a margin; none if that makes two of them alike.
std::vector<EndLabels::Label> in_margin(std::vector<EndLabels::Label> labels, const QFontMetrics& letters, int width) {
  std::set<QString> before, after;
  for (EndLabels::Label& label : labels) {
    before.insert(label.words);
    after.insert(label.words = shortened(label.words, letters, width));
  }
  return after.size() < before.size() ? std::vector<EndLabels::Label>() : labels;
}

}  // namespace

EndLabels::EndLabels(QCustomPlot& canvas) : canvas_(canvas) {
  QObject::connect(&canvas, &QCustomPlot::afterLayout, &canvas, [this] { place(); });
}

void EndLabels::show(std::vector<Label> labels, const QFont& face) {
  labels_ = in_margin(std::move(labels), QFontMetrics(face), canvas_.width() / 4);
  while (items_.size() > labels_.size()) {
    canvas_.removeItem(items_.back());
    items_.pop_back();
  }
  while (items_.size() < labels_.size()) {
    auto* item = new QCPItemText(&canvas_);
    item->setSelectable(false);
    item->setClipToAxisRect(false);
    item->setPadding({});
    item->setPositionAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    item->position->setType(QCPItemPosition::ptAbsolute);
    items_.push_back(item);
  }
  const QFontMetrics letters(face);
  int widest = 0;
  for (std::size_t i = 0; i < labels_.size(); ++i) {
    items_[i]->setFont(face);
    items_[i]->setColor(labels_[i].colour);
    items_[i]->setText(labels_[i].words);
    widest = std::max(widest, letters.horizontalAdvance(labels_[i].words));
  }
  set_margin(widest > 0 ? widest + 2 * label_gap : 0);
}

void EndLabels::set_margin(int width) {
  QMargins least = canvas_.axisRect()->minimumMargins();
  if (std::exchange(least, QMargins(least.left(), least.top(), width, least.bottom())).right() != width)
    canvas_.axisRect()->setMinimumMargins(least);
}

void EndLabels::place() {
  std::vector<double> wanted;
  const QRect axes = canvas_.axisRect()->rect();
  const auto y = [&](std::size_t i) {
    return std::clamp<double>(canvas_.yAxis->coordToPixel(labels_[i].place), axes.top(), axes.bottom());
  };
  if (items_.empty()) return;
  std::vector<std::size_t> order(items_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, y);
  for (const std::size_t i : order) wanted.push_back(y(i));
  const double height = QFontMetrics(items_.front()->font()).height();
  const double middle = axes.center().y(), room = std::max<double>(axes.height(), height * static_cast<double>(order.size()));
  const std::vector<double> centres = apart(wanted, height, middle - room / 2, middle + room / 2);
  for (std::size_t k = 0; k < order.size(); ++k)
    items_[order[k]]->position->setCoords(axes.right() + 1 + label_gap, centres[k]);
}

std::vector<QRectF> EndLabels::places() const {
  std::vector<QRectF> all;
  for (const QCPItemText* item : items_)
    all.push_back(QRectF(item->topLeft->pixelPosition(), item->bottomRight->pixelPosition()));
  std::ranges::sort(all, {}, [](const QRectF& place) { return place.top(); });
  return all;
}

}  // namespace ergo
