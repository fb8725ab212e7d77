// A device that has failed: its calls as a capsule, whose side it was, and what was wrong before.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <string>
#include <vector>

#include "host/base/errors.hpp"
#include "host/base/text.hpp"
#include "sim/app/capsule/capsule_file.hpp"
#include "sim/app/capsule/first_divergence.hpp"
#include "sim/app/capsule/platform_search.hpp"
#include "sim/app/capsule/words_read.hpp"
#include "sim/app/diagnostics/failing_group.hpp"
#include "sim/app/diagnostics/run_capture.hpp"
#include "sim/app/divergence/probed_command.hpp"
#include "sim/app/json/utf8.hpp"
#include "sim/device/capsule/replay.hpp"
#include "sim/device/capsule/touched_words.hpp"
#include "sim/device/contract/contract.hpp"
#include "sim/device/contract/device_hang.hpp"
#include "sim/device/contract/waiting_pins.hpp"
#include "sim/device/divergence/calls/shorter_calls.hpp"
#include "sim/device/kernels/checked_numbers.hpp"

namespace stencil {
namespace {

constexpr const char* answered_write = "device answered the write of register";
constexpr const char* refused_command = "device refused a command";

// For the same failure again: a device that hangs is waited for no longer than in the run.
AcceleratorOptions failing_machine(const AcceleratorOptions& device) {
  AcceleratorOptions machine = searched_machine(device);
  machine.hang_bound_times = 1;
  return machine;
}

// Whether a device without registers, of the same capabilities, takes the calls.
bool is_legal(Capsule calls) {
  try {
    expect(calls);
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

}  // namespace

std::string RunCapture::keep_failure() noexcept {
  if (!failed_.found() && !keeps_failure_) return "";
  if (!failed_.found()) return "--capture failure: no call of this rank's device failed, none is kept";
  try {
    const std::optional<Capsule> found = complete(failed_.found());
    if (path_.empty()) return "";
    write_capsule(*found, path_);
    return fmt::format(
        "rank {}, step {}, block {} and the calls after it until the device failed are kept in {};\n"
        "  alone: stencil-cosim replay {}",
        found->origin.rank, found->origin.step, found->origin.block(), path_, path_);
  } catch (const std::exception& error) {
    return error.what();
  }
}

// The model of the device stands on the same platform and is given the same calls.
std::string RunCapture::side_of_failure() const {
  AcceleratorOptions machine = failing_machine(failed_.found()->device);
  const Json platform = platform_fault_of(*failed_.found(), machine, maker_);
  if (!platform.is_null()) return platform["text"].text();
  machine.accel = "model";
  try {
    player_on(machine, maker_)(*failed_.found());
  } catch (const std::exception& error) {
    const std::string text = error.what();
    const auto* const hang = dynamic_cast<const DeviceHang*>(&error);
    if (hang != nullptr && failure_again(false).rfind("platform hangs", 0) == 0)
      return wrapped(
          "side: platform (sim/device/accelerator, sim/device/platform): a call of the host waits for earlier ones "
          "alone, and the device has done all that it was offered; one that could go on is not handed on, to the model "
          "of the device, which has no RTL, no more than to the RTL",
          2, 0);
    if (text.find(refused_command) != std::string::npos && is_legal(*failed_.found()))
      return wrapped(
          "side: platform (sim/device/accelerator, sim/device/kernels): every call is legal as the host gives it; the "
          "model of the device, which has no RTL, refuses what reaches its registers too",
          2, 0);
    const bool of_a_register = text.find(answered_write) != std::string::npos &&
                               text.find(register_text(contract::REG_COMMAND)) == std::string::npos;
    return wrapped(of_a_register
                       ? "side: platform (sim/device/accelerator): the model of the device, which has no RTL, "
                         "refuses the same register write, and no call of the host writes registers"
                       : "side: host or platform: the model of the device, which has no RTL, fails at the "
                         "same calls",
                   2, 0);
  }
  const std::string again = failure_again(false);
  if (again.find("side: platform") != std::string::npos) return "";  // it names itself
  if (again.find("irq is high") != std::string::npos)
    return wrapped(
        "side: platform (sim/device/pins): all that the device was given has ended and its interrupt is high; the wait "
        "for it goes on",
        2, 0);
  if (again.rfind("platform hangs", 0) == 0)
    return wrapped(
        "side: platform (sim/device/pins, its pace of the link too): the device offers a beat, or is ready for one, "
        "and the platform does not move it; on the model of the device it does",
        2, 0);
  if (again.empty() && changes_devices_)
    return wrapped(
        "side: platform (sim/device/mixed): a new device, which no step on the other one comes before, makes the same "
        "calls without a failure",
        2, 0);
  if (again.find(written_early) != std::string::npos)
    return wrapped(
        "side: platform (sim/device/pins, sim/device/accelerator): the device refuses, as the contract has it, a write "
        "that had to wait for its interrupt",
        2, 0);
  if (only_the_master_objects())
    return wrapped(
        "side: platform (sim/device/pins): the rules of the bus, checked at the pins beside its master, are kept; the "
        "master counts beats otherwise than handshakes move them",
        2, 0);
  std::string side = wrapped(
      "side: device, or the pins that it is driven through (sim/device/pins): the model of the device, without RTL, "
      "makes the same calls on the same platform",
      2, 0);
  if (again.find(" on s_axi R, ") == std::string::npos) return side;
  const std::string read = words_read_text(*failed_.found(), failing_machine(failed_.found()->device), maker_);
  return read.empty() ? side : side + "\n" + wrapped(read, 2, 0);
}

// A breach that the master reports, and the same calls with the rules checked at the pins report no sooner.
bool RunCapture::only_the_master_objects() const {
  const std::string alone = failure_again(false);
  return alone.rfind("protocol error on s_axi", 0) == 0 && failure_again(true) == alone;
}

// The error of a new device that makes the same calls; empty: it makes them. protocol: the rules of the bus are checked
// at its pins.
std::string RunCapture::failure_again(bool protocol) const {
  AcceleratorOptions machine = failing_machine(failed_.found()->device);
  machine.checking.protocol = protocol;
  try {
    player_on(machine, maker_)(*failed_.found());
  } catch (const DeviceError& error) {
    return error.what();
  } catch (const std::exception&) {
  }
  return "";
}

// The command that hangs, or leaves wrong values, need not be the one that others wait for: the first that does so
// where no call behind it is made.
std::string RunCapture::first_failing() const {
  const Capsule& all = *failed_.found();
  const CapsulePlayer play = player_on(failing_machine(all.device), maker_);
  const std::vector<std::size_t> positions = command_positions(all);
  for (std::size_t number = 0; number < positions.size(); ++number) {
    const std::string which = fmt::format("made alone, the calls up to the command of block {} of the step",
                                          all.origin.first_block + static_cast<std::int64_t>(number));
    Capsule calls = calls_before(all, positions[number] + 1);
    look_at(calls, {words_written(calls.calls.back().command)});
    expect(calls);
    try {
      const Capsule played = play(calls);
      if (difference(played).mismatches == 0) continue;
      return wrapped(which + " leave wrong values:", 2, 0) + "\n" +
             first_divergence(played, player_on(searched_machine(all.device), maker_), {}).divergence["text"].text();
    } catch (const std::exception& error) {
      const std::string why = one_line(error.what());
      const bool is_refused = why.rfind(refused_command, 0) == 0;
      std::vector<std::string> lines;
      if (is_refused && number > 0)
        lines.push_back(wrapped(
            fmt::format(
                "the command of block {} of the step is the one refused ({}): made alone, the calls up to those "
                "of the block before pass",
                all.origin.first_block + static_cast<std::int64_t>(number),
                checked_numbers(all.calls[positions[number]].command, all.capabilities)),
            2, 0));
      else if (number + 1 < positions.size())
        lines.push_back(
            wrapped(fmt::format("{} fail as well ({})", which, why.substr(0, why.find_first_of(":;"))), 2, 0));
      if (is_refused) lines.push_back(taken_otherwise(calls, positions[number], play));
      if (const auto* hang = dynamic_cast<const DeviceHang*>(&error))
        lines.push_back(hang->state.commands == 0 ? hang_without_commands(calls, play)
                                                  : hang_of_other_sweeps(calls, positions[number], play));
      lines.erase(std::remove(lines.begin(), lines.end(), ""), lines.end());
      return fmt::format("{}", fmt::join(lines, "\n"));
    }
  }
  return "";
}

std::string RunCapture::explain_failure(SecondRun* again, RunWaves& waves, const AcceleratorMaker& maker) {
  if (accel_ != "rtl") return "";
  maker_ = maker;
  if (!failed_.found() && again != nullptr) fail_again(*again);
  if (!failed_.found()) return "";
  failed_.shorten(failing_group(*failed_.found(), failing_machine(failed_.found()->device), maker_));
  const std::string side = side_of_failure();
  if (side.rfind("side: device", 0) != 0) return side;  // what fails at fewer calls says nothing more
  const std::string before = again == nullptr ? "" : wrong_before(*again, waves);
  // Calls of many steps that no fewer could be found for: each would be made again with all before it.
  if (before.empty() && !failed_.found()->steps.empty()) return side;
  const std::string more = before.empty() ? first_failing() : before;
  return more.empty() ? side : side + "\n" + more;
}

// Calls that read what earlier ones have left in the device are kept with it in a second run alone: reading it costs
// cycles.
void RunCapture::fail_again(SecondRun& again) {
  failed_ = FailedCall(true);
  capture_.emplace(failed_);
  searches_ = true;
  try {
    sweep_again(again, false, SecondRun::Order::one_by_one);
  } catch (const std::exception&) {  // that it fails again is what is to be explained
  }
  again.end();
}

std::string RunCapture::wrong_before(SecondRun& again, RunWaves& waves) {
  capture_.emplace(wrong_);
  searches_ = true;
  transfers_ = std::make_unique<PlatformWatch>();
  try {
    sweep_again(again, false, SecondRun::Order::one_by_one);
  } catch (const std::exception&) {  // that it fails again is what is to be explained
  }
  if (!wrong_.found()) return "";
  find_places(again.session(), wrong_.found());
  const std::optional<Capsule> found = complete(wrong_.found());
  Json told = earliest_platform_fault(
      communicator_, *transfers_,
      [&](std::int64_t step, std::int64_t block) { return again.session().reference().place_of(step, block); },
      found->origin.step);
  again.end();
  transfers_.reset();
  if (told.is_null()) told = find_first(found, static_cast<int>(found->origin.rank), waves);
  return "before it failed, a value was wrong:\n" + told["text"].text();
}

}  // namespace stencil
