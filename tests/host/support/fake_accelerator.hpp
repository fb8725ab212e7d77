// An accelerator in memory for host tests: plain loops, invented but exact cycles, a record of every call.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "host/base/errors.hpp"
#include "host/device/accelerator.hpp"
#include "tests/host/support/fake_calls.hpp"
#include "tests/host/support/fake_sweeps.hpp"

namespace stencil::test {

class FakeAccelerator : public Accelerator {
 public:
  using Happens = FakeCalls::Happens;

  explicit FakeAccelerator(std::int64_t memory_words, std::int64_t max_cols = 10000, Happens happens = Happens::at_once,
                           std::int64_t f_buffers = 1, std::int64_t r_buffers = 1, std::uint64_t seed = 1)
      : posted_(happens, seed),
        f(static_cast<std::size_t>(f_buffers), std::vector<double>(static_cast<std::size_t>(memory_words))),
        r(static_cast<std::size_t>(r_buffers), std::vector<double>(static_cast<std::size_t>(memory_words))) {
    capabilities_.accel = "software";
    capabilities_.config = "fake";
    capabilities_.pes = 4;
    capabilities_.lanes = 1;
    capabilities_.memory_words = memory_words;
    capabilities_.max_cols = max_cols;
    capabilities_.f_buffers = f_buffers;
    capabilities_.r_buffers = r_buffers;
    capabilities_.line_beats = 1000000;
    capabilities_.measures_change = true;
    capabilities_.operators = {true, true};
    cycles_.idle = 11;  // as if reset had taken cycles
    poison();
  }

  const Capabilities& capabilities() const override { return capabilities_; }

  std::int64_t bursts_of(const Place& place) const override { return place.length_words; }  // one per word

 protected:
  void do_load(Ticket ticket, const Place& place, const double* source, const After& after) override {
    calls.push_back("load " + describe(place));
    check(place);
    const std::vector<double> posted(source, source + place.length_words);
    posted_.post(FakeCalls::loads, ticket, after, [this, place, source, posted] {
      if (std::memcmp(posted.data(), source, bytes(place.length_words)) != 0) ++loads_of_changed_memory;
      std::memcpy(memory(place), source, bytes(place.length_words));
      cycles_.load += place.length_words;
      cycles_.idle += 3;
    });
  }

  void do_store(Ticket ticket, const Place& place, double* target, const After& after) override {
    calls.push_back("store " + describe(place));
    check(place);
    posted_.post(FakeCalls::stores, ticket, after, [this, place, target] {
      std::memcpy(target, memory(place), bytes(place.length_words));
      if (poisons_free_buffers) spoil(f.at(static_cast<std::size_t>(place.buffer)), 0);
      cycles_.store += place.length_words;
      cycles_.idle += 5;
    });
  }

  void do_command(Ticket ticket, const DeviceCommand& command, const After& after) override {
    std::visit([&](const auto& of) { begin(ticket, of, after); }, command);
  }

  void begin(Ticket ticket, const SweepCommand& command, const After& after) {
    calls.push_back("start " + std::to_string(command.rows) + "x" + std::to_string(command.cols) + " niter " +
                    std::to_string(command.niter));
    if (fail_on_start) throw DeviceError("no answer within 1000 cycles");
    check({Bank::f, command.f_buffer, 0, command.rows * command.cols});
    check({Bank::r, command.r_buffer, 0, command.rows * command.cols});
    posted_.post(FakeCalls::sweeps, ticket, after, [this, command] {
      run(command);
      rows_swept += command.rows * command.niter;
      cycles_.compute += command.rows * command.cols * command.niter;
      cycles_.fill += 7;
      cycles_.model.compute += command.rows;
      cycles_.ideal += 1;
      ends_.push_back(cycles_);
    });
  }

  // Takes one cycle per point set.
  void begin(Ticket ticket, const TileCommand& command, const After& after) {
    calls.push_back("tile " + std::to_string(command.rows) + "x" + std::to_string(command.cols) + " sweeps " +
                    std::to_string(command.sweeps));
    check({Bank::f, command.f_buffer, 0, command.rows * command.cols});
    posted_.post(FakeCalls::sweeps, ticket, after, [this, command] {
      run(command);
      cycles_.model.compute += command.rows;
      ends_.push_back(cycles_);
    });
  }

  std::vector<CycleCounts> do_wait() override {
    calls.push_back("wait");
    posted_.finish_all();
    return std::exchange(ends_, {});
  }

  std::vector<CycleCounts> do_wait_for(Ticket ticket) override {
    calls.push_back("wait for " + std::to_string(ticket));
    posted_.finish(ticket);
    return std::exchange(ends_, {});
  }

  double do_change() override { return change_; }
  void do_reset_change() override { change_ = 0.0; }

 public:
  CycleCounts cycles() const override { return cycles_; }

  bool idle() const { return posted_.idle(); }

  // Fills the memory with NaNs, except the first words of buffer 0 of f.
  void poison(std::int64_t first_word_of_f = 0) {
    for (auto& buffer : f) spoil(buffer, &buffer == &f.front() ? first_word_of_f : 0);
    for (auto& buffer : r) spoil(buffer, 0);
  }

  void set_line_buffers(std::int64_t pes, std::int64_t lanes, std::int64_t line_beats) {
    capabilities_.pes = pes;
    capabilities_.lanes = lanes;
    capabilities_.line_beats = line_beats;
  }

  void set_tile_slots(std::int64_t least, std::int64_t most) {
    capabilities_.tile_slots_min = least;
    capabilities_.tile_slots_max = most;
  }

  std::vector<std::string> calls;
  bool fail_on_start = false;
  // True: poisons an f buffer after its block has been stored, and an r buffer after the sweep that uses it.
  bool poisons_free_buffers = false;
  std::int64_t loads_of_changed_memory = 0;  // since they were posted
  std::int64_t rows_swept = 0;

 private:
  static std::size_t bytes(std::int64_t words) { return static_cast<std::size_t>(words) * sizeof(double); }
  static std::string describe(const Place& place) {
    const std::string bank = place.bank == Bank::f ? "f" : "r";
    return bank + (place.buffer == 0 ? "" : std::to_string(place.buffer)) + " [" + std::to_string(place.offset_words) +
           ", " + std::to_string(place.offset_words + place.length_words) + ")";
  }
  static void spoil(std::vector<double>& buffer, std::int64_t first_word) {
    std::fill(buffer.begin() + first_word, buffer.end(), std::numeric_limits<double>::quiet_NaN());
  }
  double* memory(const Place& place) {
    return (place.bank == Bank::f ? f : r).at(static_cast<std::size_t>(place.buffer)).data() + place.offset_words;
  }

  // Throws for a place that no accelerator has.
  void check(const Place& place) const {
    const std::int64_t buffers = place.bank == Bank::f ? capabilities_.f_buffers : capabilities_.r_buffers;
    if (place.buffer < 0 || place.buffer >= buffers || place.offset_words < 0 || place.length_words < 0 ||
        place.offset_words + place.length_words > capabilities_.memory_words) {
      throw std::logic_error("fake accelerator: outside its memory: " + describe(place));
    }
  }

  // Treats a single block as a chain of one link. Keeps the whole field of a chain and sweeps it anew at every link.
  void run(const SweepCommand& command) {
    auto& f_buffer = f.at(static_cast<std::size_t>(command.f_buffer));
    auto& r_buffer = r.at(static_cast<std::size_t>(command.r_buffer));
    const auto words = static_cast<std::ptrdiff_t>(command.rows * command.cols);
    if (!command.above) {
      chain_f_.clear();
      chain_r_.clear();
    } else if (!chain_open_) {
      throw std::logic_error("fake accelerator: a block continues nothing");
    }
    const auto cols = static_cast<std::ptrdiff_t>(command.cols);
    const std::int64_t rows_before = static_cast<std::ptrdiff_t>(chain_f_.size()) / cols;
    chain_f_.insert(chain_f_.end(), f_buffer.begin(), f_buffer.begin() + words);
    chain_r_.insert(chain_r_.end(), r_buffer.begin(), r_buffer.begin() + words);
    const std::int64_t rows = rows_before + command.rows;
    std::vector<double> field = chain_f_;
    for (std::int64_t sweep = 1; sweep <= command.niter; ++sweep) {
      fake_sweep(command, command.below ? rows - sweep : rows - 1, chain_r_, field);
      if (sweep == 1) change_ = fake_change(chain_f_, field, command.cols, change_);
    }
    const std::int64_t finished_before = command.above ? rows_before - command.niter : 0;
    const std::int64_t finished = command.below ? rows - command.niter : rows;
    if (command.above || command.below) spoil(f_buffer, 0);
    check({Bank::f, command.f_buffer, 0, (finished - finished_before) * command.cols});
    std::copy(field.begin() + finished_before * cols, field.begin() + finished * cols, f_buffer.begin());
    if (poisons_free_buffers || command.above || command.below) spoil(r_buffer, 0);
    chain_open_ = command.below;
  }

  void run(const TileCommand& command) {
    cycles_.compute += fake_tile(command, f.at(static_cast<std::size_t>(command.f_buffer)));
  }

  FakeCalls posted_;
  Capabilities capabilities_;
  CycleCounts cycles_;
  std::vector<CycleCounts> ends_;
  double change_ = 0.0;
  bool chain_open_ = false;
  std::vector<double> chain_f_;  // every row loaded for the chain, unswept
  std::vector<double> chain_r_;

 public:
  std::vector<std::vector<double>> f;  // buffers
  std::vector<std::vector<double>> r;
};

}  // namespace stencil::test
