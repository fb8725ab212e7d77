// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/step_record.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include "host/base/text.hpp"
#include "host/mpi/environment.hpp"
#include "host/mpi/fatal.hpp"
#include "models/kernel_file/formula.hpp"
#include "sim/app/package/client_kernel.hpp"

namespace stencil {
namespace {

// Numbers only, so that they can be gathered. All ranks of one problem agree in the first `common`; in those up to
// `chosen` they may differ where each chose its own.
enum Field : std::size_t { cols, sweeps, most_sweeps, point_operator, common };
enum Chosen : std::size_t { portion = common, schedule, blocking, chosen };
enum Own : std::size_t { first_row = chosen, owned, steps, differ, moved, fields };
using Summary = std::array<std::int64_t, fields>;

struct Recorded {
  Summary summary{};
  const double* array = nullptr;
  std::optional<SweepWeights> weights;
};

// Never destroyed: the report of a program without MPI is written when it ends.
Recorded& recorded() {
  static auto* const all = new Recorded;
  return *all;
}

// Rank by rank; only those with steps over rows.
std::vector<std::pair<int, Summary>> gathered(MPI_Comm communicator) {
  int ranks = 1;
  if (communicator != MPI_COMM_NULL) MPI_Comm_size(communicator, &ranks);
  std::vector<Summary> all(static_cast<std::size_t>(ranks), recorded().summary);
  constexpr int words = static_cast<int>(fields);
  if (communicator != MPI_COMM_NULL)
    MPI_Allgather(recorded().summary.data(), words, MPI_INT64_T, all.data(), words, MPI_INT64_T, communicator);
  std::vector<std::pair<int, Summary>> found;
  for (std::size_t rank = 0; rank < all.size(); ++rank)
    if (all[rank][steps] > 0) found.emplace_back(static_cast<int>(rank), all[rank]);
  return found;
}

std::string text_of(const FivePointWeights& weights) {
  std::string text;
  for (const auto& field : FivePointWeights::fields())
    text += fmt::format("{}{}", text.empty() ? "" : ",", weights.*field.member);
  return text;
}

std::string text_of(const FormulaWeights& weights) {
  std::string text;
  for (std::size_t k = 0; k < weights.formula->numbers.size(); ++k) {
    if (!weights.uses(k)) continue;
    text += fmt::format("{}{}={}", text.empty() ? "" : ",", weights.formula->numbers[k].name, weights.numbers[k]);
  }
  return text;
}

// Where no part names its rows of the field, or one changed them, they are unknown.
bool rows_are_known(const std::vector<std::pair<int, Summary>>& all) {
  return std::any_of(all.begin(), all.end(), [](const auto& one) { return one.second[first_row] > 0; }) &&
         std::none_of(all.begin(), all.end(), [](const auto& one) { return one.second[moved] != 0; });
}

void sort_by_rows(std::vector<std::pair<int, Summary>>& all) {
  std::sort(all.begin(), all.end(),
            [](const auto& a, const auto& b) { return a.second[first_row] < b.second[first_row]; });
}

void warn(const std::string& text) {
  fmt::print(stderr, "{}\n", fatal_line("stencil_step_begin", "warning: " + text));
}

}  // namespace

void record_step(const StepInfo& step, const std::vector<BlockRun>& /*runs*/) {
  Recorded& all = recorded();
  const ItstepOptions& how = step.scheme.how;
  const Summary now{step.strip.cols,
                    all.summary[sweeps] + step.scheme.interval,
                    std::max(all.summary[most_sweeps], step.scheme.interval),
                    static_cast<std::int64_t>(step.weights.index()),
                    step.scheme.portion,
                    static_cast<std::int64_t>(how.schedule),
                    static_cast<std::int64_t>(how.blocking),
                    step.global_row,
                    step.owned,
                    all.summary[steps] + 1,
                    all.summary[differ],
                    all.summary[moved]};
  bool same = all.array == nullptr || (all.array == step.array && same_bits(*all.weights, step.weights));
  const auto keeps = [&](std::size_t field) { return all.array == nullptr || all.summary[field] == now[field]; };
  for (const std::size_t field : {std::size_t{portion}, std::size_t{schedule}, std::size_t{blocking}})
    same = same && keeps(field);
  const bool stays = keeps(cols) && keeps(first_row) && keeps(owned);
  all.summary = now;
  if (!same || !stays) all.summary[differ] = 1;
  if (!stays) all.summary[moved] = 1;
  all.array = step.array;
  all.weights = step.weights;
}

std::optional<ReportProblem> common_problem(MPI_Comm communicator) {
  const auto all = gathered(communicator);
  if (all.empty()) return std::nullopt;
  ReportProblem problem;
  const Summary& one = all.front().second;
  for (const auto& [rank, summary] : all) {
    if (summary[differ] != 0 || !std::equal(one.begin(), one.begin() + common, summary.begin())) return std::nullopt;
    problem.rows += summary[owned];
  }
  problem.cols = one[cols];
  problem.iterations = one[sweeps];
  problem.stw = one[most_sweeps];
  const auto same = [&](std::size_t field) {
    return std::all_of(all.begin(), all.end(), [&](const auto& other) { return other.second[field] == one[field]; });
  };
  if (same(portion)) problem.portion = one[portion];
  if (same(schedule)) problem.schedule = name_of(static_cast<Schedule>(one[schedule]));
  if (same(blocking)) problem.blocking = name_of(static_cast<Blocking>(one[blocking]));
  problem.distribution = "blocked";
  SweepOperatorSet used{};
  used[static_cast<std::size_t>(one[point_operator])] = true;
  problem.kernel = kernel_of(used);
  if (!recorded().weights) return problem;
  if (const auto* formula = std::get_if<FormulaWeights>(&*recorded().weights)) {
    problem.kernel = formula->formula->file;
    problem.formula = formula->formula->text;
    problem.numbers = text_of(*formula);
  }
  if (const auto* jacobi = std::get_if<JacobiWeights>(&*recorded().weights)) problem.beta = jacobi->beta;
  if (const auto* five = std::get_if<FivePointWeights>(&*recorded().weights)) problem.coefficients = text_of(*five);
  return problem;
}

void find_missing(MPI_Comm communicator, Coverage& coverage) {
  auto all = gathered(communicator);
  int rank = 0;
  MPI_Comm_rank(communicator, &rank);
  if (rank != 0 || all.empty()) return;
  const auto fewer = [](const auto& a, const auto& b) { return a.second[sweeps] < b.second[sweeps]; };
  const std::int64_t most = std::max_element(all.begin(), all.end(), fewer)->second[sweeps];
  std::vector<int> behind;
  for (const auto& [number, summary] : all) {
    if (summary[sweeps] == most) continue;
    behind.push_back(number);
    coverage.missing_sweeps += most - summary[sweeps];
  }
  if (!behind.empty())
    warn(fmt::format("ranks {} made {} or fewer in their steps, others {}", rank_list(behind),
                     counted(std::min_element(all.begin(), all.end(), fewer)->second[sweeps], "sweep"), most));
  if (!rows_are_known(all)) return;
  sort_by_rows(all);
  std::int64_t next = all.front().second[first_row];
  for (const auto& [number, summary] : all) {
    if (summary[first_row] > next) {
      coverage.unowned_rows += summary[first_row] - next;
      warn(fmt::format("rows {} .. {} of the field belong to no rank's step: that of rank {} begins at row {}", next,
                       summary[first_row] - 1, number, summary[first_row]));
    }
    next = std::max(next, summary[first_row] + summary[owned]);
  }
}

std::vector<OwnedRows> rows_of_steps(MPI_Comm communicator) {
  auto all = gathered(communicator);
  if (all.empty() || !rows_are_known(all)) return {};
  sort_by_rows(all);
  std::vector<OwnedRows> rows;
  for (const auto& [rank, summary] : all) {
    const bool apart = rows.empty() || rows.back().first + rows.back().rows <= summary[first_row];
    if (!apart || summary[cols] != all.front().second[cols] || summary[steps] != all.front().second[steps]) return {};
    rows.push_back({rank, summary[first_row], summary[owned], summary[steps]});
  }
  return rows;
}

}  // namespace stencil
