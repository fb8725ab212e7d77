// SPDX-License-Identifier: Apache-2.0
#include "host/device/accelerator.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "host/base/errors.hpp"
#include "host/device/refused_call.hpp"
#include "host/device/values/checks.hpp"

namespace stencil {
namespace {

constexpr auto word_bytes = static_cast<std::int64_t>(sizeof(double));

void remember(Ticket& last, Ticket ticket) {
  if (ticket != 0) last = ticket;
}

// Names how far the caller had come: commands posted that no wait has waited for.
template <class Check>
void checked(std::size_t commands, const Check& check) {
  try {
    check();
  } catch (const ArgumentError& error) {
    throw RefusedCall(error.what(), static_cast<std::int64_t>(commands));
  }
}

}  // namespace

// Called last, so that a call that throws is not posted and changes nothing.
Ticket Accelerator::posted() {
  posted_ = true;
  return ++tickets_;
}

Ticket Accelerator::post_load(const Place& place, const double* source, const After& after) {
  checked(commands_.size(), [&] { check_transfer(capabilities(), "load", place, source); });
  if (place.length_words == 0) return 0;
  do_load(tickets_ + 1, place, source, after);
  traffic_.bytes_to_device += place.length_words * word_bytes;
  traffic_.load_bursts += bursts_of(place);
  ++traffic_.transfers;
  return posted();
}

Ticket Accelerator::post_store(const Place& place, double* target, const After& after) {
  checked(commands_.size(), [&] { check_transfer(capabilities(), "store", place, target); });
  if (place.length_words == 0) return 0;
  do_store(tickets_ + 1, place, target, after);
  traffic_.bytes_from_device += place.length_words * word_bytes;
  traffic_.store_bursts += bursts_of(place);
  ++traffic_.transfers;
  return posted();
}

Ticket Accelerator::post(const DeviceCommand& given, const After& after) {
  DeviceCommand command = given;
  checked(commands_.size(), [&] {
    std::visit(
        [&](auto& of) {
          posted_sweeps_.resolve(of);
          posted_sweeps_.check(capabilities(), of);
        },
        command);
  });
  if (command_block(command).sweeps == 0) return 0;
  do_command(tickets_ + 1, command, after);
  std::visit([&](const auto& of) { posted_sweeps_.keep(of); }, command);
  ++posted_commands_;
  commands_.push_back(tickets_ + 1);
  const Ticket ticket = posted();
  if (const auto action = std::exchange(when_commanded_, nullptr)) action();
  return ticket;
}

void Accelerator::load(Bank bank, std::int64_t offset_words, const double* source, std::int64_t length_words) {
  remember(last_load_, post_load({bank, 0, offset_words, length_words}, source, {last_command_, last_store_}));
}

void Accelerator::store(Bank bank, std::int64_t offset_words, double* target, std::int64_t length_words) {
  remember(last_store_, post_store({bank, 0, offset_words, length_words}, target, {last_load_, last_command_}));
}

void Accelerator::start(const DeviceCommand& command) {
  remember(last_command_, post(command, {last_load_, last_store_}));
}

template <class Wait>
void Accelerator::take_ends(const Wait& wait) {
  std::vector<CycleCounts> ends;
  try {
    ends = wait();
  } catch (...) {
    ++failed_waits_;
    throw;
  }
  posted_commands_ -= std::min(posted_commands_, ends.size());
  ended_.insert(ended_.end(), ends.begin(), ends.end());
}

void Accelerator::wait() {
  take_ends([this] { return do_wait(); });
  sweep_ends_.assign(ended_.begin(), ended_.end());
  ended_.clear();
  commands_.clear();
  posted_commands_ = 0;
  waited_ = tickets_;
  posted_ = false;
}

void Accelerator::wait(Ticket ticket) {
  if (ticket < 0 || ticket > tickets_)
    throw ArgumentError(fmt::format("wait: ticket {}, must be 0 .. {}, the last call posted", ticket, tickets_));
  sweep_ends_.clear();
  if (ticket <= waited_) return;
  take_ends([this, ticket] { return do_wait_for(ticket); });
  waited_ = ticket;
  for (; !commands_.empty() && !ended_.empty() && commands_.front() <= ticket; commands_.pop_front()) {
    sweep_ends_.push_back(ended_.front());
    ended_.pop_front();
  }
}

void Accelerator::check_change(const char* call) const {
  if (!capabilities().measures_change) {
    throw ArgumentError(lacks(capabilities(), "does not measure the change of a sweep"));
  }
  check_waited(call, posted_);
}

double Accelerator::change() {
  check_change("change");
  return do_change();
}

void Accelerator::reset_change() {
  check_change("reset_change");
  do_reset_change();
}

void Accelerator::set_weight(Weight weight, double value) {
  check_weight(capabilities(), "set_weight", weight);
  check_waited("set_weight", posted_);
  do_set_weight(weight, value);
  posted_sweeps_.set_weight(weight, value);
}

double Accelerator::weight(Weight weight) {
  check_weight(capabilities(), "weight", weight);
  check_waited("weight", posted_);
  return do_weight(weight);
}

}  // namespace stencil
