// SPDX-License-Identifier: Apache-2.0
#include "sim/device/transfers/unordered_calls.hpp"

#include <algorithm>
#include <array>

#include "sim/device/kernels/kernels.hpp"

namespace stencil {
namespace {

using Kind = TransferFault::Kind;

struct Words {
  std::vector<Place> read;
  std::vector<Place> set;
};

Words words_of(const GivenCall& call) {
  if (call.kind == Kind::load) return {{}, {call.place}};
  if (call.kind == Kind::store) return {{call.place}, {}};
  Words words{operands_of(call.command), results_of(call.command)};
  for (const Place& place : undefined_behind(call.command)) words.set.push_back(place);
  return words;
}

bool meet(const Place& a, const Place& b) {
  return a.bank == b.bank && a.buffer == b.buffer && a.offset_words < b.offset_words + b.length_words &&
         b.offset_words < a.offset_words + a.length_words;
}

bool meet(const std::vector<Place>& some, const std::vector<Place>& others) {
  return std::any_of(some.begin(), some.end(), [&](const Place& a) {
    return std::any_of(others.begin(), others.end(), [&](const Place& b) { return meet(a, b); });
  });
}

// Host memory that one of them sets.
bool meet_on_host(const GivenCall& a, const GivenCall& b) {
  if (a.kind == Kind::command || b.kind == Kind::command || (a.kind == Kind::load && b.kind == Kind::load))
    return false;
  return a.host < b.host + b.place.length_words && b.host < a.host + a.place.length_words;
}

}  // namespace

std::optional<std::pair<std::size_t, std::size_t>> unordered_calls(const std::vector<GivenCall>& calls) {
  constexpr std::size_t most_calls = 4096;
  if (calls.size() > most_calls) return std::nullopt;
  std::vector<Words> words;
  std::vector<std::vector<bool>> before(calls.size());  // that are done when a call begins
  std::array<std::optional<std::size_t>, 3> last;       // by Kind
  for (std::size_t call = 0; call < calls.size(); ++call) {
    words.push_back(words_of(calls[call]));
    std::vector<bool>& done = before[call];
    done.assign(call, false);
    const auto wait_for = [&](std::size_t other) {
      done[other] = true;
      for (std::size_t i = 0; i < other; ++i) done[i] = done[i] || before[other][i];
    };
    for (const std::size_t other : calls[call].after) wait_for(other);
    auto& same_kind = last[static_cast<std::size_t>(calls[call].kind)];
    if (same_kind) wait_for(*same_kind);
    same_kind = call;
    for (std::size_t other = call; other-- > 0;) {
      if (done[other]) continue;
      const bool shares = meet(words[call].set, words[other].set) || meet(words[call].set, words[other].read) ||
                          meet(words[call].read, words[other].set) || meet_on_host(calls[call], calls[other]);
      if (shares) return std::pair(other, call);
    }
  }
  return std::nullopt;
}

}  // namespace stencil
