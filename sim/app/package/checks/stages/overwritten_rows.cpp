// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/checks/stages/overwritten_rows.hpp"

#include <cstring>
#include <utility>

#include "models/values/canonical_nan.hpp"

namespace stencil {
namespace {

constexpr std::uint64_t mark_bits = 0x7ff8'dead'5741'6e74;

double mark() {
  double value = 0.0;
  std::memcpy(&value, &mark_bits, sizeof value);
  return value;
}

bool is_mark(double value) {
  return bits_of(value) == mark_bits;
}

}  // namespace

void OverwrittenRows::before(const Stage& stage) {
  rows_.clear();
  for (const StagePart& part : stage.parts()) {
    for (const Access& access : part.accesses) {
      SharedDatum& datum = *access.datum;
      const std::int64_t cols = datum.words_per_row();
      if (part.side != Side::host || access.kind != Access::Kind::overwrite || cols == 0) continue;
      datum.valid(Side::host).for_each_missing(access.rows, [&](const RowRange& rows) {
        const auto words = static_cast<std::size_t>(rows.rows() * cols);
        std::vector<double> old(words);
        datum.peek(Side::host, rows, old.data());
        datum.poke(Side::host, rows, std::vector<double>(words, mark()).data());
        rows_.push_back({&datum, rows, std::move(old)});
      });
    }
  }
}

std::optional<OverwrittenRows::Left> OverwrittenRows::after() {
  std::optional<Left> found;
  for (Rows& rows : std::exchange(rows_, {})) {
    std::vector<double> now(rows.old.size());
    rows.datum->peek(Side::host, rows.rows, now.data());
    std::int64_t left = 0, first = 0;
    for (std::size_t word = 0; word < now.size(); ++word) {
      if (!is_mark(now[word])) continue;
      now[word] = rows.old[word];
      if (left++ == 0) first = rows.rows.first * rows.datum->words_per_row() + static_cast<std::int64_t>(word);
    }
    if (left == 0) continue;
    rows.datum->poke(Side::host, rows.rows, now.data());
    if (!found) found = Left{rows.datum, 0, 0, first};
    if (found->datum != rows.datum) continue;
    found->words += left;
    found->of += static_cast<std::int64_t>(now.size());
  }
  return found;
}

}  // namespace stencil
