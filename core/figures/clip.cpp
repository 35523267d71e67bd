#include "core/figures/clip.h"

#include <filesystem>
#include <iterator>
#include <sstream>
#include <system_error>
#include <vector>

#include "core/base/error.h"
#include "core/platform/channel.h"

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

}  // namespace

Clip::Clip(const std::string& path, int width, int height, int frames_per_second, const std::string& title,
           const std::string& settings)
    : path_(path), file_(files_.add(path)) {
  if (is_gif(path)) files_.add_sidecar(file_).write(settings);
  platform::Ends pixels = platform::open_channel(), messages = platform::open_pipe();
  const platform::FileDescriptor about = platform::text_file(metadata(title, settings));
  if (!pixels.is_open() || !messages.is_open() || !about.is_open())
    throw machine_error("cannot talk to ffmpeg:", path, "a free file descriptor, and more memory");
  pixels_ = std::move(pixels.ours);
  messages_ = std::move(messages.ours);
  const std::string size = std::to_string(width) + "x" + std::to_string(height);
  const std::error_code problem =
      encoder_.start(call(is_gif(path), file_.temporary(), size, frames_per_second),
                     {{pixels.theirs, 0}, {messages.theirs, 2}, {about, metadata_descriptor}});
  if (problem == std::errc::no_such_file_or_directory)
    throw machine_error("ffmpeg is not installed, but clips need it:", path,
                        "install the package ffmpeg, or write FILE.png, FILE.svg, FILE.pdf");
  if (problem)
    throw machine_error("ffmpeg cannot be started (" + problem.message() + "):", path,
                        "fewer processes, or more memory");
}

void Clip::listen(bool for_room) {
  constexpr std::size_t most_kept = 1 << 16;
  const platform::FileDescriptor none;
  while (true) {
    const platform::Ready ready = platform::wait_for(messages_, for_room ? pixels_ : none);
    if (ready.failed) return;
    if (ready.receive) {
      const auto words = platform::receive_some(messages_);
      if (words && said_.size() < most_kept) said_ += *words;
      if (!words) {
        messages_.close();  // it has ended, or says nothing more
        if (!for_room) return;
      }
    }
    if (ready.send) return;
  }
}

void Clip::fail() {
  pixels_.close();
  if (messages_.is_open()) listen(false);
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
    const auto sent = platform::send_some(pixels_, from, left);
    if (!sent) fail();
    from += *sent;
    left -= *sent;
  }
}

void Clip::finish() {
  pixels_.close();
  if (messages_.is_open()) listen(false);
  std::error_code error;
  const bool done = encoder_.wait() && std::filesystem::file_size(file_.temporary(), error) > 0 && !error;
  if (!done) fail();
  files_.commit();
}

}  // namespace ergo
