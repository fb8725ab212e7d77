// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/strips/strips.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/arrays/block_cyclic/axis.hpp"
#include "host/base/check.hpp"

namespace stencil {
namespace {

void check_portions(const std::vector<std::int64_t>& portions, std::int64_t shadow) {
  check_range("shadow", shadow, 0);
  check_range("portions", static_cast<std::int64_t>(portions.size()), 1);
  const std::int64_t least = portions.size() == 1 ? 1 : std::max<std::int64_t>(1, shadow);
  for (std::size_t rank = 0; rank < portions.size(); ++rank) {
    check_range(fmt::format("portion of rank {}", rank).c_str(), portions[rank], least);
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

void Strips::give_shadows(std::int64_t shadow) {
  std::vector<std::int64_t> used(of_rank_.size(), 0);
  for (Strip& strip : all_) {
    strip.before = std::min(shadow, strip.first_row);
    strip.after = std::min(shadow, rows() - strip.first_row - strip.owned);
    std::int64_t& next = used[static_cast<std::size_t>(strip.rank)];
    strip.at = next;
    next += strip.local_rows();
  }
}

Strips Strips::cyclic(std::int64_t rows, std::int64_t strip_rows, int ranks, std::int64_t shadow) {
  check_range("rows", rows, 1);
  check_range("ranks", ranks, 1);
  check_range("shadow", shadow, 0);
  check_range("rows of a strip", strip_rows, std::max<std::int64_t>(1, shadow), rows, "rows of the grid");
  const CyclicAxis axis(rows, strip_rows, 0, ranks);
  Strips strips(ranks);
  for (std::int64_t k = 0; k < axis.blocks(); ++k) {
    strips.add(static_cast<int>(axis.owner_of_block(k)), axis.block_size(k));
  }
  strips.give_shadows(shadow);
  return strips;
}

Strips Strips::blocked(const std::vector<std::int64_t>& portions, std::int64_t shadow) {
  check_portions(portions, shadow);
  Strips strips(static_cast<int>(portions.size()));
  for (std::size_t rank = 0; rank < portions.size(); ++rank) strips.add(static_cast<int>(rank), portions[rank]);
  strips.give_shadows(shadow);
  return strips;
}

Strips Strips::portioned(const std::vector<std::int64_t>& portions, std::int64_t strip_rows, std::int64_t shadow) {
  check_portions(portions, shadow);
  check_range("rows of a strip", strip_rows, std::max<std::int64_t>(1, 2 * shadow));
  Strips strips(static_cast<int>(portions.size()));
  for (std::size_t rank = 0; rank < portions.size(); ++rank) {
    for (std::int64_t left = portions[rank]; left > 0;) {
      std::int64_t rows = std::min(left, strip_rows);
      if (left > rows && left - rows < shadow) rows = left - shadow;
      strips.add(static_cast<int>(rank), rows);
      left -= rows;
    }
  }
  strips.give_shadows(shadow);
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
