// AXI4 master, read side, for benches: any burst, several outstanding, stalls, protocol checks.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/rtl/support/axi.hpp"
#include "tests/rtl/support/ports.hpp"
#include "tests/rtl/support/stall.hpp"

namespace stencil::test {

// Used as AxiWriteMaster. Throws std::runtime_error if R changes before it is taken, belongs to no burst, has another
// ID than its burst, or RLAST is in the wrong beat.
template <class V>
class AxiReadMaster {
 public:
  AxiReadMaster(V& dut, std::size_t bus_words, Stall stall, std::uint64_t seed)
      : dut_(dut), bus_words_(bus_words), dice_(stall, seed) {
    dut_.s_axi_arvalid = dut_.s_axi_rready = 0;
  }

  struct Beat {
    unsigned id, response;
    bool last;
    std::vector<std::uint64_t> words;
    bool operator!=(const Beat& other) const {
      return id != other.id || response != other.response || last != other.last || words != other.words;
    }
  };

  void post(const AxiAddress& at) {
    addresses_.push_back(at);
    expected_beats_ += at.beats;
    unanswered_.push_back({at.id, at.beats});
  }
  bool idle() const { return beats_.size() == expected_beats_; }
  // Bursts posted and not answered to the end.
  std::size_t waiting() const { return unanswered_.size(); }
  const std::vector<Beat>& beats() const { return beats_; }

  // Takes no beat until it is called with false.
  void pause(bool paused) { paused_ = paused; }

  void drive() {
    if (!dut_.s_axi_arvalid && !addresses_.empty() && dice_.offer()) {
      const AxiAddress& at = addresses_.front();
      test::drive(dut_.s_axi_arid, at.id);
      test::drive(dut_.s_axi_araddr, at.address);
      test::drive(dut_.s_axi_arlen, at.beats - 1);
      test::drive(dut_.s_axi_arsize, at.size);
      test::drive(dut_.s_axi_arburst, at.burst);
      dut_.s_axi_arvalid = 1;
    }
    dut_.s_axi_rready = dice_.accept() && !paused_;
  }

  void sample() {
    address_taken_ = dut_.s_axi_arvalid && dut_.s_axi_arready;
    if (waits_ && !dut_.s_axi_rvalid) throw std::runtime_error("R went away before it was taken");
    if (!dut_.s_axi_rvalid) return;
    Beat beat{dut_.s_axi_rid, dut_.s_axi_rresp, dut_.s_axi_rlast != 0, {}};
    for (std::size_t lane = 0; lane < bus_words_; ++lane) beat.words.push_back(get_word(dut_.s_axi_rdata, lane));
    if (waits_ && beat != offered_) throw std::runtime_error("R changed before it was taken");
    waits_ = !dut_.s_axi_rready;
    if (dut_.s_axi_rready) {
      if (idle()) throw std::runtime_error("R without a burst");
      Unanswered& burst = unanswered_.front();
      if (beat.id != burst.id)
        throw std::runtime_error("R has ID " + std::to_string(beat.id) + ", its burst " + std::to_string(burst.id));
      if (beat.last != (--burst.beats == 0)) throw std::runtime_error("RLAST in the wrong beat");
      if (beat.last) unanswered_.pop_front();
      beats_.push_back(beat);
    }
    offered_ = std::move(beat);
  }

  void settle() {
    if (!address_taken_) return;
    addresses_.pop_front();
    dut_.s_axi_arvalid = 0;
  }

 private:
  struct Unanswered {
    unsigned id, beats;
  };

  V& dut_;
  std::size_t bus_words_;
  StallDice dice_;
  std::deque<AxiAddress> addresses_;
  std::deque<Unanswered> unanswered_;
  std::vector<Beat> beats_;
  std::size_t expected_beats_ = 0;
  bool address_taken_ = false, waits_ = false, paused_ = false;
  Beat offered_{};
};

}  // namespace stencil::test
