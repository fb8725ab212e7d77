// AXI4 master, read side: AR and R of a Verilated device.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <string>

#include "host/errors.hpp"
#include "sim/rtl/beats.hpp"
#include "sim/rtl/device.hpp"
#include "sim/rtl/link_pace.hpp"

namespace stencil {

// drive() sets the pins before the clock edge, sample() takes the handshakes of that edge.
template <class V>
class ReadChannels {
 public:
  static constexpr std::int64_t beat_words = beats::words_of<decltype(V::s_axi_rdata)>();
  static constexpr std::int64_t beat_bytes = 8 * beat_words;

  explicit ReadChannels(V& dut) : dut_(dut) { pace.set(0, beat_bytes); }

  void reset() {
    queue_.clear();
    addressed_ = 0;
    word_ = 0;
    dut_.s_axi_arvalid = 0;
    dut_.s_axi_rready = 1;
    dut_.s_axi_arid = 0;
    dut_.s_axi_arburst = 1;
    dut_.s_axi_arsize = 3;
    for (std::int64_t words = beat_words; words > 1; words /= 2) ++dut_.s_axi_arsize;
  }

  void post(const Burst& burst, std::int64_t now) {
    if (queue_.empty()) pace.rest();
    queue_.push_back({burst, now + burst.latency_cycles});
  }
  bool idle() const { return queue_.empty(); }
  bool waits_for_latency(std::int64_t now) const {
    return addressed_ == 0 && !queue_.empty() && now < queue_.front().earliest;
  }
  std::int64_t earliest() const { return queue_.front().earliest; }

  void drive(std::int64_t now) {
    if (!dut_.s_axi_arvalid && addressed_ < queue_.size() && now >= queue_[addressed_].earliest) {
      const Burst& burst = queue_[addressed_].burst;
      dut_.s_axi_araddr = static_cast<IData>(burst.address);
      dut_.s_axi_arlen = static_cast<CData>((first_lane(burst) + burst.length_words + beat_words - 1) / beat_words - 1);
      dut_.s_axi_arvalid = 1;
    }
    if (!pace.unlimited()) dut_.s_axi_rready = pace.ready();
  }

  bool sample() {
    bool moved = false;
    if (dut_.s_axi_arvalid && dut_.s_axi_arready) address_taken_ = moved = true;
    const bool beat = dut_.s_axi_rvalid && dut_.s_axi_rready;
    pace.clock(beat);
    if (beat) {
      moved = true;
      take_beat();
    }
    return moved;
  }

  void settle() {
    if (address_taken_) {
      dut_.s_axi_arvalid = 0;
      ++addressed_;
      address_taken_ = false;
    }
    if (finished_) {
      queue_.pop_front();
      --addressed_;
      finished_ = false;
    }
  }

  std::string state() const {
    if (queue_.empty()) return "no read burst";
    const Burst& burst = queue_.front().burst;
    return "read burst at address " + std::to_string(burst.address) + " of " + std::to_string(burst.length_words) +
           " words: " + (addressed_ == 0 ? std::string("ARREADY") : "RVALID at word " + std::to_string(word_));
  }

  LinkPace pace;
  std::int64_t beats = 0;

 private:
  struct Pending {
    Burst burst;
    std::int64_t earliest;
  };

  static std::int64_t first_lane(const Burst& burst) {
    return static_cast<std::int64_t>(burst.address / 8) % beat_words;
  }

  void take_beat() {
    if (addressed_ == 0) throw DeviceError("protocol error: R beat without a read burst");
    const Burst& burst = queue_.front().burst;
    if (dut_.s_axi_rresp != 0)
      throw DeviceError("device answered the " + state() + " with response " + std::to_string(dut_.s_axi_rresp) +
                        " instead of OKAY");
    std::int64_t lane = word_ == 0 ? first_lane(burst) : 0;
    while (lane < beat_words && word_ < burst.length_words)
      beats::store_word(burst.host, word_++, beats::get(dut_.s_axi_rdata, static_cast<std::size_t>(lane++)));
    ++beats;
    const bool last = word_ == burst.length_words;
    if (last != static_cast<bool>(dut_.s_axi_rlast))
      throw DeviceError("protocol error: RLAST=" + std::to_string(dut_.s_axi_rlast) + " in the " + state());
    if (last) {
      word_ = 0;
      finished_ = true;
    }
  }

  V& dut_;
  std::deque<Pending> queue_;
  std::size_t addressed_ = 0;
  std::int64_t word_ = 0;
  bool address_taken_ = false;
  bool finished_ = false;
};

}  // namespace stencil
