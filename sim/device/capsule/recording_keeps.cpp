// What goes from calls into the capsule that is being kept.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>
#include <functional>

#include "host/device/counts.hpp"
#include "sim/device/capsule/recording_group.hpp"
#include "sim/device/capsule/touched_words.hpp"
#include "sim/device/checking/known_words.hpp"

namespace stencil {

using Kind = CapsuleCall::Kind;

// Whether they may be kept.
bool RecordingAccelerator::keep_contents(const std::vector<Call>& calls) {
  bool known = true;
  const auto reads = [&](const Place& place) {
    if (!kept_->of_group->missing(place).empty()) kept_->reads_earlier = true;
    for (const Place& part : kept_->written->missing(place)) {
      known = known && listener_.reads_contents();
      if (!known) return;
      capsule_->contents.push_back({part, read(part)});
      kept_->written->learn(part);
    }
  };
  const auto writes = [&](const Place& place) {
    kept_->written->learn(place);
    kept_->of_group->learn(place);
  };
  for (const Call& call : calls) {
    if (call.kind == Kind::store) reads(call.place);
    if (call.kind == Kind::load) writes(call.place);
    if (call.kind != Kind::command) continue;
    for (const Place& place : words_read(call.command)) reads(place);
    writes(words_written(call.command));
  }
  return known;
}

// Before the calls are made: stores may write where loads come from. Words that a load waits for come with their store.
void RecordingAccelerator::keep_calls(const std::vector<Call>& calls) {
  for (const Call& call : calls) {
    CapsuleCall kept;
    kept.kind = call.kind;
    for (const Ticket ticket : call.after) {
      const auto found = kept_->position.find(ticket);
      if (found != kept_->position.end()) kept.after.push_back(found->second);
    }
    kept.place = call.place;
    kept.command = call.command;
    kept.host = call.kind == Kind::load ? call.source : call.target;
    if (call.kind == Kind::load) kept.data.assign(call.source, call.source + call.place.length_words);
    kept_->position[call.ticket] = capsule_->calls.size();
    capsule_->calls.push_back(std::move(kept));
  }
}

// Of stores up to this call, which are done.
void RecordingAccelerator::keep_stored(Ticket ticket) {
  for (Group& group = *group_; group.read < group.calls.size(); ++group.read) {
    const Call& call = group.calls[group.read];
    if (call.ticket > ticket) return;
    if (call.kind != Kind::store) continue;
    CapsuleCall& kept = capsule_->calls[kept_->position.at(call.ticket)];
    kept.data.assign(call.target, call.target + kept.place.length_words);
    hand_on(kept, group.read + 1);
  }
}

// The device stands still until the next wait: what then lies otherwise, the host has changed.
void RecordingAccelerator::remember_pending() {
  Group& group = *group_;
  group.pending.clear();
  for (std::size_t i = group.read; i < group.given; ++i) {
    const Call& call = group.calls[i];
    if (call.kind == Kind::load) group.pending[i].assign(call.source, call.source + call.place.length_words);
  }
}

void RecordingAccelerator::keep_changed() {
  for (const auto& [index, words] : group_->pending) {
    const Call& call = group_->calls[index];
    if (std::memcmp(call.source, words.data(), words.size() * sizeof(double)) == 0) continue;
    capsule_->calls[kept_->position.at(call.ticket)].late.assign(call.source, call.source + call.place.length_words);
  }
  group_->pending.clear();
}

// Gives what a store wrote to the loads of the same host words that were handed over behind it, before it was done.
void RecordingAccelerator::hand_on(const CapsuleCall& store, std::size_t behind) {
  const std::less<> before;
  const double* const begin = store.host;
  const double* const end = begin + store.data.size();
  for (std::size_t i = behind; i < group_->given; ++i) {
    if (group_->calls[i].kind != Kind::load) continue;
    CapsuleCall& load = capsule_->calls[kept_->position.at(group_->calls[i].ticket)];
    const double* const load_end = load.host + load.data.size();
    if (!before(load.host, end) || !before(begin, load_end)) continue;
    const double* const first = std::max(begin, load.host, before);
    std::copy(store.data.begin() + (first - begin), store.data.begin() + (std::min(end, load_end, before) - begin),
              load.data.begin() + (first - load.host));
  }
}

void RecordingAccelerator::keep_cycles() {
  const Group& group = *group_;
  CycleCounts so_far = group.began;
  std::size_t commands = 0;
  for (const Call& call : group.calls) {
    if (call.kind != Kind::command) continue;
    CapsuleCall& kept = capsule_->calls[kept_->position.at(call.ticket)];
    const bool told = commands < group.told || commands + 1 < group.ends.size();
    const CycleCounts end = told ? group.ends[commands] : inner_->cycles();
    ++commands;
    const CycleCounts spent = end - so_far;
    kept.cycles = spent;
    kept.model = spent.model;
    so_far = end;
  }
}

void RecordingAccelerator::keep_results(const std::vector<Call>& calls) {
  CapsuleCall wait;
  std::vector<CapsuleCall> stores;
  for (const Call& call : calls) {
    if (call.kind != Kind::command) continue;
    const Place place = words_written(call.command);
    const bool stored = std::any_of(calls.begin(), calls.end(), [&](const Call& other) {
      return other.kind == Kind::store && other.place.bank == place.bank && other.place.buffer == place.buffer;
    });
    if (stored || place.length_words <= 0) continue;
    CapsuleCall store;
    store.kind = Kind::store;
    store.place = place;
    store.data = read(place);
    stores.push_back(std::move(store));
  }
  if (stores.empty()) return;
  capsule_->calls.push_back(wait);
  for (CapsuleCall& store : stores) capsule_->calls.push_back(std::move(store));
}

}  // namespace stencil
