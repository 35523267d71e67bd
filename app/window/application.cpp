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

#include "core/base/atomic_file.h"

namespace ergo {
namespace {

constexpr int patience = 10'000;  // ms that opening a display may take

/// Reads what a program says until it ends; false if it does not in time.
bool read_words(int channel, std::string& words) {
  char buffer[1024];
  pollfd wait{channel, POLLIN, 0};
  while (::poll(&wait, 1, patience) > 0) {
    const ssize_t count = ::read(channel, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return true;
    words.append(buffer, static_cast<std::size_t>(count));
  }
  return false;
}

int signal_ends[2] = {-1, -1};

void pass_on(int signal) {
  std::signal(signal, SIG_DFL);
  const char any = 0;
  [[maybe_unused]] const auto written = ::write(signal_ends[1], &any, 1);
}

}  // namespace

std::string missing_display(int argc, char** argv) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return "";
  const FileDescriptor words(ends[0]);
  FileDescriptor its_words(ends[1]);
  const pid_t child = ::fork();
  if (child == 0) {
    const rlimit no_dump{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_dump);
    ::dup2(its_words.get(), 2);
    const QGuiApplication attempt(argc, argv);
    ::_exit(0);
  }
  its_words.close();
  if (child < 0) return "";
  std::string reason;
  const bool ended = read_words(words.get(), reason);
  if (!ended) ::kill(child, SIGKILL);
  int status = 0;
  ::waitpid(child, &status, 0);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return "";
  qputenv("QT_QPA_PLATFORM", "offscreen");
  const std::string first = reason.substr(0, reason.find('\n'));
  return !ended ? "it does not answer" : first.empty() ? "it cannot be opened" : first;
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
