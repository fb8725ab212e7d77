// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/checks/halo/shared_right_hand.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <string>

#include "models/jacobi.hpp"

namespace stencil {
namespace {

constexpr std::size_t most_rows = std::size_t{1} << 18, most_edges = 64;

}  // namespace

void SharedRightHand::Seen::take(std::int64_t other) {
  if (other == last && all != 0) return;
  last = other;
  const std::int64_t both[] = {all, other};
  all = digest_of(both, sizeof both);
}

void SharedRightHand::swept(const SweepCommand& command, const RightHandRows& rows) {
  if (!reads_rhs(command.weights) || command.niter == 0) return;
  row_bytes_ = command.cols * static_cast<std::int64_t>(sizeof(double));
  fewest_sweeps_ = fewest_sweeps_ == 0 ? command.niter : std::min(fewest_sweeps_, command.niter);
  rows.visit_swept([&](Address f, std::size_t digest) {
    const auto value = static_cast<std::int64_t>(digest);
    if (beside_.size() < most_rows)
      beside_[f].take(value);
    else if (const auto known = beside_.find(f); known != beside_.end())
      known->second.take(value);
  });
}

void SharedRightHand::updated(const UsedMemory& shadow, const UsedMemory& edge) {
  const int rank = shadow.self;
  const bool is_above = shadow.first < edge.first;
  for (const UsedMemory* const each : {&shadow, &edge}) {
    const std::byte* const memory = each->array + each->first;
    const auto first = reinterpret_cast<Address>(memory);
    const std::int64_t bytes = each->last - each->first;
    const bool known = std::any_of(edges_.begin(), edges_.end(), [&](const Edge& one) { return one.first == first; });
    if (known || edges_.size() >= most_edges) continue;
    const bool is_owner = each == &edge;
    const int owner = is_owner ? rank : each->peer;
    edges_.push_back({{owner, is_owner ? each->peer : rank, is_owner != is_above ? 1 : 0},
                      digest_of(memory, bytes),
                      first,
                      bytes,
                      each->elemsize,
                      is_owner});
  }
}

void SharedRightHand::step_begins(const StepInfo& step) {
  if (!reads_rhs(step.weights)) return;
  const std::int64_t reach = step.scheme.interval - 1, cols = step.strip.cols;
  const std::int64_t end = step.first_owned + step.owned;
  padded_ = step.stride > cols ? step.stride : 0;
  for (std::int64_t row = std::max<std::int64_t>(1, step.first_owned - reach);
       row < std::min(step.strip.rows - 1, end + reach); ++row) {
    const bool is_owner = row >= step.first_owned && row < end;
    // Rows in the middle are nobody else's.
    if (is_owner && row >= step.first_owned + reach && row < end - reach) continue;
    const std::int64_t digest = digest_of(step.strip.r + row * cols, cols * static_cast<std::int64_t>(sizeof(double)));
    const std::int64_t number = step.global_row - step.first_owned + row;
    if (steps_.size() >= most_rows && steps_.count(number) == 0) return;
    StepRow& known = steps_.emplace(number, StepRow{{}, is_owner}).first->second;
    known.seen.take(digest);
    known.changes_hands = known.changes_hands || known.is_owner != is_owner;
  }
}

std::vector<SharedRow> SharedRightHand::rows() const {
  std::vector<SharedRow> all;
  for (const auto& [number, row] : steps_) {
    if (!row.changes_hands) all.push_back({{-1, 0, 0, number}, row.seen.all, row.is_owner ? 1 : 0, number, 0, padded_});
  }
  for (const Edge& edge : edges_) {
    if (edge.row_bytes != row_bytes_) continue;
    const std::int64_t rows = edge.bytes / row_bytes_;
    for (std::int64_t row = 0; row < rows; ++row) {
      const std::int64_t away = edge.key[2] == 1 ? rows - row : row + 1;  // from the other rank's own rows
      const bool reached = away < fewest_sweeps_;
      const auto seen = beside_.find(edge.first + static_cast<Address>(row * row_bytes_));
      if (!reached || seen == beside_.end()) continue;
      all.push_back({{edge.key[0], edge.key[1], edge.key[2], edge_row_key(edge.values, row)},
                     seen->second.all,
                     edge.is_owner ? 1 : 0,
                     row});
    }
  }
  return all;
}

namespace {

// Of all ranks' steps.
std::int64_t rows_of_field(MPI_Comm communicator, const std::vector<SharedRow>& rows) {
  std::int64_t all = owned_end(rows);
  MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_INT64_T, MPI_MAX, communicator);
  return all;
}

}  // namespace

void compare_right_hands(MPI_Comm communicator, const std::vector<SharedRow>& own, Coverage& coverage) {
  const std::vector<OtherRow> others =
      other_rows(gathered_rows(communicator, within(own, rows_of_field(communicator, own))));
  if (others.empty()) return;
  const SharedClaim& first = others.front().claim;
  const int owner = others.front().owner;
  std::int64_t last = first.row.row;
  for (const OtherRow& other : others) {
    if (other.claim.rank == first.rank && other.owner == owner && other.claim.row.row == last + 1) ++last;
  }
  coverage.other_r_rows += static_cast<std::int64_t>(others.size());
  const bool is_of_step = first.row.is_of_field();
  const std::string which =
      first.row.row == last ? fmt::format("row {}", last) : fmt::format("rows {} .. {}", first.row.row, last);
  fmt::print(stderr,
             "stencil: rank {}: {}: warning: r beside halo {} {} is not what rank {} has there, which owns {}: are the "
             "halo rows of r filled{}?\n",
             first.rank, is_of_step ? "stencil_step_begin" : "itstep_accel", which,
             is_of_step ? "of the field"
                        : fmt::format("of those that VSDA_Update_end fills from rank {}, counted from 0,", owner),
             owner, first.row.row == last ? "it" : "them",
             is_of_step && first.row.cols > 0
                 ? fmt::format(", and its rows {} words apart, as stride says", first.row.cols)
                 : "");
}

}  // namespace stencil
