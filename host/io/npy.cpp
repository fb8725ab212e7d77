// SPDX-License-Identifier: Apache-2.0
#include "host/io/npy.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <utility>

#include "host/base/errors.hpp"
#include "host/io/input_file.hpp"
#include "host/io/npy_header.hpp"

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "rows are copied without a change of byte order");

namespace stencil {
namespace {

constexpr std::int64_t magic_bytes = static_cast<std::int64_t>(npy_magic.size());
constexpr std::int64_t longest_dictionary_bytes = 1 << 20;

NpyDictionary checked_dictionary(const std::string& path, const std::string& text, NpyOrders orders) {
  NpyDictionary dictionary;
  try {
    dictionary = parse_npy_dictionary(text);
  } catch (const std::invalid_argument& error) {
    throw ArgumentError(fmt::format("{}: damaged .npy header: {}", path, error.what()));
  }
  if (dictionary.descr != "<f8") {
    throw ArgumentError(fmt::format("{}: dtype is {}, must be <f8 (little-endian binary64)", path, dictionary.descr));
  }
  if (dictionary.fortran_order && orders == NpyOrders::c_only) {
    throw ArgumentError(fmt::format("{}: Fortran order (column-major), must be C order (row-major)", path));
  }
  if (dictionary.shape.size() != 2) {
    throw ArgumentError(fmt::format("{}: {} dimensions, shape ({}), must be 2: (rows, cols)", path,
                                    dictionary.shape.size(), fmt::join(dictionary.shape, ", ")));
  }
  return dictionary;
}

// Bytes of data after the header; refuses a shape whose bytes exceed 63 bits.
std::int64_t data_bytes(const NpyInfo& info) {
  constexpr auto word = static_cast<std::int64_t>(sizeof(double));
  constexpr std::int64_t most_words = (std::numeric_limits<std::int64_t>::max() >> 1) / word;
  if (info.cols != 0 && info.rows > most_words / info.cols) {
    throw ArgumentError(fmt::format("{}: shape ({}, {}) is larger than any file", info.path, info.rows, info.cols));
  }
  return info.rows * info.cols * word;
}

}  // namespace

NpyInfo inspect_npy(const std::string& path, NpyOrders orders) {
  return inspect_npy(std::make_shared<InputFile>(path), orders);
}

NpyInfo inspect_npy(std::shared_ptr<const InputFile> opened, NpyOrders orders) {
  const InputFile& file = *opened;
  const std::string& path = file.path();
  const std::int64_t size = file.size_bytes();
  NpyInfo info;
  info.file = std::move(opened);
  info.path = path;

  unsigned char prefix[12] = {};
  file.read(0, prefix, std::min<std::int64_t>(size, magic_bytes), "the magic string");
  if (size < magic_bytes || std::memcmp(prefix, npy_magic.data(), npy_magic.size()) != 0) {
    throw ArgumentError(fmt::format("{}: not a .npy file, it does not begin with \\x93NUMPY", path));
  }
  file.read(magic_bytes, prefix + magic_bytes, 2, "the format version");
  info.version = prefix[6];
  if ((info.version != 1 && info.version != 2) || prefix[7] != 0) {
    throw ArgumentError(fmt::format("{}: .npy format version {}.{}, must be 1.0 or 2.0", path, prefix[6], prefix[7]));
  }
  const int length_field_bytes = info.version == 1 ? 2 : 4;
  file.read(8, prefix + 8, length_field_bytes, "the header");
  std::int64_t text_bytes = 0;
  for (int byte = 0; byte < length_field_bytes; ++byte) text_bytes |= std::int64_t{prefix[8 + byte]} << (8 * byte);
  if (text_bytes > longest_dictionary_bytes) {
    throw ArgumentError(
        fmt::format("{}: .npy header of {} bytes, must be at most {}", path, text_bytes, longest_dictionary_bytes));
  }
  std::string text(static_cast<std::size_t>(text_bytes), '\0');
  file.read(8 + length_field_bytes, text.data(), text_bytes, "the header");

  const NpyDictionary dictionary = checked_dictionary(path, text, orders);
  info.rows = dictionary.shape[0];
  info.cols = dictionary.shape[1];
  info.fortran_order = dictionary.fortran_order;
  info.data_offset_bytes = 8 + length_field_bytes + text_bytes;
  const std::int64_t expected = info.data_offset_bytes + data_bytes(info);
  if (size != expected) {
    throw ArgumentError(fmt::format("{}: {}, {} bytes where shape ({}, {}) needs exactly {}", path,
                                    size < expected ? "cut short" : "longer than it should be", size, info.rows,
                                    info.cols, expected));
  }
  return info;
}

void require_npy_shape(const NpyInfo& info, std::int64_t rows, std::int64_t cols) {
  if (info.rows == rows && info.cols == cols) return;
  throw ArgumentError(
      fmt::format("{}: shape is ({}, {}), must be ({}, {})", info.path, info.rows, info.cols, rows, cols));
}

void read_npy_rows(const NpyInfo& info, std::int64_t first_row, std::int64_t rows, double* target) {
  if (first_row < 0 || rows < 0 || first_row > info.rows || rows > info.rows - first_row) {
    throw ArgumentError(
        fmt::format("{}: {} rows from row {} requested, the array has {} rows", info.path, rows, first_row, info.rows));
  }
  const std::int64_t row_bytes = info.cols * static_cast<std::int64_t>(sizeof(double));
  info.file->read(info.data_offset_bytes + first_row * row_bytes, target, rows * row_bytes, "the data");
}

NpyWriter::NpyWriter(const std::string& path, std::int64_t rows, std::int64_t cols)
    : file_(path), rows_left_(rows), cols_(cols) {
  file_.write(npy_file_head(rows, cols, false));
}

void NpyWriter::append_rows(const double* values, std::int64_t rows) {
  if (rows < 0 || rows > rows_left_) {
    throw std::logic_error(fmt::format("NpyWriter: {} rows appended, {} are missing", rows, rows_left_));
  }
  file_.write(values, static_cast<std::size_t>(rows * cols_) * sizeof(double));
  rows_left_ -= rows;
}

void NpyWriter::commit() {
  if (rows_left_ != 0) throw std::logic_error(fmt::format("NpyWriter: {} rows were never appended", rows_left_));
  file_.commit();
}

}  // namespace stencil
