#include "core/live/parameter_plots.h"

#include <utility>

namespace ergo {
namespace {

constexpr std::uint64_t map_steps = 2000;  // then the map's errors are small

}  // namespace

void ParameterPlots::advance(const RunConfig& run, const BackendFactory& make_backend) {
  Shown wanted = std::exchange(shown, Shown::none);  // unless it can be made
  if (wanted == Shown::none) return forget();
  if (wanted == Shown::map && !has_map(sampler_unit(run.sampler.id).descriptor)) wanted = Shown::curve;
  if (wanted == Shown::map)
    advance_map(run, make_backend);
  else if (!curve_ || !curve_->fits(run)) {
    curve_.reset();
    curve_ = std::make_unique<SweepWorker>(run);
  }
  update();
  shown = wanted;
}

void ParameterPlots::advance_map(const RunConfig& run, const BackendFactory& make_backend) {
  if (!map_ || !map_->fits(run)) {
    map_.reset();
    map_ = std::make_unique<ParameterMap>(run, make_backend(backend_for(run)),
                                          first_axes(sampler_unit(run.sampler.id).descriptor));
  }
  if (map_->steps() < map_steps) map_->advance();
  map_->take_gaps();
}

}  // namespace ergo
