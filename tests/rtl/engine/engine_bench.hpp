// Drives the engine of any shape with buffers of its own; checks every read, every write and every cycle.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/rtl/engine/engine_laws.hpp"
#include "tests/rtl/engine/offers.hpp"
#include "tests/rtl/engine/reference.hpp"
#include "tests/rtl/support/clocked.hpp"
#include "tests/rtl/support/ports.hpp"

namespace stencil::test {

// A command with its data. f and r have command.rows rows; afterwards they hold the rows in its buffers.
struct EngineBlock {
  EngineCommand command;
  Words f, r;
  Offer offer;
};

// V is a Verilated engine or EnginePins. Words beyond a block read as NaN, which must not spread. Throws
// std::runtime_error for any difference from engine_laws and the commands, and for an engine that hangs.
template <class V>
class EngineBench {
 public:
  static constexpr std::size_t most_lanes = 4;

  explicit EngineBench(const EngineShape& shape)
      : EngineBench(shape, [](VerilatedContext* context) { return std::make_unique<V>(context); }) {}

  // `make` returns the engine for a context; wide_weights: its weight port has room for those of five-point sweeps.
  template <class Make>
  EngineBench(const EngineShape& shape, const Make& make, bool wide_weights = false)
      : shape_(shape), lanes_(static_cast<std::size_t>(shape.lanes)), wide_weights_(wide_weights), dut_(make) {
    dut_->i_command = dut_->i_clear_change = 0;
    dut_.reset();
  }

  const EngineShape& shape() const { return shape_; }

  // Runs one job: offers the blocks in turn, the first one when the engine is idle. Returns the cycles of each, already
  // compared with the laws.
  std::vector<CommandCycles> run(const EngineJob& job, const Weights& weights, std::vector<EngineBlock>& blocks) {
    begin(job, weights, blocks);
    while (clock()) {
    }
    return cycles_;
  }

  void begin(const EngineJob& job, const Weights& weights, std::vector<EngineBlock>& blocks) {
    job_ = job;
    laws_ = EngineLaws(shape_, job);
    blocks_ = &blocks;
    cycles_.clear();
    finished_ = taken_ = 0;
    const PassPlan& plan = laws_.plan();
    drive(dut_->i_cols, static_cast<std::uint64_t>(job.cols));
    drive(dut_->i_passes, static_cast<std::uint64_t>(plan.passes));
    drive(dut_->i_shallow, static_cast<std::uint64_t>(plan.shallow));
    drive(dut_->i_depth, static_cast<std::uint64_t>(plan.depth));
    drive_weights(dut_->i_weights, weights, wide_weights_);
    dut_->i_tiles = 0;
    // A host writes the job some time before the first command.
    for (int i = 0; i < idle_cycles_ % 641; ++i) dut_.tick();
    idle_cycles_ += 97;
    offer_at_ = now();
    offered_ = false;
  }

  // One cycle of the engine with its memory; returns false, without a cycle, when all commands are finished.
  bool clock() {
    if (finished_ == blocks_->size()) {
      expect(!busy(), "busy after the last command");
      return false;
    }
    offer();
    dut_.settle();
    check_cycle();
    const bool read = dut_->o_read;
    const std::size_t read_addr = dut_->o_read_addr;
    std::array<std::uint64_t, most_lanes> read_f{}, read_r{};
    for (std::size_t lane = 0; lane < lanes_; ++lane) {
      read_f[lane] = read ? word(f_[dut_->o_read_f_buffer], read_addr + lane) : poison;
      read_r[lane] = read ? word(r_[dut_->o_read_r_buffer], read_addr + lane) : poison;
    }
    write();
    if (dut_->o_finished) finish();
    if (dut_->o_take) take();
    dut_.edge();
    // A real memory holds its answer until the next read; the engine must not rely on it.
    for (std::size_t lane = 0; lane < lanes_; ++lane) {
      set_word(dut_->i_read_f, lane, read_f[lane]);
      set_word(dut_->i_read_r, lane, read_r[lane]);
    }
    return true;
  }

  // Commands finished since begin().
  std::size_t finished() const { return finished_; }
  // The change as it shows in this cycle; nothing while it settles.
  std::optional<std::uint64_t> change() {
    dut_.settle();
    if (dut_->o_settling) return std::nullopt;
    return dut_->o_change;
  }
  void clear_change() {
    dut_->i_clear_change = 1;
    dut_.tick();
    dut_->i_clear_change = 0;
  }
  void idle(std::int64_t cycles) {
    for (std::int64_t i = 0; i < cycles; ++i) dut_.tick();
  }

  void reset() {
    dut_->i_command = 0;
    dut_.reset();
  }
  bool busy() {
    dut_.settle();
    return dut_->o_busy;
  }

 private:
  static constexpr std::uint64_t poison = 0x7ff4dead00000000;

  std::int64_t now() const { return dut_.cycles(); }
  void expect(bool right, const char* what) const {
    if (!right)
      throw std::runtime_error(std::string(what) + ", command " + std::to_string(finished_) + " in flight, cycle " +
                               std::to_string(now()));
  }
  void expect_equal(bool got, bool expected, const char* what) const {
    if (got != expected)
      expect(false, (std::string(what) + " should be " + std::to_string(static_cast<int>(expected))).c_str());
  }
  static std::uint64_t word(const Words& buffer, std::size_t address) {
    return address < buffer.size() ? buffer[address] : poison;
  }
  const EngineCommand& command(std::size_t index) const { return (*blocks_)[index].command; }

  void offer() {
    dut_->i_command = taken_ < blocks_->size() && (taken_ == 0 || now() >= offer_at_);
    if (!dut_->i_command) return;
    const EngineCommand& next = command(taken_);
    drive(dut_->i_rows, static_cast<std::uint64_t>(next.rows));
    drive(dut_->i_f_buffer, static_cast<std::uint64_t>(next.f_buffer));
    drive(dut_->i_r_buffer, static_cast<std::uint64_t>(next.r_buffer));
    dut_->i_above = next.above;
    dut_->i_below = next.below;
    if (offered_) return;
    offered_ = true;
    const CommandCycles* earlier = taken_ >= 2 ? &cycles_[taken_ - 2] : nullptr;
    cycles_.push_back(taken_ == 0 ? laws_.alone(next, now())
                                  : laws_.after(command(taken_ - 1), cycles_.back(), earlier, next, now()));
  }

  static bool inside(const std::vector<Interval>& intervals, std::int64_t cycle) {
    for (const Interval& interval : intervals)
      if (interval.begin <= cycle && cycle < interval.end) return true;
    return false;
  }

  // Checks the engine's outputs of this cycle against the laws.
  void check_cycle() {
    bool takes = false, stalls = false, reads = false, busy = false, finishes = false;
    const std::size_t first = finished_ > 0 ? finished_ - 1 : 0;
    for (std::size_t i = first; i < cycles_.size(); ++i) {
      const CommandCycles& cycles = cycles_[i];
      takes |= cycles.taken == now();
      finishes |= cycles.finished == now();
      busy |= cycles.busy().begin <= now() && now() < cycles.busy().end;
      stalls |= inside(cycles.stalls, now());
      reads |= inside(cycles.reads, now());
      for (const Interval& pass : cycles.reads)
        if (pass.begin == now()) {
          expect(dut_->o_read && dut_->o_read_addr == 0, "a pass should begin");
          expect(dut_->o_read_f_buffer == command(i).f_buffer, "f buffer that is read");
          expect(dut_->o_read_r_buffer == command(i).r_buffer, "r buffer that is read");
        }
    }
    expect_equal(dut_->o_take, takes, "o_take");
    expect_equal(dut_->o_busy, busy, "o_busy");
    expect_equal(dut_->o_read, reads, "o_read");
    expect_equal(dut_->o_stall, stalls, "o_stall");
    expect_equal(dut_->o_fill, busy && !reads && !stalls, "o_fill");
    expect_equal(dut_->o_finished, finishes, "o_finished");
  }

  void write() {
    if (!dut_->o_write) return;
    const EngineCommand& oldest = command(finished_);
    expect(finished_ < taken_, "a write with nothing in flight");
    expect(dut_->o_write_f_buffer == oldest.f_buffer, "f buffer that is written");
    expect(dut_->o_write_r == oldest.skewed(), "o_write_r");
    expect(dut_->o_write_r_buffer == oldest.r_buffer, "r buffer that is written");
    const auto words = static_cast<std::size_t>(oldest.slot_rows(job_.niter) * job_.cols);
    for (std::size_t lane = 0; lane < lanes_; ++lane)
      if (dut_->o_write >> lane & 1) {
        const std::size_t address = dut_->o_write_addr + lane;
        expect(address < words, "a write past the block");
        f_[static_cast<std::size_t>(oldest.f_buffer)][address] = get_word(dut_->o_write_f, lane);
        if (dut_->o_write_r)
          r_[static_cast<std::size_t>(oldest.r_buffer)][address] = get_word(dut_->o_write_r_data, lane);
      }
  }

  void finish() {
    EngineBlock& block = (*blocks_)[finished_];
    block.f = f_[static_cast<std::size_t>(block.command.f_buffer)];
    block.r = r_[static_cast<std::size_t>(block.command.r_buffer)];
    ++finished_;
  }

  void take() {
    expect(taken_ < blocks_->size() && offered_, "took what was not offered");
    const EngineBlock& block = (*blocks_)[taken_];
    const auto words = static_cast<std::size_t>(block.command.slot_rows(job_.niter) * job_.cols);
    const auto load = [&](Words& buffer, const Words& data) {
      buffer.assign(words, poison);
      std::copy(data.begin(), data.end(), buffer.begin());
    };
    load(f_[static_cast<std::size_t>(block.command.f_buffer)], block.f);
    load(r_[static_cast<std::size_t>(block.command.r_buffer)], block.r);
    const CommandCycles* earlier = taken_ > 0 && finished_ < taken_ ? &cycles_[taken_ - 1] : nullptr;
    ++taken_;
    offered_ = false;
    // The next command is offered as its block says, but not while a command in flight may still have its buffers.
    if (taken_ == blocks_->size()) return;
    const CommandCycles& present = cycles_.back();
    offer_at_ = std::max(now() + 1, (*blocks_)[taken_].offer.cycle(present, laws_, block.command.skewed()));
    const EngineCommand& next = command(taken_);
    if (next.f_buffer == block.command.f_buffer || next.r_buffer == block.command.r_buffer)
      offer_at_ = std::max(offer_at_, present.finished + 1);
    if (earlier && (*blocks_)[taken_].offer.waits_for_buffers) offer_at_ = std::max(offer_at_, earlier->finished + 1);
  }

  EngineShape shape_;
  std::size_t lanes_;
  bool wide_weights_;
  Clocked<V> dut_;
  std::array<Words, 4> f_;
  std::array<Words, 2> r_;
  EngineJob job_{1, 1};
  EngineLaws laws_{{1, 1, 1}, {1, 1}};
  std::vector<EngineBlock>* blocks_ = nullptr;
  std::vector<CommandCycles> cycles_;
  std::size_t taken_ = 0, finished_ = 0;
  std::int64_t offer_at_ = 0;
  bool offered_ = false;
  int idle_cycles_ = 0;
};

}  // namespace stencil::test
