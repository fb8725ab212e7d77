// stencil_master with the memory of a card and a host that writes registers of 32 bits.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "sim/device/contract/tables.hpp"
#include "tests/rtl/master/card_memory.hpp"
#include "verilated.h"

namespace stencil::test {

constexpr unsigned memory_words = 1003, bench_f_buffers = 2;  // of the devices of this bench
// Registers of the master and codes of its STATE: rtl/master/master_registers.v, rtl/master/descriptor_check.v.
constexpr unsigned master_start = 0x1000, master_state = 0x1008, master_where = 0x1010, master_first = 0x1018,
                   master_end = 0x1020, master_count = 0x1028, master_cycles = 0x1030, master_irq = 0x1038;
namespace code {
constexpr unsigned none = 0, alignment = 1, shape = 2, buffer = 3, window = 4, loop = 5, memory = 6, device = 7;
}  // namespace code
constexpr std::uint64_t on_device = std::uint64_t{1} << 63;
constexpr std::uint64_t f_address(unsigned buffer) {
  return on_device | std::uint64_t{buffer} << 29;
}
constexpr std::uint64_t r_address(unsigned buffer) {
  return on_device | std::uint64_t{1} << 31 | std::uint64_t{buffer} << 29;
}

struct Descriptor {
  std::uint64_t source, destination, pitch;
  std::uint64_t rows, row_bytes;
  std::uint64_t next = 0;
};

template <class V>
class MasterBench {
 public:
  static constexpr std::uint64_t base = std::uint64_t{1} << 40;  // of card memory
  static constexpr std::size_t card_words = 16384;

  MasterBench(std::size_t bus_words, int latency_cycles, Stall stall)
      : dut_(make(context_)), card(*dut_, bus_words, base, card_words, latency_cycles, stall) {
    dut_->s_axi_control_awvalid = dut_->s_axi_control_wvalid = dut_->s_axi_control_arvalid = 0;
    dut_->s_axi_control_bready = dut_->s_axi_control_rready = 0;
    reset();
    open_window();
  }
  ~MasterBench() { dut_->final(); }
  MasterBench(const MasterBench&) = delete;
  MasterBench& operator=(const MasterBench&) = delete;

  void reset() {
    card.forget();
    dut_->ap_rst_n = 0;
    for (int i = 0; i < 8; ++i) edge();
    dut_->ap_rst_n = 1;
  }
  void open_window() {
    write(master_first, base);
    write(master_end, base + 8 * card_words);
    write(contract::REG_MODE, 2);
  }
  V& pins() { return *dut_; }
  std::int64_t cycles() const { return cycles_; }

  void tick() {
    card.drive();
    dut_->ap_clk = 0;
    dut_->eval();
    card.sample();
    edge();
    card.settle();
  }
  // The response.
  unsigned write_half(unsigned address, std::uint64_t value) {
    dut_->s_axi_control_awaddr = static_cast<SData>(address);
    dut_->s_axi_control_wdata = static_cast<IData>(value);
    dut_->s_axi_control_wstrb = 15;
    dut_->s_axi_control_awvalid = dut_->s_axi_control_wvalid = dut_->s_axi_control_bready = 1;
    for (bool answered = false; !answered;) {
      const auto taken = [&] {
        return std::make_pair(dut_->s_axi_control_awvalid && dut_->s_axi_control_awready,
                              dut_->s_axi_control_wvalid && dut_->s_axi_control_wready);
      };
      dut_->ap_clk = 0;
      dut_->eval();
      const auto [aw, w] = taken();
      answered = dut_->s_axi_control_bvalid;
      const unsigned response = dut_->s_axi_control_bresp;
      tick();
      if (aw) dut_->s_axi_control_awvalid = 0;
      if (w) dut_->s_axi_control_wvalid = 0;
      if (answered) {
        dut_->s_axi_control_bready = 0;
        return response;
      }
    }
    return 0;
  }
  unsigned write(unsigned address, std::uint64_t value) {
    const unsigned lower = write_half(address, value);
    return lower != 0 ? lower : write_half(address + 4, value >> 32);
  }
  std::uint64_t read_half(unsigned address) {
    dut_->s_axi_control_araddr = static_cast<SData>(address);
    dut_->s_axi_control_arvalid = dut_->s_axi_control_rready = 1;
    for (;;) {
      dut_->ap_clk = 0;
      dut_->eval();
      const bool taken = dut_->s_axi_control_arvalid && dut_->s_axi_control_arready;
      const bool answered = dut_->s_axi_control_rvalid;
      const std::uint64_t value = dut_->s_axi_control_rdata;
      if (answered && dut_->s_axi_control_rresp != 0) throw std::runtime_error("a register read was refused");
      tick();
      if (taken) dut_->s_axi_control_arvalid = 0;
      if (answered) {
        dut_->s_axi_control_rready = 0;
        return value;
      }
    }
  }
  std::uint64_t read(unsigned address) {
    const std::uint64_t lower = read_half(address);
    return lower | read_half(address + 4) << 32;
  }

  void put(std::uint64_t address, const Descriptor& what) {
    const std::uint64_t words[] = {what.source, what.destination, what.pitch, what.row_bytes << 32 | what.rows,
                                   what.next};
    for (std::uint64_t word : words) {
      card.at(address) = word;
      address += 8;
    }
  }
  // Runs a chain to its end: its code.
  unsigned run(std::uint64_t address) {
    if (write(master_start, address) != 0) throw std::runtime_error("START was refused");
    return wait();
  }
  unsigned wait() {
    for (int polls = 0; polls < 20000; ++polls) {
      const std::uint64_t state = read(master_state);
      if (state & 2) return static_cast<unsigned>(state >> 8 & 15);
    }
    throw std::runtime_error("a chain does not end");
  }
  // All words of a buffer of the device, by a chain of its own at the end of card memory.
  std::vector<std::uint64_t> buffer(std::uint64_t address, std::size_t words) {
    const std::uint64_t at = base + 8 * (card_words - 2048);
    put(at, {address, at + 64, 8 * words, 1, 8 * words});
    if (run(at) != code::none) throw std::runtime_error("a buffer cannot be read");
    std::vector<std::uint64_t> values;
    for (std::size_t word = 0; word < words; ++word) values.push_back(card.at(at + 64 + 8 * word));
    return values;
  }

 private:
  static std::unique_ptr<V> make(VerilatedContext& context) {
    context.randReset(2);
    context.randSeed(5);
    return std::make_unique<V>(&context);
  }
  void edge() {
    dut_->ap_clk = 0;
    dut_->eval();
    dut_->ap_clk = 1;
    dut_->eval();
    if (++cycles_ > 3000000) throw std::runtime_error("no end within 3000000 cycles");
  }

  VerilatedContext context_;
  std::unique_ptr<V> dut_;
  std::int64_t cycles_ = 0;

 public:
  CardMemory<V> card;
};

}  // namespace stencil::test
