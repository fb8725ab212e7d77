// Drives the engine of any shape with memory of its own and checks every read and write it makes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <vector>

#include "tests/rtl/support/ports.hpp"

namespace stencil::test {

struct EngineShape {
  std::int64_t pes;
  std::int64_t lanes;
  std::int64_t pe_latency;
};

struct SweepPlan {
  std::int64_t passes;
  std::int64_t shallow;
  std::int64_t depth;
  std::int64_t deepest;
};

// floor((niter + p)/passes) sweeps in pass p: even, shallow first.
inline SweepPlan plan_passes(std::int64_t niter, std::int64_t pes) {
  const std::int64_t passes = (niter + pes - 1) / pes;
  const std::int64_t shallow = passes - niter % passes;
  return {passes, shallow, niter / passes, (niter + passes - 1) / passes};
}

struct EngineRun {
  std::int64_t busy_cycles = 0;
  std::int64_t stall_cycles = 0;
  std::int64_t fill_cycles = 0;
  std::int64_t issue_cycles = 0;
};

// V is a Verilated engine. Memory words beyond the block are guarded: a write there throws.
template <class V>
class EngineBench {
 public:
  explicit EngineBench(const EngineShape& shape) : shape_(shape), dut_(std::make_unique<V>(&context_)) {
    dut_->rst = 1;
    dut_->i_start = 0;
    for (int i = 0; i < 4; ++i) tick();
    dut_->rst = 0;
  }

  EngineRun run(std::int64_t rows, std::int64_t cols, std::int64_t niter, double rdx2, double rdy2, double beta,
                std::vector<std::uint64_t>& f, const std::vector<std::uint64_t>& r, std::int64_t limit_cycles) {
    const SweepPlan plan = plan_passes(niter, shape_.pes);
    dut_->i_rows = static_cast<IData>(rows);
    dut_->i_cols = static_cast<SData>(cols);
    dut_->i_passes = static_cast<IData>(plan.passes);
    dut_->i_shallow = static_cast<IData>(plan.shallow);
    dut_->i_depth = static_cast<CData>(plan.depth);
    dut_->i_rdx2 = bits(rdx2);
    dut_->i_rdy2 = bits(rdy2);
    dut_->i_beta = bits(beta);
    dut_->i_start = 1;
    tick();
    dut_->i_start = 0;
    EngineRun result;
    const auto words = static_cast<std::size_t>(rows * cols);
    for (;;) {
      dut_->eval();
      if (!dut_->o_busy) return result;
      if (++result.busy_cycles > limit_cycles) throw std::runtime_error("engine did not finish");
      result.stall_cycles += dut_->o_stall;
      result.fill_cycles += dut_->o_fill;
      result.issue_cycles += dut_->o_read;
      const bool read = dut_->o_read;
      const std::size_t read_addr = dut_->o_read_addr;
      std::vector<std::uint64_t> read_f(lanes(), poison), read_r(lanes(), poison);
      if (read)
        for (std::size_t lane = 0; lane < lanes(); ++lane)
          if (read_addr + lane < words) read_f[lane] = f[read_addr + lane], read_r[lane] = r[read_addr + lane];
      for (std::size_t lane = 0; lane < lanes(); ++lane)
        if (dut_->o_write >> lane & 1) {
          const std::size_t word = dut_->o_write_addr + lane;
          if (word >= words) throw std::runtime_error("engine wrote past the block");
          f[word] = get_word(dut_->o_write_data, lane);
        }
      tick();
      if (read)
        for (std::size_t lane = 0; lane < lanes(); ++lane)
          set_word(dut_->i_read_f, lane, read_f[lane]), set_word(dut_->i_read_r, lane, read_r[lane]);
    }
  }

  void tick() {
    dut_->clk = 0;
    dut_->eval();
    dut_->clk = 1;
    dut_->eval();
  }

 private:
  static constexpr std::uint64_t poison = 0x7ff4dead00000000;

  static std::uint64_t bits(double value) {
    std::uint64_t result;
    std::memcpy(&result, &value, sizeof result);
    return result;
  }
  std::size_t lanes() const { return static_cast<std::size_t>(shape_.lanes); }

  EngineShape shape_;
  VerilatedContext context_;
  std::unique_ptr<V> dut_;
};

}  // namespace stencil::test
