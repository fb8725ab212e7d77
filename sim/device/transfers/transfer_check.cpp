// SPDX-License-Identifier: Apache-2.0
#include "sim/device/transfers/transfer_check.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "host/base/text.hpp"
#include "sim/device/kernels/kernels.hpp"
#include "sim/device/transfers/command_check.hpp"
#include "sim/device/transfers/named_calls.hpp"
#include "sim/device/transfers/pin_check.hpp"

namespace stencil {
namespace {

using Part = TransferFault::Part;
using Kind = TransferFault::Kind;

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
    return pin_fault(calls_, log_, device_, bursts_);
  }

  std::optional<TransferFault> offered() {
    transfers_.resize(std::min(transfers_.size(), log_.moves(HandedTo::dma).size()));
    from_dma();  // lists the bursts that were made
    return offered_fault(calls_, log_, device_, bursts_);
  }

 private:
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
    if (of.kind == Kind::load) describe_words(fault, device_, of.place, first, sent, got);
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
      if (i >= made.size()) return fault_of(calls_, Part::bus_master, call, "it was not handed to the DMA");
      const std::string what = difference(given(call), made[i], call);
      if (what.empty()) continue;
      TransferFault fault = fault_of(calls_, Part::bus_master, call, "the transfer that it hands to the DMA " + what);
      if (made[i].moved.host != given(call).host) fault.in_place_of = owner_of(made[i].moved.host, call);
      return fault;
    }
    if (made.size() <= transfers_.size()) return std::nullopt;
    return fault_of(calls_, Part::bus_master, transfers_.empty() ? 0 : transfers_.back(),
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
          TransferFault fault = fault_of(calls_, Part::dma, call, fmt::format("its burst {} {}", number, what));
          fault.burst = number;
          if (burst.moved.address == must.address) look_at_words(fault, calls_[call], done / 8, sent, burst.words);
          return fault;
        }
        bursts_.push_back({call, number, done / 8, &burst});
        done += bytes;
      }
    }
    if (at == bursts.size()) return std::nullopt;
    return fault_of(calls_, Part::dma, transfers_.empty() ? 0 : transfers_.back(),
                    "it makes a burst more than the transfer has");
  }

  // Whether it is what the next call begins with.
  bool begins_next(const HandedBytes& burst, std::size_t call) const {
    const auto next = std::upper_bound(transfers_.begin(), transfers_.end(), call);
    return next != transfers_.end() && given(*next).address == burst.address && given(*next).host == burst.host;
  }

  TransferFault too_short(std::size_t call, std::int64_t bursts, std::int64_t done) const {
    TransferFault fault =
        fault_of(calls_, Part::dma, call,
                 fmt::format("its bursts ({}) move {} of {} words; word {} of the transfer is not moved", bursts,
                             done / 8, calls_[call].place.length_words, done / 8));
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
      TransferFault fault =
          fault_of(calls_, Part::target, burst.call, fmt::format("its burst {} {}", burst.number, what));
      fault.burst = burst.number;
      if (i < posted.size()) look_at_words(fault, calls_[burst.call], burst.first, burst.move->words, posted[i].words);
      return fault;
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

std::optional<TransferFault> address_fault(const std::vector<GivenCall>& calls, const TransferLog& log,
                                           const Capabilities& device) {
  return Check(calls, log, device).offered();
}

}  // namespace stencil
