// SPDX-License-Identifier: Apache-2.0
#include "sim/device/transfers/pin_check.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <utility>

#include "host/base/text.hpp"
#include "sim/device/transfers/command_check.hpp"
#include "sim/device/transfers/copied_early.hpp"
#include "sim/device/transfers/moved/moved_words.hpp"
#include "sim/device/transfers/named_calls.hpp"

namespace stencil {
namespace {

using Part = TransferFault::Part;
using Kind = TransferFault::Kind;

class PinCheck {
 public:
  PinCheck(const std::vector<GivenCall>& calls, const TransferLog& log, const Capabilities& device,
           const std::vector<Piece>& bursts)
      : calls_(calls), log_(log), device_(device), bursts_(bursts) {}

  std::optional<TransferFault> operator()() const {
    if (auto fault = unfinished()) return fault;
    if (!log_.has_pins()) return std::nullopt;
    for (const bool to_device : {true, false}) {
      if (auto fault = at_pins(to_device)) return fault;
    }
    return out_of_order();
  }

  std::optional<TransferFault> offered() const {
    if (!log_.has_pins()) return std::nullopt;
    for (const bool to_device : {true, false}) {
      const std::vector<Piece> bursts = bursts_of(to_device);
      const auto& addresses = (to_device ? log_.loads() : log_.stores()).addresses;
      for (std::size_t i = 0; i < std::min(bursts.size(), addresses.size()); ++i) {
        if (auto fault = wrong_address(bursts[i], addresses[i])) return fault;
        if (!to_device) continue;
        if (auto fault = wrong_lane(bursts[i], i)) return fault;
      }
    }
    return std::nullopt;
  }

 private:
  std::vector<Piece> bursts_of(bool to_device) const {
    std::vector<Piece> found;
    std::copy_if(bursts_.begin(), bursts_.end(), std::back_inserter(found),
                 [&](const Piece& burst) { return burst.move->moved.to_device == to_device; });
    return found;
  }

  // The device has not moved all of it by the end of the wait.
  std::optional<TransferFault> unfinished() const {
    for (const bool to_device : {false, true}) {
      const std::vector<Piece> bursts = bursts_of(to_device);
      std::size_t done = bursts.size();
      if (log_.has_pins()) {
        done = std::min(done, (to_device ? log_.loads() : log_.stores()).ends.size());
      } else {
        std::int64_t beats = to_device ? log_.beats_loaded() : log_.beats_stored();
        for (done = 0; done < bursts.size() && beats > 0; ++done) beats -= beats_of(bursts[done].move->moved);
        if (beats < 0) --done;
      }
      if (done == bursts.size()) continue;
      const Piece& burst = bursts[done];
      const auto all =
          std::count_if(bursts.begin(), bursts.end(), [&](const Piece& each) { return each.call == burst.call; });
      TransferFault fault = fault_of(calls_, Part::wait, burst.call,
                                     fmt::format("it returned in device cycle {}, when {} of {} of the {} had {}",
                                                 with_commas(log_.wait_end()), burst.number, counted(all, "burst"),
                                                 to_device ? "load" : "store", to_device ? "arrived" : "come"));
      fault.burst = burst.number;
      return fault;
    }
    return std::nullopt;
  }

  std::int64_t beats_of(const HandedBytes& burst) const {
    const std::int64_t bytes = device_.axi_data_bits / 8;
    return (static_cast<std::int64_t>(burst.address) % bytes + burst.bytes + bytes - 1) / bytes;
  }

  std::optional<TransferFault> wrong_address(const Piece& burst, const PinBursts::Address& address) const {
    const HandedBytes& moved = burst.move->moved;
    if (address.address == moved.address && address.beats == beats_of(moved)) return std::nullopt;
    TransferFault fault = fault_of(
        calls_, Part::pins, burst.call,
        fmt::format("at the pins its burst {} begins at {} and has {}, must begin at {} and have {}", burst.number,
                    word_at(address.address), counted(address.beats, "beat"), word_at(moved.address), beats_of(moved)));
    fault.burst = burst.number;
    return fault;
  }

  // Of a load, the words of the first beat that come before it are not strobed.
  std::optional<TransferFault> wrong_lane(const Piece& burst, std::size_t number) const {
    const std::vector<int>& lanes = log_.loads().lanes;
    if (number >= lanes.size() || burst.move->moved.bytes == 0) return std::nullopt;
    const std::int64_t must = static_cast<std::int64_t>(burst.move->moved.address) % (device_.axi_data_bits / 8) / 8;
    if (lanes[number] == must) return std::nullopt;
    TransferFault fault = fault_of(
        calls_, Part::pins, burst.call,
        fmt::format("at the pins the first beat of its burst {} is strobed from lane {} on, must be from lane {} on",
                    burst.number, lanes[number], must));
    fault.burst = burst.number;
    return fault;
  }

  std::optional<TransferFault> at_pins(bool to_device) const {
    const std::vector<Piece> bursts = bursts_of(to_device);
    const PinBursts& pins = to_device ? log_.loads() : log_.stores();
    for (std::size_t i = 0; i < bursts.size(); ++i) {
      const Piece& burst = bursts[i];
      const HandedBytes& moved = burst.move->moved;
      TransferFault fault = fault_of(calls_, Part::pins, burst.call, "");
      fault.burst = burst.number;
      if (i >= pins.addresses.size() || i >= pins.data.size()) return std::nullopt;  // the wait was right
      if (auto wrong = wrong_address(burst, pins.addresses[i])) return wrong;
      if (to_device) {
        if (auto wrong = wrong_lane(burst, i)) return wrong;
      }
      const auto words = static_cast<std::size_t>(moved.bytes / 8);
      // Words to the device are read when their beats are offered: a store may have set some of them by then. A copy of
      // them must stay as it was handed on.
      const MovedWords& host = to_device ? burst.move->words : pins.host[i];
      const MovedWords& beats = pins.data[i];
      const GivenCall& call = calls_[burst.call];
      const bool is_copy = moved.host != reinterpret_cast<const unsigned char*>(call.host + burst.first);
      const bool is_read_later = to_device && beats == pins.host[i];
      if (is_copy && to_device && beats == host && beats.size() == words) {
        if (auto stale = copied_early(calls_, device_, log_.stores(), bursts_of(false), burst, beats)) return stale;
      }
      if (beats == host || (is_read_later && !is_copy)) continue;
      const Place& place = call.place;
      if (to_device)
        describe_words(fault, device_, place, burst.first, host, beats);
      else
        describe_words(fault, device_, place, burst.first, beats, host);
      if (fault.differing == 0 && beats.size() == words) continue;
      fault.what = to_device
                       ? fmt::format("at the pins its burst {} has other words than were posted", burst.number)
                       : fmt::format("the beats of its burst {} left the device with other words than host memory has",
                                     burst.number);
      if (is_read_later) {
        fault.part = Part::dma;
        fault.what = fmt::format(
            "its burst {} takes its words from a copy, which holds others when its beats are offered", burst.number);
      }
      if (beats.size() != words)
        fault.what = fmt::format("at the pins its burst {} has {}, must have {}", burst.number,
                                 counted(static_cast<std::int64_t>(beats.size()), "word"), words);
      return fault;
    }
    return std::nullopt;
  }

  // Cycles in which calls were offered to the device and done.
  std::optional<TransferFault> out_of_order() const {
    std::map<std::size_t, std::int64_t> begins;
    std::map<std::size_t, std::int64_t> ends;
    for (const bool to_device : {true, false}) {
      const std::vector<Piece> bursts = bursts_of(to_device);
      const PinBursts& pins = to_device ? log_.loads() : log_.stores();
      for (std::size_t i = 0; i < bursts.size() && i < pins.addresses.size() && i < pins.ends.size(); ++i) {
        begins.emplace(bursts[i].call, pins.addresses[i].cycle);
        ends[bursts[i].call] = pins.ends[i];
      }
    }
    std::size_t command = 0;
    const std::vector<std::int64_t> given = command_cycles(log_);
    for (std::size_t call = 0; call < calls_.size(); ++call) {
      if (calls_[call].kind != Kind::command || command >= given.size()) continue;
      begins.emplace(call, given[command]);
      ends[call] = given[command++];  // from then on the device itself makes others wait
    }
    for (std::size_t call = 0; call < calls_.size(); ++call) {
      for (const std::size_t other : calls_[call].after) {
        if (begins.count(call) == 0 || ends.count(other) == 0 || begins[call] > ends[other]) continue;
        TransferFault fault = fault_of(
            calls_, Part::order, call,
            fmt::format("its {} reached the device in cycle {}, {} of what it waits for: done in cycle {}",
                        calls_[call].kind == Kind::command ? "COMMAND" : "first burst", with_commas(begins[call]),
                        begins[call] == ends[other] ? "with the end" : "before the end", with_commas(ends[other])));
        fault.waits_for = named_call(calls_, other);
        return fault;
      }
    }
    return std::nullopt;
  }

  const std::vector<GivenCall>& calls_;
  const TransferLog& log_;
  const Capabilities& device_;
  const std::vector<Piece>& bursts_;
};

}  // namespace

std::optional<TransferFault> pin_fault(const std::vector<GivenCall>& calls, const TransferLog& log,
                                       const Capabilities& device, const std::vector<Piece>& bursts) {
  return PinCheck(calls, log, device, bursts)();
}

std::optional<TransferFault> offered_fault(const std::vector<GivenCall>& calls, const TransferLog& log,
                                           const Capabilities& device, const std::vector<Piece>& bursts) {
  return PinCheck(calls, log, device, bursts).offered();
}

std::optional<TransferFault> early_wait(const std::vector<GivenCall>& waited, const TransferLog& log,
                                        const std::function<std::int64_t(const Place& place)>& bursts_of) {
  if (!log.has_pins()) return std::nullopt;
  auto loaded = static_cast<std::int64_t>(log.loads().ends.size());
  auto stored = static_cast<std::int64_t>(log.stores().ends.size());
  for (std::size_t call = 0; call < waited.size(); ++call) {
    if (waited[call].kind == Kind::command) continue;
    std::int64_t& done = waited[call].kind == Kind::load ? loaded : stored;
    const std::int64_t bursts = bursts_of(waited[call].place);
    if (done < bursts)
      return fault_of(
          waited, TransferFault::Part::wait, call,
          fmt::format("a wait for it, or for a call behind it, returned in device cycle {}, when {} of its {} had {}",
                      with_commas(log.wait_end()), done, counted(bursts, "burst"),
                      waited[call].kind == Kind::load ? "arrived" : "come"));
    done -= bursts;
  }
  return std::nullopt;
}

}  // namespace stencil
