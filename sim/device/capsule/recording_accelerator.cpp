// SPDX-License-Identifier: Apache-2.0
#include "sim/device/capsule/recording_accelerator.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "host/base/errors.hpp"
#include "host/device/counts.hpp"
#include "sim/device/capsule/machine.hpp"
#include "sim/device/capsule/touched_words.hpp"
#include "sim/device/checking/known_words.hpp"

namespace stencil {

using Kind = CapsuleCall::Kind;

// Of the capsule being kept.
struct RecordingAccelerator::Kept {
  KnownWords written;                        // by its calls so far, or among its contents
  std::map<Ticket, std::size_t> position{};  // of its calls
};

RecordingAccelerator::RecordingAccelerator(std::unique_ptr<Accelerator> inner, const AcceleratorOptions& options,
                                           CapsuleListener& listener)
    : inner_(std::move(inner)), listener_(listener) {
  machine_.device = options;
  describe_machine(machine_, inner_->capabilities(), options.module);
}

void RecordingAccelerator::begin_step(std::int64_t step) {
  if (step != step_) blocks_ = 0;
  step_ = step;
}

CycleCounts RecordingAccelerator::cycles() const {
  return inner_->cycles() - spent_;
}

DmaCycles RecordingAccelerator::dma_busy() const {
  DmaCycles dma = inner_->dma_busy();
  subtract_fields(dma, spent_dma_, dma_fields);
  return dma;
}

void RecordingAccelerator::do_load(Ticket ticket, const Place& place, const double* source, const After& after) {
  calls_.push_back({Kind::load, ticket, after, place, source, nullptr, {}, allows_unknown_});
}

void RecordingAccelerator::do_command(Ticket ticket, const DeviceCommand& command, const After& after) {
  calls_.push_back({Kind::command, ticket, after, {}, nullptr, nullptr, command, allows_unknown_});
}

void RecordingAccelerator::do_store(Ticket ticket, const Place& place, double* target, const After& after) {
  calls_.push_back({Kind::store, ticket, after, place, nullptr, target, {}, allows_unknown_});
}

void RecordingAccelerator::do_set_weight(Weight weight, double value) {
  inner_->set_weight(weight, value);
  weights_[static_cast<std::size_t>(weight)] = value;
}

std::vector<double> RecordingAccelerator::read(const Place& place) {
  const CycleCounts cycles = inner_->cycles();
  const DmaCycles dma = inner_->dma_busy();
  std::vector<double> words(static_cast<std::size_t>(place.length_words));
  inner_->allow_unknown_reads(true);  // the calls themselves will be refused, with their own numbers
  inner_->post_store(place, words.data(), {});
  inner_->wait();
  spent_ += inner_->cycles() - cycles;
  DmaCycles more = inner_->dma_busy();
  subtract_fields(more, dma, dma_fields);
  add_fields(spent_dma_, more, dma_fields);
  return words;
}

// A chain that is being kept goes on; one that is not cannot begin in its middle.
bool RecordingAccelerator::keeps(const std::vector<Call>& calls) {
  if (calls.empty()) return false;
  if (capsule_) return true;
  if (last_ && is_continued(*last_)) {
    const auto command =
        std::find_if(calls.begin(), calls.end(), [](const Call& call) { return call.kind == Kind::command; });
    if (command != calls.end() && continues(command->command)) return false;
  }
  return listener_.wants(step_);
}

void RecordingAccelerator::begin_capsule() {
  capsule_ = machine_;
  capsule_->origin.step = step_;
  capsule_->origin.first_block = blocks_;
  capsule_->weights = weights_;
  capsule_->before = last_;
  kept_ = std::make_shared<Kept>(Kept{KnownWords(capabilities())});
}

// Whether they may be kept.
bool RecordingAccelerator::keep_contents(const std::vector<Call>& calls) {
  bool known = true;
  const auto reads = [&](const Place& place) {
    for (const Place& part : kept_->written.missing(place)) {
      known = known && listener_.reads_contents();
      if (!known) return;
      capsule_->contents.push_back({part, read(part)});
      kept_->written.learn(part);
    }
  };
  for (const Call& call : calls) {
    if (call.kind == Kind::store) reads(call.place);
    if (call.kind == Kind::load) kept_->written.learn(call.place);
    if (call.kind != Kind::command) continue;
    for (const Place& place : words_read(call.command)) reads(place);
    kept_->written.learn(words_written(call.command));
  }
  return known;
}

// Before the calls are made: stores may write where loads come from.
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

void RecordingAccelerator::make(const std::vector<Call>& calls) {
  std::map<Ticket, Ticket> inside;
  for (const Call& call : calls) {
    After after;
    for (const Ticket ticket : call.after) {
      const auto found = inside.find(ticket);
      if (found != inside.end()) after.push_back(found->second);
    }
    inner_->allow_unknown_reads(call.allows_unknown);
    inside[call.ticket] = call.kind == Kind::load    ? inner_->post_load(call.place, call.source, after)
                          : call.kind == Kind::store ? inner_->post_store(call.place, call.target, after)
                                                     : inner_->post(call.command, after);
  }
}

void RecordingAccelerator::make_and_wait(const std::vector<Call>& calls, bool kept) {
  try {
    make(calls);
    inner_->wait();
  } catch (const DeviceError& error) {
    if (kept) {
      capsule_->failure = error.what();
      for (CapsuleCall& call : capsule_->calls) call.data.resize(static_cast<std::size_t>(call.place.length_words));
      listener_.after_failure(*capsule_);
    }
    throw;
  }
}

void RecordingAccelerator::keep_outcome(const std::vector<Call>& calls, std::size_t first, const CycleCounts& start,
                                        const std::vector<CycleCounts>& ends) {
  CycleCounts so_far = start;
  std::size_t commands = 0;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    CapsuleCall& kept = capsule_->calls[first + i];
    if (kept.kind == Kind::store) kept.data.assign(calls[i].target, calls[i].target + kept.place.length_words);
    if (kept.kind != Kind::command) continue;
    const CycleCounts end = ++commands < ends.size() ? ends[commands - 1] : inner_->cycles();
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

std::vector<CycleCounts> RecordingAccelerator::do_wait() {
  const std::vector<Call> calls = std::exchange(calls_, {});
  bool kept = keeps(calls);
  std::size_t first = 0;
  if (kept) {
    if (!capsule_)
      begin_capsule();
    else
      capsule_->calls.emplace_back();  // the wait between
    first = capsule_->calls.size();
    kept = keep_contents(calls);
    if (kept)
      keep_calls(calls);
    else
      capsule_.reset();
  }
  const CycleCounts start = inner_->cycles();
  make_and_wait(calls, kept);
  std::vector<CycleCounts> ends = inner_->sweep_ends();
  if (kept) keep_outcome(calls, first, start, ends);
  for (CycleCounts& end : ends) end = end - spent_;

  for (const Call& call : calls) {
    if (call.kind != Kind::command) continue;
    last_ = call.command;
    ++blocks_;
    if (const auto* sweep = std::get_if<SweepCommand>(&call.command)) {
      for_each_weight(sweep->weights,
                      [&](Weight weight, double value) { weights_[static_cast<std::size_t>(weight)] = value; });
    }
  }
  if (!kept) return ends;
  if (listener_.wants_results()) keep_results(calls);
  listener_.after_wait(*capsule_);
  if (!last_ || !is_continued(*last_)) capsule_.reset();
  return ends;
}

}  // namespace stencil
