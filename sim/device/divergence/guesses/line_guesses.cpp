// Whole lines of a block that are wrong, of what guesses give no value.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <vector>

#include "models/gauss_seidel_tile.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/device/divergence/guesses/guesses.hpp"

namespace stencil {

std::optional<ValueExplanation> explain_bands(const SweepView& view) {
  if (!view.field().is_tile()) return std::nullopt;
  const Tile tile = without_first(std::get<TileCommand>(view.field().command()), view.sweep());
  std::map<std::int64_t, std::int64_t> points;  // wrong by themselves, of each row
  for (const std::int64_t word : view.wrong_by_themselves()) ++points[word / tile.cols];
  if (points.size() < 2) return std::nullopt;
  const std::int64_t apart = std::next(points.begin())->first - points.begin()->first;
  const std::int64_t before =
      tile.backward ? tile.bottom.at - 1 - points.rbegin()->first : points.begin()->first - tile.top.at;
  std::int64_t wrong = 0;
  std::vector<std::int64_t> rows;
  for (const auto& [row, count] : points) {
    if (count < tile.right.at - tile.left.at || (!rows.empty() && row - rows.back() != apart)) return std::nullopt;
    rows.push_back(row);
    wrong += count;
  }
  // Slots before the first row of the window hold rows of the frame.
  if (apart < 2 || before < 1 || before > apart) return std::nullopt;
  ValueExplanation found{
      "bands", fmt::format("what passes from one band of row slots to the next had been others: rows {} of the "
                           "block, {} apart, begin a band each",
                           fmt::join(rows, ", "), apart)};
  found.fits = found.of = wrong;
  found.by_themselves = true;
  return found;
}

std::optional<ValueExplanation> explain_passing(const SweepView& view) {
  constexpr std::size_t enough = 4, most_alike = 4;
  const SweptField& field = view.field();
  const std::vector<double>& before = field.after(view.sweep());
  std::vector<std::int64_t> passed = view.wrong();
  passed.erase(
      std::remove_if(passed.begin(), passed.end(), [&](std::int64_t word) { return field.sets(word, view.sweep()); }),
      passed.end());
  if (passed.size() < enough) return std::nullopt;
  const auto at_distance = [&](std::int64_t word, std::int64_t shift) {
    const std::int64_t at = word + shift;
    return at >= 0 && at < static_cast<std::int64_t>(before.size()) &&
           bits_of(before[static_cast<std::size_t>(at)]) == bits_of(view.got(word));
  };
  std::int64_t best = 0, shift = 0;
  for (const std::int64_t sample : {passed.front(), passed[passed.size() / 2]}) {
    std::vector<std::int64_t> there;
    for (std::int64_t at = 0; at < static_cast<std::int64_t>(before.size()); ++at) {
      if (at_distance(sample, at - sample)) there.push_back(at - sample);
    }
    for (std::size_t k = 0; k < there.size() && there.size() <= most_alike; ++k) {
      const auto fits = static_cast<std::int64_t>(
          std::count_if(passed.begin(), passed.end(), [&](std::int64_t word) { return at_distance(word, there[k]); }));
      if (fits > best) best = fits, shift = there[k];
    }
  }
  const auto all = static_cast<std::int64_t>(passed.size());
  if (4 * best < 3 * all) return std::nullopt;
  ValueExplanation found{"local memory or write-back",
                         fmt::format("points that are only read had been {} ({} of {} that are wrong)",
                                     place_text(shift, field.cols()), best, all)};
  found.fits = found.of = 1;
  return found;
}

std::optional<ValueExplanation> explain_border(const SweepView& view) {
  const std::vector<std::int64_t> wrong = view.wrong();
  const SweptField& field = view.field();
  const auto is_set = [&](std::int64_t word) { return field.sets(word, view.sweep()); };
  if (wrong.size() < 2 || std::any_of(wrong.begin(), wrong.end(), is_set)) return std::nullopt;
  const auto all_in = [&](std::int64_t row) {
    return std::all_of(wrong.begin(), wrong.end(), [&](std::int64_t word) { return word / field.cols() == row; });
  };
  const char* const where = all_in(0)                  ? "its first row"
                            : all_in(field.rows() - 1) ? "its last row"
                                                       : "points on the edge of what its sweep sets";
  ValueExplanation found{"border", fmt::format("{}, which no sweep sets, had not been left as it was", where)};
  found.fits = found.of = static_cast<std::int64_t>(wrong.size());
  return found;
}

}  // namespace stencil
