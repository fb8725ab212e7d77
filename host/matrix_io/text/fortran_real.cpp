// SPDX-License-Identifier: Apache-2.0
#include "host/matrix_io/text/fortran_real.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <system_error>

#include "host/matrix_io/text/decimal18.hpp"

namespace stencil {
namespace {

constexpr int digits = 18;
constexpr const char* not_a_number = "not a number";
constexpr const char* too_large = "beyond binary64, whose largest number is 0.179769313486231571+309";

void put_right(std::string_view word, char* target) {
  std::memset(target, ' ', d30_18_chars - word.size());
  std::memcpy(target + d30_18_chars - word.size(), word.data(), word.size());
}

// The text "00" "01" ... "99".
constexpr std::array<char, 200> digit_pairs = [] {
  std::array<char, 200> pairs{};
  for (std::size_t k = 0; k < 100; ++k) {
    pairs[2 * k] = static_cast<char>('0' + k / 10);
    pairs[2 * k + 1] = static_cast<char>('0' + k % 10);
  }
  return pairs;
}();

void put_nine_digits(std::uint32_t number, char* target) {
  for (int at = 7; at > 0; at -= 2) {
    std::memcpy(target + at, &digit_pairs[2 * (number % 100)], 2);
    number /= 100;
  }
  target[0] = static_cast<char>('0' + number);
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool equals_word(std::string_view text, std::string_view word) {
  return text.size() == word.size() &&
         std::equal(text.begin(), text.end(), word.begin(), [](char a, char b) { return lower(a) == b; });
}

bool is_nan_word(std::string_view text) {
  if (equals_word(text.substr(0, 3), "nan")) {
    text.remove_prefix(3);
    return text.empty() || (text.front() == '(' && text.find(')') == text.size() - 1);
  }
  return false;
}

// The parts of a decimal number; views into the field.
struct Decimal {
  std::string_view mantissa;  // digits, with a point or without
  int exponent = 0;           // kept within +-exponent_limit
  bool well_formed = false;
};

constexpr int exponent_limit = 1'000'000;

// Position after the digits that begin at `at`.
std::size_t skip_digits(std::string_view text, std::size_t at) {
  while (at < text.size() && is_digit(text[at])) ++at;
  return at;
}

Decimal split_decimal(std::string_view text) {
  Decimal result;
  const std::size_t whole = skip_digits(text, 0);
  std::size_t at = whole;
  std::size_t digits_seen = whole;
  if (at < text.size() && text[at] == '.') {
    const std::size_t end = skip_digits(text, at + 1);
    digits_seen += end - at - 1;
    at = end;
  }
  if (digits_seen == 0) return result;
  result.mantissa = text.substr(0, at);
  if (at < text.size()) {
    const char letter = lower(text[at]);
    const bool has_letter = letter == 'd' || letter == 'e' || letter == 'q';
    if (has_letter) ++at;
    const bool has_sign = at < text.size() && (text[at] == '+' || text[at] == '-');
    if (!has_letter && !has_sign) return result;
    const bool negative = has_sign && text[at] == '-';
    if (has_sign) ++at;
    const std::size_t end = skip_digits(text, at);
    if (end == at || end != text.size()) return result;
    int exponent = 0;
    for (; at < end; ++at) exponent = std::min(exponent * 10 + (text[at] - '0'), exponent_limit);
    result.exponent = negative ? -exponent : exponent;
  }
  result.well_formed = true;
  return result;
}

// True if the first digit that is not zero stands for a positive power of ten: tells overflow from underflow.
bool is_large(const Decimal& decimal) {
  const std::size_t point = std::min(decimal.mantissa.find('.'), decimal.mantissa.size());
  const std::size_t first = decimal.mantissa.find_first_of("123456789");
  const auto power = static_cast<long>(point) - static_cast<long>(first);
  return power + decimal.exponent > 0;
}

RealReading read_magnitude(std::string_view text) {
  if (equals_word(text, "inf") || equals_word(text, "infinity")) return {std::numeric_limits<double>::infinity()};
  if (is_nan_word(text)) return {std::numeric_limits<double>::quiet_NaN()};
  const Decimal decimal = split_decimal(text);
  if (!decimal.well_formed) return {0.0, not_a_number};
  // from_chars knows only the letter e, so copies the number. Numbers as written by FORMAT(D30.18) fit `small`.
  char small[64];
  std::string large;
  char* copy = small;
  const std::size_t length = decimal.mantissa.size();
  if (length + 16 > sizeof small) {
    large.resize(length + 16);
    copy = large.data();
  }
  std::memcpy(copy, decimal.mantissa.data(), length);
  copy[length] = 'e';
  const char* end = std::to_chars(copy + length + 1, copy + length + 16, decimal.exponent).ptr;
  double value = 0.0;
  if (std::from_chars(copy, end, value).ec == std::errc::result_out_of_range) {
    if (is_large(decimal)) return {0.0, too_large};
    value = 0.0;
  }
  return {value};
}

}  // namespace

void write_d30_18(double value, char* target) {
  if (std::isnan(value)) return put_right("NaN", target);
  if (std::isinf(value)) return put_right(value < 0 ? "-Infinity" : "Infinity", target);
  constexpr std::size_t number_chars = 2 + digits + 4;
  std::memset(target, ' ', d30_18_chars - number_chars);
  char* next = target + d30_18_chars - number_chars;
  if (std::signbit(value)) next[-1] = '-';
  Decimal18 decimal;
  if (value != 0.0) decimal = decimal18(std::fabs(value));
  *next++ = '0';
  *next++ = '.';
  put_nine_digits(static_cast<std::uint32_t>(decimal.digits / 1'000'000'000), next);
  put_nine_digits(static_cast<std::uint32_t>(decimal.digits % 1'000'000'000), next + 9);
  next += digits;
  const int magnitude = decimal.exponent < 0 ? -decimal.exponent : decimal.exponent;
  if (magnitude < 100) *next++ = 'D';
  *next++ = decimal.exponent < 0 ? '-' : '+';
  if (magnitude >= 100) *next++ = static_cast<char>('0' + magnitude / 100);
  *next++ = static_cast<char>('0' + magnitude / 10 % 10);
  *next = static_cast<char>('0' + magnitude % 10);
}

RealReading read_fortran_real(std::string_view field) {
  if (field.empty()) return {0.0, not_a_number};
  const bool negative = field.front() == '-';
  if (negative || field.front() == '+') field.remove_prefix(1);
  RealReading reading = read_magnitude(field);
  if (negative) reading.value = -reading.value;
  return reading;
}

}  // namespace stencil
