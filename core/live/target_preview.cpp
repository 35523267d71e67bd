#include "core/live/target_preview.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "core/base/thread_pool.h"
#include "core/view/density_levels.h"

namespace ergo {
namespace {

constexpr auto patience = std::chrono::milliseconds(200);  // with the look for an infinite integral
constexpr int most_times = 150;                            // that it is asked again whether that look has ended

/// The part of the plane that fills the picture and holds the frame, with equal scales along both axes; a line's y has no
/// scale.
Window filling(const Target& target, int width, int height) {
  Window frame = target.frame();
  const Position size = frame.high - frame.low, middle = 0.5 * (frame.low + frame.high);
  if (target.dim == 1) return frame;
  const double pixel = std::max(size.x / width, size.y / height);
  const Position half = {pixel * width / 2, pixel * height / 2};
  return {middle - half, middle + half};
}

/// Of a line: below the curve of the density, whose peak reaches nine tenths of the height.
void fill_below_curve(TargetPreview& preview, const std::vector<double>& energies, double peak) {
  for (int row = 0; row < preview.height; ++row)
    for (const double energy : energies) {
      const double curve = 0.9 * preview.height * std::exp(std::min(peak - energy, 0.0));
      preview.brightness.push_back(static_cast<float>(std::clamp(curve - (preview.height - row) + 1.0, 0.0, 1.0)));
    }
}

void draw(TargetPreview& preview, const Target& target) {
  const DensityLevels levels = density_levels(target);
  const Window shown = filling(target, preview.width, preview.height);
  const auto place = [](double low, double high, int i, int count) { return low + (high - low) * (i + 0.5) / count; };
  std::vector<double> x, y, energies(static_cast<std::size_t>(preview.width));
  for (int column = 0; column < preview.width; ++column)
    x.push_back(place(shown.low.x, shown.high.x, column, preview.width));
  if (target.dim == 1) {
    y.assign(x.size(), 0.0);
    target.energies(x, y, energies);
    return fill_below_curve(preview, energies, levels.peak);
  }
  for (int row = 0; row < preview.height; ++row) {
    y.assign(x.size(), place(shown.high.y, shown.low.y, row, preview.height));
    target.energies(x, y, energies);
    for (const double energy : energies) {
      const double bright = std::exp(transfer(levels) * std::min(levels.peak - energy, 0.0));
      preview.brightness.push_back(std::isfinite(bright) ? static_cast<float>(bright) : 0.0F);
    }
  }
}

}  // namespace

TargetPreview preview_of(const UnitChoice& choice, int width, int height) {
  TargetPreview preview{.target = choice, .width = width, .height = height};
  try {
    const auto target = make_target(choice);
    preview.dim = target->dim;
    preview.modes = target->modes().size();
    preview.remark = target->remark(patience);
    const auto known = target->log_normaliser();
    preview.log_normaliser = known ? *known : density_levels(*target).log_mass;
    draw(preview, *target);
  } catch (const std::exception& failure) {
    preview.problem = failure.what();
  }
  return preview;
}

TargetPreviewer::TargetPreviewer() : thread_(start_thread([this](StopToken stop) { run(std::move(stop)); })) {}

TargetPreviewer::~TargetPreviewer() = default;

void TargetPreviewer::ask(UnitChoice target, int width, int height) {
  const std::lock_guard lock(mutex_);
  request_ = Request{std::move(target), width, height};
  asked_.notify_all();
}

std::optional<TargetPreview> TargetPreviewer::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(made_, {});
}

void TargetPreviewer::run(StopToken stop) {
  for (;;) {
    Request request;
    {
      std::unique_lock lock(mutex_);
      if (!asked_.wait(lock, stop, [this] { return request_.has_value(); })) return;
      request = *std::exchange(request_, {});
    }
    TargetPreview made = preview_of(request.target, request.width, request.height);
    {
      const std::lock_guard lock(mutex_);
      made_ = made;
    }
    try {
      ask_again(std::move(made), stop);
    } catch (const std::exception&) {  // too little memory: the remark stays
    }
  }
}

void TargetPreviewer::ask_again(TargetPreview made, const StopToken& stop) {
  if (made.remark.empty()) return;
  const auto target = make_target(made.target);
  std::unique_lock lock(mutex_);
  for (int time = 0; time < most_times; ++time) {
    if (asked_.wait_for(lock, stop, patience, [this] { return request_.has_value(); }) || stop.stop_requested()) return;
    std::string remark = target->remark({});
    if (remark == made.remark) continue;
    made.remark = std::move(remark);
    made_ = std::move(made);
    return;
  }
}

}  // namespace ergo
