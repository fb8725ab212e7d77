// The text of a matrix file cut into records: a header with the shape, then one number a line.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stencil {

// Lines end with LF or CR LF. A number, and a header, without a line end is refused: a file cut short may end in what
// looks like another number. Blanks and tabs around a number are skipped, and so are empty lines (as a list-directed
// READ does); they count as lines all the same.
// A longer line is refused, so that a reader of a part of the file knows how far it has to look.
inline constexpr std::int64_t longest_line_bytes = 1024;

struct RecordProblem {
  std::int64_t line = 0;  // 0-based, within the text given
  std::string text;       // what was found, shortened, and what is allowed
};

struct Records {
  std::int64_t lines = 0;
  std::optional<RecordProblem> problem;  // of the first bad line; what follows it is not read
};

// Appends the number of every line of `text`, which begins with a line and ends with one.
Records read_records(std::string_view text, std::vector<double>& values);

// Line number, within text, of its k-th record.  @pre text has more than k records
std::int64_t line_of_record(std::string_view text, std::int64_t k);

struct TextHeader {
  std::int64_t m = 0;
  std::int64_t n = 0;
  std::int64_t bytes = 0;  // up to and with its line end
  std::int64_t lines = 0;  // that it takes, with the empty lines before it
};

// Reads the header from the beginning of a file: the text of the whole file, or some longest_line_bytes of it. As a
// list-directed READ of two integers: blanks, line ends and one comma are between them, each may have a sign.
// Throws std::invalid_argument "line L: ..." unless it finds two integers >= 0 so and nothing else in their lines (what
// follows them there PDLAREAD ignores), also for null values (two commas), repeat counts (2*5), slashes and semicolons.
TextHeader read_text_header(std::string_view text, bool is_whole_file);

// The header as gfortran writes a list-directed M, N: 12 columns each, 21 where one of them is beyond 32 bits.
std::string text_header(std::int64_t m, std::int64_t n);

}  // namespace stencil
