// Drives the engine of any shape with memory of its own and checks every read and write it makes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "sim/timing/engine_timing.hpp"
#include "tests/rtl/engine/reference.hpp"
#include "tests/rtl/support/clocked.hpp"
#include "tests/rtl/support/ports.hpp"

namespace stencil::test {

struct EngineRun {
  std::int64_t busy_cycles = 0;
  std::int64_t stall_cycles = 0;
  std::int64_t fill_cycles = 0;
  std::int64_t issue_cycles = 0;
};

// V is a Verilated engine. What lies beyond the block reads as NaN that must not spread; a write there throws
// std::runtime_error, as does a command that takes longer than its limit.
template <class V>
class EngineBench {
 public:
  static constexpr std::size_t most_lanes = 4;

  explicit EngineBench(const EngineShape& shape) : shape_(shape), lanes_(static_cast<std::size_t>(shape.lanes)) {
    dut_->i_start = 0;
    dut_.reset();
  }

  // Sweeps f in place.
  EngineRun run(std::int64_t rows, std::int64_t cols, std::int64_t niter, const Weights& weights, Words& f,
                const Words& r) {
    start(rows, cols, niter, weights);
    // Each pass may wait for the whole depth of the cascade.
    const std::int64_t limit_cycles = 2 * engine_timing(shape_, rows, cols, niter).busy_cycles() + 1000;
    while (clock(f, r))
      if (run_.busy_cycles > limit_cycles)
        throw std::runtime_error("engine still busy after " + std::to_string(limit_cycles) + " cycles");
    return run_;
  }

  void start(std::int64_t rows, std::int64_t cols, std::int64_t niter, const Weights& weights) {
    const PassPlan plan = plan_passes(niter, shape_.pes);
    drive(dut_->i_rows, static_cast<std::uint64_t>(rows));
    drive(dut_->i_cols, static_cast<std::uint64_t>(cols));
    drive(dut_->i_passes, static_cast<std::uint64_t>(plan.passes));
    drive(dut_->i_shallow, static_cast<std::uint64_t>(plan.shallow));
    drive(dut_->i_depth, static_cast<std::uint64_t>(plan.depth));
    dut_->i_rdx2 = to_bits(weights.rdx2);
    dut_->i_rdy2 = to_bits(weights.rdy2);
    dut_->i_beta = to_bits(weights.beta);
    // A host writes the command some time before it starts it.
    for (int i = 0; i < idle_cycles_ % 641; ++i) dut_.tick();
    idle_cycles_ += 97;
    dut_->i_start = 1;
    dut_.tick();
    dut_->i_start = 0;
    run_ = EngineRun{};
  }

  // One cycle of the engine with its memory; false, and no cycle, when it is not busy.
  bool clock(Words& f, const Words& r) {
    dut_.settle();
    if (!dut_->o_busy) return false;
    ++run_.busy_cycles;
    run_.stall_cycles += dut_->o_stall;
    run_.fill_cycles += dut_->o_fill;
    run_.issue_cycles += dut_->o_read;
    const bool read = dut_->o_read;
    const std::size_t read_addr = dut_->o_read_addr;
    std::array<std::uint64_t, most_lanes> read_f{}, read_r{};
    for (std::size_t lane = 0; lane < lanes_; ++lane) {
      const bool inside = read && read_addr + lane < f.size();
      read_f[lane] = inside ? f[read_addr + lane] : poison;
      read_r[lane] = inside ? r[read_addr + lane] : poison;
    }
    for (std::size_t lane = 0; lane < lanes_; ++lane)
      if (dut_->o_write >> lane & 1) {
        const std::size_t word = dut_->o_write_addr + lane;
        if (word >= f.size()) throw std::runtime_error("engine wrote word " + std::to_string(word) + " past the block");
        f[word] = get_word(dut_->o_write_data, lane);
      }
    dut_.edge();
    // Memory holds its answer until the next read; the engine must not count on it.
    for (std::size_t lane = 0; lane < lanes_; ++lane) {
      set_word(dut_->i_read_f, lane, read_f[lane]);
      set_word(dut_->i_read_r, lane, read_r[lane]);
    }
    return true;
  }

  void reset() { dut_.reset(); }
  const EngineShape& shape() const { return shape_; }

 private:
  static constexpr std::uint64_t poison = 0x7ff4dead00000000;

  EngineShape shape_;
  std::size_t lanes_;
  Clocked<V> dut_;
  EngineRun run_;
  int idle_cycles_ = 0;
};

}  // namespace stencil::test
