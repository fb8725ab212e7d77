// AXI4-Lite master of a Verilated device: posted register writes and reads, in order.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "host/base/errors.hpp"
#include "sim/device/contract/bus_rules.hpp"
#include "sim/device/contract/contract.hpp"
#include "sim/device/contract/waiting_pins.hpp"
#include "sim/device/pins/progress.hpp"

namespace stencil {

// One access is under way at a time: a read after a write sees its effect.
template <class V>
class RegisterChannels {
 public:
  explicit RegisterChannels(V& dut) : dut_(dut) {}

  void reset() {
    queue_.clear();
    commands_unoffered_ = 0;
    dut_.s_axil_awvalid = 0;
    dut_.s_axil_wvalid = 0;
    dut_.s_axil_arvalid = 0;
    dut_.s_axil_wstrb = 0xff;
    dut_.s_axil_bready = 1;
    dut_.s_axil_rready = 1;
    offered_ = false;
  }

  void post_write(std::uint32_t address, std::uint64_t value, const PostedAfter& after) {
    queue_.push_back({address, value, nullptr, after});
    commands_unoffered_ += address == contract::REG_COMMAND;
  }
  void post_read(std::uint32_t address, std::uint64_t* result, const PostedAfter& after) {
    queue_.push_back({address, 0, result, after});
  }
  bool idle() const { return queue_.empty(); }
  // Whether an access is offered, or accepted and not answered.
  bool is_offered() const { return offered_; }
  // Whether the channels are empty and the next access, if any, still waits for bursts to complete.
  bool waits_for_others(const Progress& progress) const {
    return !offered_ && (queue_.empty() || progress.reached(queue_.front().after) == never);
  }

  // Whether the next access waits for the interrupt, and for nothing else.
  bool awaits_interrupt(const Progress& progress) const {
    if (offered_ || queue_.empty() || !queue_.front().after.idle) return false;
    PostedAfter others = queue_.front().after;
    others.idle = false;
    return progress.reached(others) != never;
  }

  void drive(std::int64_t now, const Progress& progress) {
    if (offered_ || queue_.empty() || now < progress.reached(queue_.front().after)) return;
    const Access& access = queue_.front();
    if (access.result) {
      dut_.s_axil_araddr = static_cast<SData>(access.address);
      dut_.s_axil_arvalid = 1;
    } else {
      dut_.s_axil_awaddr = static_cast<SData>(access.address);
      dut_.s_axil_wdata = access.value;
      dut_.s_axil_awvalid = dut_.s_axil_wvalid = 1;
      commands_unoffered_ -= access.address == contract::REG_COMMAND;
    }
    offered_ = true;
    irq_offered_ = dut_.irq != 0;
    moved_ = now;
  }

  bool sample(std::int64_t now) {
    const bool idle_bus = queue_.empty();
    if (idle_bus && !dut_.s_axil_bvalid && !dut_.s_axil_rvalid) return false;
    aw_taken_ = dut_.s_axil_awvalid && dut_.s_axil_awready;
    w_taken_ = dut_.s_axil_wvalid && dut_.s_axil_wready;
    ar_taken_ = dut_.s_axil_arvalid && dut_.s_axil_arready;
    if (dut_.s_axil_bvalid) finish(false, dut_.s_axil_bresp, now);
    if (dut_.s_axil_rvalid) finish(true, dut_.s_axil_rresp, now);
    if (aw_taken_ || w_taken_ || ar_taken_) moved_ = now;
    return aw_taken_ || w_taken_ || ar_taken_ || finished_;
  }

  void settle(std::int64_t now, Progress& progress) {
    if (aw_taken_) dut_.s_axil_awvalid = 0;
    if (w_taken_) dut_.s_axil_wvalid = 0;
    if (ar_taken_) dut_.s_axil_arvalid = 0;
    aw_taken_ = w_taken_ = ar_taken_ = false;
    if (finished_) {
      queue_.pop_front();
      progress.registers.add(now);
      finished_ = offered_ = false;
    }
  }

  std::size_t left() const { return queue_.size(); }
  // Writes of COMMAND that were posted and not offered; whether one is offered and not answered.
  std::int64_t commands_unoffered() const { return commands_unoffered_; }
  bool command_unanswered() const {
    return offered_ && queue_.front().result == nullptr && queue_.front().address == contract::REG_COMMAND;
  }
  // The channels that wait for the device: those of the one access under way.
  void tell_waits(std::vector<std::string>& pins) const {
    if (!offered_) return;
    if (dut_.s_axil_arvalid) pins.push_back("s_axil: " + unanswered("AR", moved_));
    if (dut_.s_axil_awvalid) pins.push_back("s_axil: " + unanswered("AW", moved_));
    if (dut_.s_axil_wvalid) pins.push_back("s_axil: " + unanswered("W", moved_));
    if (dut_.s_axil_arvalid || dut_.s_axil_awvalid || dut_.s_axil_wvalid) return;
    pins.push_back("s_axil: " + unheard(queue_.front().result ? "R" : "B", moved_));
  }

  // Of an access that waits for an interrupt that is low.
  void tell_low_interrupt(std::vector<std::string>& pins) const {
    const std::string reason = "irq is low, and the " + state() + " waits until it says that the device is idle";
    pins.push_back(lowered_by_ < 0 ? reason
                                   : reason + ": it was high before the write of " +
                                         register_text(static_cast<std::uint32_t>(lowered_by_)) +
                                         ", which neither queues a command nor clears done, and low behind it");
  }

  std::string state() const {
    if (queue_.empty()) return "no register access";
    const Access& access = queue_.front();
    return (access.result ? "read of " : "write of ") + register_text(access.address);
  }

 private:
  struct Access {
    std::uint32_t address;
    std::uint64_t value;
    std::uint64_t* result;  // null: a write
    PostedAfter after;
  };

  void finish(bool read, unsigned response, std::int64_t now) {
    if (queue_.empty() || !offered_ || static_cast<bool>(queue_.front().result) != read)
      break_rule(BusRule::response_address, read ? Channel::register_read_data : Channel::register_write_response, now,
                 "a response, and no access is outstanding");
    const bool is_early = queue_.front().after.idle && !irq_offered_;
    if (response != 0)
      throw ChannelError("device answered the " + state() + " with response " + std::to_string(response) +
                             " instead of OKAY" + (is_early ? std::string("; ") + written_early : ""),
                         read ? Channel::register_read_data : Channel::register_write_response, queue_.front().address);
    if (read) *queue_.front().result = dut_.s_axil_rdata;
    finished_ = true;
    const std::uint32_t address = queue_.front().address;
    const bool may_lower =
        read || address == contract::REG_COMMAND || address == contract::REG_STATUS || address == contract::REG_MODE;
    lowered_by_ = !may_lower && irq_offered_ && !dut_.irq ? static_cast<std::int64_t>(address) : -1;
  }

  V& dut_;
  std::deque<Access> queue_;
  bool offered_ = false;
  bool aw_taken_ = false;
  bool w_taken_ = false;
  bool ar_taken_ = false;
  bool finished_ = false;
  bool irq_offered_ = false;      // the pin, when the access under way was offered
  std::int64_t lowered_by_ = -1;  // the last access, a write behind which the interrupt is low and must be as before
  std::int64_t commands_unoffered_ = 0;
  std::int64_t moved_ = 0;  // cycle of the last offer or handshake of an address or of data
};

}  // namespace stencil
