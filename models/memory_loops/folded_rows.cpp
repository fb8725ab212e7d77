// SPDX-License-Identifier: Apache-2.0
#include "models/memory_loops/folded_rows.hpp"

#include <algorithm>
#include <utility>

namespace stencil {

std::int64_t points_of(Instructions instructions) {
  if (instructions == Instructions::avx512) return 8;
  return instructions == Instructions::avx2 ? 4 : 2;
}

Folding fold(std::int64_t cols, Instructions instructions) {
  const std::int64_t parts = points_of(instructions);
  return {cols, parts, (cols - 1 + parts - 1) / parts, instructions};
}

namespace {

// Registers of which every part has a place in the first `columns` columns behind the border.
std::int64_t whole_registers(const Folding& folding, std::int64_t columns) {
  return std::max<std::int64_t>(0, columns - (folding.parts - 1) * folding.length);
}

// Loops are pack expansions: GCC keeps the registers in memory where it does not unroll one of them.
template <int count>
class Square {
 public:
  // `apart`: words from one register to the next.
  STENCIL_IN_LOOP void load(const double* from, std::ptrdiff_t apart) { load(from, apart, All()); }
  STENCIL_IN_LOOP void store(double* to, std::ptrdiff_t apart) const { store(to, apart, All()); }
  // Word k of each register becomes register k.
  template <int step = 1>
  STENCIL_IN_LOOP void transpose() {
    exchange_all<step>(All());
    if constexpr (2 * step < count) transpose<2 * step>();
  }

 private:
  using Values = typename Points<count>::Values;
  using All = std::make_integer_sequence<int, count>;

  template <int... row>
  STENCIL_IN_LOOP void load(const double* from, std::ptrdiff_t apart, std::integer_sequence<int, row...>) {
    (..., get(rows_[row], from + row * apart));
  }
  template <int... row>
  STENCIL_IN_LOOP void store(double* to, std::ptrdiff_t apart, std::integer_sequence<int, row...>) const {
    (..., put(rows_[row], to + row * apart));
  }
  template <int step, int... row>
  STENCIL_IN_LOOP void exchange_all(std::integer_sequence<int, row...> all) {
    (..., ((row & step) == 0 ? exchange<step>(rows_[row], rows_[row | step], all) : void()));
  }
  template <int step, int... lane>
  STENCIL_IN_LOOP static void exchange(Values& upper, Values& lower, std::integer_sequence<int, lane...>) {
    const Values a = upper, b = lower;
    upper = __builtin_shufflevector(a, b, ((lane & step) != 0 ? count + lane - step : lane)...);
    lower = __builtin_shufflevector(a, b, ((lane & step) != 0 ? count + lane : lane + step)...);
  }

  Values rows_[count];
};

struct FoldRow {
  template <int count>
  STENCIL_IN_LOOP static void run(std::ptrdiff_t length, std::ptrdiff_t whole, const double* from, double* to) {
    std::ptrdiff_t k = 0;
    for (; k + count <= whole; k += count) {
      Square<count> square;
      square.load(from + k, length);
      square.transpose();
      square.store(to + k * count, count);
    }
    for (; k < whole; ++k)
      for (std::ptrdiff_t part = 0; part < count; ++part) to[k * count + part] = from[part * length + k];
  }
};

struct UnfoldRow {
  template <int count>
  STENCIL_IN_LOOP static void run(std::ptrdiff_t length, std::ptrdiff_t whole, const double* from, double* to) {
    std::ptrdiff_t k = 0;
    for (; k + count <= whole; k += count) {
      Square<count> square;
      square.load(from + k * count, count);
      square.transpose();
      square.store(to + k, length);
    }
    for (; k < whole; ++k)
      for (std::ptrdiff_t part = 0; part < count; ++part) to[part * length + k] = from[k * count + part];
  }
};

}  // namespace

void fold_row(const Folding& folding, const double* row, double* folded) {
  const std::int64_t columns = folding.cols - 1, whole = whole_registers(folding, columns);
  loop_for<FoldRow, std::ptrdiff_t, std::ptrdiff_t, const double*, double*>(folding.instructions)(folding.length, whole,
                                                                                                  row + 1, folded);
  for (std::int64_t part = 0; part < folding.parts; ++part)
    for (std::int64_t k = whole; k < folding.length; ++k) {
      const std::int64_t column = part * folding.length + k;
      folded[k * folding.parts + part] = column < columns ? row[1 + column] : 0.0;
    }
}

void unfold_row(const Folding& folding, const double* folded, double* row) {
  const std::int64_t columns = folding.cols - 2, whole = whole_registers(folding, columns);
  loop_for<UnfoldRow, std::ptrdiff_t, std::ptrdiff_t, const double*, double*>(folding.instructions)(
      folding.length, whole, folded, row + 1);
  for (std::int64_t part = 0; part < folding.parts; ++part)
    for (std::int64_t k = whole; k < folding.length; ++k) {
      const std::int64_t column = part * folding.length + k;
      if (column < columns) row[1 + column] = folded[k * folding.parts + part];
    }
}

bool set_folded_rows(const FormulaWeights&, Instructions, const FoldedRows&) {
  return false;
}

}  // namespace stencil
