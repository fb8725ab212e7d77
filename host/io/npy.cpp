// SPDX-License-Identifier: Apache-2.0
#include "host/io/npy.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <limits>
#include <stdexcept>

#include "host/errors.hpp"
#include "host/io/npy_header.hpp"

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "rows are copied as they lie in memory");

namespace stencil {
namespace {

constexpr char magic[] = "\x93NUMPY";
constexpr std::int64_t magic_bytes = 6;
constexpr std::int64_t longest_dictionary_bytes = 1 << 20;

class InputFile {
 public:
  explicit InputFile(const std::string& path) : path_(path), descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (descriptor_ < 0) throw ArgumentError(fmt::format("{}: cannot be opened: {}", path, std::strerror(errno)));
  }
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  ~InputFile() { ::close(descriptor_); }

  // Length of a regular file; anything else cannot be read by ranges.
  std::int64_t size_bytes() const {
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0) {
      throw ArgumentError(fmt::format("{}: cannot be examined: {}", path_, std::strerror(errno)));
    }
    if (!S_ISREG(status.st_mode)) throw ArgumentError(fmt::format("{}: not a regular file", path_));
    return status.st_size;
  }

  void read(std::int64_t offset_bytes, void* target, std::int64_t length_bytes, const char* what) const {
    char* next = static_cast<char*>(target);
    while (length_bytes > 0) {
      const ssize_t got = ::pread(descriptor_, next, static_cast<std::size_t>(length_bytes), offset_bytes);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) throw ArgumentError(fmt::format("{}: cannot be read: {}", path_, std::strerror(errno)));
      if (got == 0) throw ArgumentError(fmt::format("{}: cut short, it ends inside {}", path_, what));
      next += got;
      offset_bytes += got;
      length_bytes -= got;
    }
  }

 private:
  std::string path_;
  int descriptor_;
};

NpyDictionary checked_dictionary(const std::string& path, const std::string& text) {
  NpyDictionary dictionary;
  try {
    dictionary = parse_npy_dictionary(text);
  } catch (const std::invalid_argument& error) {
    throw ArgumentError(fmt::format("{}: damaged .npy header: {}", path, error.what()));
  }
  if (dictionary.descr != "<f8") {
    throw ArgumentError(fmt::format("{}: dtype is {}, must be <f8 (little-endian binary64)", path, dictionary.descr));
  }
  if (dictionary.fortran_order) {
    throw ArgumentError(fmt::format("{}: Fortran order (column-major), must be C order (row-major)", path));
  }
  if (dictionary.shape.size() != 2) {
    throw ArgumentError(fmt::format("{}: {} dimensions, shape ({}), must be 2: (rows, cols)", path,
                                    dictionary.shape.size(), fmt::join(dictionary.shape, ", ")));
  }
  return dictionary;
}

// Bytes of data after the header, refused when they overflow.
std::int64_t data_bytes(const NpyInfo& info) {
  constexpr auto word = static_cast<std::int64_t>(sizeof(double));
  constexpr std::int64_t most_words = (std::numeric_limits<std::int64_t>::max() >> 1) / word;
  if (info.cols != 0 && info.rows > most_words / info.cols) {
    throw ArgumentError(fmt::format("{}: shape ({}, {}) is larger than any file", info.path, info.rows, info.cols));
  }
  return info.rows * info.cols * word;
}

}  // namespace

NpyInfo inspect_npy(const std::string& path) {
  const InputFile file(path);
  const std::int64_t size = file.size_bytes();
  NpyInfo info;
  info.path = path;

  unsigned char prefix[12] = {};
  file.read(0, prefix, std::min<std::int64_t>(size, magic_bytes), "the magic string");
  if (size < magic_bytes || std::memcmp(prefix, magic, magic_bytes) != 0) {
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
        fmt::format("{}: .npy header of {} bytes, at most {} make sense", path, text_bytes, longest_dictionary_bytes));
  }
  std::string text(static_cast<std::size_t>(text_bytes), '\0');
  file.read(8 + length_field_bytes, text.data(), text_bytes, "the header");

  const NpyDictionary dictionary = checked_dictionary(path, text);
  info.rows = dictionary.shape[0];
  info.cols = dictionary.shape[1];
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
        fmt::format("{}: {} rows from row {} asked for, the array has {} rows", info.path, rows, first_row, info.rows));
  }
  const std::int64_t row_bytes = info.cols * static_cast<std::int64_t>(sizeof(double));
  const InputFile file(info.path);
  file.read(info.data_offset_bytes + first_row * row_bytes, target, rows * row_bytes, "the data");
}

NpyWriter::NpyWriter(const std::string& path, std::int64_t rows, std::int64_t cols)
    : file_(path), rows_left_(rows), cols_(cols) {
  constexpr std::size_t prefix_bytes = 10;
  constexpr std::size_t alignment_bytes = 64;
  std::string text = npy_dictionary(rows, cols);
  const std::size_t unpadded = prefix_bytes + text.size() + 1;
  text.append((alignment_bytes - unpadded % alignment_bytes) % alignment_bytes, ' ');
  text.push_back('\n');
  std::string prefix(magic, magic_bytes);
  prefix.push_back('\1');
  prefix.push_back('\0');
  prefix.push_back(static_cast<char>(text.size() & 0xff));
  prefix.push_back(static_cast<char>(text.size() >> 8));
  file_.write(prefix + text);
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
