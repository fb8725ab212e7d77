// SPDX-License-Identifier: Apache-2.0
#include "sim/device/transfers/watched_accelerator.hpp"

#include <algorithm>
#include <utility>

#include "host/base/errors.hpp"
#include "sim/device/contract/contract.hpp"
#include "sim/device/contract/device_hang.hpp"
#include "sim/device/contract/device_switch.hpp"
#include "sim/device/transfers/command_check.hpp"
#include "sim/device/transfers/named_calls.hpp"
#include "sim/device/transfers/pin_check.hpp"
#include "sim/device/transfers/unordered_calls.hpp"

namespace stencil {

using Kind = TransferFault::Kind;

WatchedAccelerator::WatchedAccelerator(const MakeAccelerator& make, AcceleratorOptions options, PlatformWatch& watch)
    : watch_(watch) {
  options.transfers = &watch.log_;
  options.digest = false;  // else the handshakes would go there
  device_ = make(options);
  watch.log_.restart();
  between_ = options.between;
}

// Tickets are those of the device: both number the same calls.
void WatchedAccelerator::keep(Ticket ticket, GivenCall call, const After& after) {
  if (between_ != nullptr) watch_.log_.expect_pins(between_->on_rtl());
  for (const Ticket other : after) {
    const auto found = number_.find(other);
    if (found != number_.end()) call.after.push_back(found->second);
  }
  for (const auto& last : done_)
    if (last) call.after.push_back(*last);
  number_[ticket] = calls_.size();
  calls_.push_back(std::move(call));
}

void WatchedAccelerator::do_load(Ticket ticket, const Place& place, const double* source, const After& after) {
  device_->post_load(place, source, after);
  keep(ticket, {Kind::load, {}, place, source, {}}, after);
}

void WatchedAccelerator::do_store(Ticket ticket, const Place& place, double* target, const After& after) {
  device_->post_store(place, target, after);
  keep(ticket, {Kind::store, {}, place, target, {}}, after);
}

void WatchedAccelerator::do_command(Ticket ticket, const DeviceCommand& command, const After& after) {
  device_->post(command, after);
  keep(ticket, {Kind::command, {}, {}, nullptr, command}, after);
}

template <class Wait>
void WatchedAccelerator::guarded(const Wait& wait) {
  try {
    wait();
  } catch (const DeviceError& error) {
    const auto* const hang = dynamic_cast<const DeviceHang*>(&error);
    const bool all_written = hang != nullptr && hang->state.registers == 0;
    auto fault = watch_.found_ ? std::nullopt : lost_write_fault(calls_, watch_.log_, all_written);
    if (!watch_.found_ && !fault) fault = written_fault();
    if (!watch_.found_ && !fault) fault = address_fault(calls_, watch_.log_, capabilities());
    if (fault) watch_.found_ = {*fault, watch_.step_, watch_.commands_};
    throw;
  }
}

// Of the commands that were written, a register of the job: a device that refuses one may have been right.
std::optional<TransferFault> WatchedAccelerator::written_fault() const {
  const auto& writes = watch_.log_.writes(HandedTo::target);
  auto written = std::count_if(writes.begin(), writes.end(),
                               [](const RegisterWrite& write) { return write.address == contract::REG_COMMAND; });
  std::vector<GivenCall> calls;
  for (const GivenCall& call : calls_) {
    if (call.kind == Kind::command && written-- == 0) break;
    calls.push_back(call);
  }
  auto fault = command_fault(calls, watch_.log_, capabilities());
  // What else was not written, or not at the pins, may still have been on its way.
  using Part = TransferFault::Part;
  return fault && (fault->part == Part::job || fault->part == Part::encoding) ? fault : std::nullopt;
}

std::vector<CycleCounts> WatchedAccelerator::do_wait() {
  guarded([&] { device_->wait(); });
  if (!watch_.unordered_) {
    if (const auto pair = unordered_calls(calls_)) {
      TransferFault fault;
      fault.call = named_call(calls_, pair->second);
      fault.waits_for = named_call(calls_, pair->first);
      watch_.unordered_ = {fault, watch_.step_, watch_.commands_};
    }
  }
  const bool has_platform = !watch_.log_.moves(HandedTo::dma).empty() || !watch_.log_.writes(HandedTo::target).empty();
  if (!watch_.found_ && !calls_.empty() && has_platform) {
    if (auto fault = transfer_fault(calls_, watch_.log_, capabilities()))
      watch_.found_ = {*fault, watch_.step_, watch_.commands_};
    else
      ++watch_.right_waits_;
  }
  for (const GivenCall& call : calls_) watch_.commands_ += call.kind == Kind::command ? 1 : 0;
  watch_.log_.clear();
  calls_.clear();
  number_.clear();
  done_ = {};
  return device_->sweep_ends();
}

// All calls since wait() are looked at when it returns again. Those from now on come after the ones that are done.
std::vector<CycleCounts> WatchedAccelerator::do_wait_for(Ticket ticket) {
  guarded([&] { device_->wait(ticket); });
  std::size_t waited = 0;
  for (const auto& [other, number] : number_) {
    if (other > ticket) continue;
    done_[static_cast<std::size_t>(calls_[number].kind)] = number;
    waited = std::max(waited, number + 1);
  }
  if (!watch_.found_) {
    const std::vector<GivenCall> calls(calls_.begin(), calls_.begin() + static_cast<std::ptrdiff_t>(waited));
    if (const auto fault =
            early_wait(calls, watch_.log_, [this](const Place& place) { return device_->bursts_of(place); }))
      watch_.found_ = {*fault, watch_.step_, watch_.commands_};
  }
  return device_->sweep_ends();
}

}  // namespace stencil
