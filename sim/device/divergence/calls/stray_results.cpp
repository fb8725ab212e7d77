// SPDX-License-Identifier: Apache-2.0
#include "sim/device/divergence/calls/stray_results.hpp"

#include <algorithm>
#include <utility>

#include "models/values/canonical_nan.hpp"
#include "sim/device/capsule/replay.hpp"
#include "sim/device/capsule/touched_words.hpp"
#include "sim/device/divergence/calls/shorter_calls.hpp"
#include "sim/device/divergence/field/swept_field.hpp"

namespace stencil {
namespace {

using Values = std::vector<double>;

// What the golden models leave in the buffer of a command.
Values results_of(const Capsule& calls, std::size_t command) {
  Capsule shorter = calls_before(calls, command + 1);
  const std::size_t at = look_at(shorter, {words_written(shorter.calls[command].command)});
  expect(shorter);
  return std::move(shorter.calls[at].expected);
}

class Victim {
 public:
  Victim(const Capsule& calls, std::size_t position, const Values& got, const std::vector<char>& shown)
      : number_(commands_before(calls, position)), got_(got), shown_(shown) {
    const Program program = program_of(calls);
    block_ = program.blocks[number_];
    right_ = swept(block_.f);
    for (std::size_t word = 0; word < got.size(); ++word) {
      if (differs(right_, word)) wrong_.push_back(word);
    }
  }

  std::optional<StrayResults> from(std::size_t command, const Values& results) const {
    if (wrong_.empty()) return std::nullopt;
    const bool lie_there = std::all_of(wrong_.begin(), wrong_.end(), [&](std::size_t word) {
      return word < results.size() && bits_of(results[word]) == bits_of(got_[word]);
    });
    if (lie_there)
      return StrayResults{command, static_cast<std::int64_t>(wrong_.size()), static_cast<std::int64_t>(wrong_.front()),
                          false};
    for (const std::size_t first : beginnings()) {
      if (first >= results.size() || first >= block_.f.size()) continue;
      Values f = block_.f;
      const std::size_t end = std::min(results.size(), f.size());
      std::copy(results.begin() + static_cast<std::ptrdiff_t>(first),
                results.begin() + static_cast<std::ptrdiff_t>(end), f.begin() + static_cast<std::ptrdiff_t>(first));
      const Values after = swept(std::move(f));
      bool explained = true;
      for (std::size_t word = 0; explained && word < got_.size(); ++word) explained = !differs(after, word);
      if (explained)
        return StrayResults{command, static_cast<std::int64_t>(end - first), static_cast<std::int64_t>(first), true};
    }
    return std::nullopt;
  }

 private:
  Values swept(Values f) const {
    Program program;
    program.blocks.push_back(block_);
    program.blocks.front().f = std::move(f);
    return SweptField(program, 0, 0).after(command_block(block_.command).sweeps);
  }

  bool differs(const Values& values, std::size_t word) const {
    return shown_[word] != 0 && bits_of(values[word]) != bits_of(got_[word]);
  }

  // Words from which on results may lie there. A wrong value spreads by a row with each sweep, so that the first wrong
  // word has the first of them below it; where more rows are not shown, it may be any.
  std::vector<std::size_t> beginnings() const {
    const CommandBlock size = command_block(block_.command);
    std::vector<std::size_t> words{wrong_.front() + static_cast<std::size_t>(size.sweeps * size.cols)};
    constexpr double most_points = 1e8;
    const auto points = static_cast<double>(size.rows * size.cols);
    if (points * points * static_cast<double>(size.sweeps) > most_points) return words;
    for (std::size_t word = 0; word < block_.f.size(); ++word) words.push_back(word);
    return words;
  }

  std::size_t number_;
  const Values& got_;
  const std::vector<char>& shown_;
  ProgramBlock block_;
  Values right_;
  std::vector<std::size_t> wrong_;
};

}  // namespace

std::optional<StrayResults> stray_results(const Capsule& calls, std::size_t victim, const std::vector<double>& got,
                                          const std::vector<char>& shown) {
  const int buffer = command_block(calls.calls[victim].command).f_buffer;
  const Victim of(calls, victim, got, shown);
  const std::vector<std::size_t> positions = command_positions(calls);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const DeviceCommand& command = calls.calls[positions[i]].command;
    if (command_block(command).f_buffer == buffer || continues(command) || is_continued(command)) continue;
    if (auto found = of.from(i, results_of(calls, positions[i]))) return found;
  }
  return std::nullopt;
}

}  // namespace stencil
