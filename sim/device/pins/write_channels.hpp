// AXI4 master, write side: AW, W and B of a Verilated device.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "host/base/errors.hpp"
#include "sim/device/contract/bus_rules.hpp"
#include "sim/device/contract/waiting_pins.hpp"
#include "sim/device/pins/beats.hpp"
#include "sim/device/pins/burst_queue.hpp"
#include "sim/device/pins/link_pace.hpp"
#include "sim/device/pins/offered_length.hpp"

namespace stencil {

// A clock cycle is drive(), which sets the pins before the edge, sample(), which records the handshakes of that edge
// and returns whether there was one, and settle(), which withdraws what was accepted.
// Addresses run ahead of data, so that bursts follow one another without a gap.
template <class V>
class WriteChannels {
 public:
  static constexpr std::int64_t beat_words = beats::words_of<decltype(V::s_axi_wdata)>();
  static constexpr std::int64_t beat_bytes = 8 * beat_words;

  explicit WriteChannels(V& dut) : dut_(dut) { pace.set({}, beat_bytes); }

  void reset() {
    queue_.clear();
    sent_ = 0;
    word_ = 0;
    error_reported_ = false;
    dut_.s_axi_awvalid = 0;
    dut_.s_axi_wvalid = 0;
    dut_.s_axi_bready = 1;
    dut_.s_axi_awid = 0;
    dut_.s_axi_awburst = 1;
    dut_.s_axi_awsize = static_cast<CData>(queue_.size_code());
  }

  void post(const Burst& burst, std::int64_t now) { queue_.post(burst, now); }
  BurstQueue& queue() { return queue_; }
  const BurstQueue& queue() const { return queue_; }
  // A burst is offered, or accepted and not answered.
  bool outstanding() const { return dut_.s_axi_awvalid || queue_.addressed() > 0; }

  void drive(std::int64_t now, const Progress& progress) {
    if (!dut_.s_axi_awvalid && now >= queue_.next_address_cycle(progress)) {
      const Burst& burst = queue_.next_to_address();
      dut_.s_axi_awaddr = static_cast<IData>(burst.address);
      dut_.s_axi_awlen = static_cast<CData>(queue_.beats(burst) - 1);
      dut_.s_axi_awvalid = 1;
      address_offered_ = now;
    }
    // Data is offered together with its address at the earliest.
    if (!dut_.s_axi_wvalid && sent_ < queue_.addressed() + dut_.s_axi_awvalid && pace.ready()) offer_beat(now);
  }

  bool sample(std::int64_t now) {
    address_taken_ = dut_.s_axi_awvalid && dut_.s_axi_awready;
    if (address_taken_)
      check_offered_length<beat_words>("AWLEN", dut_.s_axi_awlen, queue_.next_to_address(), Channel::write_address);
    beat_taken_ = dut_.s_axi_wvalid && dut_.s_axi_wready;
    pace.clock(beat_taken_);
    if (dut_.s_axi_bvalid) finish_burst(now);
    return address_taken_ || beat_taken_ || finished_;
  }

  void settle(std::int64_t now, Progress& progress) {
    if (address_taken_) {
      dut_.s_axi_awvalid = 0;
      queue_.address_accepted(now);
    }
    if (beat_taken_) {
      dut_.s_axi_wvalid = 0;
      beat_moved_ = now;
      ++beats;
      if (word_ == 0) queue_.data_begins(sent_, now);
      const Burst& burst = queue_[sent_];
      const std::int64_t beat = (queue_.first_lane(burst) + word_) / beat_words;
      word_ += lanes_sent_;
      const bool last = word_ == burst.length_words;
      if (!last || sent_ + 1 < queue_.size()) pace.rest_after(burst, beat);
      if (last) {
        queue_.data_ends(now);
        ++sent_;
        word_ = 0;
      }
    }
    if (finished_) {
      queue_.complete_front();
      progress.loads.add(now);
      --sent_;
      finished_ = false;
    }
  }

  std::string state() const {
    if (queue_.empty()) return "no write burst";
    const Burst& burst = queue_.front();
    return "write burst at address " + std::to_string(burst.address) + " of " + std::to_string(burst.length_words) +
           " words: " +
           (queue_.addressed() == 0 ? std::string("AWREADY")
            : sent_ == 0            ? (withholds_beat() ? "WVALID" : "WREADY") + (" at word " + std::to_string(word_))
                                    : std::string("BVALID"));
  }

  // The next beat belongs to a burst whose address was taken, and is not offered: not for long, whatever the pace.
  bool withholds_beat() const { return sent_ < queue_.addressed() && !dut_.s_axi_wvalid; }

  // The channels that wait for the device, those first that can make the others wait; but before them the one on which
  // the device waits.
  void tell_waits(std::vector<std::string>& pins) const {
    if (withholds_beat()) pins.push_back(unheard("W", beat_moved_));
    if (sent_ > 0) pins.push_back(unheard("B", beat_moved_));
    if (dut_.s_axi_wvalid) pins.push_back(unanswered("W", beat_offered_));
    if (dut_.s_axi_awvalid) pins.push_back(unanswered("AW", address_offered_));
  }

  LinkPace pace;
  std::int64_t beats = 0;

 private:
  void offer_beat(std::int64_t now) {
    beat_offered_ = now;
    const Burst& burst = queue_[sent_];
    const std::int64_t lane = word_ == 0 ? queue_.first_lane(burst) : 0;
    const std::int64_t left = burst.length_words - word_;
    lanes_sent_ = left < beat_words - lane ? left : beat_words - lane;
    for (std::int64_t i = 0; i < lanes_sent_; ++i)
      beats::put(dut_.s_axi_wdata, static_cast<std::size_t>(lane + i), beats::load_word(burst.host, word_ + i));
    // One strobe bit per byte.
    const std::uint64_t ones = lanes_sent_ == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << 8 * lanes_sent_) - 1;
    dut_.s_axi_wstrb = static_cast<std::decay_t<decltype(dut_.s_axi_wstrb)>>(ones << 8 * lane);
    dut_.s_axi_wlast = lanes_sent_ == left;
    dut_.s_axi_wvalid = 1;
  }

  void finish_burst(std::int64_t now) {
    if (queue_.addressed() == 0)
      break_rule(BusRule::response_address, Channel::write_response, now, "a response, and no burst is outstanding");
    const std::uint64_t address = queue_.front().address;
    if (sent_ == 0)
      break_rule(BusRule::response_data, Channel::write_response, now, "a response in the " + state(), address);
    // Once: the registers can then be read, which say why.
    if (dut_.s_axi_bresp != 0 && !std::exchange(error_reported_, true))
      throw ChannelError(
          "device answered the " + state() + " with response " + std::to_string(dut_.s_axi_bresp) + " instead of OKAY",
          Channel::write_response, address);
    finished_ = true;
  }

  V& dut_;
  BurstQueue queue_{true, beat_words};
  std::size_t sent_ = 0;              // bursts whose data was all accepted, from the front
  std::int64_t word_ = 0;             // words accepted of the next burst
  std::int64_t lanes_sent_ = 0;       // in the beat on offer
  std::int64_t address_offered_ = 0;  // cycles
  std::int64_t beat_offered_ = 0;
  std::int64_t beat_moved_ = 0;
  bool address_taken_ = false;
  bool beat_taken_ = false;
  bool finished_ = false;
  bool error_reported_ = false;  // since the reset
};

}  // namespace stencil
