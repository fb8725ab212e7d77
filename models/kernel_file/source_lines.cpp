// SPDX-License-Identifier: Apache-2.0
#include "models/kernel_file/source_lines.hpp"

#include <cstdio>

#include "models/kernel_file/text_place.hpp"

namespace stencil {
namespace {

unsigned char byte_at(const std::string& bytes, std::size_t at) {
  return static_cast<unsigned char>(bytes[at]);
}

// Bytes of the character that begins here: 1 .. 4; 0: none does.
std::size_t utf8_length(const std::string& bytes, std::size_t at) {
  const unsigned char first = byte_at(bytes, at);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xc2 && first < 0xe0   ? 2
                             : first >= 0xe0 && first < 0xf0 ? 3
                             : first >= 0xf0 && first < 0xf5 ? 4
                                                             : 0;
  if (length == 0 || at + length > bytes.size()) return 0;
  for (std::size_t k = 1; k < length; ++k) {
    if ((byte_at(bytes, at + k) & 0xc0) != 0x80) return 0;
  }
  const unsigned char second = byte_at(bytes, at + 1);
  const bool overlong = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
  const bool surrogate = first == 0xed && second >= 0xa0;
  const bool beyond = first == 0xf4 && second >= 0x90;
  return overlong || surrogate || beyond ? 0 : length;
}

std::string byte_text(unsigned char byte) {
  char text[24];
  std::snprintf(text, sizeof text, "byte 0x%02x", byte);
  return text;
}

[[noreturn]] void refuse_byte(const std::string& file, TextPlace place, unsigned char byte) {
  const char* why = byte == 0 ? " (NUL: is it UTF-16?)" : byte == 0xff || byte == 0xfe ? " (is it UTF-16?)" : "";
  throw FormulaError(file, place, byte_text(byte) + why + ", must be text in UTF-8");
}

}  // namespace

std::vector<std::string> source_lines(const std::string& file, const std::string& bytes) {
  if (bytes.empty()) throw FormulaError(file, {}, "the file is empty, must begin with 'kernel NAME'");
  if (bytes.size() > most_kernel_file_bytes) {
    throw FormulaError(file, {},
                       "the file has " + std::to_string(bytes.size()) + " bytes or more, must have at most " +
                           std::to_string(most_kernel_file_bytes));
  }
  if (bytes.compare(0, 3, "\xef\xbb\xbf") == 0)
    throw FormulaError(file, {}, "a byte order mark (0xef 0xbb 0xbf), must be UTF-8 without one");
  std::vector<std::string> lines(1);
  TextPlace place;
  bool comment = false;
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t length = utf8_length(bytes, at);
    const unsigned char byte = byte_at(bytes, at);
    const bool line_end = byte == '\n' || (byte == '\r' && at + 1 < bytes.size() && bytes[at + 1] == '\n');
    if (length == 0 || (byte < 0x20 && byte != '\t' && !line_end) || byte == 0x7f) refuse_byte(file, place, byte);
    if (line_end) {
      at += byte == '\r' ? 2 : 1;
      lines.emplace_back();
      place = {place.line + 1, 1};
      comment = false;
      continue;
    }
    comment = comment || byte == '#';
    if (!comment) lines.back() += bytes.substr(at, length);
    at += length;
    ++place.column;
  }
  return lines;
}

}  // namespace stencil
