// Whole lines of a block that are wrong, of what guesses give no value.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <vector>

#include "models/gauss_seidel_tile.hpp"
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
