// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/checks/sweep_watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "host/mpi/fatal.hpp"

namespace stencil {
namespace {

constexpr std::size_t most_loads = 64, most_updated = 64;

const char* loading(Bank bank) {
  return bank == Bank::f ? "f_to_accel" : "r_to_accel";
}

}  // namespace

void SweepWatch::loaded(Bank bank, std::int64_t first, std::int64_t words, const double* values) {
  const std::int64_t call = calls_++;
  const std::int64_t end = first + words;
  if (words == 0) return;
  if (bank == Bank::f)
    note_beyond(loading(bank), values, words, fmt::format(" (call {})", call));
  else
    r_beyond_.take(local_parts().beyond(values, words), call);
  if (!loads_.empty() && loads_.back().bank == bank && loads_.back().end == first)
    loads_.back().end = end;
  else if (loads_.size() < most_loads)
    loads_.push_back({bank, first, end, call, values});
  const auto* const begin = reinterpret_cast<const std::byte*>(values);
  for (Updated& one : updated_) {
    if (begin < one.last && one.first < reinterpret_cast<const std::byte*>(values + words))
      (bank == Bank::f ? one.by_f : one.by_r) = true;
  }
  shape_.moved(first, words);
  right_hand_.loaded(bank, first, words, values, call);
  const UnreadLoads::Found lost = unread_.loaded(bank, first, words, values, call);
  note(coverage_.lost_loads, lost.words, loading(bank), lost.text);
  if (bank == Bank::r) {
    r_of_one_end_.loaded(first, words);
    return;
  }
  ages_.loaded(first, words, values, call);
  unread_shadows_.loaded(first, words, values);
  shifted_.loaded(first, words, values);
  const BlockEnds::Found spoiled = ends_.loaded(first, words, values);
  note(coverage_.spoiled_words, spoiled.words, "f_to_accel", fmt::format("{} (call {})", spoiled.text, call));
  std::fill_n(unswept_.begin() + first, words, true);
  std::fill_n(stored_.begin() + first, words, false);
  loaded_end_ = std::max(loaded_end_, end);
}

void SweepWatch::stored(std::int64_t first, std::int64_t words, const double* values) {
  const std::int64_t call = calls_++;
  const std::int64_t end = first + words;
  const std::string place =
      coverage_.sweeps == 0 ? fmt::format(" (call {})", call) : fmt::format(" (call {}, after block {})", call, block_);
  const auto note_store = [&](std::int64_t& count, std::int64_t more, const std::string& text) {
    note(count, more, "f_from_accel", text + place);
  };
  note_beyond("f_from_accel", values, words, place);
  const std::string no_rows = not_whole(first, words);
  note_store(coverage_.no_whole_rows, no_rows.empty() ? 0 : 1, no_rows);
  if (const Marked found = marked(unswept_, first, end); found.count > 0) {
    note_store(coverage_.stored_unswept, found.count,
               found.text + " as f_to_accel loaded them: no itstep_accel has swept them since");
    std::fill_n(unswept_.begin() + first, words, false);
  }
  const Marked again = marked(stored_, std::max(first, last_.rows * last_.cols), end);
  note_store(
      coverage_.stored_again, again.count,
      fmt::format("{} were stored before; the last itstep_accel, of {} rows, left them out", again.text, last_.rows));
  std::fill_n(stored_.begin() + first, words, true);
  const RowAges::Found mixed = ages_.stored(first, words, values, call);
  note_store(coverage_.two_ages, mixed.words, mixed.text);
  const RowAges::Found beyond = ages_.beyond_shadow(first, words, values);
  note_store(coverage_.beyond_shadow, beyond.words, beyond.text);
  ends_.stored(first, words, values, call);
  unread_.stored(first, words);
  unread_shadows_.stored(first, words);
  shifted_.stored(first, words, values, call);
  shape_.moved(first, words);
}

void SweepWatch::swept(const SweepCommand& command, std::int64_t block, const double* f, const double* r) {
  const std::int64_t call = calls_++;
  note_r_beyond();
  note_shifted(shifted_.swept(command));
  shape_.swept(command);
  last_ = command;
  block_ = block;
  ++coverage_.sweeps;
  check_loads(call);
  unread_.forget();
  ages_.swept(command, block, f);
  ends_.swept(command, block);
  unread_shadows_.swept(command, block);
  coverage_.r_of_one_end += r_of_one_end_.swept(command);
  const RightHandRows::Rows rows = right_hand_.swept(command, f, r);
  const auto note_rows = [&](std::int64_t& count, const RightHandRows::Found& found) {
    note(count, found.words, "itstep_accel", fmt::format("{} (call {}, block {})", found.text, call, block));
  };
  note_rows(coverage_.f_twice, rows.twice);
  note_rows(coverage_.r_two_ages, rows.left);
  note_rows(coverage_.shifted_r_words, rows.shifted);
  const std::int64_t words = command.rows * command.cols;
  std::fill_n(unswept_.begin(), words, false);
  std::fill_n(stored_.begin(), words, false);
  if (const Marked found = marked(unswept_, words, loaded_end_); found.count > 0) {
    note(coverage_.loaded_unswept, found.count, "itstep_accel",
         fmt::format("mx = {} rows leave out {} loaded since the sweep before (call {}, block {})", command.rows,
                     found.text, call, block));
    std::fill(unswept_.begin() + words, unswept_.begin() + loaded_end_, false);
  }
}

// Only the sweep shows how long the rows of these loads are.
void SweepWatch::check_loads(std::int64_t call) {
  const std::int64_t row_bytes = last_.cols * static_cast<std::int64_t>(sizeof(double));
  for (const Load& load : loads_) {
    const std::string no_rows = not_whole(load.first, load.end - load.first);
    note(coverage_.no_whole_rows, no_rows.empty() ? 0 : 1, loading(load.bank),
         fmt::format("{} (call {}, before block {})", no_rows, load.call, block_));
    const auto* const begin = reinterpret_cast<const std::byte*>(load.values);
    for (const Updated& one : updated_) {
      const bool part = load.bank == Bank::f && begin < one.last &&
                        one.first < reinterpret_cast<const std::byte*>(load.values + (load.end - load.first));
      // An element is a row, some rows, or a part of one.
      const bool fits = one.elemsize % row_bytes == 0 || row_bytes % one.elemsize == 0;
      if (part && !fits && (one.last - one.first) % row_bytes != 0)
        note(coverage_.no_whole_rows, 1, "itstep_accel",
             fmt::format("my = {}, but f_to_accel (call {}) loaded VSDA elements of {} bytes, rows of {} (call {}, "
                         "block {})",
                         last_.cols, load.call, one.elemsize, one.elemsize / sizeof(double), call, block_));
    }
  }
  loads_.clear();
}

void SweepWatch::ended(bool alone) {
  note_r_beyond();
  const RowAges::Found found = ages_.never_stored(alone);
  note(coverage_.never_stored, found.words, "f_from_accel", found.text);
  note_shifted(shifted_.ended());
  const UnreadShadows::Found unread = unread_shadows_.ended();
  note(coverage_.unread_shadows, unread.rows, "itstep_accel", unread.text);
  const std::string swapped = shape_.found();
  note(coverage_.no_whole_rows, swapped.empty() ? 0 : 1, "itstep_accel", swapped);
}

void SweepWatch::forget() {
  unswept_.assign(unswept_.size(), false);
  stored_.assign(stored_.size(), false);
  loads_.clear();
  right_hand_.forget();
  r_of_one_end_ = {};
  unread_.forget();
  unread_shadows_.forget();
  shifted_.forget();
  ends_.forget();
}

void SweepWatch::update_begins(const void* array) {
  const RowAges::Found old = ages_.old_edges(static_cast<const std::byte*>(array));
  note(coverage_.old_edges, old.words, "VSDA_Update_begin",
       fmt::format("{} (before call {}, after block {})", old.text, calls_, block_));
}

void SweepWatch::updated(const UsedMemory& shadow, const UsedMemory& edge) {
  const RowAges::Found late = ages_.updated(shadow, edge);
  note(coverage_.beyond_shadow, late.words, "VSDA_Update_end",
       fmt::format("{} (before call {}, after block {})", late.text, calls_, block_));
  unread_shadows_.updated(shadow, edge);
  const std::byte* const first = shadow.array + shadow.first;
  auto known = std::find_if(updated_.begin(), updated_.end(), [&](const Updated& one) { return one.first == first; });
  if (known == updated_.end()) {
    if (updated_.size() == most_updated) return;
    known = updated_.insert(known, {first, shadow.array + shadow.last, shadow.elemsize, 0, false, false});
  }
  ++known->updates;
  const bool of_f = std::any_of(updated_.begin(), updated_.end(), [](const Updated& one) { return one.by_f; });
  if (known->by_r && known->updates == 2 && !of_f)
    note(coverage_.updates_of_r, 1, "VSDA_Update_end",
         "the array that VSDA_Update_begin was given for the 2nd time is loaded by r_to_accel alone; f_to_accel has "
         "loaded nothing that an update fills");
}

void SweepWatch::note_beyond(const char* function, const double* values, std::int64_t words, const std::string& place) {
  const LocalParts::Found found = local_parts().beyond(values, words);
  note(coverage_.beyond_part, found.words, function, found.text + place);
}

// Where VSDA_Update_begin was given an array from a wrong row on, r may lie within its end: loads of f, which name what
// is wrong, are noted before those of r.
void SweepWatch::note_r_beyond() {
  note(coverage_.beyond_part, r_beyond_.words, loading(Bank::r), r_beyond_.text);
  r_beyond_ = {};
}

void SweepWatch::note_shifted(const ShiftedStores::Found& found) {
  note(coverage_.shifted_words, found.words, "f_from_accel", fmt::format("{} (after block {})", found.text, block_));
}

// The first alone is a warning: others may follow from it.
void SweepWatch::note(std::int64_t& count, std::int64_t more, const char* function, const std::string& text) {
  if (more == 0) return;
  count += more;
  if (!warned_) fmt::print(stderr, "{}\n", fatal_line(function, "warning: " + text));
  warned_ = true;
}

void SweepWatch::RBeyond::take(const LocalParts::Found& found, std::int64_t call) {
  if (words == 0) text = fmt::format("{} (call {})", found.text, call);
  words += found.words;
}

// As many words as whole rows have, from within a row.
std::string SweepWatch::not_whole(std::int64_t first, std::int64_t words) const {
  if (last_.cols == 0 || words == 0 || words % last_.cols != 0 || first % last_.cols == 0) return "";
  return fmt::format(
      "internaloffset = {} is no multiple of my = {}: length = {} are no whole rows, but begin in row {} at "
      "column {}",
      first, last_.cols, words, first / last_.cols, first % last_.cols);
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
