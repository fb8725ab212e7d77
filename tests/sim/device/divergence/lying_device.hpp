// A device that works at once and lies where a test says so.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "models/formula/exact_sweeps.hpp"
#include "models/formula/point_formula.hpp"
#include "models/jacobi.hpp"
#include "sim/device/capsule/touched_words.hpp"
#include "sim/device/divergence/divergence.hpp"
#include "sim/device/software/software_accelerator.hpp"
#include "tests/sim/device/capsule/calls.hpp"

namespace stencil::capsule_tests {

// One point of a sweep: what the lie may look at.
struct LyingPoint {
  const SweepCommand& command;
  std::int64_t number;  // of the command on this device, from 0
  std::int64_t behind;  // commands before it that it follows at once: since a wait, and of as many sweeps
  std::int64_t sweep;
  std::int64_t row, col;
  const std::vector<double>& before;  // the field before this sweep
  const std::vector<double>& start;   // and before the first
  const std::vector<double>& r;
  std::vector<double> operands;  // in the order of the formula

  double at(std::int64_t i, std::int64_t j) const { return before[static_cast<std::size_t>(i * command.cols + j)]; }
};

// The lies; each is asked where it is given.
struct Lies {
  std::function<std::optional<double>(const LyingPoint& point, double right)> point = {};
  // May change what is moved; number: of the loads, or stores, on this device.
  std::function<void(const Place& place, std::vector<double>& words, std::int64_t number)> load = {};
  std::function<void(const Place& place, std::vector<double>& words, std::int64_t number)> store = {};
  // This load reaches its buffer only with the next wait, or after the next command.
  std::function<bool(const Place& place, std::int64_t number)> late_load = {};
  // This store takes what was there before the last command, unless there was a wait since.
  std::function<bool(const Place& place, std::int64_t number)> early_store = {};
};

class LyingDevice final : public testing_support::WrappedDevice {
 public:
  // weights: of the kernel that it has beside those of its configuration, where that is a formula.
  explicit LyingDevice(Lies lies, const SweepWeights& weights = {})
      : WrappedDevice(make_accelerator(options_for(weights))), lies_(std::move(lies)) {}

  static AcceleratorOptions options_for(const SweepWeights& weights) {
    AcceleratorOptions made = options("software");
    if (const auto* formula = std::get_if<FormulaWeights>(&weights)) made.formula = *formula;
    return made;
  }

 private:
  std::vector<double> read(const Place& place) {
    std::vector<double> words(static_cast<std::size_t>(place.length_words));
    inner_->post_store(place, words.data(), {});
    return words;
  }

  void do_load(Ticket, const Place& place, const double* source, const After&) override {
    std::vector<double> words(source, source + place.length_words);
    if (lies_.load) lies_.load(place, words, loads_);
    if (lies_.late_load && lies_.late_load(place, loads_))
      late_.emplace_back(place, words);
    else
      inner_->post_load(place, words.data(), {});
    ++loads_;
  }

  void do_store(Ticket, const Place& place, double* target, const After&) override {
    std::vector<double> words = read(place);
    if (lies_.store) lies_.store(place, words, stores_);
    const auto old = old_.find(place.buffer);
    if (lies_.early_store && lies_.early_store(place, stores_) && old != old_.end())
      words.assign(old->second.begin() + place.offset_words,
                   old->second.begin() + place.offset_words + place.length_words);
    std::copy(words.begin(), words.end(), target);
    ++stores_;
  }

  void do_command(Ticket, const DeviceCommand& command, const After&) override {
    const CommandBlock block = command_block(command);
    const Place f{Bank::f, block.f_buffer, 0, block.rows * block.cols};
    old_[block.f_buffer] = read(f);
    if (block.sweeps != sweeps_) behind_ = 0;  // another job waits for the command before
    const auto* sweep = std::get_if<SweepCommand>(&command);
    const bool single = sweep != nullptr && !sweep->above && !sweep->below;
    if (single && lies_.point)
      sweep_points(*sweep, f);
    else
      inner_->post(command, {});
    ++commands_;
    ++behind_;
    sweeps_ = block.sweeps;
    flush();
  }

  void sweep_points(const SweepCommand& command, const Place& place) {
    const std::vector<double> start = read(place);
    const std::vector<double> r = read({Bank::r, command.r_buffer, 0, place.length_words});
    const PointFormula& formula = formula_of(command.weights);
    std::vector<double> now = start;
    for (std::int64_t sweep = 0; sweep < command.niter; ++sweep) {
      const std::vector<double> before = now;
      for (std::int64_t i = 1; i < command.rows - 1; ++i) {
        for (std::int64_t j = 1; j < command.cols - 1; ++j) {
          LyingPoint point{command, commands_, behind_, sweep, i, j, before, start, r, {}};
          const auto word = static_cast<std::size_t>(i * command.cols + j);
          point.operands = point_inputs(formula, before.data() + word, command.cols, r[word], &command.weights);
          const double right = formula.value(point.operands);
          now[static_cast<std::size_t>(i * command.cols + j)] = lies_.point(point, right).value_or(right);
        }
      }
    }
    inner_->post_load(place, now.data(), {});
  }

  void flush() {
    for (const auto& [place, words] : std::exchange(late_, {})) inner_->post_load(place, words.data(), {});
  }

  std::vector<CycleCounts> do_wait() override {
    flush();
    behind_ = 0;
    old_.clear();
    inner_->wait();
    return std::vector<CycleCounts>(posted_commands());
  }

  Lies lies_;
  std::int64_t commands_ = 0;
  std::int64_t behind_ = 0, sweeps_ = 0;
  std::int64_t loads_ = 0;
  std::int64_t stores_ = 0;
  std::vector<std::pair<Place, std::vector<double>>> late_;
  std::map<int, std::vector<double>> old_;  // by buffer: before the last command
};

struct FoundDivergence {
  Capsule capsule;
  Divergence divergence;
};

// With a weight of 1 or 2 a flipped bit of an adder looks like one of the multiplier behind it.
inline const JacobiWeights lying_weights{0.7, 1.3, 0.21};

// The first wrong calls of two steps of 4 sweeps on a device that lies.
inline Capsule wrong_calls(const ItstepOptions& how, const Lies& lies, const SweepWeights& weights = lying_weights) {
  FirstWrongCall listener;
  const AcceleratorOptions machine = LyingDevice::options_for(weights);
  const auto device = recorded(std::make_unique<LyingDevice>(lies, weights), machine, listener);
  sweep(*device, how, 2, device.get(), weights);
  if (!listener.found()) throw std::runtime_error("nothing was wrong");
  return *listener.found();
}

inline FoundDivergence first_divergence(const ItstepOptions& how, const Lies& lies, const DeviceWatch& watch = {},
                                        const SweepWeights& weights = lying_weights) {
  const Capsule capsule = wrong_calls(how, lies, weights);
  const CapsulePlayer player = [&](const Capsule& calls) {
    LyingDevice device(lies, weights);
    return play(calls, device);
  };
  const auto divergence = find_divergence(player(capsule), player, watch);
  if (!divergence) throw std::runtime_error("nothing was found");
  return {capsule, *divergence};
}

}  // namespace stencil::capsule_tests
