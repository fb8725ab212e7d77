// The rows of the field that the steps of all ranks own: none is left out, none belongs to two.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <cstdio>

#include "host/base/text.hpp"
#include "host/mpi/environment.hpp"
#include "host/mpi/fatal.hpp"
#include "sim/app/package/steps/step_record.hpp"
#include "sim/app/package/steps/step_summary.hpp"

namespace stencil {
namespace {

// Where no part names its rows of the field, or one changed them, they are unknown.
bool rows_are_known(const std::vector<std::pair<int, Summary>>& all, const std::vector<OwnedRows>& rows) {
  return std::any_of(rows.begin(), rows.end(), [](const OwnedRows& one) { return one.first > 0; }) &&
         std::none_of(all.begin(), all.end(), [](const auto& one) { return one.second[StepField::moved] != 0; });
}

void warn(const std::string& text) {
  fmt::print(stderr, "{}\n", fatal_line("stencil_step_begin", "warning: " + text));
}

// Two parts of which neither holds all rows of the other: ranks that sweep the same field each for itself have equal
// ones, or parts of one another's. rows: in their order.
void find_shared(const std::vector<OwnedRows>& rows, Coverage& coverage) {
  for (std::size_t k = 1; k < rows.size(); ++k) {
    const OwnedRows &one = rows[k - 1], &next = rows[k];
    const std::int64_t end = one.first + one.rows, next_end = next.first + next.rows;
    if (next.first == one.first || next.first >= end || next_end <= end) continue;
    if (coverage.shared_rows == 0)
      warn(fmt::format(
          "rows {} .. {} of the field belong to two parts: that of rank {} has rows {} .. {}, that of rank {} rows "
          "{} .. {}: is global_row that of the first row that the part owns?",
          next.first, end - 1, one.rank, one.first, end - 1, next.rank, next.first, next_end - 1));
    coverage.shared_rows += end - next.first;
  }
}

// Halo rows behind the last row that anyone owns, or before the first, where the part at that end has none: the field
// ends there. A step sweeps the rows of the field's border too, as soon as it has rows beyond them.
void find_beyond(const std::vector<OwnedRows>& rows, Coverage& coverage) {
  const OwnedRows &top = rows.front(), &bottom = rows.back();
  const std::int64_t begin = top.first, end = bottom.first + bottom.rows;
  for (const OwnedRows& one : rows) {
    const std::int64_t above = top.above == 0 ? begin - (one.first - one.above) : 0;
    const std::int64_t below = bottom.below == 0 ? one.first + one.rows + one.below - end : 0;
    if (above <= 0 && below <= 0) continue;
    if (coverage.beyond_field == 0)
      warn(fmt::format(
          "the part of rank {} with rows {} .. {} of the field has {} {} them, {} more than there are: "
          "row {} is the {} of the field, by the part of rank {}; its steps sweep that row, which is the border",
          one.rank, one.first, one.first + one.rows - 1, counted(above > 0 ? one.above : one.below, "halo row"),
          above > 0 ? "above" : "below", above > 0 ? above : below, above > 0 ? begin : end - 1,
          above > 0 ? "first" : "last", above > 0 ? top.rank : bottom.rank));
    coverage.beyond_field += std::max<std::int64_t>(0, above) + std::max<std::int64_t>(0, below);
  }
}

}  // namespace

void find_missing(MPI_Comm communicator, Coverage& coverage) {
  const auto all = gathered_steps(communicator);
  const std::vector<OwnedRows> rows = gathered_rows(communicator, all);
  int rank = 0;
  MPI_Comm_rank(communicator, &rank);
  if (rank != 0 || all.empty()) return;
  const auto fewer = [](const auto& a, const auto& b) {
    return a.second[StepField::sweeps] < b.second[StepField::sweeps];
  };
  const std::int64_t most = std::max_element(all.begin(), all.end(), fewer)->second[StepField::sweeps];
  std::vector<int> behind;
  for (const auto& [number, summary] : all) {
    if (summary[StepField::sweeps] == most) continue;
    behind.push_back(number);
    coverage.missing_sweeps += most - summary[StepField::sweeps];
  }
  if (!behind.empty())
    warn(fmt::format("ranks {} made {} or fewer in their steps, others {}", rank_list(behind),
                     counted(std::min_element(all.begin(), all.end(), fewer)->second[StepField::sweeps], "sweep"),
                     most));
  if (!rows_are_known(all, rows)) return;
  find_shared(rows, coverage);
  find_beyond(rows, coverage);
  std::int64_t next = rows.front().first;
  for (const OwnedRows& one : rows) {
    if (one.first > next) {
      coverage.unowned_rows += one.first - next;
      warn(fmt::format("rows {} .. {} of the field belong to no rank's step: that of rank {} begins at row {}", next,
                       one.first - 1, one.rank, one.first));
    }
    next = std::max(next, one.first + one.rows);
  }
}

std::vector<OwnedRows> rows_of_steps(MPI_Comm communicator) {
  const auto all = gathered_steps(communicator);
  std::vector<OwnedRows> rows = gathered_rows(communicator, all);
  if (all.empty() || !rows_are_known(all, rows)) return {};
  const Summary& one = all.front().second;
  for (const auto& [rank, summary] : all)
    if (summary[StepField::cols] != one[StepField::cols] || summary[StepField::steps] != one[StepField::steps])
      return {};
  for (std::size_t k = 1; k < rows.size(); ++k)
    if (rows[k - 1].first + rows[k - 1].rows > rows[k].first) return {};
  return rows;
}

}  // namespace stencil
