#include "core/base/npy.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/base/error.h"

static_assert(std::endian::native == std::endian::little, "arrays are copied as they lie in memory");

namespace ergo {

namespace {

struct TypeName {
  ElementType type;
  std::string_view descr;  ///< after the byte order
  std::size_t size;
};

constexpr std::array type_names = {
    TypeName{ElementType::float16, "f2", 2}, TypeName{ElementType::float32, "f4", 4},
    TypeName{ElementType::float64, "f8", 8}, TypeName{ElementType::int8, "i1", 1},
    TypeName{ElementType::int16, "i2", 2},   TypeName{ElementType::int32, "i4", 4},
    TypeName{ElementType::int64, "i8", 8},   TypeName{ElementType::uint8, "u1", 1},
    TypeName{ElementType::uint16, "u2", 2},  TypeName{ElementType::uint32, "u4", 4},
    TypeName{ElementType::uint64, "u8", 8},  TypeName{ElementType::boolean, "b1", 1},
};

const TypeName& name_of(ElementType type) { return type_names[static_cast<std::size_t>(type)]; }

/// IEEE 754 binary16.
struct Half {
  std::uint16_t bits;
  explicit operator double() const {
    const int exponent = bits >> 10 & 31, fraction = bits & 1023;
    const double size = exponent == 31  ? (fraction ? std::numeric_limits<double>::quiet_NaN()
                                                    : std::numeric_limits<double>::infinity())
                        : exponent == 0 ? std::ldexp(fraction, -24)
                                        : std::ldexp(1024 + fraction, exponent - 25);
    return bits >> 15 ? -size : size;
  }
};

template <class Number>
void convert(const NpyArray& array, std::vector<double>& values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    Number number;
    std::memcpy(&number, &array.bytes[i * sizeof number], sizeof number);
    values[i] = static_cast<double>(number);
  }
}

template <class Number>
NpyArray with_values(ElementType type, std::vector<std::size_t> shape, std::span<const Number> values) {
  NpyArray array = npy_array(type, std::move(shape));
  if (array.size() != values.size()) throw std::logic_error("as many values as the shape says");
  if (!values.empty()) std::memcpy(array.bytes.data(), values.data(), values.size_bytes());
  return array;
}

NpyArray in_c_order(NpyArray array) {
  const std::size_t axes = array.shape.size(), size = size_of(array.type), count = array.size();
  std::vector<std::size_t> index(axes, 0), stride(axes, 1);
  for (std::size_t a = 1; a < axes; ++a) stride[a] = stride[a - 1] * array.shape[a - 1];
  std::vector<std::byte> bytes(array.bytes.size());
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t from = 0;
    for (std::size_t a = 0; a < axes; ++a) from += index[a] * stride[a];
    std::copy_n(&array.bytes[from * size], size, &bytes[i * size]);
    for (std::size_t a = axes; a-- > 0;) {
      if (++index[a] < array.shape[a]) break;
      index[a] = 0;
    }
  }
  array.bytes = std::move(bytes);
  return array;
}

/// The Python dictionary of a preamble: three known keys, each once, in any order.
class Dictionary {
 public:
  Dictionary(std::string_view text, const std::string& where) : text_(text), where_(where) {}

  NpyHeader parse() {
    NpyHeader header{};
    bool type = false, order = false, shape = false;
    expect('{');
    while (!take('}')) {
      const std::string key = quoted();
      expect(':');
      bool& seen = key == "descr"           ? type
                   : key == "fortran_order" ? order
                   : key == "shape"         ? shape
                                            : unknown(key);
      if (seen) throw damaged("the key '" + key + "' stands twice");
      seen = true;
      if (&seen == &type) std::tie(header.type, header.big_endian) = element_type();
      if (&seen == &order) header.fortran_order = truth();
      if (&seen == &shape) header.shape = sizes();
      if (!take(',')) {
        expect('}');
        break;
      }
    }
    if (!type || !order || !shape) throw damaged("descr, fortran_order or shape is missing");
    skip();
    if (!text_.empty()) throw damaged("text follows the dictionary");
    return header;
  }

 private:
  Error damaged(const std::string& what) const {
    return Error("damaged NPY header (" + what + ")", "", "an array written by numpy.save", where_);
  }
  bool& unknown(const std::string& key) const { throw damaged("unknown key '" + key + "'"); }

  void skip() {
    while (!text_.empty() && (text_[0] == ' ' || text_[0] == '\n')) text_.remove_prefix(1);
  }
  bool take(char c) {
    skip();
    if (text_.empty() || text_[0] != c) return false;
    text_.remove_prefix(1);
    return true;
  }
  void expect(char c) {
    if (!take(c)) throw damaged(std::string("no '") + c + "'");
  }
  bool take_word(std::string_view word) {
    skip();
    if (!text_.starts_with(word)) return false;
    text_.remove_prefix(word.size());
    return true;
  }
  std::string quoted() {
    const char quote = take('\'') ? '\'' : '"';
    if (quote == '"') expect('"');
    const auto end = text_.find(quote);
    if (end == std::string_view::npos || end > 64) throw damaged("a string has no end");
    const std::string word(text_.substr(0, end));
    text_.remove_prefix(end + 1);
    return word;
  }
  /// The type, and whether it is big-endian.
  std::pair<ElementType, bool> element_type() {
    std::string legal = "of either byte order";
    for (auto name = type_names.rbegin(); name != type_names.rend(); ++name)
      legal = std::string(name->descr) + (name == type_names.rbegin() ? " " : ", ") + legal;
    skip();
    if (text_.starts_with("[")) throw Error("a structured array is not read", "", legal, where_);
    const std::string descr = quoted();
    for (const TypeName& name : type_names)
      if (!descr.empty() && descr.substr(1) == name.descr &&
          std::string_view(name.size == 1 ? "|" : "<>").find(descr[0]) != std::string_view::npos)
        return {name.type, descr[0] == '>'};
    if (descr.find('O') != std::string::npos)
      throw Error("an array of pickled objects is not read, type", descr, legal, where_);
    throw Error("an array of this type is not read:", descr, legal, where_);
  }
  bool truth() {
    if (take_word("True")) return true;
    if (!take_word("False")) throw damaged("fortran_order is neither True nor False");
    return false;
  }
  std::vector<std::size_t> sizes() {
    std::vector<std::size_t> shape;
    expect('(');
    while (!take(')')) {
      skip();
      std::size_t size = 0;
      const auto [end, problem] = std::from_chars(text_.data(), text_.data() + text_.size(), size);
      if (problem != std::errc() || shape.size() == 32) throw damaged("the shape is not legal");
      text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
      shape.push_back(size);
      if (!take(',')) {
        expect(')');
        break;
      }
    }
    return shape;
  }

  std::string_view text_;
  const std::string& where_;
};

}  // namespace

std::size_t size_of(ElementType type) { return name_of(type).size; }

std::vector<double> NpyArray::to_double() const {
  std::vector<double> values(size());
  switch (type) {
    case ElementType::float16:
      convert<Half>(*this, values);
      break;
    case ElementType::float32:
      convert<float>(*this, values);
      break;
    case ElementType::float64:
      convert<double>(*this, values);
      break;
    case ElementType::int8:
      convert<std::int8_t>(*this, values);
      break;
    case ElementType::int16:
      convert<std::int16_t>(*this, values);
      break;
    case ElementType::int32:
      convert<std::int32_t>(*this, values);
      break;
    case ElementType::int64:
      convert<std::int64_t>(*this, values);
      break;
    case ElementType::uint8:
    case ElementType::boolean:
      convert<std::uint8_t>(*this, values);
      break;
    case ElementType::uint16:
      convert<std::uint16_t>(*this, values);
      break;
    case ElementType::uint32:
      convert<std::uint32_t>(*this, values);
      break;
    case ElementType::uint64:
      convert<std::uint64_t>(*this, values);
      break;
  }
  return values;
}

NpyArray npy_array(ElementType type, std::vector<std::size_t> shape) {
  std::size_t bytes = size_of(type);
  for (const std::size_t size : shape) bytes *= size;
  return {type, std::move(shape), std::vector<std::byte>(bytes)};
}

NpyArray npy_array(std::vector<std::size_t> shape, std::span<const double> values) {
  return with_values(ElementType::float64, std::move(shape), values);
}

NpyArray npy_array(std::vector<std::size_t> shape, std::span<const std::int64_t> values) {
  return with_values(ElementType::int64, std::move(shape), values);
}

std::string npy_header(ElementType type, std::span<const std::size_t> shape) {
  std::string dictionary = "{'descr': '" + std::string(size_of(type) == 1 ? "|" : "<") +
                           std::string(name_of(type).descr) + "', 'fortran_order': False, 'shape': (";
  for (const std::size_t size : shape) dictionary += std::to_string(size) + (shape.size() == 1 ? "," : ", ");
  if (shape.size() > 1) dictionary.resize(dictionary.size() - 2);
  dictionary += "), }";
  // 32 axes of 20 digits fit in version 1.0's 16-bit length.
  const std::size_t total = (10 + dictionary.size() + 1 + 63) / 64 * 64;
  dictionary.resize(total - 11, ' ');
  const std::size_t length = total - 10;
  std::string header("\x93NUMPY\x01\x00", 8);
  header += static_cast<char>(length & 0xff);
  header += static_cast<char>(length >> 8);
  return header + dictionary + '\n';
}

NpyHeader parse_npy_header(std::span<const std::byte> bytes, const std::string& where) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const auto byte = [&](std::size_t i) {
    return static_cast<std::size_t>(static_cast<unsigned char>(text[i]));
  };
  const std::string legal = "NPY version 1.0, 2.0 or 3.0";
  if (text.size() < 12 || !text.starts_with("\x93NUMPY")) throw Error("not a NumPy array", "", legal, where);
  const std::size_t major = byte(6);
  if (major < 1 || major > 3)
    throw Error("unknown NPY version", std::to_string(major) + "." + std::to_string(byte(7)), legal, where);
  const std::size_t begin = major == 1 ? 10 : 12;
  const std::size_t length = byte(8) | byte(9) << 8 | (major == 1 ? 0 : byte(10) << 16 | byte(11) << 24);
  if (length > npy_header_limit - begin || begin + length > text.size())
    throw Error("damaged NPY header (its length is wrong)", std::to_string(length), legal, where);
  NpyHeader header = Dictionary(text.substr(begin, length), where).parse();
  header.data_offset = begin + length;
  header.count = 1;
  const bool empty = std::ranges::find(header.shape, std::size_t{0}) != header.shape.end();
  for (const std::size_t size : header.shape)
    if (!empty && __builtin_mul_overflow(header.count, size, &header.count))
      throw Error("an array larger than any memory", "", "a shape whose product fits", where);
  if (empty) header.count = 0;
  return header;
}

void settle_order(NpyArray& array, const NpyHeader& header) {
  const std::size_t size = size_of(header.type);
  if (header.big_endian)
    for (std::size_t i = 0; i < array.bytes.size(); i += size) std::reverse(&array.bytes[i], &array.bytes[i] + size);
  if (header.fortran_order && array.size() > 1) array = in_c_order(std::move(array));
}

NpyArray read_npy_array(std::span<const std::byte> bytes, const std::string& where) {
  const NpyHeader header = parse_npy_header(bytes, where);
  const auto data = bytes.subspan(header.data_offset);
  if (data.size() / size_of(header.type) != header.count || data.size() % size_of(header.type) != 0)
    throw Error("damaged NPY (its data is not as long as its shape says)", "", "a whole file", where);
  NpyArray array{header.type, header.shape, {data.begin(), data.end()}};
  settle_order(array, header);
  return array;
}

}  // namespace ergo
