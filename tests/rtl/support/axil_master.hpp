// AXI4-Lite master for benches: address and data in any order, stalls, protocol checks.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <stdexcept>
#include <vector>

#include "tests/rtl/support/ports.hpp"
#include "tests/rtl/support/stall.hpp"

namespace stencil::test {

// Used as AxiWriteMaster. Reads and writes are independent streams, as on the bus.
template <class V>
class AxilMaster {
 public:
  AxilMaster(V& dut, Stall stall, std::uint64_t seed) : dut_(dut), dice_(stall, seed) {
    dut_.s_axil_awvalid = dut_.s_axil_wvalid = dut_.s_axil_arvalid = 0;
    dut_.s_axil_bready = dut_.s_axil_rready = 0;
  }

  struct Answer {
    unsigned response;
    std::uint64_t value;  // read value
  };

  void post_write(unsigned address, std::uint64_t value, unsigned strobes = 0xff) {
    write_addresses_.push_back(address);
    write_data_.push_back({value, strobes});
    ++expected_writes_;
  }
  void post_read(unsigned address) {
    read_addresses_.push_back(address);
    ++expected_reads_;
  }
  bool idle() const { return write_answers_.size() == expected_writes_ && read_answers_.size() == expected_reads_; }
  const std::vector<Answer>& write_answers() const { return write_answers_; }
  const std::vector<Answer>& read_answers() const { return read_answers_; }

  void drive() {
    if (!dut_.s_axil_awvalid && !write_addresses_.empty() && dice_.offer()) {
      test::drive(dut_.s_axil_awaddr, write_addresses_.front());
      dut_.s_axil_awvalid = 1;
    }
    if (!dut_.s_axil_wvalid && !write_data_.empty() && dice_.offer()) {
      test::drive(dut_.s_axil_wdata, write_data_.front().value);
      test::drive(dut_.s_axil_wstrb, write_data_.front().strobes);
      dut_.s_axil_wvalid = 1;
    }
    if (!dut_.s_axil_arvalid && !read_addresses_.empty() && dice_.offer()) {
      test::drive(dut_.s_axil_araddr, read_addresses_.front());
      dut_.s_axil_arvalid = 1;
    }
    dut_.s_axil_bready = dice_.accept();
    dut_.s_axil_rready = dice_.accept();
  }

  void sample() {
    aw_taken_ = dut_.s_axil_awvalid && dut_.s_axil_awready;
    w_taken_ = dut_.s_axil_wvalid && dut_.s_axil_wready;
    ar_taken_ = dut_.s_axil_arvalid && dut_.s_axil_arready;
    const Answer b{dut_.s_axil_bresp, 0}, r{dut_.s_axil_rresp, dut_.s_axil_rdata};
    if (b_waits_ && (!dut_.s_axil_bvalid || b.response != b_.response))
      throw std::runtime_error("B of s_axil changed before it was taken");
    if (r_waits_ && (!dut_.s_axil_rvalid || r.response != r_.response || r.value != r_.value))
      throw std::runtime_error("R of s_axil changed before it was taken");
    take(dut_.s_axil_bvalid, dut_.s_axil_bready, b, write_answers_, expected_writes_);
    take(dut_.s_axil_rvalid, dut_.s_axil_rready, r, read_answers_, expected_reads_);
    b_ = b;
    r_ = r;
    b_waits_ = dut_.s_axil_bvalid && !dut_.s_axil_bready;
    r_waits_ = dut_.s_axil_rvalid && !dut_.s_axil_rready;
  }

  // After the clock edge.
  void settle() {
    if (aw_taken_) {
      write_addresses_.pop_front();
      dut_.s_axil_awvalid = 0;
    }
    if (w_taken_) {
      write_data_.pop_front();
      dut_.s_axil_wvalid = 0;
    }
    if (ar_taken_) {
      read_addresses_.pop_front();
      dut_.s_axil_arvalid = 0;
    }
  }

 private:
  struct Data {
    std::uint64_t value;
    unsigned strobes;
  };
  static void take(bool valid, bool ready, const Answer& answer, std::vector<Answer>& answers, std::size_t expected) {
    if (!valid || !ready) return;
    if (answers.size() == expected) throw std::runtime_error("a response on s_axil without an access");
    answers.push_back(answer);
  }

  V& dut_;
  StallDice dice_;
  std::deque<unsigned> write_addresses_, read_addresses_;
  std::deque<Data> write_data_;
  std::vector<Answer> write_answers_, read_answers_;
  std::size_t expected_writes_ = 0, expected_reads_ = 0;
  bool aw_taken_ = false, w_taken_ = false, ar_taken_ = false, b_waits_ = false, r_waits_ = false;
  Answer b_{}, r_{};
};

}  // namespace stencil::test
