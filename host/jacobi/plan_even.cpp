// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "host/jacobi/plan.hpp"
#include "host/jacobi/scheme.hpp"

namespace stencil {
namespace {

// Fewer rows cost more commands than the idle time that they save.
constexpr std::int64_t least_fine_rows = 16;

std::int64_t quotient_up(std::int64_t a, std::int64_t b) {
  return a / b + (a % b > 0 ? 1 : 0);
}

// Appends `count` numbers that add up to `sum` and differ by at most 1, the larger ones first.
void append_even(std::vector<std::int64_t>& numbers, std::int64_t sum, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) numbers.push_back(sum / count + (i < sum % count ? 1 : 0));
}

// The rows that each block keeps. Inner blocks load niter rows more than those at the ends, and keep so many fewer.
std::vector<std::int64_t> kept_with_overlap(std::int64_t rows, std::int64_t count, std::int64_t portion,
                                            std::int64_t niter) {
  std::vector<std::int64_t> kept;
  if (count <= 2) {
    append_even(kept, rows, count);
    return kept;
  }
  const std::int64_t loaded = quotient_up(rows + 2 * niter * (count - 1), count);
  const std::int64_t end = std::min(portion, loaded - niter);
  kept.push_back(end);
  append_even(kept, rows - 2 * end, count - 2);
  kept.push_back(end);
  return kept;
}

// Of a chain: the first block loads niter rows more than it keeps, the last one as many fewer. With two buffers a block
// is loaded into that of the last but one when that is stored, while the last one is swept; no sweep waits for that in
// passes of half of the sweeps, where engine and link are balanced, if the first block of a chain loads 3/4*niter rows
// more than the others: it is swept from one row fewer in each sweep, the last block from one more.
std::vector<std::int64_t> kept_in_chain(std::int64_t rows, std::int64_t count, std::int64_t portion,
                                        std::int64_t niter) {
  const std::int64_t more = 3 * niter / 4;
  const std::int64_t first = std::max(quotient_up(rows - more, count) + more, rows - (count - 1) * portion);
  std::vector<std::int64_t> kept{first};
  append_even(kept, rows - first, count - 1);
  kept.front() -= niter;
  kept.back() += niter;
  return kept;
}

}  // namespace

std::vector<Block> plan_even(std::int64_t rows, std::int64_t count, std::int64_t portion, std::int64_t niter,
                             Blocking blocking) {
  const bool skewed = blocking == Blocking::skewed;
  const std::vector<std::int64_t> kept =
      skewed ? kept_in_chain(rows, count, portion, niter) : kept_with_overlap(rows, count, portion, niter);
  std::vector<Block> blocks;
  Block block;
  for (std::int64_t i = 0; i < count; ++i) {
    block.keep = kept[static_cast<std::size_t>(i)];
    block.before = i == 0 ? 0 : skewed ? -niter : niter;
    block.after = i + 1 == count ? 0 : niter;
    block.above = skewed && i > 0;
    block.below = skewed && i + 1 < count;
    blocks.push_back(block);
    block.first_row += block.keep;
  }
  return blocks;
}

std::vector<Block> plan_strip(std::int64_t rows, const BlockScheme& scheme) {
  const std::int64_t niter = scheme.interval;
  const Blocking blocking = scheme.how.blocking;
  std::vector<Block> plan = plan_blocks(rows, scheme.portion, niter, blocking);
  if (!scheme.even || scheme.how.schedule == Schedule::sequential) return plan;
  auto count = static_cast<std::int64_t>(plan.size());
  const bool finer = niter <= scheme.chained_sweeps && (blocking == Blocking::skewed || count == 1);
  const bool chain = finer || blocking == Blocking::skewed;
  if (chain) {
    // The first block of a chain loads more rows than there are sweeps.
    const std::int64_t most = rows / (niter + 1);
    const std::int64_t portion =
        finer ? std::min(scheme.portion, std::max(2 * niter, least_fine_rows)) : scheme.portion;
    count = std::max(count, std::min(quotient_up(rows, portion), most));
  }
  if (count == 1) return plan;
  return plan_even(rows, count, scheme.portion, niter, chain ? Blocking::skewed : blocking);
}

}  // namespace stencil
