// Parses without allocation: one table look-up per digit, lines in place in the buffer.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/vectors/vector_reader.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string>

#include "host/base/errors.hpp"

namespace stencil {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 20;  // also the longest line
constexpr std::size_t shown_characters = 80;

constexpr std::array<int, 256> make_digits() {
  std::array<int, 256> digits{};
  for (auto& digit : digits) digit = -1;
  for (std::size_t i = 0; i < 10; ++i) digits['0' + i] = static_cast<int>(i);
  for (std::size_t i = 0; i < 6; ++i) digits['a' + i] = digits['A' + i] = static_cast<int>(10 + i);
  return digits;
}
constexpr std::array<int, 256> digits = make_digits();

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

void skip_blanks(const char*& at, const char* end) {
  while (at != end && is_blank(*at)) ++at;
}

// Reads exactly 16 digits and advances `at`; leaves it unchanged if there are fewer. The caller checks what follows.
bool read_word(const char*& at, const char* end, std::uint64_t& word) {
  if (end - at < 16) return false;
  std::uint64_t value = 0;
  int seen = 0;  // negative once a character is no digit
  for (int i = 0; i < 16; ++i) {
    const int digit = digits[static_cast<unsigned char>(at[i])];
    seen |= digit;
    value = value << 4 | static_cast<unsigned>(digit & 15);
  }
  if (seen < 0) return false;
  at += 16;
  word = value;
  return true;
}

// The text for a one-line message.
std::string shown(std::string_view line) {
  std::string text(line.substr(0, shown_characters));
  for (char& c : text) {
    if (c < ' ' || c > '~') c = '?';
  }
  return line.size() > shown_characters ? text + "..." : text;
}

}  // namespace

bool parse_testfloat_line(std::string_view line, VectorForm form, OperatorVector& vector) {
  const char* at = line.data();
  const char* end = at + line.size();
  if (at != end && end[-1] == '\r') --end;
  skip_blanks(at, end);
  std::array<std::uint64_t, 3> words{};
  std::size_t count = 0;
  while (count < words.size() && read_word(at, end, words[count])) {
    if (at == end || !is_blank(*at)) return false;
    skip_blanks(at, end);
    ++count;
  }
  if (count == 3) {
    vector = {words[0], words[1], words[2]};
  } else if (count == 2 && form == VectorForm::quotient_of_five) {
    vector = {words[0], five_bits, words[1]};
  } else {
    return false;
  }
  int flag_digits = 0;
  while (at != end && digits[static_cast<unsigned char>(*at)] >= 0) {
    ++flag_digits;
    ++at;
  }
  skip_blanks(at, end);
  return at == end && (flag_digits == 1 || flag_digits == 2);
}

VectorReader::VectorReader(int descriptor, VectorForm form)
    : descriptor_(descriptor), form_(form), buffer_(buffer_bytes) {}

bool VectorReader::next(OperatorVector& vector) {
  const char* forms = form_ == VectorForm::two_operands
                          ? "'A B RESULT FLAGS' in hexadecimal (16, 16, 16 and 1 or 2 digits)"
                          : "'A B RESULT FLAGS' or 'A RESULT FLAGS' in hexadecimal (flags of 1 or 2 digits, else 16)";
  std::string_view line;
  while (next_line(line)) {
    if (!parse_testfloat_line(line, form_, vector)) {
      throw ArgumentError(fmt::format("line {}: not {}: '{}'", lines_, forms, shown(line)));
    }
    vector.line = lines_;
    if (form_ == VectorForm::two_operands || vector.b == five_bits) return true;
    ++skipped_;
  }
  return false;
}

// The line stays in the buffer until the next call.
bool VectorReader::next_line(std::string_view& line) {
  for (;;) {
    const char* begin = buffer_.data() + begin_;
    const auto* newline = static_cast<const char*>(std::memchr(begin, '\n', end_ - begin_));
    if (newline == nullptr && !at_end_) {
      if (end_ - begin_ == buffer_.size()) {
        throw ArgumentError(fmt::format("line {}: longer than {} bytes: {}", lines_ + 1, buffer_.size(),
                                        shown({begin, end_ - begin_})));
      }
      at_end_ = !refill();
      continue;
    }
    if (newline == nullptr && begin_ == end_) return false;
    line = {begin, newline != nullptr ? static_cast<std::size_t>(newline - begin) : end_ - begin_};
    begin_ += line.size() + (newline != nullptr ? 1 : 0);
    ++lines_;
    return true;
  }
}

// Moves the unread bytes to the front and reads more after them. False at the end of the input.
bool VectorReader::refill() {
  std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  for (;;) {
    const ssize_t count = ::read(descriptor_, buffer_.data() + end_, buffer_.size() - end_);
    if (count > 0) {
      end_ += static_cast<std::size_t>(count);
      return true;
    }
    if (count == 0) return false;
    if (errno != EINTR) {
      throw ArgumentError(fmt::format("reading after line {}: {}", lines_, std::strerror(errno)));
    }
  }
}

}  // namespace stencil
