// SPDX-License-Identifier: Apache-2.0
#include "sim/device/divergence/field/undefined_words.hpp"

#include <vector>

#include "sim/device/capsule/touched_words.hpp"
#include "sim/device/kernels/kernels.hpp"

namespace stencil {
namespace {

bool holds(const Place& place, const Place& word) {
  return place.bank == word.bank && place.buffer == word.buffer && word.offset_words >= place.offset_words &&
         word.offset_words < place.offset_words + place.length_words;
}

// Whether the next command behind the one at `position` goes on with its chain.
bool is_gone_on_with(const Capsule& capsule, std::size_t position) {
  for (std::size_t call = position + 1; call < capsule.calls.size(); ++call) {
    if (capsule.calls[call].kind == CapsuleCall::Kind::command) return continues(capsule.calls[call].command);
  }
  return false;
}

}  // namespace

std::optional<UndefinedWords> undefined_words(const Capsule& capsule, std::size_t store, const Place& word) {
  bool undefined = false;
  std::optional<std::size_t> behind;
  for (std::size_t call = 0; call < store; ++call) {
    const CapsuleCall& made = capsule.calls[call];
    if (made.kind == CapsuleCall::Kind::load && holds(made.place, word)) undefined = false;
    if (made.kind != CapsuleCall::Kind::command) continue;
    for (const Place& place : undefined_behind(made.command)) undefined = undefined || holds(place, word);
    const Place written = words_written(made.command);
    if (holds(written, word)) undefined = false;
    if (written.buffer == word.buffer) behind = call;
  }
  if (!undefined || !behind || word.bank != Bank::f) return std::nullopt;
  const Place& place = capsule.calls[store].place;
  const DeviceCommand& command = capsule.calls[*behind].command;
  return UndefinedWords{*behind, words_written(command).length_words, place.offset_words + place.length_words,
                        is_continued(command) && !is_gone_on_with(capsule, *behind)};
}

}  // namespace stencil
