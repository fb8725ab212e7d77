// The memory of a card behind AXI4: a latency, stalls, words that answer with SLVERR; refuses what AXI forbids.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/rtl/support/ports.hpp"
#include "tests/rtl/support/stall.hpp"

namespace stencil::test {

// drive() before the model settles, sample() after it, settle() after the clock edge. Throws std::runtime_error where
// the master breaks a rule.
template <class V>
class CardMemory {
 public:
  // words: of 64 bits from byte address `base` on; others answer with DECERR. latency_cycles: from an address, or the
  // last beat written, to the answer.
  CardMemory(V& dut, std::size_t bus_words, std::uint64_t base, std::size_t words, int latency_cycles, Stall stall)
      : dut_(dut), bus_words_(bus_words), base_(base), latency_(latency_cycles), dice_(stall, 77), words_(words) {
    forget();
  }

  std::uint64_t& at(std::uint64_t address) { return words_.at((address - base_) / 8); }
  const std::vector<std::uint64_t>& words() const { return words_; }
  // A beat that holds this word answers with SLVERR, read or written; it is not written.
  void spoil(std::uint64_t address) { spoiled_.insert(address); }
  void heal() { spoiled_.clear(); }
  std::int64_t bursts() const { return bursts_; }
  // A reset of the master.
  void forget() {
    reads_.clear();
    writes_.clear();
    data_left_ = 0;
    shown_ar_ = shown_aw_ = shown_w_ = false;
    dut_.m_axi_arready = dut_.m_axi_awready = dut_.m_axi_wready = dut_.m_axi_rvalid = dut_.m_axi_bvalid = 0;
  }

  void drive() {
    dut_.m_axi_arready = dice_.accept() && reads_.size() < 2;
    dut_.m_axi_awready = dice_.accept() && writes_.size() < 2;
    dut_.m_axi_wready = dice_.accept() && data_left_ > 0;
    if (!dut_.m_axi_rvalid && !reads_.empty() && reads_.front().wait <= 0 && dice_.offer()) {
      const Burst& read = reads_.front();
      for (std::size_t lane = 0; lane < bus_words_; ++lane)
        set_word(dut_.m_axi_rdata, lane, exists(read.address) ? at(read.address + 8 * lane) : ~std::uint64_t{0});
      test::drive(dut_.m_axi_rresp, response(read.address));
      dut_.m_axi_rlast = read.beats == 1;
      dut_.m_axi_rvalid = 1;
    }
    if (!dut_.m_axi_bvalid && !writes_.empty() && writes_.front().beats == 0 && writes_.front().wait <= 0 &&
        dice_.offer()) {
      test::drive(dut_.m_axi_bresp, writes_.front().response);
      dut_.m_axi_bvalid = 1;
    }
  }

  void sample() {
    hold(shown_ar_, dut_.m_axi_arvalid && !dut_.m_axi_arready, dut_.m_axi_arvalid, dut_.m_axi_araddr, ar_, "AR");
    hold(shown_aw_, dut_.m_axi_awvalid && !dut_.m_axi_awready, dut_.m_axi_awvalid, dut_.m_axi_awaddr, aw_, "AW");
    hold(shown_w_, dut_.m_axi_wvalid && !dut_.m_axi_wready, dut_.m_axi_wvalid, get_word(dut_.m_axi_wdata, 0), w_, "W");
    if (dut_.m_axi_arvalid && dut_.m_axi_arready)
      reads_.push_back(accepted(dut_.m_axi_araddr, dut_.m_axi_arlen, dut_.m_axi_arsize, dut_.m_axi_arburst));
    r_taken_ = dut_.m_axi_rvalid && dut_.m_axi_rready;
    b_taken_ = dut_.m_axi_bvalid && dut_.m_axi_bready;
    for (Burst& read : reads_) --read.wait;
    for (Burst& write : writes_) write.wait -= write.beats == 0;
    if (dut_.m_axi_wvalid && dut_.m_axi_wready) take_beat();
    if (dut_.m_axi_awvalid && dut_.m_axi_awready) {
      writes_.push_back(accepted(dut_.m_axi_awaddr, dut_.m_axi_awlen, dut_.m_axi_awsize, dut_.m_axi_awburst));
      data_left_ += writes_.back().beats;
    }
  }

  void settle() {
    if (r_taken_) {
      dut_.m_axi_rvalid = 0;
      reads_.front().address += 8 * bus_words_;
      if (--reads_.front().beats == 0) reads_.pop_front();
    }
    if (b_taken_) {
      dut_.m_axi_bvalid = 0;
      writes_.pop_front();
    }
  }

 private:
  struct Burst {
    std::uint64_t address;
    unsigned beats;
    int wait;
    unsigned response = 0;
  };

  bool exists(std::uint64_t address) const {
    return address >= base_ && (address - base_) / 8 + bus_words_ <= words_.size();
  }
  unsigned response(std::uint64_t address) const {
    if (!exists(address)) return 3;
    for (std::size_t lane = 0; lane < bus_words_; ++lane)
      if (spoiled_.count(address + 8 * lane) != 0) return 2;
    return 0;
  }
  static void hold(bool& waits, bool now, bool valid, std::uint64_t value, std::uint64_t& before, const char* channel) {
    if (waits && (!valid || value != before))
      throw std::runtime_error(std::string(channel) + " changed before it was taken");
    waits = now;
    before = value;
  }
  Burst accepted(std::uint64_t address, unsigned len, unsigned size, unsigned burst) {
    const std::uint64_t bytes = 8 * bus_words_ * (len + 1);
    if (std::uint64_t{1} << size != 8 * bus_words_ || burst != 1 || address % (8 * bus_words_) != 0 ||
        address / 4096 != (address + bytes - 1) / 4096)
      throw std::runtime_error("a burst at " + std::to_string(address) + " of " + std::to_string(bytes) +
                               " bytes is unaligned, not INCR or crosses 4 KiB");
    ++bursts_;
    return {address, len + 1, latency_};
  }
  void take_beat() {
    for (Burst& write : writes_) {
      if (write.beats == 0) continue;
      const unsigned status = response(write.address);
      if (status > write.response) write.response = status;
      for (std::size_t lane = 0; lane < bus_words_ && status == 0; ++lane) {
        const std::uint64_t strobes = static_cast<std::uint64_t>(dut_.m_axi_wstrb) >> 8 * lane & 0xff;
        if (strobes != 0 && strobes != 0xff) throw std::runtime_error("a word is strobed in part");
        if (strobes != 0) at(write.address + 8 * lane) = get_word(dut_.m_axi_wdata, lane);
      }
      if ((dut_.m_axi_wlast != 0) != (write.beats == 1)) throw std::runtime_error("WLAST in the wrong beat");
      write.address += 8 * bus_words_;
      --write.beats;
      --data_left_;
      return;
    }
    throw std::runtime_error("a beat without an address");
  }

  V& dut_;
  std::size_t bus_words_;
  std::uint64_t base_;
  int latency_;
  StallDice dice_;
  std::vector<std::uint64_t> words_;
  std::set<std::uint64_t> spoiled_;
  std::deque<Burst> reads_, writes_;
  std::int64_t bursts_ = 0;
  unsigned data_left_ = 0;
  bool r_taken_ = false, b_taken_ = false, shown_ar_ = false, shown_aw_ = false, shown_w_ = false;
  std::uint64_t ar_ = 0, aw_ = 0, w_ = 0;
};

}  // namespace stencil::test
