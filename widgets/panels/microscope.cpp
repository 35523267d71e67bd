#include "widgets/panels/microscope.h"

#include <algorithm>
#include <cmath>

#include "widgets/base/numbers.h"
#include "widgets/overlay/pen.h"

namespace ergo {
namespace {

constexpr std::size_t most_cells = 4096;  // whose destinations are judged one by one
constexpr double judged_share = 1e-6;     // of the largest mass, of a destination that is judged
constexpr double least_cell = 9;          // logical pixels, for a disc in each

ImU32 between(Colour a, Colour b, double share, int alpha) {
  const auto low = components(a), high = components(b);
  const auto mixed = [&](std::size_t k) { return static_cast<float>(low[k] + share * (high[k] - low[k])); };
  return ImGui::ColorConvertFloat4ToU32({mixed(0), mixed(1), mixed(2), static_cast<float>(alpha) / 255});
}

std::string site_words(Position x) {
  std::string words("(");
  words.append(significant(x.x, 4)).append(", ").append(significant(x.y, 4)).append(")");
  return words;
}

std::string signed_words(double value) {
  std::string words(value < 0 ? "" : " ");
  return words.append(significant(value, 4));
}

struct SitePen : Pen {
  const Navigation& navigation;
  QSizeF picture;

  ImVec2 at(Position x) const {
    const QPointF p = navigation.to_screen(x, picture);
    return {static_cast<float>(p.x()), static_cast<float>(p.y())};
  }
  double cell() const { return picture.height() / navigation.camera().height; }
};

/// Bars on the lattice's lower and left edge, a ninth of the side high at most.
void draw_marginals(const SitePen& pen, const Marginals& marginals, Sides sides) {
  const auto bars = [&](const std::vector<double>& mass, bool along_x) {
    const double most = *std::ranges::max_element(mass), side = along_x ? sides.y : sides.x;
    for (std::size_t k = 0; k < mass.size() && mass.size() > 1; ++k) {
      if (mass[k] < 1e-3 * most) continue;
      const double place = static_cast<double>(k), height = side / 9 * mass[k] / most;
      const Position low = along_x ? Position{place - 0.45, -0.5} : Position{-0.5, place - 0.45};
      const Position high =
          along_x ? Position{place + 0.45, height - 0.5} : Position{height - 0.5, place + 0.45};
      const ImVec2 a = pen.at(low), b = pen.at(high);
      pen.list.AddRectFilled({a.x, b.y}, {std::max(b.x, a.x + 1), std::max(a.y, b.y + 1)},
                             ink(pen.palette.emphasis, 150));
    }
  };
  bars(marginals.x, true);
  bars(marginals.y, false);
}

/// Discs of area in proportion to the mass, pale where the destination is seldom accepted.
void draw_cells(const SitePen& pen, const std::vector<double>& mass, const std::vector<double>& acceptance,
                Sides sides) {
  const double most = *std::ranges::max_element(mass);
  for (std::size_t i = 0; i < mass.size(); ++i) {
    if (mass[i] < 1e-4 * most) continue;
    const float radius = static_cast<float>(0.46 * pen.cell() * std::sqrt(mass[i] / most));
    const ImVec2 at = pen.at(sides.site(i));
    pen.list.AddCircleFilled(at, std::max(radius, 1.0f),
                             between(pen.palette.secondary, pen.palette.emphasis, acceptance[i],
                                     static_cast<int>(90 + 150 * acceptance[i])));
  }
}

/// One and two standard deviations about the mean.
void draw_rings(const SitePen& pen, const Marginals& marginals) {
  const auto moments = [](const std::vector<double>& mass) {
    double total = 0, mean = 0, square = 0;
    for (std::size_t k = 0; k < mass.size(); ++k) {
      total += mass[k];
      mean += mass[k] * static_cast<double>(k);
    }
    mean /= total;
    for (std::size_t k = 0; k < mass.size(); ++k)
      square += mass[k] * (static_cast<double>(k) - mean) * (static_cast<double>(k) - mean);
    return std::pair(mean, std::sqrt(square / total));
  };
  const auto [mean_x, sd_x] = moments(marginals.x);
  const auto [mean_y, sd_y] = moments(marginals.y);
  for (const double size : {1.0, 2.0}) {
    ImVec2 corners[65];
    for (int k = 0; k <= 64; ++k) {
      const double turn = k * M_PI / 32;
      corners[k] = pen.at({mean_x + size * sd_x * std::cos(turn), mean_y + size * sd_y * std::sin(turn)});
    }
    pen.list.AddPolyline(corners, 65, ink(pen.palette.emphasis, 220), 0, 1.5f * pen.unit());
  }
}

/// From dot to target: filled where accepted, crossed where rejected.
void draw_move(const SitePen& pen, const LatticeMove& move) {
  const ImVec2 from = pen.at(move.from), to = pen.at(move.to);
  const float r = 5 * pen.unit(), width = 2 * pen.unit();
  const ImU32 colour = ink(pen.palette.text);
  pen.list.AddLine(from, to, colour, width);
  if (move.accepted) {
    pen.list.AddCircleFilled(to, r, colour);
    return;
  }
  pen.list.AddLine({to.x - r, to.y - r}, {to.x + r, to.y + r}, colour, width);
  pen.list.AddLine({to.x - r, to.y + r}, {to.x + r, to.y - r}, colour, width);
}

constexpr double box_margin = 12, box_pad = 8;          // logical pixels
constexpr const char* term = "log q backward −0.1234";  // the longest; other lines may be broken

/// Beside the sites' right edge; the whole picture where that leaves no room for a number and its name.
float box_width(const Pen& pen, double sites_right, const QRectF& free) {
  const float whole = static_cast<float>(free.right() - (2 * box_margin + 2 * box_pad) * pen.unit());
  const float beside = whole - static_cast<float>(std::max(sites_right, free.left()));
  ImFont* font = pen.bridge.fonts().mono;
  return beside < pen.extent(font, "log q backward").x ? whole : std::min(beside, pen.extent(font, term).x);
}

/// In the lower right corner, or along the upper edge, lines broken where they are longer than `most`; its place.
QRectF draw_box(const Pen& pen, const std::vector<std::string>& words, float most, const QRectF& free, bool above) {
  ImFont* font = pen.bridge.fonts().mono;
  const float size = font->FontSize * ImGui::GetIO().FontGlobalScale, gap = 3 * pen.unit();
  const auto extent = [&](const std::string& line) {
    return font->CalcTextSizeA(size, FLT_MAX, most, line.c_str());
  };
  float wide = 0, high = 0;
  for (const std::string& line : words) {
    wide = std::max(wide, extent(line).x);
    high += extent(line).y + gap;
  }
  const float margin = static_cast<float>(box_margin) * pen.unit(),
              pad = static_cast<float>(box_pad) * pen.unit();
  const float width = (above ? most : wide) + 2 * pad, height = high + 2 * pad;
  const ImVec2 head = above ? ImVec2(static_cast<float>(free.left()), static_cast<float>(free.top()))
                            : ImVec2(static_cast<float>(free.right()) - margin - width,
                                     static_cast<float>(free.bottom()) - margin - height);
  const ImVec2 foot(head.x + width, head.y + height);
  pen.list.AddRectFilled(head, foot, ink(pen.palette.panel, 235), 5 * pen.unit());
  pen.list.AddRect(head, foot, ink(pen.palette.hairline), 5 * pen.unit());
  float y = head.y + pad;
  for (const std::string& line : words) {
    pen.list.AddText(font, size, {head.x + pad, y},
                     ink(&line == &words.front() ? pen.palette.secondary : pen.palette.text), line.c_str(),
                     nullptr, most);
    y += extent(line).y + gap;
  }
  return {QPointF(head.x, head.y), QPointF(foot.x, foot.y)};
}

}  // namespace

void Microscope::toggle_pin(Session& session, Position place) {
  if (pinned_ && norm(place - at_) < 1) {
    pinned_.reset();
    return;
  }
  const ChainData data = session.read();
  double least = INFINITY;
  for (std::size_t i = 0; i < data.chains; ++i) {
    const double distance = norm(data.x(i) - place);
    if (data.diverged[i] || !(distance < least)) continue;
    least = distance;
    pinned_ = static_cast<std::uint32_t>(i);
  }
  step_ = UINT64_MAX;
  next_.reset();
  last_.reset();
}

void Microscope::follow(Session& session) {
  if (!shown || !pinned_ || step_ == session.step()) return;
  if (*pinned_ >= session.config().chains) {
    pinned_.reset();
    return;
  }
  last_ = next_ && step_ + 1 == session.step() ? next_ : std::nullopt;
  step_ = session.step();
  at_ = session.read().x(*pinned_);
  next_.reset();
}

void Microscope::look(const LatticeStepView& view, const RunConfig& run, Position from) {
  if (seen_ && seen_->from == from && seen_->sampler == run.sampler && seen_->target == run.target &&
      seen_->phase == view.phase())
    return;
  seen_ = Seen{run.target, run.sampler, from, view.phase(), view.proposal(from), {}, {}, {}};
  const Sides sides = view.sides();
  seen_->marginals = marginals_of(seen_->distribution, sides);
  if (sides.count() > most_cells) return;
  seen_->mass = masses_of(seen_->distribution, sides);
  const double least = judged_share * *std::ranges::max_element(seen_->mass);
  for (std::size_t i = 0; i < sides.count(); ++i)
    seen_->acceptance.push_back(seen_->mass[i] > least ? view.acceptance(from, sides.site(i)) : 0);
}

void Microscope::describe(const LatticeMove& move, const std::string& whose) {
  words_.push_back(whose + " " + site_words(move.from) + " to " + site_words(move.to) +
                   (move.accepted ? ": accepted" : ": rejected"));
  if (!move.on_lattice) {
    words_.push_back("outside the lattice");
    return;
  }
  words_.push_back("Δ log π        " + signed_words(move.log_density));
  words_.push_back("log q backward " + signed_words(move.log_backward));
  words_.push_back("log q forward  " + signed_words(move.log_forward));
  words_.push_back("log a          " + signed_words(move.log_density + move.log_backward - move.log_forward));
  words_.push_back("min(1, a)       " + significant(move.acceptance, 4) +
                   ",  u = " + significant(move.uniform, 4));
}

void Microscope::draw(const Session& session, std::optional<Position> pointer, const Navigation& navigation,
                      const Palette& palette, const ImGuiBridge& bridge, QSizeF picture) {
  words_.clear();
  if (!shown || session.target_descriptor().space != Space::lattice) return;
  const SitePen pen{{palette, bridge}, navigation, picture};
  words_.push_back(pinned_ ? "Proposal microscope · chain " + std::to_string(*pinned_)
                           : "Proposal microscope · site under the pointer");
  sites_right_ = pen.at({session.target().lattice()->sides().x - 0.5, 0}).x;
  if (!LatticeStepView::possible(session.config())) {
    words_.push_back("not available: this sampler's step is not a proposal with accept/reject");
    return;
  }
  if (!target_ || target_choice_ != session.config().target) {
    target_ = make_target(session.config());
    target_choice_ = session.config().target;
  }
  // A move that was made is shown with the proposal that it was drawn from.
  const RunConfig config = pinned_ ? session.config_of(*pinned_) : session.config();
  const LatticeStepView view(config, target_, session.step() - (last_ ? 1 : 0));
  const Sides sides = view.sides();
  std::optional<Position> from;
  if (pinned_)
    from = last_ ? last_->from : at_;
  else if (pointer && sides.contain({std::round(pointer->x), std::round(pointer->y)}))
    from = sides.nearest(*pointer);
  if (!from) {
    words_.push_back("point at a site, or click to pin the nearest chain");
    return;
  }
  look(view, config, *from);
  if (view.averaged()) words_.push_back("proposal averaged over the auxiliary variable u");
  const bool discs = !seen_->mass.empty() && pen.cell() >= least_cell * bridge.factor();
  words_.push_back(discs ? "disc area: proposal probability; pale: rarely accepted"
                         : "rings: 1 and 2 standard deviations of the proposal");
  draw_marginals(pen, seen_->marginals, sides);
  if (discs)
    draw_cells(pen, seen_->mass, seen_->acceptance, sides);
  else
    draw_rings(pen, seen_->marginals);
  pen.list.AddCircleFilled(pen.at(*from), 4 * pen.unit(), ink(palette.text));
  if (pinned_ && !next_) next_ = LatticeStepView(config, target_, session.step()).move(at_, *pinned_);
  if (last_) {
    describe(*last_, "last:");
    draw_move(pen, *last_);
  } else if (next_ && pinned_) {
    describe(*next_, "next:");
    draw_move(pen, *next_);
  } else {
    double kept = 0, total = 0;
    for (std::size_t i = 0; i < seen_->mass.size(); ++i) {
      kept += seen_->mass[i] * seen_->acceptance[i];
      total += seen_->mass[i];
    }
    words_.push_back("site " + site_words(*from));
    if (total > 0) words_.push_back("mean acceptance from here: " + significant(kept, view.averaged() ? 3 : 4));
  }
}

QRectF Microscope::draw_words(const Palette& palette, const ImGuiBridge& bridge, const QRectF& free) {
  place_ = {};
  if (words_.empty()) return place_;
  const Pen pen{palette, bridge};
  return place_ = draw_box(pen, words_, box_width(pen, sites_right_, free), free, false);
}

QRectF Microscope::draw_words_in(const Palette& palette, const ImGuiBridge& bridge, const QRectF& place) {
  place_ = {};
  if (words_.empty()) return place_;
  const Pen pen{palette, bridge};
  const double most = place.width() - 2 * box_pad * static_cast<double>(pen.unit());
  return place_ = draw_box(pen, words_, static_cast<float>(most), place, true);
}

double Microscope::room(const ImGuiBridge& bridge) {
  return Pen::extent(bridge.fonts().mono, term).x + (2 * box_margin + 2 * box_pad) * bridge.factor();
}

}  // namespace ergo
