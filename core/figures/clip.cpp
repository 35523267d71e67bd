#include "core/figures/clip.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <iterator>
#include <sstream>
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

Arguments call(const std::string& path, const std::string& to, const std::string& size, int rate,
               const std::string& title, const std::string& settings) {
  // -xerror: without it a file whose end could not be written counts as done.
  Arguments words = split("ffmpeg -nostdin -xerror -loglevel error -y -f rawvideo -pix_fmt rgba -s " + size +
                          " -r " + std::to_string(rate) + " -i pipe:0 -fflags +bitexact");
  const auto add = [&](const Arguments& more) { words.insert(words.end(), more.begin(), more.end()); };
  add({"-metadata", "title=" + title});
  if (is_gif(path)) {
    add(split("-vf split[a][b];[a]palettegen=stats_mode=single[p];[b][p]paletteuse=new=1 -f gif"));
  } else {
    add({"-metadata", "comment=" + settings});
    add(split("-vf crop=trunc(iw/2)*2:trunc(ih/2)*2,scale=out_color_matrix=bt709"));
    // Of colours without a tag players guess the standard, by the picture's size.
    add(split("-colorspace bt709 -color_primaries bt709 -color_trc bt709"));
    add(split("-c:v libx264 -crf 18 -pix_fmt yuv420p -movflags +faststart -flags:v +bitexact -f mp4"));
  }
  add({to});
  return words;
}

/// Starts a program with these as its standard input and error; an errno where that fails.
int start(const Arguments& words, int input, int error, pid_t& child) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, 0);
  posix_spawn_file_actions_adddup2(&actions, error, 2);
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
    : path_(path), file_(path) {
  if (is_gif(path)) settings_.emplace(path + ".json").write(settings);
  int pixels[2], messages[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pixels) != 0 || ::pipe2(messages, O_CLOEXEC) != 0)
    throw machine_error("cannot talk to ffmpeg:", path, "a free file descriptor");
  pixels_ = pixels[0];
  messages_ = messages[0];
  const std::string size = std::to_string(width) + "x" + std::to_string(height);
  const int problem = start(call(path, file_.temporary(), size, frames_per_second, title, settings),
                            pixels[1], messages[1], encoder_);
  ::close(pixels[1]);
  ::close(messages[1]);
  if (problem != 0) {
    for (const int file : {pixels_, messages_}) ::close(file);
    throw machine_error("no program ffmpeg, which encodes clips:", path,
                        "install the package ffmpeg, or write FILE.png, FILE.svg, FILE.pdf");
  }
}

Clip::~Clip() {
  if (encoder_ > 0) ::kill(encoder_, SIGKILL);
  wait();
  for (const int file : {pixels_, messages_})
    if (file >= 0) ::close(file);
}

int Clip::wait() {
  if (encoder_ <= 0) return 0;
  int status = 0;
  while (::waitpid(encoder_, &status, 0) < 0 && errno == EINTR) {
  }
  encoder_ = -1;
  return status;
}

void Clip::fail() {
  std::string said;
  char buffer[1024];
  for (ssize_t count; (count = ::read(messages_, buffer, sizeof buffer)) > 0;)
    said.append(buffer, static_cast<std::size_t>(count));
  if (const auto end = said.find_last_not_of("\r\n"); end != std::string::npos) said.resize(end + 1);
  if (said.find("No space left") != std::string::npos)
    throw machine_error("cannot write the clip: the disk is full:", path_, "a folder with space left");
  throw machine_error("ffmpeg cannot write (" + said + ")", path_,
                      "a file in a folder that can be written, with space left");
}

void Clip::add(const Image& frame) {
  const std::uint8_t* from = frame.rgba.data();
  for (std::size_t left = frame.rgba.size(); left > 0;) {
    const ssize_t sent = ::send(pixels_, from, left, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) fail();
    from += sent;
    left -= static_cast<std::size_t>(sent);
  }
}

void Clip::finish() {
  ::close(std::exchange(pixels_, -1));
  if (wait() != 0) fail();
  file_.commit();
  if (settings_) settings_->commit();
}

}  // namespace ergo
