// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/vsda/layouts/plan_copy.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "host/arrays/redistribution/plan_matrix.hpp"
#include "host/arrays/redistribution/plan_reshape.hpp"
#include "host/arrays/redistribution/plan_runs.hpp"
#include "host/arrays/vsda/layouts/runs.hpp"
#include "host/base/errors.hpp"

namespace stencil {
namespace {

// Cuts the elements of [first_element, first_element + count) that `rank` owns in `mine` at the edges between the ranks
// of `theirs`, where each has a number higher by `shift`. Calls visit(peer, local number in mine, count) by rising
// peer.
template <typename Visit>
void cut_along(const BlockedLayout& mine, std::int64_t first_element, std::int64_t count, int rank,
               const BlockedLayout& theirs, std::int64_t shift, Visit visit) {
  const std::int64_t finish = std::min(mine.finish(rank), first_element + count);
  std::int64_t element = std::max(mine.start(rank), first_element);
  if (element >= finish) return;
  for (int peer = theirs.owner(element + shift); element < finish; ++peer) {
    const std::int64_t end = std::min(finish, theirs.finish(peer) - shift);
    if (end <= element) continue;  // the peer owns nothing
    visit(peer, element - mine.start(rank) + mine.shadow_before(rank), end - element);
    element = end;
  }
}

MessagePlan plan_blocked(const BlockedLayout& target, std::int64_t target_first, const BlockedLayout& source,
                         std::int64_t source_first, std::int64_t count, int rank) {
  MessagePlan plan;
  const std::int64_t shift = target_first - source_first;
  Patch kept_source;
  cut_along(source, source_first, count, rank, target, shift, [&](int peer, std::int64_t local, std::int64_t n) {
    if (peer == rank) {
      kept_source = run_patch(local, n);
    } else {
      plan.sends.push_back({peer, {run_patch(local, n)}});
    }
  });
  cut_along(target, target_first, count, rank, source, -shift, [&](int peer, std::int64_t local, std::int64_t n) {
    if (peer == rank) {
      plan.kept.push_back({kept_source, run_patch(local, n)});
    } else {
      plan.receives.push_back({peer, {run_patch(local, n)}});
    }
  });
  return plan;
}

// The elements of [blocked_first, blocked_first + count) that each rank owns, as a run of the matrix, in which element
// blocked_first has number cyclic_first.
HeldRuns held_runs(const BlockedLayout& blocked, std::int64_t blocked_first, const LocalMatrix& matrix,
                   std::int64_t cyclic_first, std::int64_t count, int rank) {
  HeldRuns held;
  held.part = {0, 0, matrix.layout.rows.n(), matrix.layout.cols.n()};
  held.runs.reserve(static_cast<std::size_t>(blocked.ranks()));
  for (int holder = 0; holder < blocked.ranks(); ++holder) {
    const std::int64_t first = std::max(blocked.start(holder), blocked_first);
    const std::int64_t last = std::min(blocked.finish(holder), blocked_first + count);
    held.runs.push_back({first - blocked_first + cyclic_first, std::max<std::int64_t>(0, last - first)});
  }
  held.first_at = blocked.shadow_before(rank) + std::max<std::int64_t>(0, blocked_first - blocked.start(rank));
  return held;
}

MessagePlan plan_cyclic(const LocalMatrix& target, std::int64_t target_first, const LocalMatrix& source,
                        std::int64_t source_first, std::int64_t count, int rank) {
  const std::int64_t m = source.layout.rows.n();
  const std::int64_t shift = target_first - source_first;
  if (target.layout.rows.n() != m || shift % m != 0) {
    return plan_reshape(target, target_first, source, source_first, count, rank);
  }
  MessagePlan plan;
  for (const Submatrix& part : rectangles_of(ElementOrder::columns, m, source.layout.cols.n(), {source_first, count})) {
    add_submatrix(plan, target, part.row, part.col + shift / m, source, part, rank);
  }
  return plan;
}

// Far more than a plan should have, and few enough for memory.
constexpr std::int64_t most_pieces = std::int64_t{1} << 24;

// Cuts the elements of [first, first + count) that `rank` owns in `mine` into pieces that lie side by side in `theirs`
// too, where each has a number higher by `shift`. Calls visit(place in theirs, local number in mine, count) by rising
// number.
template <typename Visit>
void cut_pieces(const ArrayLayout& mine, std::int64_t first, std::int64_t count, int rank, const ArrayLayout& theirs,
                std::int64_t shift, Visit visit) {
  std::int64_t pieces = 0;
  const std::int64_t runs = run_count(mine, rank);
  for (std::int64_t number = 0; number < runs; ++number) {
    const OwnedRun run = owned_run(mine, rank, number);
    const std::int64_t end = std::min(run.finish, first + count);
    for (std::int64_t element = std::max(run.start, first); element < end;) {
      if (++pieces > most_pieces)
        throw ArgumentError(
            fmt::format("pieces of the copy on rank {} > {}, must be fewer: copy in parts", rank, most_pieces));
      const PlacedRun place = place_of(theirs, element + shift);
      const std::int64_t n = std::min(place.run, end - element);
      visit(place, run.local + element - run.start, n);
      element += n;
    }
  }
}

// Between any two kinds, one of them in boxes: piece by piece, at least one for each row of a box.
MessagePlan plan_boxes(const ArrayLayout& target, std::int64_t target_first, const ArrayLayout& source,
                       std::int64_t source_first, std::int64_t count, int rank) {
  MessagePlan plan;
  const std::int64_t shift = target_first - source_first;
  cut_pieces(source, source_first, count, rank, target, shift,
             [&](const PlacedRun& place, std::int64_t local, std::int64_t n) {
               if (place.rank == rank) {
                 plan.kept.push_back({run_patch(local, n), run_patch(place.local, n)});
               } else {
                 patches_of(plan.sends, place.rank).push_back(run_patch(local, n));
               }
             });
  cut_pieces(target, target_first, count, rank, source, -shift,
             [&](const PlacedRun& place, std::int64_t local, std::int64_t n) {
               if (place.rank != rank) patches_of(plan.receives, place.rank).push_back(run_patch(local, n));
             });
  return plan;
}

}  // namespace

MessagePlan plan_copy(const ArrayLayout& target, std::int64_t target_first, const ArrayLayout& source,
                      std::int64_t source_first, std::int64_t count, int rank) {
  if (count == 0) return {};
  if (std::holds_alternative<BoxLayout>(target) || std::holds_alternative<BoxLayout>(source))
    return plan_boxes(target, target_first, source, source_first, count, rank);
  const auto* to_blocked = std::get_if<BlockedLayout>(&target);
  const auto* from_blocked = std::get_if<BlockedLayout>(&source);
  if (to_blocked != nullptr && from_blocked != nullptr) {
    return plan_blocked(*to_blocked, target_first, *from_blocked, source_first, count, rank);
  }
  if (from_blocked != nullptr) {
    const auto& to_matrix = std::get<LocalMatrix>(target);
    return plan_runs_to_matrix(held_runs(*from_blocked, source_first, to_matrix, target_first, count, rank), to_matrix,
                               rank);
  }
  const auto& from_matrix = std::get<LocalMatrix>(source);
  if (to_blocked != nullptr) {
    return plan_matrix_to_runs(from_matrix,
                               held_runs(*to_blocked, target_first, from_matrix, source_first, count, rank), rank);
  }
  return plan_cyclic(std::get<LocalMatrix>(target), target_first, from_matrix, source_first, count, rank);
}

}  // namespace stencil
