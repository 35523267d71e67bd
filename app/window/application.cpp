#include "app/window/application.h"

#include <QLocale>
#include <QSocketNotifier>
#include <clocale>
#include <exception>

#include "core/platform/channel.h"

namespace ergo {
namespace {

constexpr int patience = 10'000;  // ms that opening a display may take

constexpr char opened = '\0';  // says the child whose display is open

/// Reads what a child says, until it has opened its display, has ended, or takes too long.
std::string words_from(const platform::FileDescriptor& channel) {
  std::string words;
  const platform::FileDescriptor none;
  while (platform::wait_for(channel, none, patience).receive) {
    const auto more = platform::receive_some(channel);
    if (!more) return words.empty() ? "it could not be opened" : words;
    words += *more;
    if (const auto end = words.find(opened); end != std::string::npos) return words.substr(0, end + 1);
  }
  return "it did not answer";
}

}  // namespace

DisplayTrial::DisplayTrial(int argc, char** argv) {
  platform::Ends ends = platform::open_channel();
  if (!ends.is_open()) return;
  channel_ = std::move(ends.ours);
  const auto problem = child_.copy_and([&] {
    platform::leave_no_core_dump();
    channel_.close();
    platform::use_as_error_output(ends.theirs);
    const QGuiApplication attempt(argc, argv);
    char any;
    if (platform::send_all(ends.theirs, &opened, 1)) platform::receive_all(ends.theirs, &any, 1);
    platform::leave(0);
  });
  ends.theirs.close();
  if (problem) return;
  const std::string words = words_from(channel_);
  if (words.ends_with(opened)) return;
  reason_ = words.substr(0, words.find('\n'));
  qputenv("QT_QPA_PLATFORM", "offscreen");
}

DisplayTrial::~DisplayTrial() {
  channel_.close();
  if (!reason_.empty()) child_.kill();
  child_.wait();
}

void use_one_number_format() {
  QLocale::setDefault(QLocale::c());
  std::setlocale(LC_NUMERIC, "C");  // Qt takes the user's
}

bool Application::notify(QObject* receiver, QEvent* event) try {
  return QApplication::notify(receiver, event);
} catch (const std::exception& failure) {
  if (!window) throw;
  window->tell_failure(failure);
  return true;
}

void close_on_signals(QObject* owner) {
  const platform::FileDescriptor& ending = platform::file_of_ending_signals();
  if (!ending.is_open()) return;
  auto* watch = new QSocketNotifier(ending.get(), QSocketNotifier::Read, owner);
  QObject::connect(watch, &QSocketNotifier::activated, [watch] {
    watch->setEnabled(false);
    QApplication::closeAllWindows();
    QApplication::exit(0);
  });
}

}  // namespace ergo
