#include "widgets/base/speed_box.h"

#include <iterator>

#include "core/run/swarm_motion.h"
#include "widgets/base/numbers.h"

namespace ergo {
namespace {

constexpr double speeds[] = {0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10};

QString words(double speed) { return QString::fromUtf8("× %1").arg(speed); }

}  // namespace

SpeedBox::SpeedBox() {
  setObjectName("speed");
  setToolTip(
      tr("Speed, as a multiple of the steps per frame. Below one step per frame, the picture shows the chains "
         "moving within a step, for up to %1 chains.")
          .arg(QString::fromStdString(grouped(SwarmMotion::most_chains))));
  for (const double speed : speeds) addItem(words(speed), speed);
  setFocusPolicy(Qt::StrongFocus);
}

void SpeedBox::show_speed(double speed) {
  const int usual = static_cast<int>(std::size(speeds));
  if (currentData() == speed) return;
  if (findData(speed) < 0) {  // after the usual ones, in place of the last such
    removeItem(usual);
    addItem(words(speed), speed);
  }
  setCurrentIndex(findData(speed));
}

}  // namespace ergo
