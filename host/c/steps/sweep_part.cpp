// SPDX-License-Identifier: Apache-2.0
#include "host/c/steps/sweep_part.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "host/base/check.hpp"
#include "host/base/errors.hpp"
#include "host/device/values/tiles_name.hpp"

namespace stencil {

SteppedArray stepped(const stencil_part& part, const double* array) {
  constexpr std::int64_t word = sizeof(double);
  const std::int64_t stride = part.stride == 0 ? part.cols : part.stride;
  return {reinterpret_cast<const std::byte*>(array), part.rows, part.cols * word, stride * word};
}

stencil_part checked_part(stencil_part part, std::int64_t sweeps) {
  check_range("cols", part.cols, 1);
  if (part.stride == 0) part.stride = part.cols;
  constexpr std::int64_t most_doubles = PTRDIFF_MAX / static_cast<std::int64_t>(sizeof(double));
  check_range("stride", part.stride, part.cols, most_doubles / part.rows,
              fmt::format("cols = {}, rows = {}", part.cols, part.rows).c_str());
  const std::string tiles_alone = fmt::format("only tiles of kernel {} take parts of rows", tiles_kernel);
  check_range("first_owned_col", part.first_owned_col, 0, 0, tiles_alone.c_str());
  check_range("global_col", part.global_col, 0, 0, tiles_alone.c_str());
  if (part.owned_cols != 0)
    check_range("owned_cols", part.owned_cols, part.cols, part.cols, (tiles_alone + "; 0: all").c_str());
  check_range("first_owned", part.first_owned, 0, part.rows - 1, "rows - 1");
  check_range("owned", part.owned, 0, part.rows - part.first_owned,
              fmt::format("rows = {}, first_owned = {}", part.rows, part.first_owned).c_str());
  if (part.owned == 0) part.owned = part.rows - part.first_owned;
  check_range("global_row", part.global_row, 0);
  check_pointer("f", part.f, "the local part");
  check_pointer("r", part.r, "the right-hand side");
  const std::int64_t above = part.first_owned, below = part.rows - part.first_owned - part.owned;
  if (above == 0 && part.global_row > 0) {
    throw ArgumentError(fmt::format(
        "first_owned = 0, must be >= sweeps = {}: global_row = {} has rows above it, of which this part holds none",
        sweeps, part.global_row));
  }
  if (above > 0) check_range("sweeps", sweeps, 1, above, "halo rows above the rows that the rank owns");
  if (below > 0) check_range("sweeps", sweeps, 1, below, "halo rows below the rows that the rank owns");
  const double* const f_end = part.f + (part.rows - 1) * part.stride + part.cols;
  const double* const r_end = part.r + (part.rows - 1) * part.stride + part.cols;
  if (std::less<>{}(part.f, r_end) && std::less<>{}(part.r, f_end)) {
    throw ArgumentError("r overlaps f, must be an array of its own: a sweep reads r and writes f");
  }
  return part;
}

void copy_rows(std::int64_t rows, std::int64_t cols, const double* from, std::int64_t from_stride, double* to,
               std::int64_t to_stride) {
  for (std::int64_t row = 0; row < rows; ++row) std::copy_n(from + row * from_stride, cols, to + row * to_stride);
}

std::vector<double> packed(const stencil_part& part, const double* from) {
  std::vector<double> copy(static_cast<std::size_t>(part.rows * part.cols));
  copy_rows(part.rows, part.cols, from, part.stride, copy.data(), part.cols);
  return copy;
}

}  // namespace stencil
