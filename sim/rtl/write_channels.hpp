// AXI4 master, write side: AW, W and B of a Verilated device.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <type_traits>

#include "host/errors.hpp"
#include "sim/rtl/beats.hpp"
#include "sim/rtl/device.hpp"
#include "sim/rtl/link_pace.hpp"

namespace stencil {

// drive() sets the pins before the clock edge, sample() takes the handshakes of that edge.
// Addresses run ahead of data, so that bursts follow one another without a gap.
template <class V>
class WriteChannels {
 public:
  static constexpr std::int64_t beat_words = beats::words_of<decltype(V::s_axi_wdata)>();
  static constexpr std::int64_t beat_bytes = 8 * beat_words;

  explicit WriteChannels(V& dut) : dut_(dut) { pace.set(0, beat_bytes); }

  void reset() {
    queue_.clear();
    addressed_ = sending_ = 0;
    word_ = 0;
    dut_.s_axi_awvalid = 0;
    dut_.s_axi_wvalid = 0;
    dut_.s_axi_bready = 1;
    dut_.s_axi_awid = 0;
    dut_.s_axi_awburst = 1;
    dut_.s_axi_awsize = size_code();
  }

  void post(const Burst& burst, std::int64_t now) {
    if (queue_.empty()) pace.rest();
    queue_.push_back({burst, now + burst.latency_cycles});
  }
  bool idle() const { return queue_.empty(); }
  // First cycle in which something can be offered, when nothing is under way.
  bool waits_for_latency(std::int64_t now) const {
    return addressed_ == 0 && !queue_.empty() && now < queue_.front().earliest;
  }
  std::int64_t earliest() const { return queue_.front().earliest; }

  void drive(std::int64_t now) {
    if (!dut_.s_axi_awvalid && addressed_ < queue_.size() && now >= queue_[addressed_].earliest) {
      const Burst& burst = queue_[addressed_].burst;
      dut_.s_axi_awaddr = static_cast<IData>(burst.address);
      dut_.s_axi_awlen = static_cast<CData>(beats_of(burst) - 1);
      dut_.s_axi_awvalid = 1;
    }
    // Data may come with its address at the earliest.
    if (!dut_.s_axi_wvalid && sending_ < addressed_ + dut_.s_axi_awvalid && pace.ready()) offer_beat();
  }

  // Returns whether anything moved.
  bool sample() {
    bool moved = false;
    if (dut_.s_axi_awvalid && dut_.s_axi_awready) {
      address_taken_ = moved = true;
    }
    const bool beat = dut_.s_axi_wvalid && dut_.s_axi_wready;
    pace.clock(beat);
    beat_taken_ = beat;
    if (beat) moved = true;
    if (dut_.s_axi_bvalid) {
      moved = true;
      finish_burst();
    }
    return moved;
  }

  // After the clock edge: take back what was accepted.
  void settle() {
    if (address_taken_) {
      dut_.s_axi_awvalid = 0;
      ++addressed_;
      address_taken_ = false;
    }
    if (beat_taken_) {
      dut_.s_axi_wvalid = 0;
      ++beats;
      word_ += lanes_sent_;
      if (word_ == queue_[sending_].burst.length_words) {
        ++sending_;
        word_ = 0;
      }
      beat_taken_ = false;
    }
    if (finished_) {
      queue_.pop_front();
      --addressed_;
      --sending_;
      finished_ = false;
    }
  }

  std::string state() const {
    if (queue_.empty()) return "no write burst";
    const Burst& burst = queue_.front().burst;
    return "write burst at address " + std::to_string(burst.address) + " of " + std::to_string(burst.length_words) +
           " words: " +
           (addressed_ == 0 ? std::string("AWREADY")
            : sending_ == 0 ? "WREADY at word " + std::to_string(word_)
                            : std::string("BVALID"));
  }

  LinkPace pace;
  std::int64_t beats = 0;

 private:
  struct Pending {
    Burst burst;
    std::int64_t earliest;
  };

  static constexpr CData size_code() {
    CData code = 3;
    for (std::int64_t words = beat_words; words > 1; words /= 2) ++code;
    return code;
  }
  static std::int64_t first_lane(const Burst& burst) {
    return static_cast<std::int64_t>(burst.address / 8) % beat_words;
  }
  static std::int64_t beats_of(const Burst& burst) {
    return (first_lane(burst) + burst.length_words + beat_words - 1) / beat_words;
  }

  void offer_beat() {
    const Burst& burst = queue_[sending_].burst;
    const std::int64_t lane = word_ == 0 ? first_lane(burst) : 0;
    const std::int64_t left = burst.length_words - word_;
    lanes_sent_ = left < beat_words - lane ? left : beat_words - lane;
    for (std::int64_t i = 0; i < lanes_sent_; ++i)
      beats::put(dut_.s_axi_wdata, static_cast<std::size_t>(lane + i), beats::load_word(burst.host, word_ + i));
    // One bit of strobe a byte.
    const std::uint64_t ones = lanes_sent_ == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << 8 * lanes_sent_) - 1;
    dut_.s_axi_wstrb = static_cast<std::decay_t<decltype(dut_.s_axi_wstrb)>>(ones << 8 * lane);
    dut_.s_axi_wlast = lanes_sent_ == left;
    dut_.s_axi_wvalid = 1;
  }

  void finish_burst() {
    if (queue_.empty() || sending_ == 0) throw DeviceError("protocol error: B response without a finished write burst");
    if (dut_.s_axi_bresp != 0)
      throw DeviceError("device answered the " + state() + " with response " + std::to_string(dut_.s_axi_bresp) +
                        " instead of OKAY");
    finished_ = true;
  }

  V& dut_;
  std::deque<Pending> queue_;    // front: oldest without a response
  std::size_t addressed_ = 0;    // of queue_, bursts whose address was accepted
  std::size_t sending_ = 0;      // of queue_, bursts whose data was all accepted
  std::int64_t word_ = 0;        // words sent of burst sending_
  std::int64_t lanes_sent_ = 0;  // in the beat on offer
  bool address_taken_ = false;
  bool beat_taken_ = false;
  bool finished_ = false;
};

}  // namespace stencil
