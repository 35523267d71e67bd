#include "core/figures/clip.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <iterator>
#include <sstream>
#include <system_error>
#include <utility>
#include <vector>

#include "core/base/error.h"

extern char** environ;

namespace ergo {

namespace {

bool is_gif(const std::string& path) { return path.ends_with(".gif"); }

using Arguments = std::vector<std::string>;

Arguments split(const std::string& text) {
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), {}};
}

/// Text of a metadata file of ffmpeg. It goes by a file, as a program's arguments are limited to 128 KiB
/// each.
std::string metadata(const std::string& title, const std::string& settings) {
  const auto escaped = [](const std::string& words) {
    std::string text;
    for (const char letter : words) {
      if (std::string_view("=;#\\\n").find(letter) != std::string_view::npos) text += '\\';
      text += letter;
    }
    return text;
  };
  return ";FFMETADATA1\ntitle=" + escaped(title) + "\ncomment=" + escaped(settings) + "\n";
}

constexpr int metadata_descriptor = 3;  // of the child

Arguments call(bool gif, const std::string& to, const std::string& size, int rate) {
  // -xerror: without it a file whose end could not be written counts as done.
  Arguments words = split("ffmpeg -nostdin -xerror -loglevel error -y -f rawvideo -pix_fmt rgba -s " + size +
                          " -r " + std::to_string(rate) + " -i pipe:0");
  const auto add = [&](const Arguments& more) { words.insert(words.end(), more.begin(), more.end()); };
  if (gif) {
    add(
        split("-vf split[a][b];[a]palettegen=stats_mode=single[p];[b][p]paletteuse=new=1 -fflags +bitexact "
              "-f gif"));
  } else {
    add(split("-f ffmetadata -i pipe:" + std::to_string(metadata_descriptor) + " -map 0 -map_metadata 1"));
    add(split("-vf crop=trunc(iw/2)*2:trunc(ih/2)*2,scale=out_color_matrix=bt709"));
    // Of colours without a tag players guess the standard, by the picture's size.
    add(split("-colorspace bt709 -color_primaries bt709 -color_trc bt709"));
    add(
        split("-c:v libx264 -crf 18 -pix_fmt yuv420p -movflags +faststart -flags:v +bitexact -fflags "
              "+bitexact -f mp4"));
  }
  // As a whole path of the protocol "file", no name is taken for an option or another protocol.
  add({"file:" + std::filesystem::absolute(to).string()});
  return words;
}

/// A file in memory that holds a text, to be read from its beginning.
FileDescriptor memory_file(const std::string& text) {
  FileDescriptor file(::memfd_create("ergo", MFD_CLOEXEC));
  const bool written = file.get() >= 0 &&
                       ::write(file.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
                       ::lseek(file.get(), 0, SEEK_SET) == 0;
  return written ? std::move(file) : FileDescriptor();
}

/// Starts a program with these as its standard input, standard error and metadata; an errno where that fails.
int start(const Arguments& words, int input, int error, int about, pid_t& child) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, 0);
  posix_spawn_file_actions_adddup2(&actions, error, 2);
  posix_spawn_file_actions_adddup2(&actions, about, metadata_descriptor);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);  // Ctrl+C is not for the encoder
  const int problem = posix_spawnp(&child, "ffmpeg", &actions, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return problem;
}

}  // namespace

Clip::Clip(const std::string& path, int width, int height, int frames_per_second, const std::string& title,
           const std::string& settings)
    : path_(path), file_(files_.add(path)) {
  if (is_gif(path)) files_.add_sidecar(file_).write(settings);
  int pixels[2], messages[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pixels) != 0)
    throw machine_error("cannot talk to ffmpeg:", path, "a free file descriptor");
  pixels_ = FileDescriptor(pixels[0]);
  const FileDescriptor its_pixels(pixels[1]);
  const FileDescriptor about = memory_file(metadata(title, settings));
  if (about.get() < 0 || ::pipe2(messages, O_CLOEXEC) != 0)
    throw machine_error("cannot talk to ffmpeg:", path, "a free file descriptor, and more memory");
  messages_ = FileDescriptor(messages[0]);
  const FileDescriptor its_messages(messages[1]);
  // Where the descriptor has the child's number already, it would be closed there.
  const FileDescriptor moved(::fcntl(about.get(), F_DUPFD_CLOEXEC, metadata_descriptor + 1));
  const std::string size = std::to_string(width) + "x" + std::to_string(height);
  const int problem = start(call(is_gif(path), file_.temporary(), size, frames_per_second), its_pixels.get(),
                            its_messages.get(), moved.get(), encoder_);
  if (problem == ENOENT)
    throw machine_error("ffmpeg is not installed, but clips need it:", path,
                        "install the package ffmpeg, or write FILE.png, FILE.svg, FILE.pdf");
  if (problem != 0)
    throw machine_error("ffmpeg cannot be started (" + std::system_category().message(problem) + "):", path,
                        "fewer processes, or more memory");
}

Clip::~Clip() {
  if (encoder_ > 0) ::kill(encoder_, SIGKILL);
  wait();
}

int Clip::wait() {
  if (encoder_ <= 0) return 0;
  int status = 0;
  while (::waitpid(encoder_, &status, 0) < 0 && errno == EINTR) {
  }
  encoder_ = -1;
  return status;
}

void Clip::listen(bool for_room) {
  constexpr std::size_t most_kept = 1 << 16;
  while (true) {
    pollfd both[] = {{messages_.get(), POLLIN, 0}, {for_room ? pixels_.get() : -1, POLLOUT, 0}};
    if (::poll(both, 2, -1) < 0 && errno != EINTR) return;
    if (both[0].revents) {
      char buffer[4096];
      const ssize_t count = ::read(messages_.get(), buffer, sizeof buffer);
      if (count > 0 && said_.size() < most_kept) said_.append(buffer, static_cast<std::size_t>(count));
      if (count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN)) {
        messages_.close();  // it has ended, or says nothing more
        if (!for_room) return;
      }
    }
    if (both[1].revents) return;
  }
}

void Clip::fail() {
  pixels_.close();
  if (messages_.get() >= 0) listen(false);
  if (const auto end = said_.find_last_not_of("\r\n"); end != std::string::npos) said_.resize(end + 1);
  if (said_.find("No space left") != std::string::npos)
    throw machine_error("cannot write the clip: the disk is full:", path_, "a folder with space left");
  throw machine_error("ffmpeg cannot write (" + (said_.empty() ? "no message" : said_) + ")", path_,
                      "a file in a folder that can be written, with space left");
}

void Clip::add(const Image& frame) {
  const std::uint8_t* from = frame.rgba.data();
  for (std::size_t left = frame.rgba.size(); left > 0;) {
    listen(true);
    const ssize_t sent = ::send(pixels_.get(), from, left, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (sent < 0) fail();
    from += sent;
    left -= static_cast<std::size_t>(sent);
  }
}

void Clip::finish() {
  pixels_.close();
  if (messages_.get() >= 0) listen(false);
  struct stat written;
  const bool done = wait() == 0 && ::stat(file_.temporary().c_str(), &written) == 0 && written.st_size > 0;
  if (!done) fail();
  files_.commit();
}

}  // namespace ergo
