// SPDX-License-Identifier: Apache-2.0
#include "sim/device/capsule/replay.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstring>
#include <deque>

#include "host/base/errors.hpp"
#include "host/device/counts.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/device/software/software_accelerator.hpp"

namespace stencil {
namespace {

using Kind = CapsuleCall::Kind;

// A command by itself that leaves the same words in the device's registers.
DeviceCommand alone(DeviceCommand command) {
  if (auto* sweep = std::get_if<SweepCommand>(&command)) sweep->above = sweep->below = sweep->own_weights = false;
  return command;
}

GivenWeights weights_after(const std::optional<DeviceCommand>& before) {
  GivenWeights weights;
  const auto* sweep = before ? std::get_if<SweepCommand>(&*before) : nullptr;
  if (sweep == nullptr) return weights;
  for_each_weight(sweep->weights,
                  [&](Weight weight, double value) { weights[static_cast<std::size_t>(weight)] = value; });
  return weights;
}

bool same_bits(const std::optional<double>& a, const std::optional<double>& b) {
  return a.has_value() == b.has_value() && (!a || bits_of(*a) == bits_of(*b));
}

// The device as the first call found it.
void prepare(const Capsule& capsule, Accelerator& device) {
  if (capsule.before) {
    device.post(alone(*capsule.before), {});
    device.wait();
  }
  const GivenWeights known = weights_after(capsule.before);
  for (std::size_t i = 0; i < weight_count; ++i) {
    if (!capsule.weights[i] || same_bits(capsule.weights[i], known[i])) continue;
    device.set_weight(static_cast<Weight>(i), *capsule.weights[i]);
  }
  for (const CapsuleContents& contents : capsule.contents) device.post_load(contents.place, contents.words.data(), {});
  device.wait();
}

class Player {
 public:
  Player(Capsule& capsule, Accelerator& device) : capsule_(capsule), device_(device) {}

  void operator()() {
    so_far_ = device_.cycles();
    tickets_.assign(capsule_.calls.size(), 0);
    for (std::size_t i = 0; i < capsule_.calls.size(); ++i) {
      const CapsuleCall& call = capsule_.calls[i];
      if (call.kind == Kind::wait && !call.after.empty())
        wait_for(tickets_.at(call.after.front()));
      else if (call.kind == Kind::wait)
        wait();
      else
        tickets_[i] = post(capsule_.calls[i]);
    }
    wait();
  }

 private:
  Ticket post(CapsuleCall& call) {
    After after;
    for (const std::size_t position : call.after) after.push_back(tickets_.at(position));
    if (call.kind == Kind::command) {
      commands_.push_back(&call);
      return device_.post(call.command, after);
    }
    if (call.place.length_words != static_cast<std::int64_t>(call.data.size())) {
      throw ArgumentError(fmt::format("a transfer of {} words has {}", call.place.length_words, call.data.size()));
    }
    if (call.kind == Kind::load) return device_.post_load(call.place, call.data.data(), after);
    return device_.post_store(call.place, call.data.data(), after);
  }

  void wait() {
    device_.wait();
    for (std::size_t i = 0; i < commands_.size(); ++i) {
      const bool last = i + 1 == commands_.size();
      end_command(*commands_[i], last || i >= device_.sweep_ends().size() ? device_.cycles() : device_.sweep_ends()[i]);
    }
    commands_.clear();
  }

  void wait_for(Ticket ticket) {
    device_.wait(ticket);
    for (const CycleCounts& end : device_.sweep_ends()) {
      if (commands_.empty()) return;
      end_command(*commands_.front(), end);
      commands_.pop_front();
    }
  }

  void end_command(CapsuleCall& command, const CycleCounts& end) {
    const CycleCounts spent = end - so_far_;
    command.cycles = spent;
    command.model = spent.model;
    so_far_ = end;
  }

  Capsule& capsule_;
  Accelerator& device_;
  std::vector<Ticket> tickets_;
  std::deque<CapsuleCall*> commands_;  // that no wait has told the end of
  CycleCounts so_far_;
};

}  // namespace

std::size_t command_count(const Capsule& capsule) {
  return static_cast<std::size_t>(std::count_if(capsule.calls.begin(), capsule.calls.end(),
                                                [](const CapsuleCall& call) { return call.kind == Kind::command; }));
}

Capsule play(const Capsule& capsule, Accelerator& device) {
  Capsule played = capsule;
  prepare(played, device);
  Player(played, device)();
  return played;
}

double unread_word() {
  constexpr std::uint64_t bits = 0x7ff8'0bad'0bad'0bad;  // a NaN that no operator gives
  double word = 0;
  std::memcpy(&word, &bits, sizeof word);
  return word;
}

Capsule play_until_failure(const Capsule& capsule, Accelerator& device) {
  Capsule played = capsule;
  for (CapsuleCall& call : played.calls) {
    if (call.kind == Kind::store) call.data.assign(call.data.size(), unread_word());
  }
  try {
    prepare(played, device);
    Player(played, device)();
  } catch (const DeviceError&) {  // why it failed is known
  }
  return played;
}

void expect(Capsule& capsule) {
  SoftwareAccelerator golden(capsule.capabilities, capsule.by_formula);
  Capsule played = play(capsule, golden);
  for (std::size_t i = 0; i < capsule.calls.size(); ++i) {
    if (capsule.calls[i].kind == Kind::store) capsule.calls[i].expected = std::move(played.calls[i].data);
  }
}

CapsuleDifference difference(const Capsule& capsule) {
  CapsuleDifference found;
  std::size_t commands = 0;
  for (std::size_t at = 0; at < capsule.calls.size(); ++at) {
    const CapsuleCall& call = capsule.calls[at];
    if (call.kind == Kind::command) ++commands;
    if (call.kind != Kind::store) continue;
    const auto words = static_cast<std::int64_t>(std::min(call.data.size(), call.expected.size()));
    const Comparison comparison = compare_rows(call.expected.data(), call.data.data(), 0, 1, words);
    if (found.mismatches == 0 && comparison.first) {
      found.store = at;
      found.first = *comparison.first;
      found.word = {call.place.bank, call.place.buffer, call.place.offset_words + comparison.first->col, 1};
      std::size_t command = commands;
      std::int64_t cols = 0;
      for (std::size_t before = at; before-- > 0 && cols == 0;) {
        if (capsule.calls[before].kind != Kind::command) continue;
        --command;
        const CommandBlock block = command_block(capsule.calls[before].command);
        if (block.f_buffer == call.place.buffer) cols = block.cols;
      }
      found.command = command;
      found.first.row = cols == 0 ? 0 : found.word.offset_words / cols;
      found.first.col = cols == 0 ? found.word.offset_words : found.word.offset_words % cols;
    }
    found.compared += comparison.compared;
    found.mismatches += comparison.mismatches;
  }
  return found;
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](double one, double other) { return bits_of(one) == bits_of(other); });
}

bool same_values(const Capsule& a, const Capsule& b) {
  return std::equal(a.calls.begin(), a.calls.end(), b.calls.begin(), b.calls.end(),
                    [](const CapsuleCall& one, const CapsuleCall& other) {
                      return one.kind == other.kind && same_bits(one.data, other.data);
                    });
}

bool same_cycles(const Capsule& a, const Capsule& b) {
  return std::equal(a.calls.begin(), a.calls.end(), b.calls.begin(), b.calls.end(),
                    [](const CapsuleCall& one, const CapsuleCall& other) {
                      return one.kind == other.kind && one.cycles == other.cycles;
                    });
}

}  // namespace stencil
