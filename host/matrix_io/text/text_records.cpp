// SPDX-License-Identifier: Apache-2.0
#include "host/matrix_io/text/text_records.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "host/matrix_io/text/fortran_real.hpp"

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

// The line for an error text, shortened and in printable ASCII.
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

std::string no_line_end(std::string_view field) {
  return fmt::format("'{}': the file ends inside this line, cut short; every number must have a line end after it",
                     shown(field));
}

std::string problem_of(std::string_view field, const char* problem) {
  if (field.find_first_of(blanks) != std::string_view::npos) {
    return fmt::format("'{}': several values, one number per line is allowed", shown(field));
  }
  return fmt::format("'{}': {}; allowed is one number per line, as 0.5D+01, 5e0, 5.0, 5, 0.5-100, Infinity or NaN",
                     shown(field), problem);
}

constexpr const char* header_must = "the header must be two integers, rows and columns, >= 0";

// Takes a number >= 0 and the blanks after it off the text; a blank, a comma or the end must follow it.
bool take_count(std::string_view& text, std::int64_t& count) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, count);
  if (error != std::errc{} || count < 0 || (end != last && !is_blank(*end) && *end != ',')) return false;
  text = trimmed(text.substr(static_cast<std::size_t>(end - text.data())));
  return true;
}

}  // namespace

Records read_records(std::string_view text, std::vector<double>& values) {
  Records records;
  const bool whole = text.empty() || text.back() == '\n';
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    const bool ends = whole || !text.empty();
    const auto fails = [&](std::string problem) {
      records.problem = RecordProblem{records.lines, std::move(problem)};
      return records;
    };
    if (line.size() > longest_line_bytes) return fails(too_long(line));
    const std::string_view field = trimmed(line);
    if (!field.empty()) {
      const RealReading reading = read_fortran_real(field);
      if (reading.problem != nullptr) return fails(problem_of(field, reading.problem));
      if (!ends) return fails(no_line_end(field));
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
  const std::size_t size = text.size();
  TextHeader header;
  std::int64_t* const counts[] = {&header.m, &header.n};
  std::size_t found = 0;
  bool comma = false;
  std::string_view field;
  const auto fails = [&](std::string_view what) {
    throw std::invalid_argument(fmt::format("line {}: {}", header.lines, what));
  };
  while (found < 2) {
    if (text.empty() && !is_whole_file) break;
    if (text.empty() && found == 0) {
      throw std::invalid_argument("empty, its first line must be the header: rows and columns");
    }
    if (text.empty()) fails(fmt::format("'{}': {}", shown(field), header_must));
    const bool ends = text.find('\n') != std::string_view::npos;
    const std::string_view line = take_line(text);
    ++header.lines;
    if (line.size() > longest_line_bytes) fails(too_long(line));
    if (!ends && !is_whole_file) break;
    if (!trimmed(line).empty()) field = trimmed(line);
    std::string_view rest = trimmed(line);
    while (!rest.empty() && found < 2) {
      if (rest.front() == ',' && found == 1 && !comma) {
        comma = true;
        rest = trimmed(rest.substr(1));
        continue;
      }
      if (!take_count(rest, *counts[found])) fails(fmt::format("'{}': {}", shown(field), header_must));
      ++found;
    }
    if (!rest.empty()) {
      fails(fmt::format("'{}': more than two values in the header, rows and columns", shown(field)));
    }
    if (found == 2 && !ends) fails(no_line_end(field));
  }
  if (found < 2) throw std::invalid_argument(fmt::format("no header in its first {} bytes", size));
  header.bytes = static_cast<std::int64_t>(size - text.size());
  return header;
}

std::string text_header(std::int64_t m, std::int64_t n) {
  const int columns = std::max(m, n) <= std::numeric_limits<std::int32_t>::max() ? 12 : 21;
  return fmt::format("{0:{2}}{1:{2}}\n", m, n, columns);
}

}  // namespace stencil
