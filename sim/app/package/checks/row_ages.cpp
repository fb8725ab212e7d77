// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/checks/row_ages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string_view>

#include "host/base/text.hpp"

namespace stencil {
namespace {

constexpr std::size_t most_runs = 100;

std::string rows_text(std::int64_t first, std::int64_t last) {
  return first == last ? fmt::format("row {}", first) : fmt::format("rows {} .. {}", first, last);
}

}  // namespace

// Rows of another length are other rows: all begins anew.
void RowAges::use_rows_of(std::int64_t cols) {
  if (cols == cols_) return;
  if (cols_ != 0) edges_.clear();
  cols_ = cols;
  rows_.clear();
  stored_.clear();
}

std::size_t RowAges::hash(const double* row) const {
  return std::hash<std::string_view>{}(
      {reinterpret_cast<const char*>(row), static_cast<std::size_t>(cols_) * sizeof *row});
}

RowAges::Row& RowAges::row(std::int64_t index) {
  const auto at = static_cast<std::size_t>(index);
  if (at >= rows_.size()) rows_.resize(at + 1, Row{0, 0, -1, -1, 0});
  return rows_[at];
}

std::optional<std::int64_t> RowAges::age_of(const double* row) const {
  const auto found = stored_.find(row);
  if (found == stored_.end()) return 0;
  return found->second.hash == hash(row) ? found->second.age : std::nullopt;
}

void RowAges::loaded(std::int64_t first, std::int64_t words, const double* values, std::int64_t call) {
  if (cols_ == 0 || words == 0) return;
  const bool whole = first % cols_ == 0;
  for (std::int64_t at = first / cols_; at * cols_ < first + words; ++at) {
    Row& into = row(at);
    into = Row{};
    if (!whole || (at + 1) * cols_ > first + words) continue;
    const double* const from = values + (at * cols_ - first);
    into = {age_of(from), 0, call, -1, 0};
    if (const auto found = stored_.find(from); found != stored_.end()) into.from = found->second.call;
  }
}

std::vector<RowAges::Run> RowAges::runs(std::int64_t rows) const {
  std::vector<Run> runs;
  for (std::int64_t at = 0; at < rows; ++at) {
    const Row& here = rows_[static_cast<std::size_t>(at)];
    if (!here.age) continue;
    if (runs.empty() || runs.back().last + 1 != at || runs.back().age != *here.age)
      runs.push_back({at, at, *here.age, here.call, here.from});
    runs.back().last = at;
  }
  return runs;
}

// A result of niter sweeps depends on rows up to niter away.
void RowAges::swept(const SweepCommand& command, const double* f) {
  use_rows_of(command.cols);
  row(std::max<std::int64_t>(command.rows - 1, 0));
  newer_.clear();
  older_.clear();
  for (Row& one : rows_) one.older = 0;
  const std::vector<Run> all = runs(command.rows);
  for (const Run& older : all) {
    for (const Run& newer : all) {
      if (newer.from < 0 || newer.age <= older.age || all.size() > most_runs) continue;
      const std::int64_t first = std::max(older.first, newer.first - command.niter);
      const std::int64_t last = std::min(older.last, newer.last + command.niter);
      if (first > last) continue;
      newer_.push_back(newer);
      older_.push_back(older);
      for (std::int64_t at = first; at <= last; ++at) row(at).older = newer_.size();
    }
  }
  for (std::int64_t at = 0; at < command.rows; ++at) {
    row(at).hash = hash(f + at * cols_);
    if (row(at).age) *row(at).age += command.niter;
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
    const std::size_t now = hash(to);
    stored_[to] = {now == from.hash ? std::nullopt : from.age, now, call};
    if (from.older == 0) continue;
    found.words += cols_;
    if (with == 0) with = from.older, mixed_first = at;
    if (from.older == with) mixed_last = at;
  }
  if (with == 0) return found;
  const Run& newer = newer_[with - 1];
  const Run& older = older_[with - 1];
  found.text = fmt::format(
      "{} of f come of rows of two ages: {} of this block, which f_from_accel (call {}) had "
      "stored "
      "before f_to_accel (call {}) loaded them, had had {} more than {}{}",
      rows_text(mixed_first, mixed_last), rows_text(newer.first, newer.last), newer.from, newer.call,
      counted(newer.age - older.age, "sweep"), rows_text(older.first, older.last),
      older.call < 0 ? "" : fmt::format(" (f_to_accel, call {})", older.call));
  return found;
}

void RowAges::updated(const UsedMemory& shadow, const UsedMemory& edge) {
  const bool above = shadow.first < edge.first;
  const std::byte* const between = shadow.array + (above ? shadow.last : shadow.first);
  const std::int64_t bytes = shadow.last - shadow.first;
  const std::int64_t row_bytes = cols_ * static_cast<std::int64_t>(sizeof(double));
  Edge& kept = edges_[between] = {above, bytes, shadow.peer, std::nullopt};
  if (row_bytes <= bytes) kept.age = age_of(reinterpret_cast<const double*>(between - (above ? 0 : row_bytes)));
}

RowAges::Found RowAges::beyond_shadow(std::int64_t first, std::int64_t words, const double* values) const {
  if (cols_ == 0 || first % cols_ != 0) return {};
  for (std::int64_t at = 0; at + cols_ <= words; at += cols_) {
    const auto now = stored_.find(values + at);
    if (now == stored_.end() || !now->second.age) continue;
    for (const bool above : {true, false}) {
      const auto edge = edges_.find(reinterpret_cast<const std::byte*>(values + at + (above ? 0 : cols_)));
      if (edge == edges_.end() || edge->second.above != above || !edge->second.age) continue;
      const std::int64_t sweeps = *now->second.age - *edge->second.age;
      const std::int64_t rows = edge->second.bytes / (cols_ * static_cast<std::int64_t>(sizeof(double)));
      if (sweeps <= rows) continue;
      return {cols_,
              fmt::format("row {} of f, beside a shadow edge of {}, has had {} since VSDA_Update_end filled the "
                          "edge from rank {}",
                          (first + at) / cols_, counted(rows, "row"), counted(sweeps, "sweep"), edge->second.peer)};
    }
  }
  return {};
}

}  // namespace stencil
