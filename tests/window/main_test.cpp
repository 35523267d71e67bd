#include <gtest/gtest.h>

#include <QStandardPaths>

#include "app/window/application.h"

int main(int argc, char** argv) {
  if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  // A locale with a comma and other digits: numbers must not depend on it.
  for (const char* name : {"LC_ALL", "LANG"}) qputenv(name, "fa_IR.UTF-8");
  ergo::Application application(argc, argv);
  ergo::use_one_number_format();
  QStandardPaths::setTestModeEnabled(true);
  QApplication::setApplicationName("ergoscope");
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
