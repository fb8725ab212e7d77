// Calls that read what earlier ones have left in local memory are kept behind those, where it cannot be read itself.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include "sim/device/capsule/recording_group.hpp"
#include "sim/device/capsule/touched_words.hpp"
#include "sim/device/checking/known_words.hpp"

namespace stencil {
namespace {

std::int64_t words_of(const std::vector<CapsuleCall>& calls) {
  return std::accumulate(calls.begin(), calls.end(), std::int64_t{0}, [](std::int64_t words, const CapsuleCall& call) {
    return words + static_cast<std::int64_t>(call.data.size());
  });
}

}  // namespace

void RecordingAccelerator::begin_group() {
  kept_->begin = {capsule_->calls.size(), step_, blocks_, weights_, last_};
  kept_->of_group = std::make_shared<KnownWords>(capabilities());
  kept_->reads_earlier = last_ && is_continued(*last_);
}

// All calls are done. The capsule goes on where the next group may read what these have left.
void RecordingAccelerator::end_group() {
  if (listener_.most_words_before() == 0) return capsule_.reset();
  forget_before_group();
  if (words_of(capsule_->calls) > listener_.most_words_before()) capsule_.reset();
}

// A group that loads all that it reads needs no calls before it.
void RecordingAccelerator::forget_before_group() {
  const Kept::Begin& begin = kept_->begin;
  if (kept_->reads_earlier || begin.call == 0) return;
  std::vector<CapsuleCall>& calls = capsule_->calls;
  const auto commands =
      static_cast<std::size_t>(std::count_if(calls.begin(), calls.begin() + static_cast<std::ptrdiff_t>(begin.call),
                                             [](const CapsuleCall& call) { return call.kind == Kind::command; }));
  calls.erase(calls.begin(), calls.begin() + static_cast<std::ptrdiff_t>(begin.call));
  for (CapsuleCall& call : calls) {
    std::vector<std::size_t> after;
    for (const std::size_t position : call.after) {
      if (position >= begin.call) after.push_back(position - begin.call);
    }
    call.after = after;
  }
  std::map<Ticket, std::size_t> position;
  for (const auto& [ticket, at] : kept_->position) {
    if (at >= begin.call) position[ticket] = at - begin.call;
  }
  kept_->position = position;
  kept_->written = std::make_shared<KnownWords>(*kept_->of_group);
  std::vector<CapsuleStep> steps;
  for (const CapsuleStep& step : capsule_->steps) {
    if (step.command > commands) steps.push_back({step.command - commands, step.step});
  }
  capsule_->steps = steps;
  capsule_->origin.step = begin.step;
  capsule_->origin.first_block = begin.block;
  capsule_->weights = begin.weights;
  capsule_->before = begin.last;
  kept_->begin.call = 0;
}

}  // namespace stencil
