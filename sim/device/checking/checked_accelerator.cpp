// SPDX-License-Identifier: Apache-2.0
#include "sim/device/checking/checked_accelerator.hpp"

#include <fmt/core.h>

#include <cstdio>
#include <utility>

#include "host/base/errors.hpp"
#include "host/mpi/fatal.hpp"
#include "sim/device/kernels/kernels.hpp"
#include "sim/device/transfers/named_calls.hpp"
#include "sim/device/transfers/unordered_calls.hpp"

namespace stencil {
namespace {

std::string describe(const DeviceCommand& command) {
  const CommandBlock block = command_block(command);
  return fmt::format("{} of rows={} cols={} niter={}", command_name(command), block.rows, block.cols, block.sweeps);
}

std::string describe(const GivenCall& call) {
  if (call.kind == TransferFault::Kind::command) return describe(call.command);
  return fmt::format("a {} of {} buffer {}", call.kind == TransferFault::Kind::load ? "load" : "store",
                     call.place.bank == Bank::f ? 'f' : 'r', call.place.buffer);
}

}  // namespace

CheckedAccelerator::CheckedAccelerator(std::unique_ptr<Accelerator> device)
    : device_(std::move(device)), known_(device_->capabilities()) {}

void CheckedAccelerator::require_known(const Place& place, const std::string& call) const {
  if (allows_unknown_) return;
  const auto word = known_.first_unknown(place);
  if (!word) return;
  throw DeviceError(
      fmt::format("uninitialised read: call {}, {}, reads word {} of {} buffer {}, which was neither "
                  "loaded nor swept",
                  calls_, call, *word, place.bank == Bank::f ? 'f' : 'r', place.buffer));
}

void CheckedAccelerator::follow(Ticket ticket, GivenCall call, const After& after) {
  if (warned_ || allows_unknown_) return;
  for (const Ticket each : after) {
    const auto found = given_number_.find(each);
    if (found != given_number_.end()) call.after.push_back(found->second);
  }
  given_number_[ticket] = given_.size();
  given_.push_back(std::move(call));
}

void CheckedAccelerator::warn_of_order() {
  const auto count = static_cast<std::int64_t>(given_.size());
  pairs_left_ -= count * count / 2;
  const auto pair = pairs_left_ < 0 ? std::nullopt : unordered_calls(given_);
  if (pair) {
    const auto number = calls_ - static_cast<std::int64_t>(given_.size());
    const auto named = [&](std::size_t which) {
      const TransferFault::Call call = named_call(given_, which);
      const std::string block = call.cols > 0 ? fmt::format(" for block {}", commands_done_ + call.command) : "";
      return fmt::format("call {}, {}{}", number + static_cast<std::int64_t>(which), describe(given_[which]), block);
    };
    fmt::print(
        stderr, "{}\n",
        fatal_line("accelerator", fmt::format("warning: {}, does not wait for {}, which works on the same words: "
                                              "they may come in either order",
                                              named(pair->second), named(pair->first))));
    warned_ = true;
  }
}

void CheckedAccelerator::forget_given() {
  for (const GivenCall& call : given_) commands_done_ += call.kind == TransferFault::Kind::command ? 1 : 0;
  given_.clear();
  given_number_.clear();
}

// Calls that are done come before all that follow.
void CheckedAccelerator::forget_given(Ticket done) {
  std::vector<GivenCall> left;
  std::map<Ticket, std::size_t> number;
  std::map<std::size_t, std::size_t> now;  // numbers of those left, by their numbers so far
  for (const auto& [ticket, before] : given_number_) {
    if (ticket <= done) {
      commands_done_ += given_[before].kind == TransferFault::Kind::command ? 1 : 0;
      continue;
    }
    now[before] = number[ticket] = left.size();
    GivenCall call = std::move(given_[before]);
    std::vector<std::size_t> after;
    for (const std::size_t other : call.after) {
      const auto found = now.find(other);
      if (found != now.end()) after.push_back(found->second);
    }
    call.after = std::move(after);
    left.push_back(std::move(call));
  }
  given_ = std::move(left);
  given_number_ = std::move(number);
}

// Tickets are those of the device: both number the same calls.
void CheckedAccelerator::do_load(Ticket ticket, const Place& place, const double* source, const After& after) {
  device_->post_load(place, source, after);
  follow(ticket, {TransferFault::Kind::load, {}, place, source, {}}, after);
  known_.learn(place);
  count_call();
}

void CheckedAccelerator::do_store(Ticket ticket, const Place& place, double* target, const After& after) {
  require_known(place, fmt::format("a store of {} words", place.length_words));
  device_->post_store(place, target, after);
  follow(ticket, {TransferFault::Kind::store, {}, place, target, {}}, after);
  count_call();
}

void CheckedAccelerator::do_command(Ticket ticket, const DeviceCommand& command, const After& after) {
  for (const Place& place : operands_of(command)) require_known(place, describe(command));
  device_->post(command, after);
  follow(ticket, {TransferFault::Kind::command, {}, {}, nullptr, command}, after);
  for (const Place& place : undefined_behind(command)) known_.forget(place);
  for (const Place& place : results_of(command)) known_.learn(place);
  count_call();
}

std::vector<CycleCounts> CheckedAccelerator::do_wait() {
  device_->wait();
  warn_of_order();
  forget_given();
  return device_->sweep_ends();
}

std::vector<CycleCounts> CheckedAccelerator::do_wait_for(Ticket ticket) {
  device_->wait(ticket);
  warn_of_order();
  forget_given(ticket);
  return device_->sweep_ends();
}

}  // namespace stencil
