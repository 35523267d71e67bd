#include "core/picture/configuration_scene.h"

#include <algorithm>
#include <utility>

#include "core/site_plane/site_plane.h"

namespace ergo {
namespace {

std::vector<Configuration> first_configurations(Session& session) {
  std::vector<Configuration> all;
  const auto count = std::min<std::uint64_t>(session.config().chains, most_shown_chains);
  for (std::uint32_t chain = 0; chain < count; ++chain)
    all.push_back(session.target().sites()->configuration(session.backend().read_chain(chain).state_row(0)));
  return all;
}

/// The picture below `rows` rows of one colour.
Image lowered(Image picture, int rows, Colour colour) {
  Image whole{picture.width, picture.height + rows, {}};
  for (std::size_t i = 0; i < static_cast<std::size_t>(rows) * static_cast<std::size_t>(picture.width); ++i)
    for (const std::uint32_t part : {colour >> 16, colour >> 8, colour, std::uint32_t{255}})
      whole.rgba.push_back(static_cast<std::uint8_t>(part));
  whole.rgba.insert(whole.rgba.end(), picture.rgba.begin(), picture.rgba.end());
  return whole;
}

}  // namespace

ConfigurationScene::ConfigurationScene(const Session& session, const View& view, double head)
    : head_(static_cast<int>(head)) {
  check_room(*session.target().sites()->model(), view.width, view.height - head_in(view));
}

int ConfigurationScene::head_in(const View& view) const { return std::min(head_, view.height / 4); }

void ConfigurationScene::accumulate(Session& session, const View&) {
  std::vector<Configuration> now = first_configurations(session);
  if (session.step() == step_ && now == now_) return;
  before_ = session.step() > step_ && now_.size() == now.size() ? std::move(now_) : std::vector<Configuration>();
  now_ = std::move(now);
  step_ = session.step();
}

void ConfigurationScene::draw(Session& session, const View& view, const ChainData*, const Pause&) {
  const std::vector<Configuration> now = first_configurations(session);
  const bool known = session.step() == step_ && now == now_;
  const int head = head_in(view);
  image_ = lowered(picture_of(*session.target().sites()->model(), now, known ? before_ : std::vector<Configuration>(),
                              view.width, view.height - head, view.palette),
                   head, view.palette.picture);
  words_.resize(image_.rgba.size() / 4);
  for (std::size_t i = 0; i < words_.size(); ++i) {
    const std::uint8_t* rgba = &image_.rgba[4 * i];
    words_[i] = static_cast<std::uint32_t>(rgba[3]) << 24 | static_cast<std::uint32_t>(rgba[0]) << 16 |
                static_cast<std::uint32_t>(rgba[1]) << 8 | rgba[2];
  }
}

DrawnPicture ConfigurationScene::drawn() const { return {.words = words_.data(), .stride = image_.width}; }

}  // namespace ergo
