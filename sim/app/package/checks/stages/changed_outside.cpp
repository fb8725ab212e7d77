// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/checks/stages/changed_outside.hpp"

#include <algorithm>

#include "models/values/canonical_nan.hpp"
#include "sim/app/package/checks/stages/named_accesses.hpp"

namespace stencil {
namespace {

RowRanges right_on_device(const SharedDatum& datum) {
  RowRanges rows;
  datum.valid(Side::device).for_each_present(datum.all(), [&](const RowRange& there) { rows.insert(there); });
  return rows;
}

}  // namespace

std::vector<double> words_on_host(SharedDatum& datum) {
  std::vector<double> words(static_cast<std::size_t>(datum.rows() * datum.words_per_row()));
  if (!words.empty()) datum.peek(Side::host, datum.all(), words.data());
  return words;
}

// A stage on the host may have changed what it does not name, which is reported as that.
void ChangedOutside::ended(const Stage& stage, const std::vector<DatumReference<SharedDatum>>& data) {
  kept_.erase(std::remove_if(kept_.begin(), kept_.end(), [](const Kept& one) { return one.datum.get() == nullptr; }),
              kept_.end());
  for (const auto& reference : data) {
    SharedDatum* const datum = reference.get();
    if (datum == nullptr || datum->words_per_row() == 0) continue;
    auto known = std::find_if(kept_.begin(), kept_.end(), [&](const Kept& one) { return one.datum.get() == datum; });
    if (known != kept_.end() && known->changes == datum->changes() && !runs_on_host(stage)) continue;
    if (known == kept_.end()) known = kept_.insert(kept_.end(), Kept{reference, 0, {}, {}, {}});
    known->changes = datum->changes();
    known->rows = right_on_device(*datum);
    known->words = known->rows.empty() ? std::vector<double>() : words_on_host(*datum);
    known->since = stage.name();
  }
}

std::optional<ChangedOutside::Found> ChangedOutside::begins(const Stage& stage) {
  std::optional<Found> found;
  for (const StagePart& part : stage.parts()) {
    if (part.side != Side::device) continue;
    for (const Access& access : part.accesses) {
      if (!access.needs_old()) continue;
      const auto known =
          std::find_if(kept_.begin(), kept_.end(), [&](const Kept& one) { return one.datum.get() == access.datum; });
      if (known == kept_.end() || known->changes != access.datum->changes() || known->words.empty()) continue;
      const std::vector<double> now = words_on_host(*access.datum);
      const std::int64_t cols = access.datum->words_per_row();
      Found changed{access.datum, -1, 0, known->since};
      known->rows.for_each_present(access.rows, [&](const RowRange& rows) {
        for (std::int64_t word = rows.first * cols; word < rows.last * cols; ++word) {
          const auto at = static_cast<std::size_t>(word);
          if (bits_of(now[at]) == bits_of(known->words[at])) continue;
          if (changed.words++ == 0) changed.first = word;
        }
      });
      if (changed.words == 0) continue;
      known->words = now;
      if (!found) found = changed;
    }
  }
  return found;
}

}  // namespace stencil
