// SPDX-License-Identifier: Apache-2.0
#include "sim/device/divergence/guesses/beyond_load.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "models/values/canonical_nan.hpp"
#include "sim/device/capsule/replay.hpp"

namespace stencil {
namespace {

std::int64_t end_of(const Place& place) {
  return place.offset_words + place.length_words;
}

// Whole beats: those of the load and one more at either side.
Place around(const Place& load, std::int64_t beat_words, std::int64_t buffer_words) {
  const std::int64_t first = std::max<std::int64_t>(0, (load.offset_words / beat_words - 1) * beat_words);
  const std::int64_t end = std::min(buffer_words, ((end_of(load) - 1) / beat_words + 2) * beat_words);
  return {load.bank, load.buffer, first, end - first};
}

// The words that the load changes outside of its own.
std::vector<std::int64_t> changed_beside(const Capsule& capsule, const CapsulePlayer& play, const CapsuleCall& load,
                                         const Place& wide) {
  const auto call = [](CapsuleCall::Kind kind, const Place& place) {
    CapsuleCall made;
    made.kind = kind;
    made.place = place;
    return made;
  };
  CapsuleCall before = call(CapsuleCall::Kind::load, wide);
  for (std::int64_t word = 0; word < wide.length_words; ++word) before.data.push_back(-1.0 - static_cast<double>(word));
  CapsuleCall alone = call(CapsuleCall::Kind::load, load.place);
  alone.data = load.data;
  CapsuleCall look = call(CapsuleCall::Kind::store, wide);
  look.data.resize(before.data.size());
  Capsule calls = capsule;
  calls.calls.clear();
  for (const CapsuleCall& each : {before, CapsuleCall{}, alone, CapsuleCall{}, look}) calls.calls.push_back(each);
  expect(calls);
  const CapsuleCall seen = play(calls).calls.back();
  std::vector<std::int64_t> changed;
  for (std::int64_t word = 0; word < wide.length_words; ++word) {
    const auto at = static_cast<std::size_t>(word);
    const std::int64_t in_buffer = wide.offset_words + word;
    const bool is_own = in_buffer >= load.place.offset_words && in_buffer < end_of(load.place);
    if (!is_own && bits_of(seen.data[at]) != bits_of(seen.expected[at])) changed.push_back(in_buffer);
  }
  return changed;
}

std::string beyond_text(std::size_t call, const Place& load, const std::vector<std::int64_t>& words,
                        std::int64_t beat_words) {
  const std::int64_t last_beat_end = ((end_of(load) - 1) / beat_words + 1) * beat_words;
  const std::int64_t first_beat = load.offset_words / beat_words * beat_words;
  const bool in_its_beats = words.front() >= first_beat && words.back() < last_beat_end;
  return fmt::format("call {}, which loads words {} to {} of {} buffer {}, had also written {}{}", call,
                     load.offset_words, end_of(load) - 1, load.bank == Bank::f ? "f" : "r", load.buffer,
                     words.size() == 1 ? fmt::format("word {}", words.front())
                                       : fmt::format("words from {} to {}", words.front(), words.back()),
                     in_its_beats ? ", lanes of its first or last beat that are not strobed" : "");
}

}  // namespace

std::optional<BeyondLoad> beyond_load(const Capsule& capsule, const CapsulePlayer& play, const Place& word) {
  const std::int64_t beat_words = std::max<std::int64_t>(1, capsule.capabilities.axi_data_bits / 64);
  for (std::size_t call = 0; call < capsule.calls.size(); ++call) {
    const CapsuleCall& load = capsule.calls[call];
    const bool is_there = load.kind == CapsuleCall::Kind::load && load.place.length_words > 0 &&
                          load.place.bank == word.bank && load.place.buffer == word.buffer;
    if (!is_there) continue;
    const Place wide = around(load.place, beat_words, capsule.capabilities.memory_words);
    if (word.offset_words < wide.offset_words || word.offset_words >= end_of(wide)) continue;
    const std::vector<std::int64_t> words = changed_beside(capsule, play, load, wide);
    if (std::find(words.begin(), words.end(), word.offset_words) == words.end()) continue;
    return BeyondLoad{
        call, static_cast<std::int64_t>(words.size()), {"load", beyond_text(call, load.place, words, beat_words)}};
  }
  return std::nullopt;
}

}  // namespace stencil
