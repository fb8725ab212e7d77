// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/redistribution/rank_share.hpp"

#include <algorithm>

#include "host/arrays/redistribution/saturated.hpp"

namespace stencil {
namespace {

// Numbers of an axis from this one to the next that the process owns: 0 where it owns this one.
std::int64_t to_next_owned(const CyclicAxis& axis, std::int64_t process, std::int64_t number) {
  const std::int64_t owner = axis.owner(number);
  if (owner == process) return 0;
  const std::int64_t blocks = process > owner ? process - owner : axis.procs() - (owner - process);
  return saturated_sum(axis.block() - axis.in_block(number), saturated_product(blocks - 1, axis.block()));
}

}  // namespace

int RankShare::level(std::int64_t first, std::int64_t count) const {
  int found = 0;
  while (found < matrix && left(found, first) < count) ++found;
  return found;
}

std::int64_t RankShare::left(int level, std::int64_t element) const {
  const std::int64_t i = row_of(element);
  const std::int64_t in_column = rows_.n() - i;
  if (level == 0 && rows_.procs() > 1) return std::min(rows_.block() - rows_.in_block(i), in_column);
  if (level <= 1 && (level == 1 || !is_dense())) return in_column;
  const std::int64_t j = col_of(element);
  const bool to_the_end = level == matrix || cols_.procs() == 1;
  const std::int64_t cols = to_the_end ? cols_.n() - j : std::min(cols_.block() - cols_.in_block(j), cols_.n() - j);
  return (cols - 1) * rows_.n() + in_column;
}

std::int64_t RankShare::unit(int level) const {
  if (level == 0 && rows_.procs() > 1) return rows_.block();
  if (level <= 1 && (level == 1 || !is_dense())) return rows_.n();
  return cols_.procs() == 1 ? rows_.n() * cols_.n() : saturated_product(rows_.n(), cols_.block());
}

std::int64_t RankShare::period(int level) const {
  if (level == 0) return 1;
  if (level == 1) return saturated_product(rows_.block(), rows_.procs());
  if (level == 2) return rows_.n();
  return saturated_product(rows_.n(), saturated_product(cols_.block(), cols_.procs()));
}

std::int64_t RankShare::shift(int level) const {
  if (level == 0) return 1;
  if (level == 1) return rows_.block();
  return level == 2 ? lld_ : saturated_product(lld_, cols_.block());
}

bool RankShare::may_hold(int level, std::int64_t element) const {
  if (level == matrix || is_of_all()) return true;
  if (level == 0 && rows_.owner(row_of(element)) != row_) return false;
  return cols_.procs() == 1 || cols_.owner(col_of(element)) == col_;
}

std::int64_t RankShare::to_next_held(int level, std::int64_t element) const {
  if (level == 2 || is_of_all()) return 0;
  const std::int64_t i = row_of(element);
  if (level == 1) return to_next_owned(rows_, row_, i);
  const std::int64_t cols = to_next_owned(cols_, col_, col_of(element));
  return cols == 0 ? 0 : saturated_product(cols, rows_.n()) - i;
}

}  // namespace stencil
