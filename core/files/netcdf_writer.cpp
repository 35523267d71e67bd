#include "core/files/netcdf_writer.h"

#include <netcdf.h>
#include <netcdf_mem.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <stdexcept>
#include <system_error>
#include <tuple>
#include <utility>

#include "core/base/error.h"
#include "core/platform/channel.h"

namespace ergo {
namespace {

/// What the parent says: a header, then the values of draws, or what finish() was given.
struct Header {
  enum class Kind : std::uint64_t { draws, end } kind;
  std::uint64_t first = 0, count = 0;
};

/// What the child answers at its end, then `size` bytes: the file's where it was made in memory, or why it
/// failed.
struct Answer {
  std::uint64_t failed = 0, size = 0;
};

struct ParentIsGone {};

/// The child: makes the file and does nothing else.
class Child {
 public:
  Child(const platform::FileDescriptor& channel, const NetcdfLayout& layout, const std::string& path)
      : channel_(channel), layout_(layout), in_memory_(path.empty()) {
    errno = 0;
    check(in_memory_ ? nc_create_mem("memory.nc", NC_NETCDF4, 0, &root_)
                     : nc_create(path.c_str(), NC_NETCDF4 | NC_CLOBBER, &root_));
    define_group(posterior_, "posterior");
    define_group(stats_, "sample_stats");
    for (const NetcdfLayout::Variable& variable : layout_.variables) define(variable);
  }

  /// Writes what the parent sends; returns the file's bytes if it was made in memory.
  std::string serve() {
    while (true) {
      Header header{};
      receive(&header, sizeof header);
      if (header.kind == Header::Kind::end) break;
      put(header.first, header.count);
    }
    return end();
  }

 private:
  struct Group {
    int id = -1, chain = -1, draw = -1, step = -1;
  };

  static void check(int status) {
    if (status == NC_NOERR) return;
    const int error = errno;
    const bool told = error == ENOSPC || error == EFBIG || error == EDQUOT || error == EACCES || error == EIO;
    throw std::runtime_error(told ? std::system_category().message(error) : nc_strerror(status));
  }
  static void put_text(int group, int variable, const std::string& name, const std::string& text) {
    check(nc_put_att_text(group, variable, name.c_str(), text.size(), text.data()));
  }
  void receive(void* bytes, std::size_t size) const {
    if (!platform::receive_all(channel_, bytes, size)) throw ParentIsGone();
  }
  std::string receive_text() const {
    std::uint64_t size = 0;
    receive(&size, sizeof size);
    std::string text(size, '\0');
    receive(text.data(), size);
    return text;
  }
  const Group& group_of(const NetcdfLayout::Variable& variable) const {
    return variable.posterior ? posterior_ : stats_;
  }

  void define_group(Group& group, const char* name) {
    check(nc_def_grp(root_, name, &group.id));
    check(nc_def_dim(group.id, "chain", layout_.chains, &group.chain));
    check(nc_def_dim(group.id, "draw", layout_.draws, &group.draw));
    for (const auto& [dimension, id, count] :
         {std::tuple{"chain", group.chain, layout_.chains}, std::tuple{"draw", group.draw, layout_.draws}}) {
      int variable = -1;
      check(nc_def_var(group.id, dimension, NC_INT64, 1, &id, &variable));
      std::vector<long long> numbers(count);
      for (std::size_t i = 0; i < count; ++i) numbers[i] = static_cast<long long>(i);
      check(nc_put_var_longlong(group.id, variable, numbers.data()));
    }
    check(nc_def_var(group.id, "step", NC_INT64, 1, &group.draw, &group.step));
  }

  void define(const NetcdfLayout::Variable& v) {
    const Group& group = group_of(v);
    const int dimensions[] = {group.chain, group.draw};
    const int type = v.truth_value ? NC_BYTE : v.byte ? NC_UBYTE : layout_.single_precision ? NC_FLOAT : NC_DOUBLE;
    int id = -1;
    check(nc_def_var(group.id, v.name.c_str(), type, 2, dimensions, &id));
    const std::size_t chunk[] = {layout_.chunk_chains, layout_.chunk_draws};
    check(nc_def_var_chunking(group.id, id, NC_CHUNKED, chunk));
    check(nc_def_var_fill(group.id, id, NC_NOFILL, nullptr));
    if (v.compressed) check(nc_def_var_deflate(group.id, id, 1, 1, 1));
    if (v.truth_value) put_text(group.id, id, "dtype", "bool");
    put_text(group.id, id, "long_name", v.doc);
    put_text(group.id, id, "coordinates", "step");
    ids_.push_back(id);
  }

  void put(std::size_t first, std::size_t count) {
    const std::size_t start[] = {0, first}, size[] = {layout_.chains, count};
    std::vector<double> values(layout_.chains * count);
    for (std::size_t v = 0; v < layout_.variables.size(); ++v) {
      receive(values.data(), values.size() * sizeof(double));
      errno = 0;
      check(nc_put_vara_double(group_of(layout_.variables[v]).id, ids_[v], start, size, values.data()));
    }
  }

  std::string end() {
    std::vector<long long> steps(layout_.draws);
    receive(steps.data(), steps.size() * sizeof steps[0]);
    unsigned long long seed = 0;
    std::uint64_t texts = 0;
    receive(&seed, sizeof seed);
    receive(&texts, sizeof texts);
    const int groups[] = {root_, posterior_.id, stats_.id};
    for (std::uint64_t i = 0; i < texts; ++i) {
      const std::string name = receive_text(), text = receive_text();
      for (const int group : groups) put_text(group, NC_GLOBAL, name, text);
    }
    for (const int group : groups) check(nc_put_att_ulonglong(group, NC_GLOBAL, "seed", NC_UINT64, 1, &seed));
    for (const Group& group : {posterior_, stats_})
      check(nc_put_var_longlong(group.id, group.step, steps.data()));
    errno = 0;
    if (!in_memory_) {
      check(nc_close(root_));
      return {};
    }
    NC_memio image{};
    check(nc_close_memio(root_, &image));
    return {static_cast<const char*>(image.memory), image.size};
  }

  const platform::FileDescriptor& channel_;
  const NetcdfLayout& layout_;
  bool in_memory_;
  int root_ = -1;
  Group posterior_, stats_;
  std::vector<int> ids_;  ///< of the variables
};

[[noreturn]] void be_child(const platform::FileDescriptor& channel, const NetcdfLayout& layout,
                           const std::string& path) {
  std::signal(SIGINT, SIG_IGN);  // the parent decides; its end closes the channel
  platform::report_size_limit();
  platform::set_environment("HDF5_USE_FILE_LOCKING", "FALSE");  // the parent has locked the file
  platform::close_all_but(channel);
  Answer answer;
  std::string bytes;
  try {
    bytes = Child(channel, layout, path).serve();
  } catch (const ParentIsGone&) {
    platform::leave(1);
  } catch (const std::exception& failure) {
    answer.failed = 1;
    bytes = failure.what();
  }
  answer.size = bytes.size();
  const bool told =
      platform::send_all(channel, &answer, sizeof answer) && platform::send_all(channel, bytes.data(), bytes.size());
  platform::leave(told ? 0 : 1);
}

}  // namespace

std::uint64_t NetcdfLayout::bytes() const {
  constexpr double per_chunk = 512, per_variable = 1 << 16, rest = 1 << 22, most = 0x1p62;
  const auto whole = [](std::size_t size, std::size_t chunk) {
    return std::ceil(static_cast<double>(size) / static_cast<double>(chunk));
  };
  const std::size_t real_size = single_precision ? sizeof(float) : sizeof(double);
  const double chunks = whole(chains, chunk_chains) * whole(draws, chunk_draws),
               chunk = static_cast<double>(chunk_chains * chunk_draws * real_size),
               all = static_cast<double>(variables.size()) * (chunks * (chunk + per_chunk) + per_variable) +
                     32.0 * (static_cast<double>(chains) + static_cast<double>(draws)) + rest;
  return static_cast<std::uint64_t>(std::min(all, most));
}

NetcdfWriter::NetcdfWriter(AtomicFile& file, const NetcdfLayout& layout, std::uint64_t in_memory)
    : file_(file), chains_(layout.chains), variables_(layout.variables.size()) {
  const std::uint64_t most = layout.bytes();
  file_.reserve(most);
  const std::string path = most <= in_memory ? "" : file_.temporary();
  platform::Ends channel = platform::open_channel();
  if (!channel.is_open())
    throw machine_error("cannot talk to a child process:", file_.path(), "a free file descriptor");
  channel_ = std::move(channel.ours);
  if (const auto problem = child_.copy_and([&] { be_child(channel.theirs, layout, path); }))
    throw machine_error("no process can be started (" + problem.message() + ")", file_.path(),
                        "fewer processes, or more memory");
}

/// With the words of the child, if it has answered.
void NetcdfWriter::fail() {
  Answer answer;
  platform::receive_all(channel_, &answer, sizeof answer);
  fail(answer.failed ? answer.size : 0);
}

void NetcdfWriter::fail(std::uint64_t size) {
  std::string words(std::min<std::uint64_t>(size, 4096), '\0');
  if (words.empty() || !platform::receive_all(channel_, words.data(), words.size()))
    words = "the netCDF library failed";
  throw machine_error("cannot write (" + words + ")", file_.path(),
                      "a file in a folder that can be written, with space left");
}

void NetcdfWriter::send(const void* bytes, std::size_t size) {
  if (!platform::send_all(channel_, bytes, size)) fail();
}

void NetcdfWriter::put(std::size_t first, std::size_t count, const std::vector<std::vector<double>>& values) {
  const Header header{Header::Kind::draws, first, count};
  send(&header, sizeof header);
  for (const std::vector<double>& of_variable : values)
    send(of_variable.data(), chains_ * count * sizeof(double));
}

void NetcdfWriter::finish(const std::vector<std::int64_t>& steps, std::uint64_t seed,
                          const std::map<std::string, std::string>& texts) {
  const Header header{Header::Kind::end};
  const std::uint64_t count = texts.size();
  send(&header, sizeof header);
  send(steps.data(), steps.size() * sizeof steps[0]);
  send(&seed, sizeof seed);
  send(&count, sizeof count);
  for (const auto& [name, text] : texts)
    for (const std::string* words : {&name, &text}) {
      const std::uint64_t size = words->size();
      send(&size, sizeof size);
      send(words->data(), words->size());
    }
  Answer answer;
  if (!platform::receive_all(channel_, &answer, sizeof answer)) fail(0);
  if (answer.failed) fail(answer.size);
  std::string portion(std::min<std::uint64_t>(answer.size, 1 << 20), '\0');
  for (std::uint64_t left = answer.size; left > 0; left -= portion.size()) {
    portion.resize(std::min<std::uint64_t>(left, portion.size()));
    if (!platform::receive_all(channel_, portion.data(), portion.size())) fail(0);
    file_.write(portion);
  }
  if (!child_.wait()) fail(0);
}

}  // namespace ergo
