// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/steps/step_record.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <tuple>
#include <utility>

#include "host/base/text.hpp"
#include "host/mpi/environment.hpp"
#include "host/mpi/fatal.hpp"
#include "models/kernel_file/formula.hpp"
#include "sim/app/package/steps/client_kernel.hpp"
#include "sim/app/package/steps/step_summary.hpp"

namespace stencil {
namespace {

// The parts of a step.
struct StepParts {
  std::vector<const double*> arrays;
  std::vector<PartRows> rows;
};

struct Recorded {
  Summary summary{};
  StepParts parts;  // of the last step
  StepParts begun;  // of the one whose parts are reported
  std::optional<SweepWeights> weights;
};

// Never destroyed: the report of a program without MPI is written when it ends.
Recorded& recorded() {
  static auto* const all = new Recorded;
  return *all;
}

std::string text_of(const SweepWeights& weights) {
  std::string text;
  for_each_weight(weights, [&](Weight, double value) { text += fmt::format("{}{}", text.empty() ? "" : ",", value); });
  return text;
}

// Of an operator whose numbers are those of a grid, in the report by their last; of others none.
std::optional<double> beta_of_grid(const SweepWeights& weights) {
  bool is_of_grid = false;
  std::optional<double> beta;
  for_each_weight(weights, [&](Weight weight, double value) {
    is_of_grid = is_of_grid || weight == Weight::rdx2;
    if (weight == Weight::beta) beta = value;
  });
  return is_of_grid ? beta : std::nullopt;
}

std::string numbers_of(const FormulaWeights& weights) {
  std::string text;
  for (std::size_t k = 0; k < weights.formula->numbers.size(); ++k) {
    if (!weights.uses(k)) continue;
    text += fmt::format("{}{}={}", text.empty() ? "" : ",", weights.formula->numbers[k].name, weights.numbers[k]);
  }
  return text;
}

// Rows of a strip where strips of equal height, but for the last, are dealt in turn to all ranks.
std::optional<std::int64_t> dealt_height(MPI_Comm communicator, const std::vector<OwnedRows>& rows) {
  int ranks = 1;
  if (communicator != MPI_COMM_NULL) MPI_Comm_size(communicator, &ranks);
  const std::int64_t height = rows.front().rows;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const bool last = k + 1 == rows.size();
    if (rows[k].rank != static_cast<int>(k % static_cast<std::size_t>(ranks)) ||
        rows[k].first != static_cast<std::int64_t>(k) * height ||
        (last ? rows[k].rows > height : rows[k].rows != height))
      return std::nullopt;
  }
  return height;
}

int words_of(std::size_t parts) {
  return static_cast<int>(parts * std::tuple_size<PartRows>::value);
}

}  // namespace

std::vector<std::pair<int, Summary>> gathered_steps(MPI_Comm communicator) {
  int ranks = 1;
  if (communicator != MPI_COMM_NULL) MPI_Comm_size(communicator, &ranks);
  std::vector<Summary> all(static_cast<std::size_t>(ranks), recorded().summary);
  constexpr int words = static_cast<int>(StepField::fields);
  if (communicator != MPI_COMM_NULL)
    MPI_Allgather(recorded().summary.data(), words, MPI_INT64_T, all.data(), words, MPI_INT64_T, communicator);
  std::vector<std::pair<int, Summary>> found;
  for (std::size_t rank = 0; rank < all.size(); ++rank)
    if (all[rank][StepField::steps] > 0) found.emplace_back(static_cast<int>(rank), all[rank]);
  return found;
}

std::vector<OwnedRows> gathered_rows(MPI_Comm communicator, const std::vector<std::pair<int, Summary>>& ranks) {
  std::vector<PartRows> own = recorded().parts.rows;
  std::vector<int> counts(1, words_of(own.size())), offsets(1, 0);
  std::vector<PartRows> all = own;
  if (communicator != MPI_COMM_NULL) {
    int size = 1, words = 0;
    MPI_Comm_size(communicator, &size);
    const int mine = counts.front();
    counts.resize(static_cast<std::size_t>(size));
    MPI_Allgather(&mine, 1, MPI_INT, counts.data(), 1, MPI_INT, communicator);
    offsets.clear();
    for (const int count : counts) offsets.push_back(std::exchange(words, words + count));
    all.resize(static_cast<std::size_t>(words) / std::tuple_size<PartRows>::value);
    MPI_Allgatherv(own.data(), mine, MPI_INT64_T, all.data(), counts.data(), offsets.data(), MPI_INT64_T, communicator);
  }
  std::vector<OwnedRows> rows;
  for (const auto& [rank, summary] : ranks) {
    const auto first =
        static_cast<std::size_t>(offsets[static_cast<std::size_t>(rank)]) / std::tuple_size<PartRows>::value;
    for (std::size_t k = first; k < first + static_cast<std::size_t>(summary[StepField::parts]); ++k)
      rows.push_back({rank, all[k][0], all[k][1], summary[StepField::steps], all[k][2], all[k][3]});
  }
  std::stable_sort(rows.begin(), rows.end(), [](const OwnedRows& a, const OwnedRows& b) { return a.first < b.first; });
  return rows;
}

void record_step(const StepInfo& step, const std::vector<BlockRun>& /*runs*/) {
  Recorded& all = recorded();
  if (step.part == 0) all.begun = {};
  all.begun.arrays.push_back(step.array);
  all.begun.rows.push_back(
      {step.global_row, step.owned, step.first_owned, step.strip.rows - step.first_owned - step.owned});
  if (step.part + 1 < step.parts) return;
  const ItstepOptions& how = step.scheme.how;
  std::int64_t rows = 0;
  for (const PartRows& part : all.begun.rows) rows += part[1];
  const Summary now{step.strip.cols,
                    all.summary[StepField::sweeps] + step.scheme.interval,
                    std::max(all.summary[StepField::most_sweeps], step.scheme.interval),
                    static_cast<std::int64_t>(step.weights.index()),
                    step.scheme.even ? 1 : 0,
                    step.scheme.portion,
                    static_cast<std::int64_t>(how.schedule),
                    static_cast<std::int64_t>(how.blocking),
                    rows,
                    all.summary[StepField::steps] + 1,
                    step.parts,
                    all.summary[StepField::differ],
                    all.summary[StepField::moved]};
  const bool first = all.summary[StepField::steps] == 0;
  const auto keeps = [&](std::size_t field) { return first || all.summary[field] == now[field]; };
  bool same = first || (all.parts.arrays == all.begun.arrays && same_bits(*all.weights, step.weights));
  for (const std::size_t field : {std::size_t{StepField::portion}, std::size_t{StepField::schedule},
                                  std::size_t{StepField::blocking}, std::size_t{StepField::strips}})
    same = same && keeps(field);
  const bool stays = keeps(StepField::cols) && (first || all.parts.rows == all.begun.rows);
  all.summary = now;
  if (!same || !stays) all.summary[StepField::differ] = 1;
  if (!stays) all.summary[StepField::moved] = 1;
  all.parts = std::move(all.begun);
  all.weights = step.weights;
}

std::optional<ReportProblem> common_problem(MPI_Comm communicator) {
  const auto all = gathered_steps(communicator);
  if (all.empty()) return std::nullopt;
  const std::vector<OwnedRows> rows = gathered_rows(communicator, all);
  ReportProblem problem;
  const Summary& one = all.front().second;
  for (const auto& [rank, summary] : all) {
    if (summary[StepField::differ] != 0 || !std::equal(one.begin(), one.begin() + StepField::common, summary.begin()))
      return std::nullopt;
    problem.rows += summary[StepField::owned];
  }
  problem.cols = one[StepField::cols];
  problem.iterations = one[StepField::sweeps];
  problem.stw = one[StepField::most_sweeps];
  const auto same = [&](std::size_t field) {
    return std::all_of(all.begin(), all.end(), [&](const auto& other) { return other.second[field] == one[field]; });
  };
  // A part that stays is one block, whatever its rows.
  const bool resident = one[StepField::schedule] == static_cast<std::int64_t>(Schedule::resident);
  if (same(StepField::portion) && !resident) problem.portion = one[StepField::portion];
  if (same(StepField::schedule)) problem.schedule = name_of(static_cast<Schedule>(one[StepField::schedule]));
  if (same(StepField::blocking)) problem.blocking = name_of(static_cast<Blocking>(one[StepField::blocking]));
  if (one[StepField::strips] == 0) {
    problem.distribution = "blocked";
  } else if (const auto height = dealt_height(communicator, rows)) {
    problem.distribution = "cyclic";
    problem.block_rows = *height;
  }
  SweepOperatorSet used{};
  used[static_cast<std::size_t>(one[StepField::point_operator])] = true;
  problem.kernel = kernel_of(used);
  if (!recorded().weights) return problem;
  const SweepWeights& weights = *recorded().weights;
  if (const auto* formula = std::get_if<FormulaWeights>(&weights)) {
    problem.kernel = formula->formula->file;
    problem.formula = formula->formula->text;
    problem.numbers = numbers_of(*formula);
  } else if (const auto beta = beta_of_grid(weights)) {
    problem.beta = beta;
  } else {
    problem.coefficients = text_of(weights);
  }
  return problem;
}

}  // namespace stencil
