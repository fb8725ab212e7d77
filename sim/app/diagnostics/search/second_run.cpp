// SPDX-License-Identifier: Apache-2.0
#include "sim/app/diagnostics/search/second_run.hpp"

#include <fmt/core.h>

#include <cstddef>

#include "host/mpi/agreement.hpp"
#include "sim/app/progress/progress.hpp"
#include "sim/app/run/run_reference.hpp"

namespace stencil {

void SecondRun::sweep(bool for_rows, const DeviceMaker& maker, const StepBegins& step_begins, Order order) {
  int rank = 0;
  MPI_Comm_rank(communicator_, &rank);
  ProgressLine* const progress = rank == 0 ? hooks_.progress : nullptr;
  session_.reset();
  rows_ = nullptr;
  agree(communicator_, [&] {
    RunOptions options = options_;
    options.made_again_one_by_one = order == Order::one_by_one;
    session_ = options.kernel->make_session(communicator_, options, files_);
    session_->report_to(progress);
    session_->on_step(step_begins);
    session_->make_device(maker);
    session_->read_problem();
    if (for_rows) rows_ = &session_->reference().search_rows();
    session_->source().check_unchanged();
  });
  Work work(progress, for_rows ? "sweeps again for the first wrong row" : "sweeps again for the first wrong call");
  const std::int64_t blocks = session_->estimate(nullptr).blocks();
  session_->sweep([&, done = std::int64_t{0}](std::size_t more) mutable {
    work.at_units(done += static_cast<std::int64_t>(more), blocks);
  });
}

std::optional<WrongRow> SecondRun::wrong_collected() const {
  std::optional<GoldenSolution> solution;
  agree(communicator_, [&] {
    int rank = 0;
    MPI_Comm_rank(communicator_, &rank);
    if (rank == 0) solution = session_->reference().golden();
  });
  std::optional<WrongRow> wrong;
  // The solution behind the verdict, against that of one process.
  const std::optional<GoldenSolution> of_all = session_->reference().golden_of_all();
  std::optional<WrongRow> wrong_of_all;
  session_->collect([&](std::int64_t first_row, std::int64_t rows, const double* values) {
    if (wrong) return;
    if (!wrong_of_all) wrong_of_all = wrong_solution_of_all(of_all->compare(first_row, rows, values));
    const Comparison found = solution->compare(first_row, rows, values);
    if (!found.first) return;
    const LocatedMismatch made = session_->reference().locate(*found.first);
    wrong = WrongRow::at(found.first->row, *found.first);
    wrong->component = WrongRow::Component::collecting;
    wrong->found = WrongRow::Found::collected;
    wrong->step = made.step;
    wrong->owner = made.rank;
    // The first rows may be old copies, which the solution has nowhere.
    for (std::int64_t row = wrong->row; row < first_row + rows && wrong->detail.empty(); ++row) {
      const auto held = solution->only_row_of(values + (row - first_row) * session_->source().cols());
      if (held && *held != row) wrong->detail = fmt::format(": row {} of it holds row {}", row, *held);
    }
  });
  // Rows that the search has not compared may be wrong on the rank that owns them.
  if (wrong && !rows_->checks_all_rows()) return std::nullopt;
  return wrong ? wrong : wrong_of_all;
}

std::optional<WrongRow> SecondRun::wrong_solution_of_all(const Comparison& found) const {
  if (!found.first) return std::nullopt;
  const LocatedMismatch made = session_->reference().locate(*found.first);
  WrongRow wrong = WrongRow::at(found.first->row, *found.first);
  wrong.blame_reference("sim/app/kernels/sweeps/golden_rows.cpp");
  wrong.only_solution = true;
  wrong.found = WrongRow::Found::result;
  wrong.step = made.step;
  wrong.owner = made.rank;
  return wrong;
}

std::optional<WrongRow> SecondRun::wrong_result() const {
  std::optional<GoldenSolution> solution;
  int rank = 0;
  MPI_Comm_rank(communicator_, &rank);
  agree(communicator_, [&] {
    if (rank == 0) solution = session_->reference().golden();
  });
  std::optional<LocatedMismatch> first;
  std::optional<std::int64_t> held;  // the row that stands there
  session_->collect([&](std::int64_t first_row, std::int64_t rows, const double* values) {
    if (first) return;
    const Comparison found = solution->compare(first_row, rows, values);
    if (!found.first) return;
    first = session_->reference().locate(*found.first);
    held = solution->only_row_of(values + (found.first->row - first_row) * session_->source().cols());
  });
  struct Shared {
    int found;
    std::int64_t rank, step, held;
    Mismatch at;
  } shared{first ? 1 : 0, 0, 0, held.value_or(-1), {}};
  if (first) shared = {1, first->rank, first->step, held.value_or(-1), first->at};
  MPI_Bcast(&shared, sizeof shared, MPI_BYTE, 0, communicator_);
  if (shared.found == 0) return std::nullopt;
  WrongRow wrong = WrongRow::at(shared.at.row, shared.at);
  wrong.found = WrongRow::Found::result;
  wrong.step = shared.step;
  wrong.owner = shared.rank;
  if (shared.held >= 0 && shared.held != wrong.row) wrong.detail = fmt::format(": it holds row {}", shared.held);
  return wrong;
}

}  // namespace stencil
