// Reads the text of a matrix file: a header with the shape, then one number per line.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stencil {

// Lines end with LF or CR LF. A number or header without a line end is refused, because the last number of a file cut
// short may look like another one. Blanks and tabs around a number, and empty lines, are skipped (as by a list-directed
// READ); empty lines count in line numbers.
// Longer lines are refused, which limits how far the reader of a range must read beyond it.
inline constexpr std::int64_t longest_line_bytes = 1024;

struct RecordProblem {
  std::int64_t line = 0;  // 0-based, within the given text
  std::string text;       // the text found, shortened, and the allowed one
};

struct Records {
  std::int64_t lines = 0;
  std::optional<RecordProblem> problem;  // of the first bad line, after which nothing is read
};

// Appends the number of every line of `text` to `values`.  @pre text holds whole lines; the last may lack its line end
Records read_records(std::string_view text, std::vector<double>& values);

// The line, 0-based within text, of its k-th record.  @pre text has more than k records
std::int64_t line_of_record(std::string_view text, std::int64_t k);

struct TextHeader {
  std::int64_t m = 0;
  std::int64_t n = 0;
  std::int64_t bytes = 0;  // up to and including its line end
  std::int64_t lines = 0;  // of the header, with the empty lines before it
};

// Reads the header from the start of a file; text is the whole file, or several longest_line_bytes of it. Like a
// list-directed READ of two integers: blanks, line ends and one comma may be between them, and each may have a sign.
// Throws std::invalid_argument "line L: ..." unless it finds two integers >= 0 and no other text in their lines (which
// PDLAREAD would ignore); also for null values (two commas), repeat counts (2*5), slashes and semicolons.
TextHeader read_text_header(std::string_view text, bool is_whole_file);

// The header as gfortran writes a list-directed M, N: 12 columns each, or 21 if one of them exceeds 2^31 - 1.
std::string text_header(std::int64_t m, std::int64_t n);

}  // namespace stencil
