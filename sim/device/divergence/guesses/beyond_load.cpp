// SPDX-License-Identifier: Apache-2.0
#include "sim/device/divergence/guesses/beyond_load.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

#include "host/base/text.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/device/capsule/replay.hpp"

namespace stencil {
namespace {

std::int64_t end_of(const Place& place) {
  return place.offset_words + place.length_words;
}

// Whole beats: those of the load, one more at either side, and all up to that of `word`.
Place around(const Place& load, std::int64_t word, std::int64_t beat_words, std::int64_t buffer_words) {
  const std::int64_t first_beat = std::min(load.offset_words / beat_words - 1, word / beat_words);
  const std::int64_t last_beat = std::max((end_of(load) - 1) / beat_words + 1, word / beat_words);
  const std::int64_t first = std::max<std::int64_t>(0, first_beat * beat_words);
  return {load.bank, load.buffer, first, std::min(buffer_words, (last_beat + 1) * beat_words) - first};
}

struct ChangedWords {
  std::vector<std::int64_t> beside;   // its own
  std::vector<std::int64_t> missing;  // of its own
  std::int64_t moved = 0;             // words from each missing one to one beside, which has its value; 0: not so
};

// Words of `wide`, which begins at `first`.
std::int64_t moved_words(const ChangedWords& changed, std::int64_t first, const std::vector<double>& expected,
                         const std::vector<double>& seen) {
  if (changed.missing.empty() || changed.missing.size() != changed.beside.size()) return 0;
  const std::int64_t moved = changed.beside.front() - changed.missing.front();
  for (std::size_t i = 0; i < changed.missing.size(); ++i) {
    const auto from = static_cast<std::size_t>(changed.missing[i] - first);
    const auto to = static_cast<std::size_t>(changed.beside[i] - first);
    if (changed.beside[i] - changed.missing[i] != moved || bits_of(seen[to]) != bits_of(expected[from])) return 0;
  }
  return moved;
}

ChangedWords changed_words(const Capsule& capsule, const CapsulePlayer& play, const CapsuleCall& load,
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
  ChangedWords changed;
  for (std::int64_t word = 0; word < wide.length_words; ++word) {
    const auto at = static_cast<std::size_t>(word);
    const std::int64_t in_buffer = wide.offset_words + word;
    const bool is_own = in_buffer >= load.place.offset_words && in_buffer < end_of(load.place);
    if (bits_of(seen.data[at]) != bits_of(seen.expected[at]))
      (is_own ? changed.missing : changed.beside).push_back(in_buffer);
  }
  changed.moved = moved_words(changed, wide.offset_words, seen.expected, seen.data);
  return changed;
}

std::string words_text(const std::vector<std::int64_t>& words) {
  return words.size() == 1 ? fmt::format("word {}", words.front())
                           : fmt::format("words from {} to {}", words.front(), words.back());
}

std::string beyond_text(std::size_t call, const Place& load, const ChangedWords& changed, std::int64_t beat_words) {
  const std::vector<std::int64_t>& words = changed.beside;
  const std::int64_t last_beat_end = ((end_of(load) - 1) / beat_words + 1) * beat_words;
  const std::int64_t first_beat = load.offset_words / beat_words * beat_words;
  const bool in_its_beats = words.front() >= first_beat && words.back() < last_beat_end;
  if (changed.moved != 0)
    return fmt::format("call {}, which loads words {} to {} of {}, had written its {}, {} ({} bytes) {} {}", call,
                       load.offset_words, end_of(load) - 1, buffer_name(load), words_text(changed.missing),
                       counted(std::abs(changed.moved), "word"), with_commas(8 * std::abs(changed.moved)),
                       changed.moved < 0 ? "before" : "behind", words.size() == 1 ? "its place" : "their places");
  return fmt::format("call {}, which loads words {} to {} of {}, had also written {}{}{}", call, load.offset_words,
                     end_of(load) - 1, buffer_name(load), words_text(words),
                     in_its_beats ? ", lanes of its first or last beat that are not strobed" : "",
                     changed.missing.empty() ? "" : ", and not its " + words_text(changed.missing));
}

}  // namespace

ValueExplanation changed_by_load(std::size_t call, const Place& load, const Place& changed) {
  return {"load", fmt::format("call {}, which loads {}, had changed {}, right before it: both had been taken for the "
                              "same words",
                              call, buffer_name(load), buffer_name(changed))};
}

std::optional<BeyondLoad> beyond_load(const Capsule& capsule, const CapsulePlayer& play, const Place& word) {
  const std::int64_t beat_words = std::max<std::int64_t>(1, capsule.capabilities.axi_data_bits / 64);
  for (std::size_t call = 0; call < capsule.calls.size(); ++call) {
    const CapsuleCall& load = capsule.calls[call];
    const bool is_there = load.kind == CapsuleCall::Kind::load && load.place.length_words > 0 &&
                          load.place.bank == word.bank && load.place.buffer == word.buffer;
    if (!is_there) continue;
    const Place wide = around(load.place, word.offset_words, beat_words, capsule.capabilities.memory_words);
    const ChangedWords changed = changed_words(capsule, play, load, wide);
    const std::vector<std::int64_t>& words = changed.beside;
    if (std::find(words.begin(), words.end(), word.offset_words) == words.end()) continue;
    return BeyondLoad{
        call, static_cast<std::int64_t>(words.size()), {"load", beyond_text(call, load.place, changed, beat_words)}};
  }
  return std::nullopt;
}

}  // namespace stencil
