// An accelerator in memory for host tests: plain loops, invented but exact costs, a record of every call.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "host/accelerator.hpp"
#include "host/errors.hpp"

namespace stencil::test {

class FakeAccelerator : public Accelerator {
 public:
  // The two extremes the contract allows: things happen when they are posted, or no earlier than the wait.
  enum class Happens { at_once, at_wait };

  explicit FakeAccelerator(std::int64_t memory_words, std::int64_t max_cols = 10000, Happens happens = Happens::at_once)
      : happens_(happens), f(static_cast<std::size_t>(memory_words)), r(static_cast<std::size_t>(memory_words)) {
    capabilities_.accel = "software";
    capabilities_.config = "fake";
    capabilities_.memory_words = memory_words;
    capabilities_.max_cols = max_cols;
    cycles_.idle = 11;  // as if reset had cost something
    poison();
  }

  const Capabilities& capabilities() const override { return capabilities_; }

  Ticket post_load(const Place& place, const double* source, const After&) override {
    const auto [bank, buffer, offset, length] = place;
    calls.push_back("load " + name(bank) + describe(offset, length));
    check(offset, length);
    if (length == 0) return 0;
    return post([=, bank = bank, offset = offset, length = length] {
      std::memcpy(memory(bank).data() + offset, source, bytes(length));
      cycles_.load += length;
      cycles_.idle += 3;
      traffic_.bytes_to_device += 8 * length;
      ++traffic_.transfers;
    });
  }

  Ticket post_store(const Place& place, double* target, const After&) override {
    const auto [bank, buffer, offset, length] = place;
    calls.push_back("store " + name(bank) + describe(offset, length));
    check(offset, length);
    if (length == 0) return 0;
    return post([=, bank = bank, offset = offset, length = length] {
      std::memcpy(target, memory(bank).data() + offset, bytes(length));
      cycles_.store += length;
      cycles_.idle += 5;
      traffic_.bytes_from_device += 8 * length;
      ++traffic_.transfers;
    });
  }

  Ticket post_sweep(const SweepCommand& command, const After&) override {
    calls.push_back("start " + std::to_string(command.rows) + "x" + std::to_string(command.cols) + " niter " +
                    std::to_string(command.niter));
    if (fail_on_start) throw DeviceError("no answer within 1000 cycles");
    check(0, command.rows * command.cols);
    return post([=] {
      for (std::int64_t sweep = 0; sweep < command.niter; ++sweep) run_sweep(command);
      cycles_.compute += command.rows * command.cols * command.niter;
      cycles_.fill += 7;
      cycles_.model.compute += command.rows;
      cycles_.ideal += 1;
      sweep_ends_.push_back(cycles_);
    });
  }

  void wait() override {
    calls.push_back("wait");
    if (happens_ == Happens::at_wait) sweep_ends_.clear();
    for (const auto& action : posted_) action();
    posted_.clear();
  }

  CycleCounts cycles() const override { return cycles_; }
  TrafficCounts traffic() const override { return traffic_; }
  const std::vector<CycleCounts>& sweep_ends() const override { return sweep_ends_; }

  bool idle() const { return posted_.empty(); }

  // Nothing read from here on is a number, but for the first words of f.
  void poison(std::int64_t first_word_of_f = 0) {
    std::fill(f.begin() + first_word_of_f, f.end(), std::numeric_limits<double>::quiet_NaN());
    std::fill(r.begin(), r.end(), std::numeric_limits<double>::quiet_NaN());
  }

  std::vector<std::string> calls;
  bool fail_on_start = false;

 private:
  static std::string name(Bank bank) { return bank == Bank::f ? "f" : "r"; }
  static std::size_t bytes(std::int64_t words) { return static_cast<std::size_t>(words) * sizeof(double); }
  static std::string describe(std::int64_t offset, std::int64_t length) {
    return " [" + std::to_string(offset) + ", " + std::to_string(offset + length) + ")";
  }
  std::vector<double>& memory(Bank bank) { return bank == Bank::f ? f : r; }

  // What a caller must never ask of any accelerator.
  void check(std::int64_t offset, std::int64_t length) const {
    if (offset < 0 || length < 0 || offset + length > capabilities_.memory_words) {
      throw std::logic_error("fake accelerator: outside its memory:" + describe(offset, length));
    }
  }

  Ticket post(std::function<void()> action) {
    if (happens_ == Happens::at_once)
      action();
    else
      posted_.push_back(std::move(action));
    return ++tickets_;
  }

  // Two arrays, old and new: nothing in common with the row buffers of the golden solver.
  void run_sweep(const SweepCommand& command) {
    const std::vector<double> old(f.begin(), f.begin() + command.rows * command.cols);
    const auto at = [&](std::int64_t i, std::int64_t j) { return static_cast<std::size_t>(i * command.cols + j); };
    for (std::int64_t i = 1; i < command.rows - 1; ++i) {
      for (std::int64_t j = 1; j < command.cols - 1; ++j) {
        f[at(i, j)] = ((old[at(i - 1, j)] + old[at(i + 1, j)]) * command.rdx2 +
                       (old[at(i, j - 1)] + old[at(i, j + 1)]) * command.rdy2 - r[at(i, j)]) *
                      command.beta;
      }
    }
  }

  Happens happens_;
  Capabilities capabilities_;
  CycleCounts cycles_;
  TrafficCounts traffic_;
  std::vector<std::function<void()>> posted_;
  std::vector<CycleCounts> sweep_ends_;
  Ticket tickets_ = 0;

 public:
  std::vector<double> f;
  std::vector<double> r;
};

}  // namespace stencil::test
