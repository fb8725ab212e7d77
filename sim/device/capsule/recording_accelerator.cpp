// SPDX-License-Identifier: Apache-2.0
#include "sim/device/capsule/recording_accelerator.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "host/base/errors.hpp"
#include "host/device/counts.hpp"
#include "sim/device/capsule/machine.hpp"
#include "sim/device/capsule/recording_group.hpp"
#include "sim/device/capsule/touched_words.hpp"
#include "sim/device/checking/known_words.hpp"

namespace stencil {

using Kind = CapsuleCall::Kind;

RecordingAccelerator::RecordingAccelerator(std::unique_ptr<Accelerator> inner, const AcceleratorOptions& options,
                                           CapsuleListener& listener)
    : inner_(std::move(inner)), listener_(listener), group_(std::make_shared<Group>()) {
  machine_.device = options;
  describe_machine(machine_, inner_->capabilities(), options.module);
}

void RecordingAccelerator::begin_step(std::int64_t step) {
  if (step != step_ && capsule_) {
    const auto pending = static_cast<std::size_t>(
        std::count_if(group_->calls.begin() + static_cast<std::ptrdiff_t>(group_->given), group_->calls.end(),
                      [](const Call& call) { return call.kind == Kind::command; }));
    capsule_->steps.push_back({command_count(*capsule_) + pending, step});
  }
  if (step != step_) blocks_ = 0;
  step_ = step;
}

void RecordingAccelerator::record_as(const std::string& accel) {
  if (machine_.capabilities.accel == accel) return;
  if (group_->given == 0) capsule_.reset();  // its calls would all be made on the device that it began on
  Capabilities device = inner_->capabilities();
  device.accel = accel;
  if (accel != "rtl") device.arithmetic.clear();
  machine_.device.accel = accel;
  machine_.device.arithmetic = device.arithmetic.empty() ? "rtl" : device.arithmetic;
  describe_machine(machine_, device, machine_.device.module);
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
  group_->calls.push_back({Kind::load, ticket, after, place, source, nullptr, {}, allows_unknown_});
}

void RecordingAccelerator::do_command(Ticket ticket, const DeviceCommand& command, const After& after) {
  group_->calls.push_back({Kind::command, ticket, after, {}, nullptr, nullptr, command, allows_unknown_});
}

void RecordingAccelerator::do_store(Ticket ticket, const Place& place, double* target, const After& after) {
  group_->calls.push_back({Kind::store, ticket, after, place, nullptr, target, {}, allows_unknown_});
}

// No call of a capsule: one that goes on over it would be made with the weight before.
void RecordingAccelerator::do_set_weight(Weight weight, double value) {
  if (listener_.most_words_before() > 0 && group_->calls.empty()) capsule_.reset();
  inner_->set_weight(weight, value);
  weights_[static_cast<std::size_t>(weight)] = value;
}

// Of a device that is at work all else is done first: its calls then take other cycles than without the read.
std::vector<double> RecordingAccelerator::read(const Place& place) {
  if (group_->given > 0) wait_inside();
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
  kept_ = std::make_shared<Kept>(Kept{std::make_shared<KnownWords>(capabilities())});
}

void RecordingAccelerator::make(const std::vector<Call>& calls) {
  std::map<Ticket, Ticket>& inside = group_->inside;
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

// Gives the device the calls of the group that it has not been given yet.
void RecordingAccelerator::hand_over() {
  Group& group = *group_;
  if (group.kept) keep_changed();
  const std::vector<Call> calls(group.calls.begin() + static_cast<std::ptrdiff_t>(group.given), group.calls.end());
  if (group.given == 0) {
    group.kept = keeps(calls);
    if (group.kept && !capsule_)
      begin_capsule();
    else if (group.kept)
      capsule_->calls.emplace_back();  // the wait between
    if (group.kept) begin_group();
  }
  if (group.kept) {
    group.kept = keep_contents(calls);
    if (group.kept)
      keep_calls(calls);
    else
      capsule_.reset();
  }
  if (group.given == 0) group.began = inner_->cycles();
  group.given = group.calls.size();
  make(calls);
}

void RecordingAccelerator::wait_inside(std::optional<Ticket> ticket) {
  if (ticket)
    inner_->wait(group_->inside.at(*ticket));
  else
    inner_->wait();
  const std::vector<CycleCounts>& ends = inner_->sweep_ends();
  group_->ends.insert(group_->ends.end(), ends.begin(), ends.end());
}

template <class Body>
void RecordingAccelerator::keep_failure(const Body& body) {
  try {
    body();
  } catch (const DeviceError& error) {
    const std::shared_ptr<Group> failed = std::exchange(group_, std::make_shared<Group>());
    if (failed->kept) {
      forget_before_group();
      capsule_->failure = error.what();
      for (CapsuleCall& call : capsule_->calls) call.data.resize(static_cast<std::size_t>(call.place.length_words));
      listener_.after_failure(*capsule_);
    }
    throw;
  }
}

std::vector<CycleCounts> RecordingAccelerator::ends_since(std::size_t first) const {
  std::vector<CycleCounts> ends(group_->ends.begin() + static_cast<std::ptrdiff_t>(first), group_->ends.end());
  for (CycleCounts& end : ends) end = end - spent_;
  return ends;
}

std::vector<CycleCounts> RecordingAccelerator::do_wait_for(Ticket ticket) {
  const std::size_t first = group_->told;
  keep_failure([&] {
    hand_over();
    wait_inside(ticket);
  });
  group_->told = group_->ends.size();
  if (group_->kept) {
    keep_stored(ticket);
    remember_pending();
    CapsuleCall wait;
    wait.after = {kept_->position.at(ticket)};
    capsule_->calls.push_back(std::move(wait));
  }
  return ends_since(first);
}

std::vector<CycleCounts> RecordingAccelerator::do_wait() {
  keep_failure([&] {
    hand_over();
    wait_inside();
  });
  std::vector<CycleCounts> ends = ends_since(group_->told);
  const bool kept = group_->kept;
  const std::vector<Call>& calls = group_->calls;
  if (kept && !calls.empty()) {
    keep_stored(calls.back().ticket);
    keep_cycles();
  }
  for (const Call& call : calls) {
    if (call.kind != Kind::command) continue;
    last_ = call.command;
    ++blocks_;
    if (const auto* sweep = std::get_if<SweepCommand>(&call.command)) {
      for_each_weight(sweep->weights,
                      [&](Weight weight, double value) { weights_[static_cast<std::size_t>(weight)] = value; });
    }
  }
  const std::shared_ptr<Group> done = std::exchange(group_, std::make_shared<Group>());
  if (!kept) return ends;
  if (listener_.wants_results()) keep_results(done->calls);
  listener_.after_wait(*capsule_);
  if (!last_ || !is_continued(*last_)) end_group();
  return ends;
}

}  // namespace stencil
