// SPDX-License-Identifier: Apache-2.0
#include "host/matrix_io/text_records.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <stdexcept>
#include <system_error>

#include "host/matrix_io/fortran_real.hpp"

namespace stencil {
namespace {

constexpr std::string_view blanks = " \t\r";

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

std::string_view trimmed(std::string_view line) {
  while (!line.empty() && is_blank(line.front())) line.remove_prefix(1);
  while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
  return line;
}

// Takes the next line off the text, without its LF.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

// The line for an error message: short, and in characters that a terminal shows.
std::string shown(std::string_view line) {
  constexpr std::size_t most = 60;
  std::string result;
  for (const char c : line.substr(0, most)) {
    if (c >= ' ' && c <= '~') {
      result += c;
    } else {
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    }
  }
  return result + (line.size() > most ? "..." : "");
}

std::string too_long(std::string_view line) {
  return fmt::format("'{}': a line of more than {} bytes", shown(line), longest_line_bytes);
}

std::string problem_of(std::string_view field, const char* problem) {
  if (field.find_first_of(blanks) != std::string_view::npos) {
    return fmt::format("'{}': several values, one number a line is allowed", shown(field));
  }
  return fmt::format("'{}': {}; allowed is one number a line, as 0.5D+01, 5e0, 5.0, 5, 0.5-100, Infinity or NaN",
                     shown(field), problem);
}

}  // namespace

Records read_records(std::string_view text, std::vector<double>& values) {
  Records records;
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    if (line.size() > longest_line_bytes) {
      records.problem = RecordProblem{records.lines, too_long(line)};
      return records;
    }
    const std::string_view field = trimmed(line);
    if (!field.empty()) {
      const RealReading reading = read_fortran_real(field);
      if (reading.problem != nullptr) {
        records.problem = RecordProblem{records.lines, problem_of(field, reading.problem)};
        return records;
      }
      values.push_back(reading.value);
    }
    ++records.lines;
  }
  return records;
}

std::int64_t line_of_record(std::string_view text, std::int64_t k) {
  for (std::int64_t line = 0;; ++line) {
    if (!trimmed(take_line(text)).empty() && k-- == 0) return line;
  }
}

TextHeader read_text_header(std::string_view text, bool is_whole_file) {
  TextHeader header;
  const std::size_t size = text.size();
  std::string_view field;
  while (field.empty() && !text.empty()) {
    const std::string_view line = take_line(text);
    ++header.lines;
    if (line.size() > longest_line_bytes) {
      throw std::invalid_argument(fmt::format("line {}: {}", header.lines, too_long(line)));
    }
    field = trimmed(line);
  }
  if (text.empty() && !is_whole_file) {
    throw std::invalid_argument(fmt::format("no header in its first {} bytes", size));
  }
  if (field.empty()) throw std::invalid_argument("empty, its first line must be the header: rows and columns");
  header.bytes = static_cast<std::int64_t>(size - text.size());
  std::string_view rest = field;
  for (std::int64_t* count : {&header.m, &header.n}) {
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), *count);
    const bool whole = end == rest.data() + rest.size() || is_blank(*end);
    if (error != std::errc{} || !whole || *count < 0) rest = {};
    if (rest.empty()) {
      throw std::invalid_argument(fmt::format("line {}: '{}': the header must be two integers, rows and columns, >= 0",
                                              header.lines, shown(field)));
    }
    rest = trimmed(rest.substr(static_cast<std::size_t>(end - rest.data())));
  }
  if (!rest.empty()) {
    throw std::invalid_argument(
        fmt::format("line {}: '{}': more than two values in the header, rows and columns", header.lines, shown(field)));
  }
  return header;
}

std::string text_header(std::int64_t m, std::int64_t n) {
  const int columns = std::max(m, n) <= std::numeric_limits<std::int32_t>::max() ? 12 : 21;
  return fmt::format("{0:{2}}{1:{2}}\n", m, n, columns);
}

}  // namespace stencil
