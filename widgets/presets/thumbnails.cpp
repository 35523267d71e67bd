#include "widgets/presets/thumbnails.h"

namespace ergo {

constexpr int picture_steps = 60;

Thumbnails::Thumbnails(QObject* parent, const QString& renderer, const QString& folder)
    : QObject(parent), pictures_(this, folder.isEmpty() ? "thumbnails" : folder, renderer) {
  connect(&pictures_, &RenderedPictures::ready, this, &Thumbnails::ready);
}

void Thumbnails::want(const std::string& preset) {
  const QString name = QString::fromStdString(preset),
                shape = QString("%1x%2").arg(Thumbnails::size().width()).arg(Thumbnails::size().height());
  pictures_.want(name, {"render", name, "chains=1000", "--steps", QString::number(picture_steps), "--size", shape,
                        "--theme", QString::fromStdString(theme_), "--no-words", "--quiet"});
}

}  // namespace ergo
