// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/redistribution/plan_reshape.hpp"

#include <cstddef>
#include <utility>
#include <vector>

#include "host/arrays/redistribution/shared_combs.hpp"

namespace stencil {
namespace {

Patch list_patch(Combs combs) {
  Patch patch;
  patch.inner = std::move(combs);
  append_run(patch.outer, 0, 1);
  return patch;
}

// Adds a message for each other rank that holds, at the other end, some of the elements in `lists`, one list for each
// process of the other matrix.
void add_messages(std::vector<Message>& messages, std::vector<Combs> lists, const BlockCyclicLayout& other, int rank) {
  for (std::size_t process = 0; process < lists.size(); ++process) {
    if (lists[process].empty()) continue;
    const auto number = static_cast<std::int64_t>(process);
    const std::int64_t peer = other.rank_of(number % other.rows.procs(), number / other.rows.procs());
    if (peer != rank) patches_of(messages, static_cast<int>(peer)).push_back(list_patch(std::move(lists[process])));
  }
}

}  // namespace

MessagePlan plan_reshape(const LocalMatrix& target, std::int64_t target_first, const LocalMatrix& source,
                         std::int64_t source_first, std::int64_t count, int rank) {
  MessagePlan plan;
  const Move move{source_first, target_first, count};
  const bool is_source = source.layout.in_grid(rank);
  const bool is_target = target.layout.in_grid(rank);
  if (is_source) {
    add_messages(plan.sends, shared_combs_of_all({source, rank}, RankShare::of_all(target), move, MoveEnd::source),
                 target.layout, rank);
  }
  if (is_target) {
    add_messages(plan.receives, shared_combs_of_all(RankShare::of_all(source), {target, rank}, move, MoveEnd::target),
                 source.layout, rank);
  }
  if (!is_source || !is_target) return plan;
  const auto kept = [&](MoveEnd end) { return list_patch(shared_combs({source, rank}, {target, rank}, move, end)); };
  KeptPart part{kept(MoveEnd::source), kept(MoveEnd::target)};
  if (part.source.elements() > 0) plan.kept.push_back(std::move(part));
  return plan;
}

}  // namespace stencil
