// SPDX-License-Identifier: Apache-2.0
#include "sim/app/report/gather.hpp"

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

namespace stencil {
namespace {

constexpr std::int64_t no_strip = -1;

// The findings of a rank's block checks, as words that can be sent.
struct Finding {
  std::int64_t compared = 0;
  std::int64_t mismatches = 0;
  std::int64_t rank = 0;
  std::int64_t step = 0;
  std::int64_t strip = 0;
  std::int64_t block = 0;
  std::int64_t sweep = 0;
  std::int64_t row = 0;
  std::int64_t col = 0;
  std::uint64_t expected_bits = 0;
  std::uint64_t got_bits = 0;
};
static_assert(sizeof(Finding) == 11 * sizeof(std::int64_t), "sent as 11 words");

Finding finding_of(const Verdict& verdict) {
  Finding finding;
  finding.compared = verdict.compared.value_or(0);
  finding.mismatches = verdict.mismatches;
  if (!verdict.first_mismatch) return finding;
  const LocatedMismatch& first = *verdict.first_mismatch;
  finding.rank = first.rank;
  finding.step = first.step;
  finding.strip = first.strip.value_or(no_strip);
  finding.block = first.block;
  finding.sweep = first.sweep;
  finding.row = first.at.row;
  finding.col = first.at.col;
  finding.expected_bits = first.at.expected_bits;
  finding.got_bits = first.at.got_bits;
  return finding;
}

LocatedMismatch mismatch_of(const Finding& f) {
  LocatedMismatch located{f.rank, f.step, f.block, f.sweep, {f.row, f.col, f.expected_bits, f.got_bits}, {}};
  if (f.strip != no_strip) located.strip = f.strip;
  return located;
}

// On rank 0 the step checks of all ranks together.
std::vector<StepCheck> gather_steps(MPI_Comm communicator, const std::vector<StepCheck>& mine) {
  int rank = 0;
  int ranks = 1;
  MPI_Comm_rank(communicator, &rank);
  MPI_Comm_size(communicator, &ranks);
  constexpr std::size_t words = sizeof(StepCheck) / sizeof(std::int64_t);
  static_assert(sizeof(StepCheck) == 4 * sizeof(std::int64_t), "sent as 4 words");
  const int length = static_cast<int>(mine.size() * words);
  std::vector<int> lengths(rank == 0 ? static_cast<std::size_t>(ranks) : 0);
  MPI_Gather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, 0, communicator);
  // One rank after another: the count for all of them might not fit into an int.
  Verdict all;
  if (rank != 0) {
    MPI_Send(mine.data(), length, MPI_INT64_T, 0, 0, communicator);
    return {};
  }
  all.add_steps(mine);
  for (int from = 1; from < ranks; ++from) {
    std::vector<StepCheck> theirs(static_cast<std::size_t>(lengths[static_cast<std::size_t>(from)]) / words);
    MPI_Recv(theirs.data(), lengths[static_cast<std::size_t>(from)], MPI_INT64_T, from, 0, communicator,
             MPI_STATUS_IGNORE);
    all.add_steps(theirs);
  }
  return all.steps;
}

}  // namespace

bool earlier(const LocatedMismatch& a, const LocatedMismatch& b) {
  return std::tie(a.step, a.rank, a.strip, a.block) < std::tie(b.step, b.rank, b.strip, b.block);
}

Verdict gather_block_checks(MPI_Comm communicator, const Verdict& mine) {
  int rank = 0;
  int ranks = 1;
  MPI_Comm_rank(communicator, &rank);
  MPI_Comm_size(communicator, &ranks);
  constexpr int words = sizeof(Finding) / sizeof(std::int64_t);
  const Finding finding = finding_of(mine);
  std::vector<Finding> all(rank == 0 ? static_cast<std::size_t>(ranks) : 0);
  MPI_Gather(&finding, words, MPI_INT64_T, all.data(), words, MPI_INT64_T, 0, communicator);

  Verdict verdict;
  verdict.steps = gather_steps(communicator, mine.steps);
  for (const Finding& f : all) {
    verdict.compared = verdict.compared.value_or(0) + f.compared;
    verdict.mismatches += f.mismatches;
    if (f.mismatches == 0) continue;
    const LocatedMismatch located = mismatch_of(f);
    if (!verdict.first_mismatch || earlier(located, *verdict.first_mismatch)) verdict.first_mismatch = located;
  }
  return verdict;
}

}  // namespace stencil
