// SPDX-License-Identifier: Apache-2.0
#include "models/memory_loops/formula_pieces.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "models/memory_loops/points.hpp"

namespace stencil {
namespace {

// Results of this many points of every operation fit the second-level cache.
constexpr std::ptrdiff_t piece = 64;

// A value for each point, or, with step 0, one for all. sign: flipped in every value that is read.
struct Values {
  const double* at = nullptr;
  std::ptrdiff_t step = 1;
  std::int64_t sign = 0;
};

template <int count>
STENCIL_IN_LOOP void read(typename Points<count>::Values& to, const Values& from, std::ptrdiff_t j) {
  typename Points<count>::Bits bits;
  if (from.step == 0) {
    std::int64_t word = 0;
    __builtin_memcpy(&word, from.at, sizeof word);
    bits = word - typename Points<count>::Bits{};
  } else {
    __builtin_memcpy(&bits, from.at + j, sizeof bits);
  }
  bits ^= from.sign;
  copy_bits(to, bits);
}

template <int count, class Kind>
STENCIL_IN_LOOP void operate(Kind kind, const Values& a, const Values& b, double* out, std::ptrdiff_t j, bool last) {
  typename Points<count>::Values x, y;
  read<count>(x, a, j);
  read<count>(y, b, j);
  typename Points<count>::Values result = x + y;
  if (kind == Kind::subtract) result = x - y;
  if (kind == Kind::multiply) result = x * y;
  if (kind == Kind::divide) result = x / y;
  if (last) make_nan_canonical<count>(result);
  put(result, out + j);
}

struct PieceOfOperation {
  template <int count>
  STENCIL_IN_LOOP static void run(FormulaOperation::Kind kind, const Values* a, const Values* b, double* out,
                                  std::ptrdiff_t points, bool last) {
    std::ptrdiff_t j = 0;
    for (; j + count <= points; j += count) operate<count>(kind, *a, *b, out, j, last);
    for (; j < points; ++j) operate<1>(kind, *a, *b, out, j, last);
  }
};

}  // namespace

void set_row_in_pieces(const Formula& formula, const double* numbers, std::int64_t cols,
                       const std::array<const double*, 3>& rows, const double* r, double* out,
                       Instructions instructions) {
  const std::vector<FormulaOperation>& operations = formula.operations;
  static thread_local std::vector<double> results;
  results.resize(operations.size() * static_cast<std::size_t>(piece));
  const auto result_of = [&](std::size_t operation) { return results.data() + operation * piece; };
  const auto loop =
      loop_for<PieceOfOperation, FormulaOperation::Kind, const Values*, const Values*, double*, std::ptrdiff_t, bool>(
          instructions);
  for (std::ptrdiff_t at = 1; at < cols - 1; at += piece) {
    const auto values = [&](const FormulaOperand& from) -> Values {
      const std::int64_t sign = from.negated ? INT64_MIN : 0;
      switch (from.kind) {
        case FormulaOperand::Kind::field:
          return {rows.at(static_cast<std::size_t>(std::int64_t{from.row} + 1)) + at + from.col, 1, sign};
        case FormulaOperand::Kind::source:
          return {r + at, 1, sign};
        case FormulaOperand::Kind::number:
          return {numbers + from.index, 0, sign};
        case FormulaOperand::Kind::literal:
          return {&from.literal, 0, sign};
        case FormulaOperand::Kind::operation:
          break;
      }
      return {result_of(from.index), 1, sign};
    };
    const std::ptrdiff_t points = std::min<std::ptrdiff_t>(piece, cols - 1 - at);
    for (std::size_t k = 0; k < operations.size(); ++k) {
      const bool last = k + 1 == operations.size();
      const Values a = values(operations[k].a), b = values(operations[k].b);
      loop(operations[k].kind, &a, &b, last ? out + at : result_of(k), points, last);
    }
  }
}

}  // namespace stencil
