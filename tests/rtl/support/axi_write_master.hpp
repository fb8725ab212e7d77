// AXI4 master, write side, for benches: any burst, any order of address and data, stalls, protocol checks.
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

// Call drive() before the model settles, sample() after it, then the clock edge.
// Throws std::runtime_error if the device breaks the protocol: a response without a burst, one that changes or goes
// away before it is taken, or has another ID than its burst.
template <class V>
class AxiWriteMaster {
 public:
  AxiWriteMaster(V& dut, Stall stall, std::uint64_t seed) : dut_(dut), dice_(stall, seed) {
    dut_.s_axi_awvalid = dut_.s_axi_wvalid = dut_.s_axi_bready = 0;
  }

  struct Response {
    unsigned id, response;
  };

  void post(const AxiWrite& write) {
    addresses_.push_back({write.at, write.address_delay_cycles});
    for (const AxiWriteBeat& beat : write.data) beats_.push_back(beat);
    ids_.push_back(write.at.id);
  }
  bool idle() const { return responses_.size() == ids_.size(); }
  // Bursts posted and not answered.
  std::size_t waiting() const { return ids_.size() - responses_.size(); }
  const std::vector<Response>& responses() const { return responses_; }
  std::size_t beats_taken() const { return beats_taken_; }

  void drive() {
    if (!dut_.s_axi_awvalid && !addresses_.empty() && addresses_.front().delay_cycles-- <= 0 && dice_.offer()) {
      const AxiAddress& at = addresses_.front().value;
      test::drive(dut_.s_axi_awid, at.id);
      test::drive(dut_.s_axi_awaddr, at.address);
      test::drive(dut_.s_axi_awlen, at.beats - 1);
      test::drive(dut_.s_axi_awsize, at.size);
      test::drive(dut_.s_axi_awburst, at.burst);
      dut_.s_axi_awvalid = 1;
    }
    if (!dut_.s_axi_wvalid && !beats_.empty() && beats_.front().delay_cycles-- <= 0 && dice_.offer()) {
      const AxiWriteBeat& beat = beats_.front();
      for (std::size_t lane = 0; lane < beat.words.size(); ++lane) set_word(dut_.s_axi_wdata, lane, beat.words[lane]);
      test::drive(dut_.s_axi_wstrb, beat.strobes);
      dut_.s_axi_wlast = beat.last;
      dut_.s_axi_wvalid = 1;
    }
    dut_.s_axi_bready = dice_.accept();
  }

  void sample() {
    address_taken_ = dut_.s_axi_awvalid && dut_.s_axi_awready;
    beat_taken_ = dut_.s_axi_wvalid && dut_.s_axi_wready;
    if (b_waits_ && (!dut_.s_axi_bvalid || dut_.s_axi_bid != b_.id || dut_.s_axi_bresp != b_.response))
      throw std::runtime_error("B changed before it was taken");
    b_ = {dut_.s_axi_bid, dut_.s_axi_bresp};
    b_waits_ = dut_.s_axi_bvalid && !dut_.s_axi_bready;
    if (dut_.s_axi_bvalid && dut_.s_axi_bready) {
      if (idle()) throw std::runtime_error("B without a burst");
      const unsigned id = ids_[responses_.size()];
      if (b_.id != id)
        throw std::runtime_error("B has ID " + std::to_string(b_.id) + ", its burst " + std::to_string(id));
      responses_.push_back(b_);
    }
  }

  // After the clock edge.
  void settle() {
    if (address_taken_) {
      addresses_.pop_front();
      dut_.s_axi_awvalid = 0;
    }
    if (beat_taken_) {
      beats_.pop_front();
      dut_.s_axi_wvalid = 0;
      ++beats_taken_;
    }
  }

 private:
  struct Waiting {
    AxiAddress value;
    int delay_cycles;
  };

  V& dut_;
  StallDice dice_;
  std::deque<Waiting> addresses_;
  std::deque<AxiWriteBeat> beats_;
  std::vector<Response> responses_;
  std::vector<unsigned> ids_;  // of the bursts, in the order of their responses
  std::size_t beats_taken_ = 0;
  bool address_taken_ = false, beat_taken_ = false, b_waits_ = false;
  Response b_{};
};

}  // namespace stencil::test
