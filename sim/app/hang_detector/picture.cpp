// SPDX-License-Identifier: Apache-2.0
#include "sim/app/hang_detector/picture.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "host/base/text.hpp"
#include "host/mpi/environment.hpp"

namespace stencil {
namespace {

constexpr std::size_t most_named = 4;

// "after 2 steps and 1 update"; empty: after none.
std::string done(const RankState& state) {
  std::string text;
  if (state.steps > 0) text = "after " + counted(state.steps, "step");
  if (state.updates > 0) text += (text.empty() ? "after " : " and ") + counted(state.updates, "update");
  return text;
}

// What the rank does, without what it waits for.
std::string doing(const RankState& state) {
  std::string text = done(state);
  if (!state.phase.empty()) text += (text.empty() ? "" : ", in ") + state.phase;
  if (!state.phase.empty() && state.step >= 0) text += fmt::format(" of step {}", state.step);
  if (state.blocks > 0) text += fmt::format("{}{} swept", text.empty() ? "" : ", ", counted(state.blocks, "block"));
  if (state.device >= 0) {
    text += text.empty() ? "" : ", ";
    text += fmt::format("device runs since its cycle {}", with_commas(state.device));
  }
  return text;
}

std::vector<Need> named(const RankState& state) {
  std::vector<Need> all;
  for (const Need& need : state.needs) {
    if (need.kind != Need::Kind::unknown && (state.any || !need.may_come)) all.push_back(need);
  }
  return all;
}

std::string waits_for(const RankState& state) {
  if (!state.is_watched) return fmt::format("waits in {}, a call that is not watched", state.call);
  const std::vector<Need> needs = named(state);
  if (needs.empty()) return fmt::format("is in {}", state.call);
  std::string text = fmt::format("waits in {} for ", state.call);
  for (std::size_t i = 0; i < std::min(needs.size(), most_named); ++i) {
    if (i > 0) text += state.any ? " or " : " and ";
    text += needs[i].text();
  }
  if (needs.size() > most_named) text += fmt::format(" and {} more", needs.size() - most_named);
  return text;
}

std::string unreceived_text(const RankState& state) {
  std::string text;
  for (std::size_t i = 0; i < std::min(state.unreceived.size(), most_named); ++i) {
    const Unreceived& one = state.unreceived[i];
    text += fmt::format("{}the {} that rank {} sent in {} with tag {}",
                        i == 0 ? "; it has posted no receive for " : ", nor for ",
                        one.count == 1 ? "message" : counted(one.count, "message"), one.rank, one.call, one.tag);
  }
  if (state.unreceived.size() > most_named)
    text += fmt::format(", nor for {} more", state.unreceived.size() - most_named);
  return text;
}

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

// Ranks exchange in the same steps: one that has left a step out has fewer messages for the others than they wait for.
std::string left_out_text(const std::vector<RankState>& ranks) {
  std::vector<std::size_t> without;
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    if (ranks[i].left_out >= 0) without.push_back(i);
  }
  if (without.empty() || without.size() == ranks.size()) return "";
  const RankState& one = ranks[without.front()];
  return "  " +
         wrapped(fmt::format("rank {} has left out the halo exchange of step {}, which other ranks have made: its "
                             "later messages have come a step too early",
                             one.rank, one.left_out),
                 4, 2) +
         "\n";
}

// Ranks send what a step needs before they wait in a later one.
std::string unsent_text(const std::vector<RankState>& ranks) {
  for (const RankState& one : ranks) {
    if (!one.waits() || one.any || one.phase.empty() || one.step < 0) continue;
    for (const Need& need : named(one)) {
      const auto other =
          std::find_if(ranks.begin(), ranks.end(), [&](const RankState& rank) { return rank.rank == need.rank; });
      if (need.kind != Need::Kind::message || other == ranks.end() || other->phase != one.phase) continue;
      if (other->step <= one.step) continue;
      return "  " +
             wrapped(fmt::format("side: host: rank {} is in step {} already, and has not sent, or not with that tag, "
                                 "what rank {} waits for in step {}",
                                 other->rank, other->step, one.rank, one.step),
                     4, 2) +
             "\n";
    }
  }
  return "";
}

}  // namespace

std::string Need::text() const {
  switch (kind) {
    case Kind::message:
      return fmt::format("a message from rank {}{}", rank, tag < 0 ? "" : fmt::format(" with tag {}", tag));
    case Kind::receiver:
      return fmt::format("rank {} to receive its message{}", rank, tag < 0 ? "" : fmt::format(" with tag {}", tag));
    case Kind::entry:
      return instead.empty() ? fmt::format("rank {} to enter it", rank)
                             : fmt::format("rank {}, which called {} in its place", rank, instead);
    case Kind::unknown:
      break;
  }
  return "something unknown";
}

std::string rank_text(const RankState& state) {
  switch (state.life) {
    case RankState::Life::dead:
      return fmt::format("its process {}{} has died{}", state.pid, state.host.empty() ? "" : " on host " + state.host,
                         doing(state).empty() ? "" : fmt::format(" ({})", doing(state)));
    case RankState::Life::finished:
      return "has finished";
    case RankState::Life::in_finalize:
      return "is in MPI_Finalize" + (done(state).empty() ? "" : ", " + done(state));
    case RankState::Life::ending:
    case RankState::Life::running:
      break;
  }
  std::string text = doing(state);
  if (state.waits()) text += (text.empty() ? "" : ": ") + waits_for(state) + unreceived_text(state);
  if (state.life == RankState::Life::ending) text += std::string(text.empty() ? "" : ": ") + "has failed";
  return text.empty() ? "runs" : text;
}

std::string picture_text(const std::vector<RankState>& ranks) {
  std::string text;
  for (const RankState& one : ranks)
    text += "  " + wrapped(fmt::format("rank {}: {}", one.rank, rank_text(one)), 4, 2) + "\n";
  const std::string left_out = left_out_text(ranks);
  return text + (left_out.empty() ? unsent_text(ranks) : left_out);
}

std::string picture_dot(const std::vector<RankState>& ranks) {
  const std::vector<std::size_t> stuck = stuck_ranks(ranks);
  std::string text = "digraph waits {\n  node [shape=box]\n";
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    const bool never = std::find(stuck.begin(), stuck.end(), i) != stuck.end();
    const RankState& one = ranks[i];
    text += fmt::format("  r{} [label=\"rank {}\\n{}\"{}]\n", one.rank, one.rank, escaped(rank_text(one)),
                        never || one.life == RankState::Life::dead ? " color=red" : "");
    if (!one.waits() || one.is_gone()) continue;
    for (const Need& need : named(one)) {
      text += fmt::format("  r{} -> r{} [label=\"{}\"{}]\n", one.rank, need.rank, escaped(need.text()),
                          never ? " color=red" : "");
    }
  }
  return text + "}\n";
}

std::string ranks_text(const std::vector<RankState>& ranks, const std::vector<std::size_t>& indices) {
  std::vector<int> numbers;
  numbers.reserve(indices.size());
  for (const std::size_t i : indices) numbers.push_back(ranks[i].rank);
  return fmt::format("rank{} {}", numbers.size() == 1 ? "" : "s", rank_list(numbers));
}

}  // namespace stencil
