// Drives the tile engine of any shape with buffers of its own; checks every read, every write and every cycle.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "sim/device/kernels/tiles/tile_timing.hpp"
#include "tests/rtl/kernels/tiles/tile_loop.hpp"
#include "tests/rtl/support/clocked.hpp"
#include "tests/rtl/support/ports.hpp"

namespace stencil::test {

// A command with its data, swept afterwards; offered in the cycle after the previous one is taken, or later.
struct TileBlock {
  std::int64_t rows = 3;
  int f_buffer = 0;
  Words f;
  std::int64_t offer_after_cycles = 0;
};

// V is a Verilated tile_bench. Throws std::runtime_error for any difference from the laws of
// sim/device/kernels/tiles and the commands.
template <class V>
class TileEngineBench {
 public:
  explicit TileEngineBench(const TileEngineShape& shape) : shape_(shape) {
    dut_->i_command = 0;
    dut_.reset();
  }

  const TileEngineShape& shape() const { return shape_; }

  // Runs the commands of one job, offered in turn. Returns the cycles in which the engine was busy.
  std::int64_t run(const TileJob& job, std::vector<TileBlock>& blocks) {
    begin(job, blocks);
    std::int64_t busy_cycles = 0;
    while (clock()) busy_cycles += flight_.has_value() ? 1 : 0;
    return busy_cycles;
  }

  void begin(const TileJob& job, std::vector<TileBlock>& blocks) {
    job_ = job;
    blocks_ = &blocks;
    taken_ = finished_ = 0;
    flight_.reset();
    const PassPlan plan = plan_passes(job.sweeps, shape_.pes);
    drive(dut_->i_cols, static_cast<std::uint64_t>(job.cols));
    drive(dut_->i_passes, static_cast<std::uint64_t>(plan.passes));
    drive(dut_->i_shallow, static_cast<std::uint64_t>(plan.shallow));
    drive(dut_->i_depth, static_cast<std::uint64_t>(plan.depth));
    drive(dut_->i_slots, static_cast<std::uint64_t>(job.slots));
    dut_->i_backward = job.backward;
    drive(dut_->i_top, static_cast<std::uint64_t>(job.top.at));
    drive(dut_->i_bottom, static_cast<std::uint64_t>(job.bottom.at));
    drive(dut_->i_left, static_cast<std::uint64_t>(job.left.at));
    drive(dut_->i_right, static_cast<std::uint64_t>(job.right.at));
    const auto slope = [](const Edge& edge) { return static_cast<unsigned>(edge.slope) & 3U; };
    drive(dut_->i_slopes, slope(job.top) | slope(job.bottom) << 2 | slope(job.left) << 4 | slope(job.right) << 6);
    idle(3 + idle_cycles_);  // 3: the job is stable for at least this many cycles before a command
    idle_cycles_ = (idle_cycles_ + 5) % 37;
    offer_at_ = now() + blocks.front().offer_after_cycles;
  }

  // One cycle of the engine with its memory; returns false, without a cycle, when all commands are finished.
  bool clock() {
    if (finished_ == blocks_->size()) {
      expect(!busy(), "busy after the last command");
      return false;
    }
    offer();
    dut_.settle();
    check_signals();
    const std::uint64_t answer = dut_->o_read ? read() : poison;
    if (dut_->o_write) write();
    if (dut_->o_finished) finish();
    if (dut_->o_take) take();
    dut_.edge();
    dut_->i_read_f = answer;
    return true;
  }

  void idle(int cycles) {
    for (int i = 0; i < cycles; ++i) {
      dut_.settle();
      expect(!dut_->o_busy && !dut_->o_read && !dut_->o_write && !dut_->o_finished, "something happens while idle");
      dut_.edge();
    }
  }

  // As short as a reset may be.
  void reset() {
    dut_->i_command = 0;
    dut_.reset(1);
  }
  bool busy() {
    dut_.settle();
    return dut_->o_busy;
  }

 private:
  static constexpr std::uint64_t poison = 0x7ff4dead00000000;

  // The command in flight: its cycles by the laws, and its reads and writes in the present pass.
  struct Flight {
    TilePasses passes;
    std::int64_t pass = 0, pass_began = 0;
    std::vector<bool> read, written;
    std::int64_t writes = 0;

    Flight(const TilePasses& of, std::int64_t began, std::size_t words) : passes(of) { begin(0, began, words); }
    void begin(std::int64_t number, std::int64_t began, std::size_t words) {
      pass = number;
      pass_began = began;
      read.assign(words, false);
      written.assign(words, false);
      writes = 0;
    }
    TilePass timing() const { return passes[pass]; }
    std::int64_t last_cycle() const { return pass_began + timing().cycles - 1; }
    bool last_pass() const { return pass + 1 == passes.count(); }
  };

  std::int64_t now() const { return dut_.cycles(); }
  void expect(bool right, const std::string& what) const {
    if (!right)
      throw std::runtime_error(what + ", command " + std::to_string(finished_) + ", cycle " + std::to_string(now()));
  }
  void expect_equal(bool got, bool expected, const char* what) const {
    expect(got == expected, std::string(what) + " should be " + std::to_string(static_cast<int>(expected)));
  }
  TileBlock& in_flight() { return (*blocks_)[finished_]; }

  void offer() {
    dut_->i_command = taken_ < blocks_->size() && now() >= offer_at_;
    if (!dut_->i_command) return;
    const TileBlock& next = (*blocks_)[taken_];
    drive(dut_->i_rows, static_cast<std::uint64_t>(next.rows));
    drive(dut_->i_words, static_cast<std::uint64_t>(next.rows * job_.cols));
    drive(dut_->i_f_buffer, static_cast<std::uint64_t>(next.f_buffer));
  }

  void check_signals() {
    expect_equal(dut_->o_busy, flight_.has_value(), "o_busy");
    expect_equal(dut_->o_take, dut_->i_command && !flight_, "o_take");
    const bool fill = flight_ && now() - flight_->pass_began >= flight_->timing().read_cycles;
    expect_equal(dut_->o_fill, fill, "o_fill");
    const bool pass_ends = flight_ && now() == flight_->last_cycle();
    expect_equal(dut_->o_finished, pass_ends && flight_->last_pass(), "o_finished");
    if (flight_) expect(dut_->o_f_buffer == in_flight().f_buffer, "o_f_buffer");
    if (flight_ && now() == flight_->pass_began) expect(dut_->o_read, "a pass should begin");
    expect(!fill || !dut_->o_read, "a read in a cycle of fill");
    if (pass_ends) expect(dut_->o_write, "the last cycle of a pass writes");
  }

  std::uint64_t read() {
    expect(flight_.has_value(), "a read with nothing in flight");
    const std::size_t at = dut_->o_read_addr;
    expect(at < flight_->read.size(), "a read past the block");
    expect(!flight_->read[at], "a cell is read twice");
    flight_->read[at] = true;
    return buffers_[static_cast<std::size_t>(in_flight().f_buffer)][at];
  }

  void write() {
    expect(flight_.has_value(), "a write with nothing in flight");
    const auto at = static_cast<std::int64_t>(dut_->o_write_addr);
    const std::int64_t row = at / job_.cols, col = at % job_.cols;
    const bool inside = row > 0 && row < in_flight().rows - 1 && col > 0 && col < job_.cols - 1;
    expect(inside, "a write to row " + std::to_string(row) + " col " + std::to_string(col));
    expect(!flight_->written[dut_->o_write_addr], "a cell is written twice");
    flight_->written[dut_->o_write_addr] = true;
    ++flight_->writes;
    buffers_[static_cast<std::size_t>(in_flight().f_buffer)][dut_->o_write_addr] = dut_->o_write_f;
    if (now() != flight_->last_cycle()) return;
    expect(flight_->writes == (in_flight().rows - 2) * (job_.cols - 2), "a pass writes every point");
    if (!flight_->last_pass()) flight_->begin(flight_->pass + 1, now() + 1, flight_->read.size());
  }

  void finish() {
    in_flight().f = buffers_[static_cast<std::size_t>(in_flight().f_buffer)];
    flight_.reset();
    ++finished_;
  }

  void take() {
    const TileBlock& block = (*blocks_)[taken_++];
    buffers_[static_cast<std::size_t>(block.f_buffer)] = block.f;
    flight_.emplace(TilePasses(shape_, {block.rows, job_.cols, job_.sweeps}, job_.slots), now() + 1, block.f.size());
    if (taken_ < blocks_->size()) offer_at_ = now() + 1 + (*blocks_)[taken_].offer_after_cycles;
  }

  TileEngineShape shape_;
  Clocked<V> dut_;
  std::array<Words, 4> buffers_;
  TileJob job_;
  std::vector<TileBlock>* blocks_ = nullptr;
  std::optional<Flight> flight_;
  std::size_t taken_ = 0, finished_ = 0;
  std::int64_t offer_at_ = 0;
  int idle_cycles_ = 0;
};

}  // namespace stencil::test
