// Every chain at the centre of one of the target's modes.
#include "core/base/error.h"
#include "core/base/legal_range.h"
#include "core/unit/lattice.h"
#include "core/unit/registry.h"

namespace ergo {
namespace {

class AtMode final : public Start {
 public:
  explicit AtMode(const Parameters& p) : index_(static_cast<std::size_t>(p.integer("index"))) {}

  void check(const Target& target) const override {
    const std::size_t count = target.modes().size();
    if (count == 0)
      throw Error("this target has no modes to start at:", "mode", "highest, lowest, normal, point, uniform",
                  "start");
    if (index_ >= count)
      throw Error("no mode with this index:", std::to_string(index_), range_words(std::size_t{0}, count - 1),
                  "start.index");
  }

  Position draw(const Target& target, const Draws&) const override {
    return target.modes().at(index_).centre;
  }

  std::vector<double> distribution(const LatticeTarget& target) const override {
    return point_distribution(target.sides(), target.modes().at(index_).centre);
  }

 private:
  std::size_t index_;
};

}  // namespace
}  // namespace ergo

// clang-format off
ERGO_START(mode, AtMode, {
  .id = "mode",
  .title = "At a mode",
  .doc = "Every chain starts exactly at the centre of one mode. It shows which samplers find the other modes, and how "
         "soon.",
  .source = "Ver Steeg & Galstyan 2021, section 5 (mixture of Gaussians with a biased prior)",
  .parameters = {{.id = "index", .title = "Mode", .symbol = "k", .doc = "Index of the mode, from 0.",
                  .initial = 0, .hard = {0, 31}, .slider = {0, 7}, .kind = Kind::integer, .applies = Applies::restart}},
})
