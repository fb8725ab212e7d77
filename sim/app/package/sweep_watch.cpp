// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/sweep_watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "host/mpi/fatal.hpp"

namespace stencil {

void SweepWatch::loaded(std::int64_t first, std::int64_t words) {
  std::fill_n(unswept_.begin() + first, words, true);
  std::fill_n(stored_.begin() + first, words, false);
  loaded_end_ = std::max(loaded_end_, first + words);
}

void SweepWatch::stored(std::int64_t first, std::int64_t words) {
  const std::int64_t end = first + words;
  ++stores_;
  if (const Marked found = marked(unswept_, first, end); found.count > 0) {
    coverage_.stored_unswept += found.count;
    warn("f_from_accel",
         found.text + " as f_to_accel loaded them: no itstep_accel has swept them since" + place_of_store(first));
    std::fill_n(unswept_.begin() + first, words, false);
  }
  if (const Marked found = marked(stored_, std::max(first, last_.rows * last_.cols), end); found.count > 0) {
    coverage_.stored_again += found.count;
    warn("f_from_accel", fmt::format("{} were stored before; the last itstep_accel, of {} rows, left them out{}",
                                     found.text, last_.rows, place_of_store(first)));
  }
  std::fill_n(stored_.begin() + first, words, true);
}

// Blocks have the numbers of CallLedger: each has one sweep.
std::string SweepWatch::place_of_store(std::int64_t first) const {
  if (coverage_.sweeps == 0) return "";
  std::string text =
      fmt::format("; call {} of f_from_accel after the sweep of block {}", stores_, coverage_.sweeps - 1);
  if (first % last_.cols != 0)
    text += fmt::format(", internaloffset = {} is no multiple of my = {}", first, last_.cols);
  return text;
}

void SweepWatch::swept(const SweepCommand& command) {
  last_ = command;
  stores_ = 0;
  ++coverage_.sweeps;
  const std::int64_t words = command.rows * command.cols;
  std::fill_n(unswept_.begin(), words, false);
  std::fill_n(stored_.begin(), words, false);
  if (const Marked found = marked(unswept_, words, loaded_end_); found.count > 0) {
    coverage_.loaded_unswept += found.count;
    warn("itstep_accel",
         fmt::format("mx = {} rows leave out {} loaded since the sweep before", command.rows, found.text));
    std::fill(unswept_.begin() + words, unswept_.begin() + loaded_end_, false);
  }
}

// The first alone: others may follow from it.
void SweepWatch::warn(const char* function, const std::string& text) {
  if (!warned_) fmt::print(stderr, "{}\n", fatal_line(function, "warning: " + text));
  warned_ = true;
}

// The marked words from `first` to before `end`; the text is of the first run of them, with rows where a sweep has
// shown how long these are.
SweepWatch::Marked SweepWatch::marked(const std::vector<bool>& marks, std::int64_t first, std::int64_t end) const {
  if (first >= end) return {};
  const auto last = marks.begin() + end;
  const auto run = std::find(marks.begin() + first, last, true);
  if (run == last) return {};
  const std::int64_t from = run - marks.begin();
  const std::int64_t to = std::find(run, last, false) - marks.begin() - 1;
  Marked found{std::count(run, last, true), fmt::format("words {} .. {} of f", from, to)};
  if (last_.cols == 0) return found;
  const std::int64_t row = from / last_.cols, last_row = to / last_.cols;
  found.text += row == last_row ? fmt::format(" (row {})", row) : fmt::format(" (rows {} .. {})", row, last_row);
  return found;
}

}  // namespace stencil
