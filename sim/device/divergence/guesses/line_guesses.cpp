// Whole lines of a block that are wrong, of what guesses give no value.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <vector>

#include "models/gauss_seidel_tile.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/device/divergence/guesses/guesses.hpp"

namespace stencil {

namespace {

// Of a tile: points that are wrong by themselves, of each row; and how many rows the sweep sets before a row.
struct WrongRows {
  explicit WrongRows(const SweepView& view)
      : tile(without_first(std::get<TileCommand>(view.field().command()), view.sweep())) {
    for (const std::int64_t word : view.wrong_by_themselves()) ++points[word / tile.cols];
  }
  std::int64_t before(std::int64_t row) const { return tile.backward ? tile.bottom.at - 1 - row : row - tile.top.at; }
  bool is_whole(std::int64_t row) const {
    const auto found = points.find(row);
    return found != points.end() && found->second >= tile.right.at - tile.left.at;
  }
  std::int64_t all() const {
    std::int64_t count = 0;
    for (const auto& [row, of_row] : points) count += of_row;
    return count;
  }

  Tile tile;
  std::map<std::int64_t, std::int64_t> points;
};

// Slots before the first row of the window hold rows of the frame.
bool may_begin_bands(std::int64_t before, std::int64_t apart) {
  return apart >= 2 && before >= 1 && before <= apart;
}

// The only row that is wrong by itself may be the one that begins the second band, the last of a small tile.
std::optional<ValueExplanation> second_band(const WrongRows& wrong) {
  constexpr std::int64_t fewest_slots = 4, most_slots = 64;
  const std::int64_t row = wrong.points.begin()->first;
  const std::int64_t before = wrong.before(row);
  if (before < fewest_slots || before > most_slots || 2 * before + 2 < wrong.tile.bottom.at - wrong.tile.top.at)
    return std::nullopt;
  ValueExplanation found{
      "bands or line buffer",
      fmt::format("all points of row {} of the block had been given other values: it begins the second band where row "
                  "slots are as many as the rows before it, one or two more",
                  row)};
  found.fits = found.of = wrong.all();
  found.by_themselves = true;
  return found;
}

}  // namespace

std::optional<ValueExplanation> explain_bands(const SweepView& view) {
  if (!view.field().is_tile()) return std::nullopt;
  const WrongRows wrong(view);
  const auto& points = wrong.points;
  if (points.size() == 1 && wrong.is_whole(points.begin()->first)) return second_band(wrong);
  if (points.size() < 2) return std::nullopt;
  const std::int64_t apart = std::next(points.begin())->first - points.begin()->first;
  std::vector<std::int64_t> rows;
  for (const auto& [row, count] : points) {
    if (!wrong.is_whole(row) || (!rows.empty() && row - rows.back() != apart)) return std::nullopt;
    rows.push_back(row);
  }
  if (!may_begin_bands(wrong.before(wrong.tile.backward ? rows.back() : rows.front()), apart)) return std::nullopt;
  ValueExplanation found{
      "bands", fmt::format("what passes from one band of row slots to the next had been others: rows {} of the "
                           "block, {} apart, begin a band each",
                           fmt::join(rows, ", "), apart)};
  found.fits = found.of = wrong.all();
  found.by_themselves = true;
  return found;
}

std::optional<ValueExplanation> explain_bands_among_others(const SweepView& view) {
  constexpr std::int64_t least_bands = 2;
  if (!view.field().is_tile()) return std::nullopt;
  const WrongRows wrong(view);
  const std::int64_t rows_set = wrong.tile.bottom.at - wrong.tile.top.at;
  std::vector<std::int64_t> whole;  // by the rows set before them, those within the window
  for (const auto& [row, count] : wrong.points) {
    if (wrong.is_whole(row) && wrong.before(row) >= 0 && wrong.before(row) < rows_set)
      whole.push_back(wrong.before(row));
  }
  std::sort(whole.begin(), whole.end());
  if (whole.size() < least_bands) return std::nullopt;
  const auto is_whole = [&](std::int64_t before) { return std::binary_search(whole.begin(), whole.end(), before); };
  const std::int64_t first = whole.front();
  for (std::int64_t apart = std::max<std::int64_t>(first, 3); first + apart < rows_set; ++apart) {
    std::vector<std::int64_t> rows;
    std::int64_t fits = 0;
    for (std::int64_t before = first; before < rows_set && is_whole(before); before += apart) {
      rows.push_back(wrong.tile.backward ? wrong.tile.bottom.at - 1 - before : wrong.tile.top.at + before);
      fits += wrong.points.at(rows.back());
    }
    const bool reaches_the_end = first + static_cast<std::int64_t>(rows.size()) * apart >= rows_set;
    const bool others_are_near = std::all_of(whole.begin(), whole.end(), [&](std::int64_t before) {
      const std::int64_t beside = (before - first) % apart;
      return beside <= 1 || beside == apart - 1;
    });
    if (!reaches_the_end || !others_are_near || !may_begin_bands(first, apart)) continue;
    ValueExplanation found{
        "bands", fmt::format("bands of row slots had begun in another place, or had been passed other values: rows {} "
                             "of the block, {} apart, begin a band each",
                             fmt::join(rows, ", "), apart)};
    found.fits = fits;
    found.of = wrong.all();
    found.by_themselves = true;
    return found;
  }
  return std::nullopt;
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

std::optional<ValueExplanation> explain_unset_line(const SweepView& view) {
  const SweptField& field = view.field();
  const std::vector<std::int64_t> wrong = view.wrong();
  if (field.is_tile() || wrong.size() < 2) return std::nullopt;
  const std::int64_t row = wrong.front() / field.cols(), col = wrong.front() % field.cols();
  const bool is_row = wrong.back() / field.cols() == row;
  std::size_t outside = wrong.size();
  bool are_zeros = true, are_old = true;
  for (std::int64_t word = 0; word < field.rows() * field.cols(); ++word) {
    if ((is_row ? word / field.cols() != row : word % field.cols() != col) || !field.sets(word, view.sweep())) continue;
    const std::uint64_t got = bits_of(view.got(word));
    are_zeros = are_zeros && got == 0;
    are_old = are_old && got == bits_of(field.after(0)[static_cast<std::size_t>(word)]);
    if (got != bits_of(view.expected(word))) --outside;
  }
  if (outside != 0 || (!are_zeros && !are_old)) return std::nullopt;
  const std::string line = !is_row     ? fmt::format("column {}", col)
                           : are_zeros ? "a whole row"
                           : row == 0  ? "the whole first row"
                                       : fmt::format("the whole row {}", row);
  ValueExplanation found{"border or write-back",
                         line + (are_zeros ? " had not been set, and was 0"
                                           : " had been left as before the first sweep, like a row of the border")};
  if (!is_row && !are_zeros)
    found.as_if = line + " had been left as before the first sweep, like a column of the border";
  found.fits = found.of = static_cast<std::int64_t>(wrong.size());
  return found;
}

// Of the sign and the payload of a NaN no operand tells.
std::optional<ValueExplanation> explain_nans(const SweepView& view) {
  const std::vector<std::int64_t> wrong = view.wrong_by_themselves();
  const bool all = !wrong.empty() && std::all_of(wrong.begin(), wrong.end(), [&](std::int64_t word) {
    return std::isnan(view.expected(word)) && std::isnan(view.got(word)) &&
           bits_of(view.expected(word)) == canonical_nan_bits;
  });
  if (!all) return std::nullopt;
  ValueExplanation found{"NaN", fmt::format("NaNs had not been made the canonical one, 0x{:016x}, on their way out of "
                                            "the last operator",
                                            canonical_nan_bits)};
  found.fits = found.of = static_cast<std::int64_t>(wrong.size());
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
  ValueExplanation found{"border", fmt::format("{}, which no sweep sets, had not been left as {}", where,
                                               all_in(0) || all_in(field.rows() - 1) ? "it was" : "they were")};
  found.fits = found.of = static_cast<std::int64_t>(wrong.size());
  return found;
}

}  // namespace stencil
