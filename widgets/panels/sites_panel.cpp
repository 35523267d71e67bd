#include "widgets/panels/sites_panel.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/learning/rbm_picture.h"
#include "core/run/followed_chain.h"
#include "core/site_pictures/site_picture.h"
#include "core/site_plane/site_stepper.h"
#include "widgets/base/numbers.h"
#include "widgets/overlay/pen.h"

namespace ergo {
namespace {

ImU32 ink_of(const Tiles::Shade& shade) {
  return IM_COL32(static_cast<int>(255 * shade[0] + 0.5f), static_cast<int>(255 * shade[1] + 0.5f),
                  static_cast<int>(255 * shade[2] + 0.5f), 255);
}

std::vector<std::size_t> differing(const Configuration& a, const Configuration& b) {
  std::vector<std::size_t> sites;
  for (std::size_t site = 0; site < a.size(); ++site)
    if (a[site] != b[site]) sites.push_back(site);
  return sites;
}

constexpr float least_tile_cell = 1, least_marked_tile = 5;  // pixels
constexpr std::size_t most_filters = 32;

}  // namespace

void SitesPanel::look_ahead(const Session& session) {
  const SitePlane& plane = *session.target().sites();
  const auto made = make_sampler(session.config());
  const auto sampler = dynamic_cast<const SiteStepper&>(*made).on(plane);
  const Configuration& x = now_.front();
  NextStep next{.probabilities = std::vector<double>(x.size()),
                .report = {},
                .rejects = !session.sampler_descriptor().claims.acceptance_channel.empty()};
  if (!sampler->change_probabilities(x, session.step(), next.probabilities)) next.probabilities.clear();
  SiteChain chain(*plane.model(), x);
  next.report =
      sampler->step(chain, SiteDraws(session.config().seed, Purpose::step, chains_.front(), session.step()));
  next_ = std::move(next);
}

void SitesPanel::follow(Session& session, std::optional<std::uint32_t> followed, bool magnified) {
  next_.reset();
  const SitePlane* plane = session.target().sites();
  if (!shown || !plane) {
    now_.clear();
    return;
  }
  const auto count = static_cast<std::uint32_t>(session.config().chains);
  const std::uint32_t large = followed && *followed < count ? *followed : 0;
  std::vector<std::uint32_t> chains = {large};
  for (std::uint32_t chain = 0; chain < count && chains.size() <= small_tiles; ++chain)
    if (chain != large) chains.push_back(chain);
  const bool same =
      session_ == &session && chains == chains_ && session.config().target == target_ && !now_.empty();
  std::vector<Configuration> next;
  for (const std::uint32_t chain : chains)
    next.push_back(plane->configuration(session.backend().read_chain(chain).state_row(0)));
  // At the same step the run may have begun anew.
  const bool goes_on = same && (session.step() > step_ || (session.step() == step_ && next == now_));
  if (!goes_on || session.step() > step_) {
    steps_between_ = goes_on ? session.step() - step_ : 0;
    marked_ = goes_on ? differing(next.front(), now_.front()) : std::vector<std::size_t>();
  }
  session_ = &session;
  chains_ = std::move(chains);
  now_ = std::move(next);
  target_ = session.config().target;
  step_ = session.step();
  if (magnified && !learns_first(session)) look_ahead(session);
}

/// Discs with the probability as their area, or squares.
void SitesPanel::draw_marks(const Palette& palette, float unit, float cell, QPointF corner, int columns) {
  if (cell < least_marked_tile * unit) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto middle = [&](std::size_t site) {
    const auto column = static_cast<float>(static_cast<int>(site) % columns),
               row = static_cast<float>(static_cast<int>(site) / columns);
    return ImVec2(static_cast<float>(corner.x()) + (column + 0.5f) * cell,
                  static_cast<float>(corner.y()) + (row + 0.5f) * cell);
  };
  if (next_) {
    for (std::size_t site = 0; site < next_->probabilities.size(); ++site)
      list.AddCircleFilled(middle(site), 0.5f * cell * std::sqrt(static_cast<float>(next_->probabilities[site])),
                           ink(palette.emphasis), 12);
    return;
  }
  for (const std::size_t site : marked_) {
    const ImVec2 at = middle(site);
    const float half = cell / 6;
    list.AddRectFilled({at.x - half, at.y - half}, {at.x + half, at.y + half}, ink(palette.emphasis));
  }
}

std::string SitesPanel::words_of_marks(float unit, float cell) const {
  if (next_) {
    const double changes = std::accumulate(next_->probabilities.begin(), next_->probabilities.end(), 0.0);
    const bool known = !next_->probabilities.empty();
    std::string words =
        known ? "discs: next change, " + significant(changes, 3) + " sites on average" : "no formula for the proposal";
    words += "\nnext step: " + std::to_string(next_->report.proposed) +
             (next_->report.proposed == 1 ? " site" : " sites");
    if (next_->rejects)
      words += ", min(1, a) = " + significant(next_->report.acceptance, 3) +
               (next_->report.changed > 0 || next_->report.proposed == 0 ? ", accepted" : ", rejected");
    return words;
  }
  if (cell < least_marked_tile * unit || steps_between_ == 0) return " ";
  return "marks: changed in the last " +
         (steps_between_ == 1 ? std::string("step") : std::to_string(steps_between_) + " steps");
}

void SitesPanel::draw_tile(const SiteTarget& target, const Configuration& x, const Palette& palette, QPointF corner,
                           float cell) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const SiteGridShape shape = grid_shape(target);
  const float left = static_cast<float>(corner.x()), top = static_cast<float>(corner.y());
  for (int row = 0; row < shape.rows; ++row) {
    const int first = row * shape.columns, end = std::min(first + shape.columns, target.sites());
    for (int from = first; from < end;) {  // a run of equal values is one box
      int to = from + 1;
      while (to < end && x[static_cast<std::size_t>(to)] == x[static_cast<std::size_t>(from)]) ++to;
      const float y = top + static_cast<float>(row) * cell;
      list.AddRectFilled({left + static_cast<float>(from - first) * cell, y},
                         {left + static_cast<float>(to - first) * cell, y + cell},
                         ink_of(site_shade(target, x[static_cast<std::size_t>(from)], palette)));
      from = to;
    }
  }
  places_.emplace_back(left, top, shape.columns * cell, shape.rows * cell);
}

void SitesPanel::draw_filters(const RbmWeights& machine, SiteGridShape shape, const Palette& palette,
                              const Look& look) {
  const std::size_t in_row = look.filters_in_row;
  const float width = places_.size() > 1 ? 2 * look.side : look.side, gap = 8 * look.gap / static_cast<float>(in_row);
  const std::vector<std::size_t> units = units_by_length(machine);
  const std::size_t count = std::min(units.size(), most_filters), rows = (count + in_row - 1) / in_row;
  const float cell = std::max(least_tile_cell, (width - gap * static_cast<float>(in_row - 1)) /
                                                   static_cast<float>(in_row) / static_cast<float>(shape.columns));
  const float wide = cell * static_cast<float>(shape.columns), high = cell * static_cast<float>(shape.rows);
  ImGui::TextDisabled("filters: orange above 0, blue below");
  const ImVec2 low = ImGui::GetCursorScreenPos();
  ImGui::Dummy({width, static_cast<float>(rows) * (high + gap)});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const double largest = largest_weight(machine);
  for (std::size_t place = 0; place < count; ++place) {
    const float left = low.x + static_cast<float>(place % in_row) * (wide + gap),
                top = low.y + static_cast<float>(place / in_row) * (high + gap);
    for (std::size_t i = 0; i < machine.b.size(); ++i) {
      const auto column = static_cast<float>(i % static_cast<std::size_t>(shape.columns)),
                 row = static_cast<float>(i / static_cast<std::size_t>(shape.columns));
      list.AddRectFilled({left + column * cell, top + row * cell}, {left + (column + 1) * cell, top + (row + 1) * cell},
                         ink_of(shade_of(machine.w[units[place] * machine.b.size() + i], largest, palette)));
    }
    filters_.emplace_back(left, top, wide, high);
  }
}

void SitesPanel::place_window(const QRectF& room, bool beside_others, float margin) {
  const bool moved = beside_others_ != beside_others || (beside_others && room != room_);
  beside_others_ = beside_others;
  room_ = room;
  const auto left = static_cast<float>(room.left()), top = static_cast<float>(room.top());
  const ImVec2 corner = beside_others ? ImVec2(left, static_cast<float>(room.bottom()))
                                      : ImVec2(static_cast<float>(room.right()), top + margin);
  ImGui::SetNextWindowPos(corner, moved ? ImGuiCond_Always : ImGuiCond_Appearing);  // in the room, once its size is known
  limit_size(room.size(), margin);
}

SitesPanel::Look SitesPanel::look_in(QSizeF room, double taken, bool beside_others, bool filters, float unit) const {
  const auto wide = static_cast<float>(room.width()), high = static_cast<float>(room.height());
  Look look{.unit = unit, .gap = (beside_others ? 2 : 4) * unit, .brief = beside_others};
  const auto side_of = [&](float height) {
    return std::clamp(std::min(0.24f * wide, height), (beside_others ? 36 : 96) * unit, 220 * unit);
  };
  look.side = side_of(0.45f * high);
  if (beside_others)  // with small tiles it leaves room for the plane above it or beside it, or it is without them
    look.small_tiles = high - look.side > 0.75f * high || wide - 2 * look.side > 0.6f * wide;
  // The plane stands below filters, unless there is room for it beside them.
  if (filters && wide - static_cast<float>(taken) - 2 * look.side < 0.5f * high) {
    look.side = side_of(0.22f * high);
    look.filters_in_row = 16;
  }
  return look;
}

/// The large tile and the small ones, with what they are in words below them; if brief, under the pointer.
void SitesPanel::draw_tiles(const SiteTarget& target, const Palette& palette, const Look& look) {
  const SiteGridShape shape = grid_shape(target);
  const float gap = look.gap;
  const auto largest = static_cast<float>(std::max(shape.columns, shape.rows)),
             columns = static_cast<float>(shape.columns), rows = static_cast<float>(shape.rows);
  const float cell = std::max(least_tile_cell, look.side / largest), small = (cell * largest - 3 * gap) / 4 / largest;
  const bool with_small = look.small_tiles && now_.size() > 1 && small >= least_tile_cell;
  const ImVec2 low = ImGui::GetCursorScreenPos();
  ImGui::Dummy({cell * columns + (with_small ? gap * 3 + 4 * small * columns + 3 * gap : 0), cell * rows});
  std::string words = "chain " + std::to_string(chains_.front());
  if (with_small) words += ", beside it " + std::to_string(now_.size() - 1) + " others";
  words += "\n" + words_of_marks(look.unit, cell);
  if (look.brief && !next_ && ImGui::IsItemHovered()) ImGui::SetTooltip("%s", typeset(words).c_str());
  draw_tile(target, now_.front(), palette, {low.x, low.y}, cell);
  draw_marks(palette, look.unit, cell, {low.x, low.y}, shape.columns);
  for (std::size_t tile = 1; with_small && tile < now_.size(); ++tile) {
    const auto column = static_cast<float>((tile - 1) % 4), row = static_cast<float>((tile - 1) / 4);
    draw_tile(target, now_[tile], palette,
              {low.x + cell * columns + 3 * gap + column * (small * columns + gap),
               low.y + row * (small * rows + gap)},
              small);
  }
  if (!look.brief || next_) ImGui::TextDisabled("%s", words.c_str());
}

void SitesPanel::draw(const Session& session, const Palette& palette, const ImGuiBridge& bridge, const QRectF& room,
                      double taken, bool beside_others) {
  hide();
  const SitePlane* plane = session.target().sites();
  if (!shown || !plane || now_.empty() || session.config().target != target_) return;
  const SiteTarget& target = plane->data() ? *plane->data()->model() : *plane->model();  // which knows its shape
  const RbmWeights* machine = rbm_weights(*plane->model());
  const auto unit = static_cast<float>(bridge.factor());
  const float margin = (beside_others ? 6 : 12) * unit;
  place_window(room, beside_others, margin);
  if (ImGui::Begin("Configurations###sites", nullptr,
                   ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoFocusOnAppearing)) {
    const Look look = look_in(room.size(), taken, beside_others, machine, unit);
    draw_tiles(target, palette, look);
    if (machine) draw_filters(*machine, grid_shape(target), palette, look);
    keep_inside(room, margin);
    covered_ = window_place();
  }
  ImGui::End();
}

}  // namespace ergo
