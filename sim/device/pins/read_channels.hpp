// AXI4 master, read side: AR and R of a Verilated device.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
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

// drive(), sample() and settle() make a clock cycle, as in WriteChannels.
template <class V>
class ReadChannels {
 public:
  static constexpr std::int64_t beat_words = beats::words_of<decltype(V::s_axi_rdata)>();
  static constexpr std::int64_t beat_bytes = 8 * beat_words;

  explicit ReadChannels(V& dut) : dut_(dut) { pace.set({}, beat_bytes); }

  void reset() {
    queue_.clear();
    word_ = 0;
    error_reported_ = false;
    dut_.s_axi_arvalid = 0;
    dut_.s_axi_rready = 1;
    dut_.s_axi_arid = 0;
    dut_.s_axi_arburst = 1;
    dut_.s_axi_arsize = static_cast<CData>(queue_.size_code());
  }

  void post(const Burst& burst, std::int64_t now) { queue_.post(burst, now); }
  BurstQueue& queue() { return queue_; }
  const BurstQueue& queue() const { return queue_; }
  // A burst is offered, or accepted and not answered.
  bool outstanding() const { return dut_.s_axi_arvalid || queue_.addressed() > 0; }

  void drive(std::int64_t now, const Progress& progress) {
    if (!dut_.s_axi_arvalid && now >= queue_.next_address_cycle(progress)) {
      const Burst& burst = queue_.next_to_address();
      dut_.s_axi_araddr = static_cast<IData>(burst.address);
      dut_.s_axi_arlen = static_cast<CData>(queue_.beats(burst) - 1);
      dut_.s_axi_arvalid = 1;
      address_offered_ = now;
    }
    if (!pace.unlimited()) dut_.s_axi_rready = pace.ready();
  }

  bool sample(std::int64_t now) {
    address_taken_ = dut_.s_axi_arvalid && dut_.s_axi_arready;
    if (address_taken_)
      check_offered_length<beat_words>("ARLEN", dut_.s_axi_arlen, queue_.next_to_address(), Channel::read_address);
    const bool beat = dut_.s_axi_rvalid && dut_.s_axi_rready;
    pace.clock(beat);
    if (beat || address_taken_) moved_ = now;
    if (beat) take_beat(now);
    return address_taken_ || beat;
  }

  void settle(std::int64_t now, Progress& progress) {
    if (address_taken_) {
      dut_.s_axi_arvalid = 0;
      queue_.address_accepted(now);
    }
    if (begun_) {
      queue_.data_begins(0, now);
      begun_ = false;
    }
    if (finished_) {
      queue_.data_ends(now);
      queue_.complete_front();
      progress.stores.add(now);
      finished_ = false;
    }
  }

  // First and number of the lanes requested from the beat sampled last; to be called before settle().
  std::pair<std::int64_t, std::int64_t> lanes_of_last_beat() const {
    const Burst& burst = queue_.front();
    const std::int64_t first_lane = queue_.first_lane(burst);
    const std::int64_t end = finished_ ? burst.length_words : word_;  // words taken, with those of this beat
    const std::int64_t whole_end = (first_lane + end + beat_words - 1) / beat_words * beat_words;
    const std::int64_t begin = whole_end - beat_words - first_lane;  // below 0 where the burst begins inside the beat
    return begin < 0 ? std::pair{first_lane, end} : std::pair{std::int64_t{0}, end - begin};
  }

  std::string state() const {
    if (queue_.empty()) return "no read burst";
    const Burst& burst = queue_.front();
    return "read burst at address " + std::to_string(burst.address) + " of " + std::to_string(burst.length_words) +
           " words: " +
           (queue_.addressed() == 0 ? std::string("ARREADY")
                                    : (withholds_beat() ? "RREADY" : "RVALID") + (" at word " + std::to_string(word_)));
  }

  // The device offers a beat that is not taken: not for long, whatever the pace.
  bool withholds_beat() const { return dut_.s_axi_rvalid && !dut_.s_axi_rready; }

  // The channels that wait for the device, those first that can make the others wait; but before them the one on which
  // the device waits.
  void tell_waits(std::vector<std::string>& pins) const {
    if (withholds_beat())
      pins.push_back(unanswered("R", moved_));
    else if (queue_.addressed() > 0)
      pins.push_back(unheard("R", moved_));
    if (dut_.s_axi_arvalid) pins.push_back(unanswered("AR", address_offered_));
  }

  LinkPace pace;
  std::int64_t beats = 0;

 private:
  void take_beat(std::int64_t now) {
    if (queue_.addressed() == 0)
      break_rule(BusRule::response_address, Channel::read_data, now, "a beat, and no burst is outstanding");
    const Burst& burst = queue_.front();
    // Once: the registers can then be read, which say why.
    if (dut_.s_axi_rresp != 0 && !std::exchange(error_reported_, true))
      throw ChannelError(
          "device answered the " + state() + " with response " + std::to_string(dut_.s_axi_rresp) + " instead of OKAY",
          Channel::read_data, burst.address);
    begun_ = word_ == 0;
    const std::int64_t beat = (queue_.first_lane(burst) + word_) / beat_words;
    std::int64_t lane = begun_ ? queue_.first_lane(burst) : 0;
    while (lane < beat_words && word_ < burst.length_words)
      beats::store_word(burst.host, word_++, beats::get(dut_.s_axi_rdata, static_cast<std::size_t>(lane++)));
    ++beats;
    const bool last = word_ == burst.length_words;
    if (!last || queue_.size() > 1) pace.rest_after(burst, beat);
    if (last != static_cast<bool>(dut_.s_axi_rlast))
      break_rule(BusRule::read_last, Channel::read_data, now,
                 "RLAST is " + std::to_string(dut_.s_axi_rlast) + " in the " + state(), burst.address);
    if (last) {
      word_ = 0;
      finished_ = true;
    }
  }

  V& dut_;
  BurstQueue queue_{false, beat_words};
  std::int64_t word_ = 0;  // words taken of the front burst
  bool address_taken_ = false;
  bool begun_ = false;  // the beat sampled last is the first of its burst
  bool finished_ = false;
  bool error_reported_ = false;       // since the reset
  std::int64_t address_offered_ = 0;  // cycles
  std::int64_t moved_ = 0;            // the last address or beat
};

}  // namespace stencil
