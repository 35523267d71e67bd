#include "core/npz/npz.h"

#include <gtest/gtest.h>

#include <sys/resource.h>

#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "tests/scratch_folder.h"

namespace ergo::npz_test {
namespace {

namespace fs = std::filesystem;

class NpzTest : public ScratchFolder {
 protected:
  /// Runs a NumPy program with the folder as its working directory; true when its assertions hold.
  bool python(const std::string& program) const {
    write_file(path("program.py"), "import io, json, struct, zipfile\nimport numpy as np\n" + program);
    return std::system(("cd '" + folder_.string() + "' && /usr/bin/python3 program.py").c_str()) == 0;
  }
  void refused(const std::string& file, const std::string& expected) const {
    try {
      read_npz(path(file), 1 << 28);
      FAIL() << file << " was accepted";
    } catch (const Error& e) {
      EXPECT_NE(std::string(e.what()).find(expected), std::string::npos) << file << ": " << e.what();
      EXPECT_NE(std::string(e.what()).find(file), std::string::npos) << e.what();
    }
  }
};

Npz sample() {
  Npz npz;
  npz.arrays["x"] = npy_array({2, 3, 1}, std::vector<double>{1, -0.0, 1e-310, 1e308, 0.1, 5});
  npz.arrays["step"] = npy_array({2}, std::vector<std::int64_t>{-1, INT64_MAX});
  npz.arrays["empty"] = npy_array(ElementType::float32, {0, 4});
  npz.arrays["scalar"] = npy_array({}, std::vector<double>{7.5});
  npz.arrays["flag"] = npy_array(ElementType::uint8, {3});
  npz.arrays["flag"].bytes[1] = std::byte{200};
  npz.texts["meta.json"] = "{\"symbol\": \"ε\"}\n";
  return npz;
}

TEST_F(NpzTest, ReadsWhatItWrites) {
  write_npz(path("a.npz"), sample());
  const Npz read = read_npz(path("a.npz")), wrote = sample();
  EXPECT_EQ(read.texts, wrote.texts);
  ASSERT_EQ(read.arrays.size(), wrote.arrays.size());
  for (const auto& [name, array] : wrote.arrays) {
    EXPECT_EQ(read.arrays.at(name).type, array.type) << name;
    EXPECT_EQ(read.arrays.at(name).shape, array.shape) << name;
    EXPECT_EQ(read.arrays.at(name).bytes, array.bytes) << name;
  }
}

TEST_F(NpzTest, NumPyReadsWhatItWrites) {
  write_npz(path("a.npz"), sample());
  EXPECT_TRUE(python(R"(
f = np.load('a.npz')
assert sorted(f.files) == ['empty', 'flag', 'meta.json', 'scalar', 'step', 'x'], f.files
assert f['x'].dtype == '<f8' and f['x'].shape == (2, 3, 1)
assert f['x'].ravel().tolist() == [1, 0, 1e-310, 1e308, 0.1, 5] and np.signbit(f['x'][0, 1, 0])
assert f['step'].tolist() == [-1, 2**63 - 1]
assert f['empty'].shape == (0, 4) and f['empty'].dtype == '<f4'
assert f['scalar'].shape == () and f['scalar'] == 7.5
assert f['flag'].tolist() == [0, 200, 0]
assert json.loads(f['meta.json'])['symbol'] == 'ε'
assert zipfile.ZipFile('a.npz').testzip() is None
)"));
}

TEST_F(NpzTest, ReadsWhatNumPyWrites) {
  ASSERT_TRUE(python(R"(
x = np.arange(24.).reshape(2, 3, 4)
arrays = dict(f8=x, f4=x.astype('f4'), i4=-x.astype('i4'), i8=x.astype('i8'), u1=x.astype('u1'),
              b=x % 2 == 0, fortran=np.asfortranarray(x), scalar=np.float64(3), none=np.zeros((3, 0)))
np.savez('stored.npz', **arrays)
np.savez_compressed('deflated.npz', **arrays)
with zipfile.ZipFile('versions.npz', 'w') as z:
    for v in (1, 2, 3):
        b = io.BytesIO(); np.lib.format.write_array(b, x, version=(v, 0)); z.writestr(f'v{v}.npy', b.getvalue())
)"));
  for (const auto* file : {"stored.npz", "deflated.npz"}) {
    const Npz npz = read_npz(path(file));
    ASSERT_EQ(npz.arrays.size(), 9u) << file;
    for (const auto* name : {"f8", "f4", "i4", "i8", "u1", "fortran", "b"}) {
      const auto& array = npz.arrays.at(name);
      const auto values = array.to_double();
      EXPECT_EQ(array.shape, (std::vector<std::size_t>{2, 3, 4})) << name;
      ASSERT_EQ(values.size(), 24u);
      for (int i = 0; i < 24; ++i) {
        const double expected = std::string(name) == "i4" ? -i : std::string(name) == "b" ? i % 2 == 0 : i;
        EXPECT_EQ(values[i], expected) << name << " " << i;
      }
    }
    EXPECT_EQ(npz.arrays.at("scalar").to_double(), std::vector<double>{3});
    EXPECT_EQ(npz.arrays.at("none").shape, (std::vector<std::size_t>{3, 0}));
    const NpzReader reader(path(file));
    for (const auto* name : {"f8", "i8", "fortran"}) {
      const NpyArray last = reader.last_along_second_axis(name);
      EXPECT_EQ(reader.header(name).shape, (std::vector<std::size_t>{2, 3, 4})) << name;
      EXPECT_EQ(last.shape, (std::vector<std::size_t>{2, 4})) << name;
      EXPECT_EQ(last.to_double(), (std::vector<double>{8, 9, 10, 11, 20, 21, 22, 23})) << name;
    }
  }
  const Npz versions = read_npz(path("versions.npz"));
  for (const auto* name : {"v1", "v2", "v3"}) EXPECT_EQ(versions.arrays.at(name).to_double()[23], 23) << name;
}

TEST_F(NpzTest, ReadsEveryRealTypeInEitherByteOrder) {
  ASSERT_TRUE(python(R"(
values = {}
for order in '<>':
    for t in ('f2', 'f4', 'f8', 'i1', 'i2', 'i4', 'i8', 'u1', 'u2', 'u4', 'u8'):
        least = 0 if t[0] == 'u' else -100
        values[('le_' if order == '<' else 'be_') + t] = np.arange(least, 101).astype(order + t)
    values['special' + ('le' if order == '<' else 'be')] = np.array(
        [2**-24, 2**-14, 65504, 0.333251953125, -0.0, np.inf, -np.inf, np.nan], order + 'f2')
    values['wide' + ('le' if order == '<' else 'be')] = np.array([2**63, 2**32 + 3], order + 'u8')
np.savez('types.npz', **values)
np.savez_compressed('types_deflated.npz', **values)
)"));
  for (const auto* file : {"types.npz", "types_deflated.npz"}) {
    const Npz npz = read_npz(path(file));
    ASSERT_EQ(npz.arrays.size(), 26u);
    for (const auto& [name, array] : npz.arrays) {
      const std::vector<double> values = array.to_double();
      if (name.starts_with("special")) {
        ASSERT_EQ(values.size(), 8u);
        EXPECT_EQ(std::vector(values.begin(), values.begin() + 7),
                  (std::vector<double>{0x1p-24, 0x1p-14, 65504, 0.333251953125, -0.0, INFINITY, -INFINITY}));
        EXPECT_TRUE(std::signbit(values[4])) << name;
        EXPECT_TRUE(std::isnan(values[7])) << name;
      } else if (name.starts_with("wide")) {
        EXPECT_EQ(values, (std::vector<double>{0x1p63, 0x1p32 + 3})) << name;
      } else {
        const int least = name[3] == 'u' ? 0 : -100;
        ASSERT_EQ(values.size(), static_cast<std::size_t>(101 - least)) << name;
        for (int i = least; i <= 100; ++i) EXPECT_EQ(values[static_cast<std::size_t>(i - least)], i) << name;
      }
    }
  }
}

TEST_F(NpzTest, RefusesMalformedOrUnsafeFiles) {
  ASSERT_TRUE(python(R"(
x = np.arange(6.)
def archive(name, members, **kw):
    with zipfile.ZipFile(name, 'w', **kw) as z:
        for n, b in members: z.writestr(n, b)
def npy(header, data=b'', version=1):
    h = header.encode('latin1'); h += b' ' * (-(len(h) + 11) % 64) + b'\n'
    return b'\x93NUMPY' + bytes([version, 0]) + struct.pack('<H' if version == 1 else '<I', len(h)) + h + data
np.savez('pickled.npz', x=np.array([{}, 1], dtype=object))
np.savez('complex.npz', x=x.astype('c16'))
np.savez('long_double.npz', x=x.astype(np.longdouble))
np.savez('structured.npz', x=np.zeros(2, dtype=[('a', 'f8')]))
good = "{'descr': '<f8', 'fortran_order': False, 'shape': (%s), }"
archive('huge.npz', [('x.npy', npy(good % '4000000000, 4000000000, 4'))])
archive('over_limit.npz', [('x.npy', npy(good % '1000000000,'))])
archive('lying_long.npz', [('x.npy', npy(good % '7,', x.tobytes()))])
archive('lying_short.npz', [('x.npy', npy(good % '5,', x.tobytes()))])
archive('negative.npz', [('x.npy', npy(good % '-1,'))])
archive('no_shape.npz', [('x.npy', npy("{'descr': '<f8', 'fortran_order': False}"))])
archive('two_shapes.npz', [('x.npy', npy("{'descr': '<f8', 'fortran_order': False, 'shape': (), 'shape': ()}"))])
archive('code.npz', [('x.npy', npy("{'descr': __import__('os'), 'fortran_order': False, 'shape': ()}"))])
archive('header_length.npz', [('x.npy', b'\x93NUMPY\x02\x00' + b'\xff' * 200)])
archive('version.npz', [('x.npy', npy(good % '', version=9))])
archive('magic.npz', [('x.npy', b'hello' * 20)])
archive('short.npz', [('x.npy', b'\x93NUMPY')])
archive('nameless.npz', [('.npy', npy(good % '', x[:1].tobytes()))])
import warnings; warnings.simplefilter('ignore')
one = npy(good % '', x[:1].tobytes())
archive('twice.npz', [('x.npy', one), ('x.npy', one)])
archive('bomb.npz', [('meta.json', b'\0' * (1 << 29))], compression=zipfile.ZIP_DEFLATED)
np.savez('whole.npz', x=np.arange(1000.))
b = bytearray(open('whole.npz', 'rb').read())
open('truncated.npz', 'wb').write(b[:len(b) // 2])
b[4000] ^= 1
open('flipped.npz', 'wb').write(b)
open('empty.npz', 'wb').close()
open('text.npz', 'w').write('x = 1')
)"));
  refused("pickled.npz", "pickled objects");
  refused("complex.npz", "c16");
  refused("long_double.npz", "f2, f4, f8, i1, i2, i4, i8, u1, u2, u4, u8, b1 of either byte order");
  refused("structured.npz", "structured");
  refused("huge.npz", "larger than any memory");
  refused("over_limit.npz", "too large");
  refused("lying_long.npz", "not as long as its shape");
  refused("lying_short.npz", "not as long as its shape");
  refused("negative.npz", "shape is not legal");
  refused("no_shape.npz", "missing");
  refused("two_shapes.npz", "stands twice");
  refused("code.npz", "damaged NPY header");
  refused("header_length.npz", "length is wrong");
  refused("version.npz", "9.0");
  refused("magic.npz", "not a NumPy array");
  refused("short.npz", "not a NumPy array");
  refused("nameless.npz", "without a name");
  refused("twice.npz", "two members");
  refused("bomb.npz", "too large");
  refused("truncated.npz", "not a readable .npz");
  refused("flipped.npz", "damaged member");
  refused("empty.npz", "not a readable .npz");
  refused("text.npz", "not a readable .npz");
  refused("absent.npz", "No such file");
}

/// Every truncation and 4000 random changes of a stored and of a deflated archive are read or refused, never
/// more.
TEST_F(NpzTest, SurvivesDamage) {
  ASSERT_TRUE(python(R"(
np.savez('stored.npz', x=np.arange(40.).reshape(5, 4, 2), draw_step=np.arange(4))
np.savez_compressed('deflated.npz', x=np.arange(40.).reshape(5, 4, 2), draw_step=np.arange(4))
)"));
  const auto attempt = [&](const std::string& bytes) {
    std::ofstream(path("damaged.npz"), std::ios::binary) << bytes;
    try {
      read_npz(path("damaged.npz"), 1 << 20);
      return true;
    } catch (const Error&) {
      return false;
    }
  };
  std::mt19937 random(1);
  for (const auto* file : {"stored.npz", "deflated.npz"}) {
    const std::string whole = read_file(path(file), 1 << 20);
    ASSERT_TRUE(attempt(whole));
    for (std::size_t length = 0; length < whole.size(); length += 3)
      EXPECT_FALSE(attempt(whole.substr(0, length)));
    int refusals = 0;
    for (int i = 0; i < 2000; ++i) {
      std::string bytes = whole;
      const int changes = 1 + static_cast<int>(random() % 4);
      for (int k = 0; k < changes; ++k) bytes[random() % bytes.size()] = static_cast<char>(random());
      refusals += !attempt(bytes);
    }
    EXPECT_GT(refusals, 1000) << file;  // most bytes are data, sizes or names, which checksums cover
  }
}

TEST_F(NpzTest, AnOlderFileSurvivesAFailedWrite) {
  write_file(path("a.npz"), "old");
  {
    FileSet files;
    files.add(path("a.npz")).write("new");
  }
  EXPECT_EQ(read_file(path("a.npz"), 100), "old");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1) << "a temporary was left behind";
  fs::create_symlink("a.npz", path("link.npz"));
  write_file(path("link.npz"), "new");
  EXPECT_EQ(read_file(path("a.npz"), 100), "new");
  EXPECT_TRUE(fs::is_symlink(path("link.npz")));
}

/// The disk-full path, by the limit that the kernel puts on a file's size: write fails part of the way.
TEST_F(NpzTest, AFullDiskIsTheMachinesFault) {
  write_file(path("a.npz"), "old");
  rlimit before;
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small = {100000, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  Npz large;
  large.arrays["x"] = npy_array(ElementType::float64, {1000000});
  std::string message;
  Blame blame = Blame::user;
  try {
    write_npz(path("a.npz"), large);
  } catch (const Error& e) {
    message = e.what();
    blame = e.blame;
  }
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_NE(message.find("File too large"), std::string::npos) << message;
  EXPECT_NE(message.find(path("a.npz")), std::string::npos) << message;
  EXPECT_EQ(blame, Blame::machine);
  EXPECT_EQ(read_file(path("a.npz"), 100), "old");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1) << "a temporary was left behind";
}

TEST_F(NpzTest, PlacesThatCannotBeWritten) {
  for (const std::string& place :
       {path("no/such/folder/a.npz"), folder_.string(), std::string("/dev/full")}) {
    try {
      write_npz(place, sample());
      FAIL() << place;
    } catch (const Error& e) {
      EXPECT_EQ(e.blame, Blame::machine);
      EXPECT_NE(std::string(e.what()).find(place), std::string::npos) << e.what();
    }
  }
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

}  // namespace
}  // namespace ergo::npz_test
