// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/strips/strips.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "host/arrays/block_cyclic/axis.hpp"
#include "host/base/check.hpp"

namespace stencil {
namespace {

void check_rows_of_rank(const std::vector<std::int64_t>& rows_of_rank, std::int64_t halo) {
  check_range("halo", halo, 0);
  check_range("ranks", static_cast<std::int64_t>(rows_of_rank.size()), 1);
  const std::int64_t least = rows_of_rank.size() == 1 ? 1 : std::max<std::int64_t>(1, halo);
  for (std::size_t rank = 0; rank < rows_of_rank.size(); ++rank) {
    check_range(fmt::format("rows of rank {}", rank).c_str(), rows_of_rank[rank], least);
  }
}

}  // namespace

void Strips::add(int rank, std::int64_t owned) {
  Strip strip;
  strip.number = static_cast<std::int64_t>(all_.size());
  strip.rank = rank;
  strip.first_row = all_.empty() ? 0 : rows();
  strip.owned = owned;
  all_.push_back(strip);
  of_rank_[static_cast<std::size_t>(rank)].push_back(strip.number);
}

void Strips::give_halos(std::int64_t halo) {
  std::vector<std::int64_t> used(of_rank_.size(), 0);
  for (Strip& strip : all_) {
    strip.before = std::min(halo, strip.first_row);
    strip.after = std::min(halo, rows() - strip.first_row - strip.owned);
    std::int64_t& next = used[static_cast<std::size_t>(strip.rank)];
    strip.at = next;
    next += strip.local_rows();
  }
}

Strips Strips::cyclic(std::int64_t rows, std::int64_t strip_rows, int ranks, std::int64_t halo) {
  check_range("rows", rows, 1);
  check_range("ranks", ranks, 1);
  check_range("halo", halo, 0);
  check_range("rows of a strip", strip_rows, std::max<std::int64_t>(1, halo), rows, "rows of the field");
  const CyclicAxis axis(rows, strip_rows, 0, ranks);
  Strips strips(ranks);
  for (std::int64_t k = 0; k < axis.blocks(); ++k) {
    strips.add(static_cast<int>(axis.owner_of_block(k)), axis.block_size(k));
  }
  strips.give_halos(halo);
  return strips;
}

Strips Strips::blocked(const std::vector<std::int64_t>& rows_of_rank, std::int64_t halo) {
  check_rows_of_rank(rows_of_rank, halo);
  Strips strips(static_cast<int>(rows_of_rank.size()));
  for (std::size_t rank = 0; rank < rows_of_rank.size(); ++rank) strips.add(static_cast<int>(rank), rows_of_rank[rank]);
  strips.give_halos(halo);
  return strips;
}

Strips Strips::cut(const std::vector<std::int64_t>& rows_of_rank, std::int64_t strip_rows, std::int64_t halo) {
  check_rows_of_rank(rows_of_rank, halo);
  check_range("rows of a strip", strip_rows, std::max<std::int64_t>(1, 2 * halo));
  Strips strips(static_cast<int>(rows_of_rank.size()));
  for (std::size_t rank = 0; rank < rows_of_rank.size(); ++rank) {
    for (std::int64_t left = rows_of_rank[rank]; left > 0;) {
      std::int64_t rows = std::min(left, strip_rows);
      if (left > rows && left - rows < halo) rows = left - halo;
      strips.add(static_cast<int>(rank), rows);
      left -= rows;
    }
  }
  strips.give_halos(halo);
  return strips;
}

std::int64_t Strips::local_rows(int rank) const {
  const std::vector<std::int64_t>& numbers = of(rank);
  if (numbers.empty()) return 0;
  const Strip& last = (*this)[numbers.back()];
  return last.at + last.local_rows();
}

const Strip& Strips::at_row(std::int64_t row) const {
  const auto after = std::upper_bound(all_.begin(), all_.end(), row,
                                      [](std::int64_t wanted, const Strip& strip) { return wanted < strip.first_row; });
  return *(after - 1);
}

}  // namespace stencil
