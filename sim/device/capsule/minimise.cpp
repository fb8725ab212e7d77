// SPDX-License-Identifier: Apache-2.0
#include "sim/device/capsule/minimise.hpp"

#include <algorithm>
#include <utility>

#include "host/base/errors.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/device/capsule/program.hpp"
#include "sim/device/capsule/replay.hpp"
#include "sim/device/capsule/touched_words.hpp"

namespace stencil {
namespace {

// Halves, quarters, ... single lines of `count()`, as long as `remove(first, length)` keeps a difference: ddmin
// (Zeller, Hildebrandt: Simplifying and isolating failure-inducing input).
template <class Count, class Remove>
bool shrink(const Count& count, const Remove& remove) {
  bool smaller = false;
  for (std::int64_t length = std::max<std::int64_t>(count() / 2, 1); length > 0; length /= 2) {
    for (std::int64_t first = count() - length; first >= 0;) {
      if (remove(first, length)) {
        smaller = true;
        first = std::min(first, count()) - length;
      } else {
        first -= length;
      }
    }
  }
  return smaller;
}

class Minimiser {
 public:
  Minimiser(const Capsule& machine, const CapsulePlayer& play, const KeepsFinding& keeps)
      : machine_(machine), play_(play), keeps_(keeps) {}

  // Keeps the program if it has a difference, and what was found of it.
  bool try_it(Program program) {
    try {
      Capsule played = play_(capsule_of(program, machine_));
      if (difference(played).mismatches == 0 || (keeps_ && !keeps_(played))) return false;
      played.minimised = true;
      best_ = std::move(played);
      program_ = std::move(program);
      return true;
    } catch (const ArgumentError&) {
      return false;  // no such call
    }
  }

  void run() {
    shrink_sweeps();
    for (bool smaller = true; smaller;) {
      smaller = shrink_blocks();
      smaller = shrink_rows() || smaller;
      smaller = shrink_columns() || smaller;
      smaller = shrink_sweeps() || smaller;
    }
    plain_values();
  }

  const std::optional<Capsule>& best() const { return best_; }

 private:
  template <class Change>
  bool try_change(const Change& change) {
    Program program = program_;
    change(program);
    return try_it(std::move(program));
  }

  bool shrink_sweeps() {
    const std::int64_t now = command_block(program_.blocks.front().command).sweeps;
    for (std::int64_t sweeps = 1; sweeps < now; sweeps = std::min(2 * sweeps, std::max(now - 1, sweeps + 1))) {
      if (try_change([&](Program& program) { set_sweeps(program, sweeps); })) return true;
      if (sweeps == now - 1) break;
    }
    return false;
  }

  bool shrink_blocks() {
    if (program_.blocks.size() < 2) return false;
    const auto count = [this] { return static_cast<std::int64_t>(program_.blocks.size()) - 1; };
    return shrink(count, [&](std::int64_t first, std::int64_t length) {
      return try_change([&](Program& program) {
        program.blocks.erase(program.blocks.begin() + first, program.blocks.begin() + first + length);
      });
    });
  }

  bool shrink_rows() {
    bool smaller = false;
    for (std::size_t i = 0; i < program_.blocks.size(); ++i) {
      const auto count = [&] { return command_block(program_.blocks[i].command).rows; };
      smaller = shrink(count,
                       [&](std::int64_t first, std::int64_t length) {
                         return length < count() &&
                                try_change([&](Program& program) { remove_rows(program.blocks[i], first, length); });
                       }) ||
                smaller;
    }
    return smaller;
  }

  bool shrink_columns() {
    const auto count = [this] { return command_block(program_.blocks.front().command).cols; };
    return shrink(count, [&](std::int64_t first, std::int64_t length) {
      return length < count() && try_change([&](Program& program) { remove_columns(program, first, length); });
    });
  }

  // 0, else 1: all values of an array, then halves of it, down to single ones; then the numbers of the operator.
  void plain_values() {
    for (std::size_t i = 0; i < program_.blocks.size(); ++i) {
      for (std::vector<double> ProgramBlock::*array : {&ProgramBlock::r, &ProgramBlock::f}) {
        const auto size = static_cast<std::int64_t>((program_.blocks[i].*array).size());
        for (std::int64_t length = size; length > 0; length /= 2) {
          for (std::int64_t first = 0; first < size; first += length)
            plain_range(i, array, first, std::min(first + length, size));
        }
      }
      plain_weights(i);
    }
  }

  void plain_range(std::size_t block, std::vector<double> ProgramBlock::*array, std::int64_t first, std::int64_t last) {
    for (const double plain : {0.0, 1.0, 2.0}) {
      const std::vector<double>& now = program_.blocks[block].*array;
      const bool is_plain = std::all_of(now.begin() + first, now.begin() + last, [&](double value) {
        return bits_of(value) == bits_of(0.0) || bits_of(value) == bits_of(1.0) || bits_of(value) == bits_of(plain);
      });
      if (is_plain) return;
      const auto set = [&](Program& program) {
        std::vector<double>& values = program.blocks[block].*array;
        std::fill(values.begin() + first, values.begin() + last, plain);
      };
      if (try_change(set)) return;
    }
  }

  // Those of a chain are the same in all blocks.
  void plain_weights(std::size_t block) {
    const auto* sweep = std::get_if<SweepCommand>(&program_.blocks[block].command);
    if (sweep == nullptr || block > 0) return;
    std::vector<Weight> names;
    for_each_weight(sweep->weights, [&](Weight weight, double value) {
      if (bits_of(value) != bits_of(1.0)) names.push_back(weight);
    });
    for (const Weight name : names) {
      try_change([&](Program& program) {
        for (ProgramBlock& each : program.blocks) {
          auto* of = std::get_if<SweepCommand>(&each.command);
          if (of == nullptr) continue;
          for_each_weight(of->weights, [&](Weight weight, double& value) {
            if (weight == name) value = 1.0;
          });
        }
      });
    }
  }

  const Capsule& machine_;
  const CapsulePlayer& play_;
  const KeepsFinding& keeps_;
  Program program_;
  std::optional<Capsule> best_;
};

// What may do by itself, smallest first: the command that was wrong, with the chain that leads to it; all commands.
std::vector<Program> beginnings(const Capsule& capsule, std::size_t wrong) {
  const Program all = program_of(capsule);
  std::vector<Program> found;
  wrong = std::min(wrong, all.blocks.size() - 1);
  std::size_t first = wrong;
  while (first > 0 && continues(all.blocks[first].command)) --first;
  Program one;
  one.blocks.assign(all.blocks.begin() + static_cast<std::ptrdiff_t>(first),
                    all.blocks.begin() + static_cast<std::ptrdiff_t>(wrong) + 1);
  found.push_back(one);
  found.push_back(all);
  for (std::size_t i = 0; i < 2; ++i) {
    found.push_back(found[i]);
    found.back().overlapped = true;
  }
  return found;
}

std::optional<Capsule> smallest(const Capsule& played, const CapsulePlayer& play, const KeepsFinding& keeps) {
  Minimiser minimiser(played, play, keeps);
  for (Program& program : beginnings(played, difference(played).command)) {
    if (minimiser.try_it(std::move(program))) break;
  }
  if (!minimiser.best()) return std::nullopt;
  minimiser.run();
  return minimiser.best();
}

}  // namespace

// Most faults stay what they are in a smaller case: each step is asked for that only where the result is not.
std::optional<Capsule> minimised(const Capsule& played, const CapsulePlayer& play, const KeepsFinding& keeps) {
  if (difference(played).mismatches == 0) return std::nullopt;
  std::optional<Capsule> found = smallest(played, play, {});
  if (found && keeps && !keeps(*found)) found = smallest(played, play, keeps);
  return found ? found : played;
}

}  // namespace stencil
