#include "core/kernel_text/shader_library.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>

#include "core/base/error.h"

namespace ergo {

namespace fs = std::filesystem;

ShaderLibrary::ShaderLibrary(const std::string& folder) : folder_(folder) {
  std::error_code failure;
  if (!fs::is_regular_file(fs::path(folder) / "step.comp", failure))
    throw Error("not a folder of shaders:", folder, "a folder with step.comp, common, targets and samplers",
                "--shaders");
  revision();
}

std::string ShaderLibrary::text(const std::string& path) const {
  if (folder_.empty()) {
    const auto found = embedded_shaders().find(path);
    if (found != embedded_shaders().end()) return found->second;
  } else if (std::error_code none; !fs::is_regular_file(fs::path(folder_) / path, none)) {
    // A pipe would wait for ever for somebody to write into it.
  } else if (std::ifstream file(fs::path(folder_) / path); file) {
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
  }
  throw Error("no such shader", path, "a file below " + name("."), name(path));
}

std::string ShaderLibrary::name(const std::string& path) const {
  return (fs::path(folder_.empty() ? "shaders" : folder_) / path).string();
}

unsigned ShaderLibrary::revision() {
  if (folder_.empty()) return revision_;
  long long newest = std::numeric_limits<long long>::min();  // the file clock's epoch may lie in the future
  std::error_code failure;
  for (fs::recursive_directory_iterator entry(folder_, failure), end; !failure && entry != end;
       entry.increment(failure)) {
    std::error_code gone;  // an editor may replace a file between listing and looking
    const auto written = fs::last_write_time(entry->path(), gone);
    if (!gone) newest = std::max<long long>(newest, written.time_since_epoch().count());
  }
  if (newest_ && newest != *newest_) ++revision_;
  newest_ = newest;
  return revision_;
}

namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// The path in a line that includes a file; empty for any other line.
std::string included_by(const std::string& line) {
  constexpr std::string_view head = "#include \"";
  const auto end = line.find('"', head.size());
  return line.starts_with(head) && end != std::string::npos ? line.substr(head.size(), end - head.size()) : "";
}

}  // namespace

std::string text_with_includes(const ShaderLibrary& library, const std::string& path) {
  std::string text;
  for (const std::string& line : lines_of(library.text(path))) {
    const std::string included = included_by(line);
    text += (included.empty() ? line : library.text(included)) + "\n";
  }
  return text;
}

SourceBuilder& SourceBuilder::generated(const std::string& text) {
  add_line_number(1, 0);
  source_.text += text;
  return *this;
}

SourceBuilder& SourceBuilder::file(const std::string& path) {
  const std::size_t file = begin_file(path);
  int number = 0;
  for (const std::string& line : lines_of(library_.text(path))) {
    ++number;
    if (const std::string included = included_by(line); included.empty()) {
      source_.text += line + "\n";
    } else {
      begin_file(included);
      source_.text += library_.text(included) + "\n";
      add_line_number(number + 1, file);
    }
  }
  return *this;
}

void SourceBuilder::add_line_number(int line, std::size_t file) {
  source_.text += "#line " + std::to_string(line) + " " + std::to_string(file) + "\n";
}

std::size_t SourceBuilder::begin_file(const std::string& path) {
  const std::size_t file = source_.files.size();
  source_.files.push_back(library_.name(path));
  add_line_number(1, file);
  return file;
}

}  // namespace ergo
