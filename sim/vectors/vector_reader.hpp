// Reads Berkeley TestFloat lines, "A B RESULT FLAGS", at the speed of a pipe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "sim/vectors/operator_checker.hpp"

namespace stencil {

// A, B, RESULT: binary64, exactly 16 hexadecimal digits each. FLAGS: one or two, checked to be digits and ignored.
// Blanks or tabs between them, any number at either end, and a carriage return before the end are accepted.
// False when the line is anything else; then vector is unspecified.
bool parse_testfloat_line(std::string_view line, OperatorVector& vector);

// Reads a file descriptor to its end. The last line may lack its newline.
class VectorReader {
 public:
  explicit VectorReader(int descriptor);

  // False at the end of the input. Throws ArgumentError for a malformed line (its number, from 1, and its text,
  // of which at most 80 characters) and when reading fails.
  bool next(OperatorVector& vector);

  std::int64_t lines() const { return lines_; }

 private:
  bool refill();

  int descriptor_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;  // unread bytes are [begin_, end_)
  std::size_t end_ = 0;
  bool at_end_ = false;
  std::int64_t lines_ = 0;
};

}  // namespace stencil
