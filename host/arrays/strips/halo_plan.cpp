// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/strips/halo_plan.hpp"

#include <map>
#include <utility>

namespace stencil {
namespace {

// Rows that move from the memory of the rank that owns strip `from` to that of the rank that owns `to`.
struct Move {
  const Strip& from;
  std::int64_t from_row;
  const Strip& to;
  std::int64_t to_row;
  std::int64_t rows;
};

Patch rows_patch(Combs rows) {
  Patch patch;
  patch.inner = std::move(rows);
  append_run(patch.outer, 0, 1);
  return patch;
}

std::vector<Message> messages(std::map<int, Combs>&& rows_of_peer) {
  std::vector<Message> all;
  all.reserve(rows_of_peer.size());
  for (auto& [peer, rows] : rows_of_peer) all.push_back({peer, {rows_patch(std::move(rows))}});
  return all;
}

}  // namespace

MessagePlan plan_halos(const Strips& strips, int rank) {
  std::map<int, Combs> sent;
  std::map<int, Combs> received;
  Combs kept_from;
  Combs kept_to;
  const auto add = [&](const Move& move) {
    if (move.rows == 0) return;
    if (move.from.rank == rank && move.to.rank == rank) {
      append_run(kept_from, move.from_row, move.rows);
      append_run(kept_to, move.to_row, move.rows);
    } else if (move.from.rank == rank) {
      append_run(sent[move.to.rank], move.from_row, move.rows);
    } else if (move.to.rank == rank) {
      append_run(received[move.from.rank], move.to_row, move.rows);
    }
  };
  // Both ends of a message list its rows in this order.
  for (std::size_t k = 0; k + 1 < strips.all().size(); ++k) {
    const Strip& north = strips.all()[k];
    const Strip& south = strips.all()[k + 1];
    add({south, south.at + south.before, north, north.at + north.before + north.owned, north.after});
    add({north, north.at + north.before + north.owned - south.before, south, south.at, south.before});
  }
  MessagePlan plan;
  plan.reads_and_writes_apart = true;  // reads owned rows, writes halo rows
  plan.sends = messages(std::move(sent));
  plan.receives = messages(std::move(received));
  if (!kept_from.empty()) plan.kept.push_back({rows_patch(std::move(kept_from)), rows_patch(std::move(kept_to))});
  return plan;
}

}  // namespace stencil
