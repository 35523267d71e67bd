#include "core/raster/divergences.h"

namespace ergo {
namespace {

constexpr std::size_t most_kept = 32768;

}  // namespace

void Divergences::accumulate(Session& session, const Projection& shown) {
  const RunConfig& config = session.config();
  if (coordinates_ != shown.coordinates || target_ != config.target || sampler_ != config.sampler) forget();
  if (!step_) {
    kept_.clear();
    coordinates_ = shown.coordinates;
    target_ = config.target;
    sampler_ = config.sampler;
  }
  const bool known = step_ == session.step() || session.step() == session.backend().begun();
  step_ = session.step();
  if (known) return;
  const Descriptor& sampler = session.sampler_descriptor();
  const int component = find_channel(sampler, sampler.claims.divergence_channel);
  const int state[] = {shown.horizontal, shown.vertical}, report[] = {component};
  numbers_.take(session, state, report);
  const auto xs = numbers_.state(shown.horizontal), ys = numbers_.state(shown.vertical);
  const auto diverged = numbers_.report(component);
  for (std::size_t i = 0; i < numbers_.chains() && kept_.size() < most_kept; ++i)
    if (!numbers_.diverged(i) && diverged[i] > 0 && is_finite({xs[i], ys[i]}))
      kept_.push_back({{xs[i], ys[i]}, static_cast<std::uint32_t>(i)});
}

std::vector<Mark> Divergences::marks(const View& view, const Projection& shown) const {
  std::vector<Mark> marks;
  if (!step_ || coordinates_ != shown.coordinates) return marks;
  const PixelPlane plane(view, shown);
  for (const Kept& kept : kept_) {
    const Pixel2 p = plane.to_pixel(plane.shown(kept.numbers, kept.chain));
    if (p.x > 0 && p.y > 0 && p.x < static_cast<float>(plane.width()) && p.y < static_cast<float>(plane.height()))
      marks.push_back({p, 0.6f * plane.scale(), 0.55f, false});
  }
  return marks;
}

}  // namespace ergo
