#pragma once

#include "core/settings/preset.h"
#include "tests/window/window_fixture.h"

namespace ergo {

/// A window in which one's own density is edited. The tests of a suite share it; each begins with the density that is
/// given, paused at step 5.
class EditedWindow : public WindowTest {
 protected:
  EditedWindow(const std::string& target, const Assignment& density) : WindowTest(shared_) {
    Preset preset = load_preset("default");
    preset.config.chains = 200;
    apply(preset.config, {"target", target});
    apply(preset.config, density);
    panes().open(preset);
    begin();
  }
  static void TearDownTestSuite() { shared_.reset(); }

  /// Paused at step 5, with nothing edited.
  void begin() {
    picture().set_editing(false);
    picture().toast({});
    picture().view.coordinates = Coordinates::position;
    picture().navigation().fit_again();
    picture().panel().fold(true);
    panes().running = false;
    panes().advance_to(5 * panes().unit());
    frames(3);
    ASSERT_GE(session().step(), 5u);
  }
  void edit_mode() {
    key(Qt::Key_E);
    ASSERT_TRUE(picture().editing()) << picture().toast_words();
    frames(3);  // the panel has found its size
  }
  std::size_t edits() { return panes().edit_history().made.size(); }
  std::vector<Position> places() {
    const ChainData data = session().read();
    std::vector<Position> all;
    for (std::size_t i = 0; i < data.chains; ++i) all.push_back(data.x(i));
    return all;
  }

 private:
  static inline std::shared_ptr<MainWindow> shared_;
};

}  // namespace ergo
