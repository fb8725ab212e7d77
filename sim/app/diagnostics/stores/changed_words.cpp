// SPDX-License-Identifier: Apache-2.0
#include "sim/app/diagnostics/stores/changed_words.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "models/values/canonical_nan.hpp"
#include "sim/device/capsule/touched_words.hpp"
#include "sim/device/kernels/kernels.hpp"

namespace stencil {

using Kind = CapsuleCall::Kind;

std::vector<ChangedWords::Word>& ChangedWords::buffer(const Place& place) {
  std::vector<Word>& words = buffers_[{place.bank, place.buffer}];
  const auto end = static_cast<std::size_t>(place.offset_words + place.length_words);
  if (words.size() < end) words.resize(end);
  return words;
}

void ChangedWords::forget(const Place& place) {
  std::vector<Word>& words = buffer(place);
  const auto first = words.begin() + place.offset_words;
  std::fill(first, first + place.length_words, Word{});
}

void ChangedWords::learn(const Place& place, const std::vector<double>& words, std::int64_t step, bool is_loaded) {
  if (static_cast<std::int64_t>(words.size()) != place.length_words) return forget(place);
  std::vector<Word>& held = buffer(place);
  for (std::size_t i = 0; i < words.size(); ++i)
    held[static_cast<std::size_t>(place.offset_words) + i] = {bits_of(words[i]), step, true, is_loaded};
}

void ChangedWords::compare(const CapsuleContents& contents, const Capsule& capsule) {
  const std::vector<Word>& held = buffer(contents.place);
  for (std::size_t i = 0; i < contents.words.size() && last_; ++i) {
    const std::int64_t at = contents.place.offset_words + static_cast<std::int64_t>(i);
    const Word& word = held[static_cast<std::size_t>(at)];
    const std::uint64_t got = bits_of(contents.words[i]);
    if (!word.is_known || word.bits == got) continue;
    const std::int64_t cols = std::max<std::int64_t>(1, command_block(last_->command).cols);
    Found found{capsule.origin.step, last_->block, at / cols, at % cols, contents.place, word.bits, got, {}};
    found.word.offset_words = at;
    found.word.length_words = 1;
    found.text = fmt::format(
        "row {}, column {} of {} buffer {}, which step {} has {}, is another when step {} begins, and no call has set "
        "it since; the last command before is that of block {} of step {}",
        found.row, found.col, found.word.bank == Bank::f ? "f" : "r", found.word.buffer, word.step,
        word.is_loaded ? "loaded" : "stored", found.step, found.block, last_->step);
    found_ = found;
    return;
  }
}

void ChangedWords::add(const Capsule& capsule) {
  if (found_) return;
  for (const CapsuleContents& contents : capsule.contents) {
    compare(contents, capsule);
    if (found_) return;
  }
  const std::int64_t step = capsule.origin.step;
  std::int64_t block = capsule.origin.first_block;
  for (const CapsuleCall& call : capsule.calls) {
    if (call.kind == Kind::load) {
      call.late.empty() ? learn(call.place, call.data, step, true) : forget(call.place);
    } else if (call.kind == Kind::store) {
      learn(call.place, call.data, step, false);
    } else if (call.kind == Kind::command) {
      forget(words_written(call.command));
      // Only links of a chain may leave more undefined: rows and r that the next link takes up.
      if (is_continued(call.command) || continues(call.command)) {
        for (const Place& place : undefined_behind(call.command)) forget(place);
      }
      last_ = {call.command, step, block++};
    }
  }
}

}  // namespace stencil
