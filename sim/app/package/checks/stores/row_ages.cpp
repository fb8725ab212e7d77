// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/checks/stores/row_ages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <string_view>

#include "host/base/text.hpp"

namespace stencil {
namespace {

constexpr std::size_t most_runs = 100, most_early = 64, most_sent = 128;

}  // namespace

std::string RowAges::rows_text(std::int64_t first, std::int64_t last) {
  return first == last ? fmt::format("row {}", first) : fmt::format("rows {} .. {}", first, last);
}

// Rows of another length are other rows: all begins anew.
void RowAges::use_rows_of(std::int64_t cols) {
  if (cols == cols_) return;
  if (cols_ != 0) edges_.clear();
  cols_ = cols;
  rows_.clear();
  kept_.clear();
  for (const Early& load : std::exchange(early_, {}))
    load_rows(load.first, load.words.data(), load.source, static_cast<std::int64_t>(load.words.size()), load.call);
}

std::size_t RowAges::hash(const double* row) const {
  return std::hash<std::string_view>{}(
      {reinterpret_cast<const char*>(row), static_cast<std::size_t>(cols_) * sizeof *row});
}

RowAges::Row& RowAges::row(std::int64_t index) {
  const auto at = static_cast<std::size_t>(index);
  if (at >= rows_.size()) rows_.resize(at + 1, Row{Age{}});
  return rows_[at];
}

std::optional<RowAges::Age> RowAges::age_of(const double* row) const {
  const auto found = kept_.find(row);
  if (found == kept_.end() || !found->second.stored) return Age{};
  return found->second.hash == hash(row) ? found->second.age : std::nullopt;
}

void RowAges::loaded(std::int64_t first, std::int64_t words, const double* values, std::int64_t call) {
  if (words == 0) return;
  if (cols_ > 0) return load_rows(first, values, values, words, call);
  if (early_.size() < most_early) early_.push_back({first, {values, values + words}, values, call});
}

// values: what was there when the program loaded it.
void RowAges::load_rows(std::int64_t first, const double* values, const double* source, std::int64_t words,
                        std::int64_t call) {
  const bool whole = first % cols_ == 0;
  for (std::int64_t at = first / cols_; at * cols_ < first + words; ++at) {
    Row& into = row(at);
    into = Row{};
    if (!whole || (at + 1) * cols_ > first + words) continue;
    const std::size_t now = hash(values + (at * cols_ - first));
    into.source = source + (at * cols_ - first);
    Kept& kept = kept_[into.source];
    into.age = !kept.stored ? Age{} : kept.hash == now ? kept.age : std::nullopt;
    into.call = call;
    if (kept.stored) into.from = kept.call;
    if (kept.stored && kept.hash == now) into.moved = kept.moved;
    into.is_as_before = kept.loaded == now;
    kept.changed = kept.changed && kept.loaded == now;
    kept.loaded = now;
  }
}

std::vector<RowAges::Run> RowAges::runs(std::int64_t rows) const {
  std::vector<Run> runs;
  for (std::int64_t at = 0; at < rows; ++at) {
    const Row& here = rows_[static_cast<std::size_t>(at)];
    if (!here.age) continue;
    if (runs.empty() || runs.back().last + 1 != at || runs.back().age.sweeps != here.age->sweeps)
      runs.push_back({at, at, *here.age, here.call, here.from, here.moved, 0, -1, 0});
    Run& run = runs.back();
    run.last = at;
    const auto kept = here.is_as_before ? kept_.find(here.source) : kept_.end();
    if (kept == kept_.end() || !is_left_behind(kept->second)) continue;
    if (run.behind_last < run.behind_first) {
      run.behind_first = at;
      run.behind_block = kept->second.block;
    }
    run.behind_last = at;
  }
  return runs;
}

// A result of niter sweeps depends on rows up to niter away.
void RowAges::swept(const SweepCommand& command, std::int64_t block, const double* f) {
  use_rows_of(command.cols);
  row(std::max<std::int64_t>(command.rows - 1, 0));
  newer_.clear();
  older_.clear();
  for (Row& one : rows_) one.mixed = 0;
  const std::vector<Run> all = runs(command.rows);
  for (const Run& older : all) {
    for (const Run& newer : all) {
      if (newer.from < 0 || newer.age.sweeps <= older.age.sweeps || all.size() > most_runs) continue;
      const auto mix = [&](const Run& run, std::int64_t other_first, std::int64_t other_last) {
        const std::int64_t first = std::max(run.first, other_first - command.niter);
        const std::int64_t last = std::min(run.last, other_last + command.niter);
        if (other_last < other_first || first > last) return;
        newer_.push_back(newer);
        older_.push_back(older);
        for (std::int64_t at = first; at <= last; ++at) row(at).mixed = newer_.size();
      };
      mix(older, newer.first, newer.last);
      mix(newer, older.behind_first, older.behind_last);
    }
  }
  last_ = command;
  block_ = block;
  for (std::int64_t at = 0; at < command.rows; ++at) {
    Row& one = row(at);
    one.hash = hash(f + at * cols_);
    if (!one.age) continue;
    one.age->sweeps += command.niter;
    one.age->last[one.age->calls++ % Age::kept] = {block, command.niter};
  }
}

RowAges::Found RowAges::stored(std::int64_t first, std::int64_t words, const double* values, std::int64_t call) {
  Found found;
  if (cols_ == 0 || first % cols_ != 0) return found;
  std::int64_t mixed_first = -1, mixed_last = -1;
  std::size_t with = 0;
  for (std::int64_t at = first / cols_; (at + 1) * cols_ <= first + words; ++at) {
    const double* const to = values + (at * cols_ - first);
    const Row& from = row(at);
    Kept& kept = kept_[to];
    kept.hash = hash(to);
    kept.stored = true;
    kept.age = kept.hash == from.hash ? std::nullopt : from.age;
    kept.call = call;
    kept.changed = false;
    if (const auto source = kept_.find(from.source); source != kept_.end()) source->second.brought = true;
    kept.moved = 0;
    for (Row& one : rows_) {
      if (one.source != to) continue;
      one.is_old = true;
      if (from.source != nullptr && (to - from.source) % cols_ == 0) kept.moved = (to - from.source) / cols_;
    }
    if (from.mixed == 0) continue;
    found.words += cols_;
    if (with == 0) with = from.mixed, mixed_first = at;
    if (from.mixed == with) mixed_last = at;
  }
  if (with == 0) return found;
  const Run& newer = newer_[with - 1];
  const Run& older = older_[with - 1];
  const bool behind = older.behind_first <= older.behind_last;
  found.text = fmt::format(
      "{} of f come of rows of two ages: {} of this block, which f_from_accel (call {}) had "
      "stored "
      "before f_to_accel (call {}) loaded them, had had {} more than {}{}{}{}",
      rows_text(mixed_first, mixed_last), rows_text(newer.first, newer.last), newer.from, newer.call,
      counted(newer.age.sweeps - older.age.sweeps, "sweep"), rows_text(older.first, older.last),
      older.call < 0 ? "" : fmt::format(" (f_to_accel, call {})", older.call),
      !behind ? ""
              : fmt::format("; what itstep_accel (block {}) had made of {}, no f_from_accel has stored",
                            older.behind_block, rows_text(older.behind_first, older.behind_last)),
      first_difference(newer, older) + moved_text(newer));
  return found;
}

std::string RowAges::moved_text(const Run& newer) {
  if (newer.moved == 0) return "";
  return fmt::format(
      "; that f_from_accel (call {}) put its rows {} {} where f_to_accel had loaded them from: is its "
      "address or its internaloffset wrong?",
      newer.from, counted(std::abs(newer.moved), "row"), newer.moved < 0 ? "above" : "below");
}

// The first calls of itstep_accel in which both had another number of sweeps; empty: not known, or one had none.
std::string RowAges::first_difference(const Run& newer, const Run& older) {
  const std::size_t all = std::max(newer.age.calls, older.age.calls);
  const std::size_t both = std::min(newer.age.calls, older.age.calls);
  for (std::size_t call = all > Age::kept ? all - Age::kept : 0; call < both; ++call) {
    const auto& a = newer.age.last[call % Age::kept];
    const auto& b = older.age.last[call % Age::kept];
    if (a.second == b.second) continue;
    return fmt::format("; niter differs first in block {}, where itstep_accel made {} of {}, and block {}, {} of {}",
                       b.first, counted(b.second, "sweep"), rows_text(older.first, older.last), a.first, a.second,
                       rows_text(newer.first, newer.last));
  }
  return "";
}

RowAges::Found RowAges::updated(const UsedMemory& shadow, const UsedMemory& edge) {
  const bool is_known = std::any_of(sent_.begin(), sent_.end(), [&](const UsedMemory& one) {
    return one.array == edge.array && one.first == edge.first && one.last == edge.last && one.peer == edge.peer;
  });
  if (!is_known && sent_.size() < most_sent) sent_.push_back(edge);
  const bool above = shadow.first < edge.first;
  const std::byte* const between = shadow.array + (above ? shadow.last : shadow.first);
  const std::int64_t bytes = shadow.last - shadow.first;
  const std::int64_t row_bytes = cols_ * static_cast<std::int64_t>(sizeof(double));
  const bool is_first = edges_.count(between) == 0;
  Edge& kept = edges_[between] = {above, bytes, shadow.peer, std::nullopt};
  if (row_bytes > bytes) return {};
  const auto age = age_of(reinterpret_cast<const double*>(between - (above ? 0 : row_bytes)));
  if (!age) return {};
  kept.age = age->sweeps;
  if (!is_first || age->sweeps * row_bytes <= bytes) return {};
  const std::int64_t rows = bytes / row_bytes;
  return {cols_, fmt::format("the row of f beside a shadow edge of {} had had {} when the first update filled the edge "
                             "from rank {}: is an update missing?",
                             counted(rows, "row"), counted(age->sweeps, "sweep"), shadow.peer)};
}

RowAges::Found RowAges::beyond_shadow(std::int64_t first, std::int64_t words, const double* values) {
  Found found;
  if (cols_ == 0 || first % cols_ != 0) return found;
  for (std::int64_t at = 0; at + cols_ <= words; at += cols_) {
    const auto now = kept_.find(values + at);
    if (now == kept_.end() || !now->second.stored || !now->second.age) continue;
    for (const bool above : {true, false}) {
      const auto place = [&](const double* of) { return reinterpret_cast<const std::byte*>(of + (above ? 0 : cols_)); };
      const double* const source = row((first + at) / cols_).source;
      const auto known = edges_.find(place(source != nullptr ? source : values + at));
      if (known == edges_.end() || known->second.above != above || !known->second.age) continue;
      // A program that stores to another array and loads from there next takes the edge along.
      const Edge edge = known->second;
      edges_[place(values + at)] = edge;
      const std::int64_t sweeps = now->second.age->sweeps - *edge.age;
      const std::int64_t rows = edge.bytes / (cols_ * static_cast<std::int64_t>(sizeof(double)));
      if (sweeps <= rows || found.words > 0) continue;
      found = {cols_,
               fmt::format("row {} of f, beside a shadow edge of {}, has had {} since VSDA_Update_end filled the "
                           "edge from rank {}",
                           (first + at) / cols_, counted(rows, "row"), counted(sweeps, "sweep"), edge.peer)};
    }
  }
  return found;
}

}  // namespace stencil
