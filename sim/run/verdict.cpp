// SPDX-License-Identifier: Apache-2.0
#include "sim/run/verdict.hpp"

#include <array>
#include <cstddef>
#include <tuple>

#include "host/blocking/plan.hpp"
#include "models/jacobi.hpp"

namespace stencil {
namespace {

// What a rank's block check found, as plain words.
struct Finding {
  std::int64_t compared = 0;
  std::int64_t mismatches = 0;
  std::int64_t rank = 0;
  std::int64_t step = 0;
  std::int64_t block = 0;
  std::int64_t sweep = 0;
  std::int64_t row = 0;
  std::int64_t col = 0;
  std::uint64_t expected_bits = 0;
  std::uint64_t got_bits = 0;
};
static_assert(sizeof(Finding) == 10 * sizeof(std::int64_t), "sent as 10 words");

Finding finding_of(const BlockCheck* check) {
  Finding finding;
  if (check == nullptr) return finding;
  finding.compared = check->compared();
  finding.mismatches = check->mismatches();
  if (!check->first()) return finding;
  const LocatedMismatch& first = *check->first();
  finding.rank = first.rank;
  finding.step = first.step;
  finding.block = first.block;
  finding.sweep = first.sweep;
  finding.row = first.at.row;
  finding.col = first.at.col;
  finding.expected_bits = first.at.expected_bits;
  finding.got_bits = first.at.got_bits;
  return finding;
}

LocatedMismatch mismatch_of(const Finding& f) {
  return {f.rank, f.step, f.block, f.sweep, Mismatch{f.row, f.col, f.expected_bits, f.got_bits}};
}

}  // namespace

GoldenSolution::GoldenSolution(const ProblemSource& source, std::int64_t iterations)
    : cols_(source.cols()), f_(static_cast<std::size_t>(source.rows() * source.cols())) {
  std::vector<double> r(f_.size());
  source.read_rows(ProblemArray::f, 0, source.rows(), f_.data());
  source.read_rows(ProblemArray::r, 0, source.rows(), r.data());
  jacobi_sweeps(source.rows(), cols_, f_.data(), r.data(), source.numbers().weights, iterations);
}

Comparison GoldenSolution::compare(std::int64_t first_row, std::int64_t rows, const double* values) const {
  return compare_rows(f_.data() + first_row * cols_, values, first_row, rows, cols_);
}

LocatedMismatch locate_in_result(const RowDistribution& distribution, const Steps& steps, std::int64_t portion,
                                 Blocking blocking, const Mismatch& mismatch) {
  LocatedMismatch located;
  located.at = mismatch;
  located.rank = distribution.owner_of_row(mismatch.row);
  located.step = steps.last();
  const std::int64_t niter = steps.niter(located.step);
  located.sweep = niter - 1;
  const RankRows& part = distribution.of(static_cast<int>(located.rank));
  const std::int64_t local_row = mismatch.row - part.first_local();
  for (const Block& block : plan_blocks(part.local_rows(), portion, niter, blocking)) {
    if (local_row >= block.first_row + block.keep) ++located.block;
  }
  return located;
}

Verdict gather_block_checks(MPI_Comm communicator, const BlockCheck* mine) {
  int rank = 0;
  int ranks = 1;
  MPI_Comm_rank(communicator, &rank);
  MPI_Comm_size(communicator, &ranks);
  constexpr int words = sizeof(Finding) / sizeof(std::int64_t);
  const Finding finding = finding_of(mine);
  std::vector<Finding> all(rank == 0 ? static_cast<std::size_t>(ranks) : 0);
  MPI_Gather(&finding, words, MPI_INT64_T, all.data(), words, MPI_INT64_T, 0, communicator);

  Verdict verdict;
  const auto order = [](const LocatedMismatch& m) { return std::tie(m.step, m.rank, m.block); };
  for (const Finding& f : all) {
    verdict.compared = verdict.compared.value_or(0) + f.compared;
    verdict.mismatches += f.mismatches;
    if (f.mismatches == 0) continue;
    const LocatedMismatch located = mismatch_of(f);
    if (!verdict.first_mismatch || order(located) < order(*verdict.first_mismatch)) verdict.first_mismatch = located;
  }
  return verdict;
}

}  // namespace stencil
