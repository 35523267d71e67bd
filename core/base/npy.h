#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace ergo {

/// The element types that are read and written.
enum class ElementType {
  float16,
  float32,
  float64,
  int8,
  int16,
  int32,
  int64,
  uint8,
  uint16,
  uint32,
  uint64,
  boolean
};

std::size_t size_of(ElementType type);

/// One array, C order: `bytes` holds the product of `shape` elements, little-endian.
struct NpyArray {
  ElementType type = ElementType::float64;
  std::vector<std::size_t> shape;
  std::vector<std::byte> bytes;

  std::size_t size() const { return bytes.size() / size_of(type); }
  std::vector<double> to_double() const;  ///< [size()], in C order
};

/// An array of zeros.
NpyArray npy_array(ElementType type, std::vector<std::size_t> shape);
NpyArray npy_array(std::vector<std::size_t> shape, std::span<const double> values);
NpyArray npy_array(std::vector<std::size_t> shape, std::span<const std::int64_t> values);

/// What a preamble says. `data_offset`: where the elements begin.
struct NpyHeader {
  ElementType type;
  bool big_endian;
  bool fortran_order;
  std::vector<std::size_t> shape;
  std::size_t count;  ///< the product of shape
  std::size_t data_offset;
};

/// The NPY 1.0 (or, for long headers, 2.0) preamble of an array, its length a multiple of 64.
std::string npy_header(ElementType type, std::span<const std::size_t> shape);

/// Bytes that hold any legal preamble that is accepted.
inline constexpr std::size_t npy_header_limit = 1 << 16;

/// Parses the preamble at the beginning of `bytes` (at least the whole preamble). Throws Error with `where`.
NpyHeader parse_npy_header(std::span<const std::byte> bytes, const std::string& where);

/// The elements that follow a preamble, as a header says that they lie, to C order and this machine's byte order.
void settle_order(NpyArray& array, const NpyHeader& header);

/// The one array of a .npy file. Throws Error with `where` for bytes that are none, or not as long as the shape says.
NpyArray read_npy_array(std::span<const std::byte> bytes, const std::string& where);

}  // namespace ergo
