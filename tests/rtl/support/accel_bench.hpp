// stencil_accel at its pins: three bus masters, one clock, counts of every cycle's cause.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "sim/device/contract/contract.hpp"
#include "sim/device/kernels/sweeps/engine_timing.hpp"
#include "tests/rtl/engine/reference.hpp"
#include "tests/rtl/support/accel_clock.hpp"
#include "tests/rtl/support/accel_module.hpp"
#include "tests/rtl/support/axi_read_master.hpp"
#include "tests/rtl/support/axi_traffic.hpp"
#include "tests/rtl/support/axi_write_master.hpp"
#include "tests/rtl/support/axil_master.hpp"

namespace stencil::test {

// The fields of COMMAND.
struct AccelCommand {
  std::uint64_t rows = 1;
  unsigned f_buffer = 0, r_buffer = 0;
  bool above = false, below = false;

  std::uint64_t word() const {
    return rows | std::uint64_t{f_buffer} << contract::command_f_buffer_bit |
           std::uint64_t{r_buffer} << contract::command_r_buffer_bit | (above ? contract::command_above : 0) |
           (below ? contract::command_below : 0);
  }
};

// Throws std::runtime_error if the device breaks a protocol or takes too long, std::logic_error if a register access
// that must succeed fails.
class AccelBench {
 public:
  // The device by its name in make_accel, and the parameters it was compiled for.
  AccelBench(const char* model, const EngineShape& shape, std::size_t memory_words, std::size_t bus_words,
             unsigned f_buffers, Stall stall = Stall::none)
      : shape_(shape),
        bus_words_(bus_words),
        stall_(stall),
        memory_(memory_words, bus_words, f_buffers),
        dut_(make_accel(model, 1)) {
    make_masters();
    dut_.reset(8);
  }

  // The bound of every wait that names no other: twice the longest of any test.
  static constexpr std::int64_t most_wait_cycles = 60000;

  AccelPins& pins() { return *dut_; }
  AxiWriteMaster<AccelPins>& writes() { return *writes_; }
  AxiReadMaster<AccelPins>& reads() { return *reads_; }
  AxilMaster<AccelPins>& registers() { return *registers_; }
  // The expected contents of the buffers; burst tests and sweeps keep them up to date.
  AxiMemoryModel& memory() { return memory_; }
  const EngineShape& shape() const { return shape_; }
  const std::array<std::int64_t, contract::cause_count>& causes() const { return causes_; }
  std::int64_t fill_cycles() const { return fill_cycles_; }
  // Cycles in which perf_cause was none of the contract.
  std::int64_t no_cause_cycles() const { return no_cause_cycles_; }
  // Cycles of perf_finished, in the numbering of cycles().
  const std::vector<std::int64_t>& finished() const { return finished_; }
  std::int64_t cycles() const { return dut_.cycles(); }

  // Called in every cycle after inputs and outputs have settled, except by reset().
  void watch(std::function<void()> watcher) { watch_ = std::move(watcher); }
  void tick() {
    writes_->drive();
    reads_->drive();
    registers_->drive();
    dut_.settle();
    writes_->sample();
    reads_->sample();
    registers_->sample();
    if (watch_) watch_();
    ++(dut_->perf_cause < causes_.size() ? causes_[dut_->perf_cause] : no_cause_cycles_);
    fill_cycles_ += dut_->perf_fill;
    if (dut_->perf_finished) finished_.push_back(cycles());
    dut_.edge();
    writes_->settle();
    reads_->settle();
    registers_->settle();
  }
  void expect_within(std::int64_t begin, const char* what, std::int64_t limit_cycles = most_wait_cycles) const {
    if (cycles() - begin > limit_cycles) throw std::runtime_error(std::string("no end of waiting for ") + what);
  }
  template <class Done>
  void tick_until(Done done, const char* what, std::int64_t limit_cycles = most_wait_cycles) {
    const std::int64_t begin = cycles();
    while (!done()) {
      expect_within(begin, what, limit_cycles);
      tick();
    }
  }
  // All that are posted; the wait is for the next beat or answer each time.
  void finish_bursts() {
    const auto moved = [&] { return writes_->beats_taken() + writes_->responses().size() + reads_->beats().size(); };
    while (!(writes_->idle() && reads_->idle()))
      tick_until([&, before = moved()] { return moved() != before; }, "bursts", random_cases(most_wait_cycles));
  }

  unsigned write_register(unsigned address, std::uint64_t value, unsigned strobes = 0xff) {
    registers_->post_write(address, value, strobes);
    tick_until([&] { return registers_->idle(); }, "a register write");
    return registers_->write_answers().back().response;
  }
  std::uint64_t read_register(unsigned address) {
    registers_->post_read(address);
    tick_until([&] { return registers_->idle(); }, "a register read");
    if (registers_->read_answers().back().response != axi_okay)
      throw std::logic_error("read of register " + std::to_string(address) + " refused");
    return registers_->read_answers().back().value;
  }
  void must_write(unsigned address, std::uint64_t value) {
    if (write_register(address, value) != axi_okay)
      throw std::logic_error("write of register " + std::to_string(address) + " refused");
  }

  void job(std::uint64_t cols, std::uint64_t niter, const Weights& weights = Weights()) {
    must_write(contract::REG_COLS, cols);
    must_write(contract::REG_NITER, niter);
    if (weights.five_point) {
      const Coefficients& c = *weights.five_point;
      std::uint32_t address = contract::REG_AN;
      for (const double weight : {c.an, c.as, c.aw, c.ae, c.ac}) {
        must_write(address, to_bits(weight));
        address += 8;
      }
    } else {
      must_write(contract::REG_RDX2, to_bits(weights.rdx2));
      must_write(contract::REG_RDY2, to_bits(weights.rdy2));
    }
    must_write(contract::REG_BETA, to_bits(weights.beta));
    // Skipped if TILE has this value since the reset: benches without five-point sweeps count the accesses.
    if (weights.five_point || five_point_)
      must_write(contract::REG_TILE, weights.five_point ? contract::tile_five_point : 0);
    five_point_ = weights.five_point.has_value();
  }
  void queue(const AccelCommand& command) { must_write(contract::REG_COMMAND, command.word()); }
  // Queues the command and waits until it has left the queue.
  void start(const AccelCommand& command) {
    const std::int64_t before = causes_[contract::CAUSE_COMPUTE];
    queue(command);
    tick_until([&] { return causes_[contract::CAUSE_COMPUTE] > before; }, "the engine");
  }
  // Queues the command and returns while it is being written.
  void post(const AccelCommand& command) { registers_->post_write(contract::REG_COMMAND, command.word()); }
  // Waits until there is room for it.
  void queue_at_last(const AccelCommand& command) {
    const std::int64_t begin = cycles();
    while (write_register(contract::REG_COMMAND, command.word()) != axi_okay) {
      expect_within(begin, "room for a command");
      if (read_register(contract::REG_ERROR) != contract::ERROR_BUSY) throw std::logic_error("COMMAND refused");
      must_write(contract::REG_STATUS, contract::status_failed);
    }
  }
  void wait_until_idle() {
    const std::int64_t begin = cycles();
    while (read_register(contract::REG_STATUS) & contract::status_busy) expect_within(begin, "the commands");
  }
  // Sweeps the model of a buffer of f as a command does.
  void sweep_model(const AccelCommand& command, std::int64_t cols, std::int64_t niter,
                   const Weights& weights = Weights()) {
    const std::int64_t rows = static_cast<std::int64_t>(command.rows);
    const auto words = static_cast<std::ptrdiff_t>(rows * cols);
    Words& f = memory_.f(command.f_buffer);
    const Words& r = memory_.r(command.r_buffer);
    const Words result =
        swept(Words(f.begin(), f.begin() + words), Words(r.begin(), r.begin() + words), rows, cols, niter, weights);
    std::copy(result.begin(), result.end(), f.begin());
  }

  // Full-width bursts over `words` of a buffer (a number of the address map); over all of it by default.
  std::vector<AxiAddress> bursts_over(unsigned number, std::size_t words = 0) const {
    std::vector<AxiAddress> bursts;
    if (words == 0) words = memory_.memory_words();
    for (std::size_t word = 0; word < words; word += bus_words_ * 64) {
      AxiAddress at;
      at.address = number * axi_buffer_bytes + 8 * word;
      at.id = bursts.size() % 2;
      at.size = size_code();
      at.beats = static_cast<unsigned>((std::min(words - word, bus_words_ * 64) + bus_words_ - 1) / bus_words_);
      bursts.push_back(at);
    }
    return bursts;
  }
  void post_write(const AxiWrite& write) {
    writes_->post(write);
    memory_.write(write);
  }
  // Loads these words from word 0 of a buffer on.
  void post_load(unsigned number, const Words& words) {
    for (const AxiAddress& at : bursts_over(number, words.size())) {
      AxiWrite write{at, {}, 0};
      for (unsigned beat = 0; beat < at.beats; ++beat) {
        AxiWriteBeat data;
        data.words.resize(bus_words_);
        const std::size_t first = at.beat_address(beat) % axi_buffer_bytes / 8;
        for (std::size_t lane = 0; lane < bus_words_ && first + lane < words.size(); ++lane) {
          data.words[lane] = words[first + lane];
          data.strobes |= std::uint64_t{0xff} << 8 * lane;
        }
        data.last = beat + 1 == at.beats;
        write.data.push_back(data);
      }
      post_write(write);
    }
  }
  void post_store(unsigned number, std::size_t words) {
    for (const AxiAddress& at : bursts_over(number, words)) reads_->post(at);
  }
  // Fills every buffer of f and r with these words.
  void load(const Words& f, const Words& r) {
    for (const unsigned number : memory_.numbers()) post_load(number, number < axi_first_r ? f : r);
    finish_bursts();
  }
  // The first word of a buffer that differs from the model, as text; empty if all agree.
  std::string first_difference() {
    for (const unsigned number : memory_.numbers()) {
      const std::vector<AxiAddress> bursts = bursts_over(number);
      std::size_t beat_number = reads_->beats().size();
      for (const AxiAddress& at : bursts) reads_->post(at);
      finish_bursts();
      for (const AxiAddress& at : bursts)
        for (unsigned beat = 0; beat < at.beats; ++beat, ++beat_number) {
          const auto expected = memory_.read(at, beat);
          const auto& got = reads_->beats()[beat_number];
          for (std::size_t lane = 0; lane < bus_words_; ++lane)
            if (got.response != expected.response || got.words[lane] != expected.words[lane])
              return "buffer " + std::to_string(number) + " word " +
                     std::to_string(at.beat_address(beat) % axi_buffer_bytes / 8 + lane) + ": got " +
                     std::to_string(got.words[lane]) + ", expected " + std::to_string(expected.words[lane]);
        }
    }
    return "";
  }

  // As at power-on, but memory keeps its contents; bursts and accesses under way are forgotten.
  void reset() {
    make_masters();
    dut_.reset(8);
  }

 private:
  void make_masters() {
    writes_ = std::make_unique<AxiWriteMaster<AccelPins>>(*dut_, stall_, 301);
    reads_ = std::make_unique<AxiReadMaster<AccelPins>>(*dut_, bus_words_, stall_, 302);
    registers_ = std::make_unique<AxilMaster<AccelPins>>(*dut_, stall_, 303);
    causes_.fill(0);
    fill_cycles_ = no_cause_cycles_ = 0;
    finished_.clear();
  }
  unsigned size_code() const {
    unsigned size = 3;
    for (std::size_t words = bus_words_; words > 1; words /= 2) ++size;
    return size;
  }

  EngineShape shape_;
  std::size_t bus_words_;
  Stall stall_;
  AxiMemoryModel memory_;
  AccelClock dut_;
  std::unique_ptr<AxiWriteMaster<AccelPins>> writes_;
  std::unique_ptr<AxiReadMaster<AccelPins>> reads_;
  std::unique_ptr<AxilMaster<AccelPins>> registers_;
  std::array<std::int64_t, contract::cause_count> causes_{};
  std::int64_t fill_cycles_ = 0, no_cause_cycles_ = 0;
  bool five_point_ = false;  // the kernel selected by job()'s last write of TILE
  std::vector<std::int64_t> finished_;
  std::function<void()> watch_;
};

}  // namespace stencil::test
