// A number for each step of a run, of all that the platform moves and the pins of RTL show in it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>

#include "sim/device/contract/dma_registers.hpp"
#include "sim/device/contract/transfer_observer.hpp"

namespace stencil {

class StepTrace final : public TransferObserver {
 public:
  using Sums = std::map<std::int64_t, std::uint64_t>;  // by step, from 0; before the first one: -1

  void begin_step(std::int64_t step) { step_ = step; }
  const Sums& platform() const { return platform_; }
  const Sums& pins() const { return pins_; }

  void handed(HandedTo to, const HandedBytes& moved) override {
    std::uint64_t& sum = platform_[step_];
    add(sum, static_cast<std::uint64_t>(to));
    add(sum, moved.to_device ? 1 : 2);
    add(sum, moved.address);
    add(sum, static_cast<std::uint64_t>(moved.bytes));
    if (!moved.to_device) return;  // not there yet
    for (std::int64_t at = 0; at < moved.bytes; at += 8) add(sum, word_at(moved.host + at));
  }
  void register_written(HandedTo to, std::uint64_t address, std::uint64_t value) override {
    for (const std::uint64_t word : {static_cast<std::uint64_t>(to), address, value}) add(platform_[step_], word);
  }
  void wait_ends(std::int64_t cycle, const DeviceCounts& counts) override {
    const std::array<std::int64_t, 5> now{cycle, counts.ticked_cycles() + counts.skipped_cycles, counts.beats_loaded,
                                          counts.beats_stored, counts.fill_cycles};
    for (std::size_t i = 0; i < now.size(); ++i) add(platform_[step_], static_cast<std::uint64_t>(now[i] - before_[i]));
    before_ = now;
  }
  void seen(const Handshake& handshake) override {
    std::uint64_t& sum = pins_[step_];
    for (const std::uint64_t word :
         {static_cast<std::uint64_t>(handshake.channel), static_cast<std::uint64_t>(handshake.cycle), handshake.address,
          handshake.control, std::uint64_t{handshake.last}, std::uint64_t{handshake.response}})
      add(sum, word);
    if (handshake.channel == Channel::register_read_address) read_ = handshake.address;
    if (handshake.channel == Channel::register_read_data && is_counter(read_)) return;
    for (std::size_t i = 0; i < handshake.word_count; ++i) add(sum, handshake.words[i]);
  }

 private:
  // The audit at the end of a run reads them: those of a mixed device are of its last segment.
  static bool is_counter(std::uint64_t address) {
    const auto is_read = [address](const auto& counter) { return counter.address == address; };
    return address == contract::REG_COMMANDS ||
           std::any_of(performance_registers.begin(), performance_registers.end(), is_read) ||
           std::any_of(dma_registers.begin(), dma_registers.end(), is_read);
  }
  static std::uint64_t word_at(const unsigned char* bytes) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, sizeof word);
    return word;
  }
  // FNV-1a, by words.
  static void add(std::uint64_t& sum, std::uint64_t word) { sum = (sum ^ word) * 1099511628211u; }

  std::int64_t step_ = -1;
  std::uint64_t read_ = 0;                // address of the last register read
  std::array<std::int64_t, 5> before_{};  // at the wait before: a device that measures its speed has ticked before
  Sums platform_;
  Sums pins_;
};

}  // namespace stencil
