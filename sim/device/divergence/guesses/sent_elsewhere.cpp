// SPDX-License-Identifier: Apache-2.0
#include "sim/device/divergence/guesses/sent_elsewhere.hpp"

#include <fmt/format.h>

#include <cstdint>

#include "host/base/text.hpp"
#include "models/values/canonical_nan.hpp"

namespace stencil {
namespace {

struct SentWords {
  std::size_t call = 0;
  std::int64_t shift = 0;  // from a word of the buffer to the word of the call that it has
  std::int64_t first = 0, last = 0, words = 0;
};

// How many wrong words are those of the same call at this distance.
SentWords fitting(const std::vector<double>& data, SentWords source, const std::vector<double>& seen,
                  const std::vector<std::int64_t>& wrong) {
  for (const std::int64_t word : wrong) {
    const std::int64_t at = word + source.shift;
    if (at < 0 || at >= static_cast<std::int64_t>(data.size())) continue;
    if (bits_of(data[static_cast<std::size_t>(at)]) != bits_of(seen[static_cast<std::size_t>(word)])) continue;
    if (source.words++ == 0) source.first = at;
    source.last = at;
  }
  return source;
}

}  // namespace

std::optional<ValueExplanation> sent_elsewhere(const Capsule& capsule, std::size_t load,
                                               const std::vector<double>& sent, const std::vector<double>& seen) {
  std::vector<std::int64_t> wrong;
  for (std::size_t word = 0; word < sent.size(); ++word) {
    if (bits_of(sent[word]) != bits_of(seen[word])) wrong.push_back(static_cast<std::int64_t>(word));
  }
  if (wrong.empty()) return std::nullopt;
  const auto count = static_cast<std::int64_t>(wrong.size());
  SentWords best;
  for (const std::int64_t sample : {wrong.front(), wrong[wrong.size() / 2]}) {
    const std::uint64_t bits = bits_of(seen[static_cast<std::size_t>(sample)]);
    for (std::size_t call = 0; call < capsule.calls.size(); ++call) {
      if (capsule.calls[call].kind != CapsuleCall::Kind::load) continue;
      const std::vector<double>& data = capsule.calls[call].data;
      for (std::size_t at = 0; at < data.size(); ++at) {
        const std::int64_t shift = static_cast<std::int64_t>(at) - sample;
        if (bits_of(data[at]) != bits) continue;
        const SentWords source = fitting(data, {call, shift}, seen, wrong);
        if (source.words > best.words) best = source;
      }
    }
  }
  if (best.words < 2 || 2 * best.words < count) return std::nullopt;
  const Place& place = capsule.calls[best.call].place;
  ValueExplanation found{
      burst_address,
      fmt::format("words {} to {} of {} had gone here", with_commas(best.first), with_commas(best.last),
                  best.call == load ? "this load"
                                    : fmt::format("the load of {} buffer {} (call {})",
                                                  place.bank == Bank::f ? "f" : "r", place.buffer, best.call))};
  found.fits = best.words;
  found.of = count;
  return found;
}

}  // namespace stencil
