// SPDX-License-Identifier: Apache-2.0
#include "host/matrix_io/run_exchange.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <memory>

#include "host/arrays/exchange/exchange.hpp"
#include "host/matrix_io/slab_plan.hpp"
#include "host/mpi/check.hpp"

namespace stencil {
namespace {

constexpr std::int64_t value_bytes = sizeof(double);
constexpr std::int64_t most_values = std::numeric_limits<std::int64_t>::max() / (2 * value_bytes);

// The elements of a run within [first, last).
ElementRun within(const ElementRun& run, std::int64_t first, std::int64_t last) {
  const std::int64_t begin = std::clamp(run.first, first, last);
  const std::int64_t end = std::clamp(run.first + run.count, first, last);
  return {begin, end - begin};
}

}  // namespace

RunExchange::RunExchange(const DistributedMatrix& matrix, const Submatrix& part, ElementOrder order,
                         std::int64_t values)
    : matrix_(matrix),
      held_{part, order, {}, 0},
      longest_(longest_run_owned_within(matrix.layout, part, order, 2 * std::min(values, most_values))),
      pool_(std::min(values, most_values) * value_bytes) {
  check_mpi(MPI_Comm_rank(matrix.comm, &rank_), "MPI_Comm_rank");
}

void RunExchange::gather(const std::vector<ElementRun>& runs, double* run) {
  move(Way::to_run, runs, matrix_.array, run);
}

void RunExchange::scatter(const std::vector<ElementRun>& runs, const double* run) {
  move(Way::to_matrix, runs, run, matrix_.array);
}

void RunExchange::move(Way way, const std::vector<ElementRun>& runs, const double* source, double* target) {
  const std::int64_t end = runs.back().first + runs.back().count;
  const std::int64_t mine = runs[static_cast<std::size_t>(rank_)].first;
  for (std::int64_t first = runs.front().first; first < end; first += longest_) {
    const std::int64_t last = first + std::min(longest_, end - first);
    held_.runs.clear();
    for (const ElementRun& run : runs) held_.runs.push_back(within(run, first, last));
    held_.first_at = held_.runs[static_cast<std::size_t>(rank_)].first - mine;
    auto plan = std::make_shared<const PreparedPlan>(way == Way::to_run ? plan_matrix_to_runs(matrix_, held_, rank_)
                                                                        : plan_runs_to_matrix(held_, matrix_, rank_));
    VsdaTraffic not_of_vsda;
    Exchange exchange(pool_);
    exchange.begin(matrix_.comm, std::move(plan), value_bytes, reinterpret_cast<const std::byte*>(source),
                   reinterpret_cast<std::byte*>(target), not_of_vsda);
    exchange.end();
  }
}

}  // namespace stencil
