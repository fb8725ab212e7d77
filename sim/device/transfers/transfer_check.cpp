// SPDX-License-Identifier: Apache-2.0
#include "sim/device/transfers/transfer_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>

#include "host/base/text.hpp"
#include "sim/device/kernels/kernels.hpp"
#include "sim/device/transfers/command_check.hpp"
#include "sim/device/transfers/moved_words.hpp"
#include "sim/device/transfers/named_calls.hpp"

namespace stencil {
namespace {

using Part = TransferFault::Part;
using Kind = TransferFault::Kind;

// A piece of a transfer as a part of the platform has handed it on.
struct Piece {
  std::size_t call;     // number
  std::int64_t number;  // among the bursts of the call
  std::int64_t first;   // word of the call
  const LoggedMove* move;
};

class Check {
 public:
  Check(const std::vector<GivenCall>& calls, const TransferLog& log, const Capabilities& device)
      : calls_(calls), log_(log), device_(device) {
    for (std::size_t i = 0; i < calls.size(); ++i) {
      if (calls[i].kind != Kind::command) transfers_.push_back(i);
    }
  }

  std::optional<TransferFault> operator()() {
    if (auto fault = from_master()) return fault;
    if (auto fault = from_dma()) return fault;
    if (auto fault = from_target()) return fault;
    if (auto fault = command_fault(calls_, log_, device_)) return fault;
    if (auto fault = unfinished()) return fault;
    if (!log_.has_pins()) return std::nullopt;
    for (const bool to_device : {true, false}) {
      if (auto fault = at_pins(to_device)) return fault;
    }
    return out_of_order();
  }

 private:
  TransferFault fault_of(Part part, std::size_t call, std::string what) const {
    TransferFault fault;
    fault.part = part;
    fault.call = named_call(calls_, call);
    fault.what = std::move(what);
    return fault;
  }

  HandedBytes given(std::size_t call) const {
    const GivenCall& of = calls_[call];
    return {of.kind == Kind::load, address_given(of.place), reinterpret_cast<const unsigned char*>(of.host),
            8 * of.place.length_words};
  }

  // Whose host memory it is.
  std::optional<TransferFault::Call> owner_of(const unsigned char* host, std::size_t besides) const {
    for (const std::size_t call : transfers_) {
      if (call != besides && reinterpret_cast<const unsigned char*>(calls_[call].host) == host)
        return named_call(calls_, call);
    }
    return std::nullopt;
  }

  // Words to the device that are not those that were handed over before.
  void look_at_words(TransferFault& fault, const GivenCall& of, std::int64_t first, const MovedWords& sent,
                     const MovedWords& got) const {
    if (of.kind == Kind::load) describe_words(fault, of.place, first, sent, got);
  }

  void describe_words(TransferFault& fault, const Place& place, std::int64_t first, const MovedWords& sent,
                      const MovedWords& got) const {
    const auto beat_words = static_cast<std::size_t>(std::max<std::int64_t>(1, device_.axi_data_bits / 64));
    const auto lane = static_cast<std::size_t>(place.offset_words + first) % beat_words;
    for (std::size_t i = std::min(sent.size(), got.size()); i-- > 0;) {
      if (sent[i] == got[i]) continue;
      ++fault.differing;
      fault.word = place.offset_words + first + static_cast<std::int64_t>(i);
      fault.beat = static_cast<std::int64_t>((i + lane) / beat_words);
      fault.expected = sent[i];
      fault.got = got[i];
    }
    const auto like = explain_moved(sent, got, lane, beat_words);
    if (!like) return;
    fault.as_if = like->as_if;
    if (like->of > 1)
      fault.as_if +=
          fmt::format(" ({} of {} wrong words)", like->fits == like->of ? "all" : std::to_string(like->fits), like->of);
  }

  // Nothing: the move is as it must be. sent: the words that were handed over before, if that is known; where they are
  // the same, a copy of them serves as well.
  std::string difference(const HandedBytes& must, const LoggedMove& is, std::size_t call,
                         const MovedWords* sent = nullptr) const {
    const HandedBytes& moved = is.moved;
    if (moved.to_device != must.to_device) return moved.to_device ? "writes, must read" : "reads, must write";
    if (moved.address != must.address)
      return fmt::format("begins at {}, must begin at {}", word_at(moved.address), word_at(must.address));
    if (moved.bytes != must.bytes)
      return fmt::format("has {}, must have {}", counted(moved.bytes / 8, "word"), must.bytes / 8);
    if (moved.host == must.host || (must.to_device && sent != nullptr && *sent == is.words)) return "";
    const char* const where = must.to_device ? "takes its words from" : "puts its words to";
    if (owner_of(moved.host, call)) return fmt::format("{} the host memory of another call", where);
    const std::int64_t off = (moved.host - must.host) / 8;
    if (std::abs(off) > calls_[call].place.length_words)
      return must.to_device ? "brings other words" : "puts its words elsewhere in host memory";
    return fmt::format("{} host memory {} too {}", where, counted(std::abs(off), "word"), off > 0 ? "far" : "early");
  }

  static MovedWords part_of(const MovedWords& words, std::int64_t first, std::int64_t count) {
    const auto size = static_cast<std::int64_t>(words.size());
    const auto begin = words.begin() + std::min(first, size);
    return {begin, words.begin() + std::min(first + count, size)};
  }

  std::optional<TransferFault> from_master() {
    const std::vector<LoggedMove>& made = log_.moves(HandedTo::dma);
    for (std::size_t i = 0; i < transfers_.size(); ++i) {
      const std::size_t call = transfers_[i];
      if (i >= made.size()) return fault_of(Part::bus_master, call, "it was not handed to the DMA");
      const std::string what = difference(given(call), made[i], call);
      if (what.empty()) continue;
      TransferFault fault = fault_of(Part::bus_master, call, "the transfer that it hands to the DMA " + what);
      if (made[i].moved.host != given(call).host) fault.in_place_of = owner_of(made[i].moved.host, call);
      return fault;
    }
    if (made.size() <= transfers_.size()) return std::nullopt;
    return fault_of(Part::bus_master, transfers_.empty() ? 0 : transfers_.back(),
                    "a transfer was made after it that no call asked for");
  }

  std::optional<TransferFault> from_dma() {
    const std::vector<LoggedMove>& bursts = log_.moves(HandedTo::target);
    std::size_t at = 0;
    for (std::size_t i = 0; i < transfers_.size(); ++i) {
      const std::size_t call = transfers_[i];
      const HandedBytes whole = given(call);
      const MovedWords& words = log_.moves(HandedTo::dma)[i].words;
      std::int64_t done = 0;
      for (std::int64_t number = 0; done < whole.bytes; ++number, ++at) {
        if (at >= bursts.size()) return too_short(call, number, done);
        const LoggedMove& burst = bursts[at];
        const std::int64_t bytes = std::min(burst.moved.bytes, whole.bytes - done);
        const HandedBytes must{whole.to_device, whole.address + static_cast<std::uint64_t>(done), whole.host + done,
                               bytes};
        const MovedWords sent = part_of(words, done / 8, bytes / 8);
        const std::string what = difference(must, burst, call, &sent);
        if (!what.empty() && number > 0 && begins_next(burst.moved, call)) return too_short(call, number, done);
        if (!what.empty()) {
          TransferFault fault = fault_of(Part::dma, call, fmt::format("its burst {} {}", number, what));
          fault.burst = number;
          if (burst.moved.address == must.address) look_at_words(fault, calls_[call], done / 8, sent, burst.words);
          return fault;
        }
        bursts_.push_back({call, number, done / 8, &burst});
        done += bytes;
      }
    }
    if (at == bursts.size()) return std::nullopt;
    return fault_of(Part::dma, transfers_.empty() ? 0 : transfers_.back(),
                    "it makes a burst more than the transfer has");
  }

  // Whether it is what the next call begins with.
  bool begins_next(const HandedBytes& burst, std::size_t call) const {
    const auto next = std::upper_bound(transfers_.begin(), transfers_.end(), call);
    return next != transfers_.end() && given(*next).address == burst.address && given(*next).host == burst.host;
  }

  TransferFault too_short(std::size_t call, std::int64_t bursts, std::int64_t done) const {
    TransferFault fault =
        fault_of(Part::dma, call,
                 fmt::format("its {} move {} of {} words; word {} of the transfer is not moved",
                             counted(bursts, "burst"), done / 8, calls_[call].place.length_words, done / 8));
    fault.burst = bursts - 1;
    return fault;
  }

  std::optional<TransferFault> from_target() {
    const std::vector<LoggedMove>& posted = log_.moves(HandedTo::device);
    for (std::size_t i = 0; i < bursts_.size(); ++i) {
      const Piece& burst = bursts_[i];
      std::string what = "was not posted to the device";
      if (i < posted.size()) what = difference(burst.move->moved, posted[i], burst.call, &burst.move->words);
      if (what.empty()) continue;
      TransferFault fault = fault_of(Part::target, burst.call, fmt::format("its burst {} {}", burst.number, what));
      fault.burst = burst.number;
      if (i < posted.size()) look_at_words(fault, calls_[burst.call], burst.first, burst.move->words, posted[i].words);
      return fault;
    }
    return std::nullopt;
  }

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
      TransferFault fault = fault_of(Part::wait, burst.call,
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

  std::optional<TransferFault> at_pins(bool to_device) const {
    const std::vector<Piece> bursts = bursts_of(to_device);
    const PinBursts& pins = to_device ? log_.loads() : log_.stores();
    for (std::size_t i = 0; i < bursts.size(); ++i) {
      const Piece& burst = bursts[i];
      const HandedBytes& moved = burst.move->moved;
      TransferFault fault = fault_of(Part::pins, burst.call, "");
      fault.burst = burst.number;
      if (i >= pins.addresses.size() || i >= pins.data.size()) return std::nullopt;  // the wait was right
      const PinBursts::Address& address = pins.addresses[i];
      if (address.address != moved.address || address.beats != beats_of(moved)) {
        fault.what = fmt::format("at the pins its burst {} begins at {} and has {}, must begin at {} and have {}",
                                 burst.number, word_at(address.address), counted(address.beats, "beat"),
                                 word_at(moved.address), beats_of(moved));
        return fault;
      }
      const auto words = static_cast<std::size_t>(moved.bytes / 8);
      // Words to the device are read when their beats are offered: a store may have set some of them by then.
      MovedWords host = burst.move->words;
      if (!to_device) {
        host.resize(words);
        std::memcpy(host.data(), calls_[burst.call].host + burst.first, 8 * words);
      }
      const MovedWords& beats = pins.data[i];
      if (beats == host || (to_device && beats == pins.host[i])) continue;
      const Place& place = calls_[burst.call].place;
      if (to_device)
        describe_words(fault, place, burst.first, host, beats);
      else
        describe_words(fault, place, burst.first, beats, host);
      if (fault.differing == 0 && beats.size() == words) continue;
      fault.what = to_device
                       ? fmt::format("at the pins its burst {} has other words than were posted", burst.number)
                       : fmt::format("the beats of its burst {} left the device with other words than host memory has",
                                     burst.number);
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
            Part::order, call,
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
  std::vector<std::size_t> transfers_;  // numbers of the loads and stores
  std::vector<Piece> bursts_;           // as the DMA made them
};

}  // namespace

std::optional<TransferFault> transfer_fault(const std::vector<GivenCall>& calls, const TransferLog& log,
                                            const Capabilities& device) {
  return Check(calls, log, device)();
}

}  // namespace stencil
