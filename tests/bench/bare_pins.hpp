// The pins of a Verilated accelerator, driven by the least code that does it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "sim/device/contract/contract.hpp"
#include "verilated.h"

namespace stencil::bench {

// Dut: a class that Verilator generated. It has been reset.
template <class Dut>
struct BarePins {
  static constexpr std::int64_t beat_words = sizeof(Dut::s_axi_wdata) / 8;
  static constexpr std::int64_t most_beats = std::min<std::int64_t>(256, 512 / beat_words);  // no burst crosses 4 kB

  VerilatedContext context;
  Dut dut{&context};
  std::int64_t cycles = 0;

  BarePins() {
    static_assert(beat_words == 1 || beat_words == 2 || beat_words == 4 || beat_words == 8, "64 to 512 bits");
    dut.s_axi_awsize = dut.s_axi_arsize = beat_words == 1 ? 3 : beat_words == 2 ? 4 : beat_words == 4 ? 5 : 6;
    dut.s_axi_awburst = dut.s_axi_arburst = 1;
    dut.s_axil_wstrb = 0xff;
    dut.s_axi_bready = dut.s_axi_rready = dut.s_axil_bready = dut.s_axil_rready = 1;
    dut.rst = 1;
    for (int i = 0; i < 8; ++i) settle(), edge();
    dut.rst = 0;
    write_register(contract::REG_MODE, 1);
  }

  // Beats of the next burst when `words` words remain to be moved.
  static std::int64_t beats_of(std::int64_t words) {
    return std::min(most_beats, (words + beat_words - 1) / beat_words);
  }

  // Half a clock, then the edge; outputs are sampled in between.
  void settle() {
    dut.clk = 0;
    dut.eval();
  }
  void edge() {
    dut.clk = 1;
    dut.eval();
    ++cycles;
  }

  void write_register(std::uint32_t address, std::uint64_t value) {
    dut.s_axil_awaddr = static_cast<SData>(address);
    dut.s_axil_wdata = value;
    dut.s_axil_awvalid = dut.s_axil_wvalid = 1;
    settle();
    edge();
    dut.s_axil_awvalid = dut.s_axil_wvalid = 0;
    settle();
    edge();
  }

  void load(std::uint64_t base, const double* words, std::int64_t count) {
    for (std::int64_t sent = 0; sent < count;) {
      const std::int64_t beats = beats_of(count - sent);
      dut.s_axi_awaddr = static_cast<IData>(base + 8 * static_cast<std::uint64_t>(sent));
      dut.s_axi_awlen = static_cast<CData>(beats - 1);
      dut.s_axi_awvalid = 1;
      for (std::int64_t beat = 0; beat < beats;) {
        const std::int64_t at = sent + beat * beat_words;
        const std::int64_t filled = std::min(beat_words, count - at);
        std::memcpy(&dut.s_axi_wdata, words + at, static_cast<std::size_t>(8 * filled));
        dut.s_axi_wstrb =
            static_cast<std::remove_reference_t<decltype(dut.s_axi_wstrb)>>(~std::uint64_t{0} >> (64 - 8 * filled));
        dut.s_axi_wlast = beat == beats - 1;
        dut.s_axi_wvalid = 1;
        settle();
        const bool address = dut.s_axi_awvalid && dut.s_axi_awready, data = dut.s_axi_wready;
        edge();
        if (address) dut.s_axi_awvalid = 0;
        beat += data;
      }
      dut.s_axi_wvalid = 0;
      sent += beats * beat_words;
    }
    while (settle(), !dut.s_axi_bvalid) edge();
    edge();
  }

  void store(std::uint64_t base, double* words, std::int64_t count) {
    std::int64_t asked = 0;
    for (std::int64_t taken = 0; taken < count;) {
      if (!dut.s_axi_arvalid && asked < count) {
        const std::int64_t beats = beats_of(count - asked);
        dut.s_axi_araddr = static_cast<IData>(base + 8 * static_cast<std::uint64_t>(asked));
        dut.s_axi_arlen = static_cast<CData>(beats - 1);
        dut.s_axi_arvalid = 1;
        asked += beats * beat_words;
      }
      settle();
      const bool address = dut.s_axi_arvalid && dut.s_axi_arready;
      if (dut.s_axi_rvalid) {
        const std::int64_t filled = std::min(beat_words, count - taken);
        std::memcpy(words + taken, &dut.s_axi_rdata, static_cast<std::size_t>(8 * filled));
        taken += filled;
      }
      edge();
      if (address) dut.s_axi_arvalid = 0;
    }
  }

  // Sweeps of Jacobi, all weights 0.25, until they are done.
  void sweep(std::int64_t rows, std::int64_t cols, std::int64_t niter) {
    const double quarter = 0.25;
    std::uint64_t coefficient;
    std::memcpy(&coefficient, &quarter, 8);
    write_register(contract::REG_NITER, static_cast<std::uint64_t>(niter));
    write_register(contract::REG_COLS, static_cast<std::uint64_t>(cols));
    write_register(contract::REG_RDX2, coefficient);
    write_register(contract::REG_RDY2, coefficient);
    write_register(contract::REG_BETA, coefficient);
    write_register(contract::REG_COMMAND, static_cast<std::uint64_t>(rows));
    while (settle(), !dut.irq) edge();
  }
};

}  // namespace stencil::bench
