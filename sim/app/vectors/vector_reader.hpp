// Reads Berkeley TestFloat lines at the speed of a pipe.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "sim/app/vectors/operator_checker.hpp"

namespace stencil {

// The binary64 number 5.
constexpr std::uint64_t five_bits = 0x4014000000000000u;

// two_operands: "A B RESULT FLAGS". quotient_of_five: the same of a division, or "A RESULT FLAGS" for A / 5, with B =
// 5.
enum class VectorForm { two_operands, quotient_of_five };

// A, B, RESULT: binary64, exactly 16 hexadecimal digits each. FLAGS: one or two, checked to be digits and ignored.
// Blanks or tabs between them, any number at either end, and a carriage return before the end are accepted.
// False for any other line; `vector` is then unspecified.
bool parse_testfloat_line(std::string_view line, VectorForm form, OperatorVector& vector);

// Reads a file descriptor to its end. The last line may lack its newline. With form quotient_of_five it skips and
// counts lines whose B is not 5.
class VectorReader {
 public:
  VectorReader(int descriptor, VectorForm form);

  // False at the end of the input. Throws ArgumentError for a malformed line (its number, from 1, and its text,
  // of which at most 80 characters) and when reading fails.
  bool next(OperatorVector& vector);

  std::int64_t lines() const { return lines_; }
  std::int64_t skipped() const { return skipped_; }

 private:
  bool next_line(std::string_view& line);
  bool refill();

  int descriptor_;
  VectorForm form_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;  // unread bytes are [begin_, end_)
  std::size_t end_ = 0;
  bool at_end_ = false;
  std::int64_t lines_ = 0;
  std::int64_t skipped_ = 0;
};

}  // namespace stencil
