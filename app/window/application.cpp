#include "app/window/application.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QLocale>
#include <QSocketNotifier>
#include <cerrno>
#include <clocale>
#include <csignal>
#include <exception>

namespace ergo {
namespace {

constexpr int patience = 10'000;  // ms that opening a display may take

constexpr char opened = '\0';  // says the child whose display is open

/// Reads what a child says, until it has opened its display, has ended, or takes too long.
std::string words_from(int channel) {
  std::string words;
  char letter;
  pollfd wait{channel, POLLIN, 0};
  while (::poll(&wait, 1, patience) > 0) {
    const ssize_t count = ::read(channel, &letter, 1);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return words.empty() ? "it could not be opened" : words;
    words += letter;
    if (letter == opened) return words;
  }
  return "it did not answer";
}

int signal_ends[2] = {-1, -1};

void pass_on(int signal) {
  std::signal(signal, SIG_DFL);
  const char any = 0;
  [[maybe_unused]] const auto written = ::write(signal_ends[1], &any, 1);
}

}  // namespace

DisplayTrial::DisplayTrial(int argc, char** argv) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return;
  channel_ = FileDescriptor(ends[0]);
  FileDescriptor its_channel(ends[1]);
  child_ = ::fork();
  if (child_ == 0) {
    const rlimit no_dump{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_dump);
    channel_.close();
    ::dup2(its_channel.get(), 2);
    const QGuiApplication attempt(argc, argv);
    char any;
    if (::write(its_channel.get(), &opened, 1) == 1) {
      [[maybe_unused]] const auto end = ::read(its_channel.get(), &any, 1);
    }
    ::_exit(0);
  }
  its_channel.close();
  if (child_ < 0) return;
  const std::string words = words_from(channel_.get());
  if (words.ends_with(opened)) return;
  reason_ = words.substr(0, words.find('\n'));
  qputenv("QT_QPA_PLATFORM", "offscreen");
}

DisplayTrial::~DisplayTrial() {
  channel_.close();
  if (child_ <= 0) return;
  if (!reason_.empty()) ::kill(child_, SIGKILL);
  ::waitpid(child_, nullptr, 0);
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
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, signal_ends) != 0) return;
  auto* watch = new QSocketNotifier(signal_ends[0], QSocketNotifier::Read, owner);
  QObject::connect(watch, &QSocketNotifier::activated, [watch] {
    watch->setEnabled(false);
    QApplication::closeAllWindows();
    QApplication::exit(0);
  });
  for (const int signal : {SIGHUP, SIGINT, SIGTERM}) std::signal(signal, pass_on);
}

}  // namespace ergo
