#pragma once

#include <QTemporaryDir>
#include <string>

#include "core/base/atomic_file.h"
#include "tests/window/window_fixture.h"
#include "widgets/base/markdown_view.h"
#include "widgets/lecture/lecture_pane.h"

namespace ergo {

/// A window with a lecture.
class LectureWindow : public WindowTest {
 protected:
  Lecturer& lecturer() { return window().lecturer(); }
  LecturePane& pane() { return lecturer().pane(); }
  const Plot& curve() { return *window().plots().find("kinetic_energy"); }
  void begin(const std::string& name, int cue = 0) {
    window().open_lecture(name, cue);
    frames(4);
  }
  std::string written(const std::string& cues) {
    const std::string path = folder_.filePath("lecture.json").toStdString();
    write_file(path, R"({"version": 1, "title": "t", "cues": [)" + cues + "]}");
    return path;
  }
  /// Whether every line of the caption can be read without scrolling.
  bool whole_caption() {
    const MarkdownView& caption = pane().caption();
    return caption.isVisible() && caption.document()->size().height() <= caption.viewport()->height() + 1;
  }

 private:
  QTemporaryDir folder_;
};

}  // namespace ergo
