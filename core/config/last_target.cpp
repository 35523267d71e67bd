#include "core/config/last_target.h"

#include <mutex>

namespace ergo {

std::shared_ptr<const Target> last_target(const UnitChoice& choice) {
  static std::mutex mutex;
  static UnitChoice last;
  static std::shared_ptr<const Target> made;
  const std::lock_guard lock(mutex);
  if (!made || last != choice) {
    made = make_target(choice);
    last = choice;
  }
  return made;
}

}  // namespace ergo
