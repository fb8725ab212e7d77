// The device given its calls and let run, and what the host knows of one that fails.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "host/base/errors.hpp"
#include "host/base/text.hpp"
#include "sim/device/accelerator/platform_accelerator.hpp"
#include "sim/device/contract/call_error.hpp"
#include "sim/device/kernels/kernels.hpp"
#include "sim/device/platform/device_pulse.hpp"
#include "sim/device/transfers/failing_call.hpp"
#include "sim/device/transfers/named_calls.hpp"

namespace stencil {

using namespace contract;

// Hands over what is posted. `at`: the call during whose posting the platform fails, where it is known.
void PlatformAccelerator::hand_over(std::optional<std::size_t>& at) {
  if (handed_ == 0) {
    group_began_ = master_.device().counts();
    reported_before_ = reported_;
  }
  for (; handed_ < calls_.size(); ++handed_) {
    const Call& call = calls_[handed_];
    if (call.kind == Call::Kind::command) {
      post_command(call);
    } else {
      at = handed_;
      post_transfer(call);
      at.reset();
    }
    device_clock.store(master_.device().now(), std::memory_order_relaxed);
  }
}

// On failure, calls that the device was given are gone.
void PlatformAccelerator::hand_over_and(const std::function<void()>& wait) {
  std::optional<std::size_t> at;
  try {
    hand_over(at);
    wait();
  } catch (const DeviceHang& hang) {
    const std::optional<std::int64_t> command = held_up(hang.state, handed_);
    forget();
    throw DeviceHang(hang.what(), hang.state, command);
  } catch (const DeviceError& error) {
    const DeviceCounts& counts = master_.device().counts();
    const auto ended = static_cast<std::int64_t>(master_.device().drop_sweep_ends());
    const DoneSoFar done{counts.beats_loaded - group_began_.beats_loaded,
                         counts.beats_stored - group_began_.beats_stored, reported_ - reported_before_ + ended,
                         answered_text(error)};
    const std::vector<GivenCall> calls = given_calls();
    const std::size_t posted = handed_;
    forget();
    throw_named(error, calls, posted, done, capabilities_, at);
  }
}

void PlatformAccelerator::run(WaitFor& wait) {
  wait.listener = [this](const Quiet& quiet, const std::function<HangState()>& seen) {
    if (silence_.is_due(quiet)) warn_of_silence(posted_.silence(quiet, seen()));
  };
  try {
    const DeviceRuns runs(master_.device().now());
    master_.wait(wait);
  } catch (const DeviceHang& hang) {
    throw DeviceHang(explain(hang), hang.state);
  }
}

void PlatformAccelerator::forget() {
  calls_.erase(calls_.begin(), calls_.begin() + static_cast<std::ptrdiff_t>(handed_));
  handed_ = 0;
}

std::vector<GivenCall> PlatformAccelerator::given_calls() const {
  std::vector<GivenCall> given;
  for (const Call& call : calls_) {
    GivenCall one;
    one.kind = call.kind == Call::Kind::load    ? TransferFault::Kind::load
               : call.kind == Call::Kind::store ? TransferFault::Kind::store
                                                : TransferFault::Kind::command;
    one.place = call.place;
    if (call.command) one.command = *call.command;
    given.push_back(one);
  }
  return given;
}

namespace {

// By the contract's causes of the cycles between: compute and stall are those in which the engine has a command.
std::string engine_text(const DeviceCounts& before, const DeviceCounts& after) {
  const auto grew = [&](Cause cause) { return after.cause_cycles[cause] > before.cause_cycles[cause]; };
  if (grew(CAUSE_COMPUTE)) return "the engine has it or another (perf_cause)";
  if (grew(CAUSE_STALL))
    return "the engine has it or another (perf_cause) and does not begin its next pass: it waits for results of the "
           "pass "
           "before (STALL)";
  if (after.ticked_cycles() == before.ticked_cycles()) return "";
  return "the engine has no command (perf_cause): what is owed waits before it (queue, interlock), or its end was lost";
}

}  // namespace

std::string PlatformAccelerator::explain(const DeviceHang& hang) {
  if (hang.state.commands > hang_.commands())
    return fmt::format(
        "platform, bound of a hang: gave up after {} quiet cycles, for a command not counted in that bound ({} not "
        "finished, {} counted); that the device hangs is not shown: {}",
        hang_.limit_cycles(hang.state), hang.state.commands, hang_.commands(),
        with_parts(status_text(hang.state), posted_.unfinished(hang.state)));
  const DeviceCounts before = master_.device().counts();
  const std::string status = status_text(hang.state);
  const bool busy_with_nothing = hang.state.commands <= 0 && status.rfind("STATUS is busy", 0) == 0;
  std::vector<std::string> parts{
      busy_with_nothing ? fmt::format("the contract allows {} where no command is owed", hang_.limit_cycles(hang.state))
                        : allowed_text(hang.state),
      status};
  if (busy_with_nothing) parts.push_back(ends_text(hang.state));
  if (hang.state.accepted() > 0) parts.push_back(engine_text(before, master_.device().counts()));
  for (const std::string& part : posted_.unfinished(hang.state)) parts.push_back(part);
  for (const std::string& part : hang.state.pins) parts.push_back(part);
  parts.erase(std::remove(parts.begin(), parts.end(), ""), parts.end());
  return with_parts(hang.what(), parts);
}

std::string PlatformAccelerator::allowed_text(const HangState& hang) const {
  const std::string text = fmt::format("the contract allows {}", hang_.limit_cycles(hang));
  const HangBound::Term* const term = hang_.oldest(hang);
  const DeviceCommand* const oldest = posted_.oldest(hang);
  if (term == nullptr || oldest == nullptr) return text + " while the device has no command";
  if (term->times == 0) return fmt::format("{} for {} and what it has behind it", text, command_text(*oldest));
  const bool tile = std::holds_alternative<TileCommand>(*oldest);
  return fmt::format("{}: {} ({}) times the {} cycles of {}, and {} beside it", text, term->times,
                     tile ? "PROGRESS_TILE" : "PROGRESS_SWEEP", with_commas(term->cycles), command_text(*oldest),
                     hang_.idle_cycles());
}

std::optional<std::int64_t> PlatformAccelerator::held_up(const HangState& hang, std::size_t posted) const {
  using Kind = TransferFault::Kind;
  const std::vector<GivenCall> calls = given_calls();
  const auto oldest = [&](Kind kind, std::int64_t unfinished) -> std::optional<std::int64_t> {
    for (std::size_t i = std::min(posted, calls.size()); unfinished > 0 && i-- > 0;) {
      if (calls[i].kind != kind) continue;
      unfinished -= kind == Kind::command ? 1 : bursts_of(calls[i].place);
      if (unfinished <= 0) return named_call(calls, i).command;
    }
    return std::nullopt;
  };
  if (hang.commands > 0) return oldest(Kind::command, hang.commands);
  if (hang.loads > 0) return oldest(Kind::load, static_cast<std::int64_t>(hang.loads));
  return oldest(Kind::store, static_cast<std::int64_t>(hang.stores));
}

// Of a device that is busy though it owes no command.
std::string PlatformAccelerator::ends_text(const HangState& hang) const {
  if (hang.commands < 0)
    return fmt::format("it has announced {} more than it was given commands, and still counts one",
                       counted(-hang.commands, "end"));
  return fmt::format("it has announced an end for each of its commands ({} since it was idle), and still counts one",
                     hang_.commands());
}

// A device that hangs may still answer at its register port.
std::string PlatformAccelerator::status_text(const HangState& hang) {
  if (hang.registers > 0) {
    const bool offered = std::any_of(hang.pins.begin(), hang.pins.end(),
                                     [](const std::string& pin) { return pin.rfind("s_axil", 0) == 0; });
    return offered ? "its register port does not answer"
                   : "STATUS cannot be read, a register access waits for the transfers before it";
  }
  try {
    const std::uint64_t status = read_register(REG_STATUS);
    return fmt::format("STATUS is {}{}{}", status & status_busy ? "busy" : "not busy",
                       status & status_done ? ", done" : "", status & status_failed ? ", failed" : "");
  } catch (const DeviceError&) {
    return "STATUS cannot be read";
  }
}

// A device that answers a burst with SLVERR shows the reason in ERROR; MODE decides whether bursts are held.
std::string PlatformAccelerator::answered_text(const DeviceError& error) {
  const std::string text = error.what();
  const bool of_data =
      text.rfind("device answered the read burst", 0) == 0 || text.rfind("device answered the write burst", 0) == 0;
  if (!of_data) return "";
  try {
    const std::uint64_t status = read_register(REG_STATUS);
    const std::uint64_t code = read_register(REG_ERROR);
    const std::uint64_t mode = read_register(REG_MODE);
    return fmt::format("; STATUS is {}failed, ERROR {} ({}), MODE {:#x} ({:#x} was written)",
                       status & status_failed ? "" : "not ", code, error_text(code), mode, mode_interrupt);
  } catch (const DeviceError&) {
    return "; its registers cannot be read";
  }
}

// Registers of the job that do not read as they were written: "; TILE reads 0x0, 0x10 was written".
std::string PlatformAccelerator::other_registers_text() {
  std::string text;
  for (const RegisterRow& row : register_rows) {
    if (!Job::holds(row.address)) continue;
    const std::optional<std::uint64_t> written = job_.value(row.address);
    if (!written) continue;
    const std::uint64_t value = read_register(row.address);
    if (value != *written) text += fmt::format("; {} reads {:#x}, {:#x} was written", row.name, value, *written);
  }
  return text;
}

// interrupt: as it was when the wait ended.
void PlatformAccelerator::check_status(std::optional<bool> interrupt) {
  const std::uint64_t status = read_register(REG_STATUS);
  if (status & status_failed) {
    const std::uint64_t code = read_register(REG_ERROR);
    throw RefusedCommand(
        fmt::format("device refused a command: error {} ({}){}", code, error_text(code), other_registers_text()));
  }
  if ((!(status & status_done) || (status & status_busy)) && !interrupt.value_or(true))
    throw DeviceError(
        fmt::format("platform, wait: it returned before the device raised its interrupt, with STATUS={:#x}", status));
  if (!(status & status_done) || (status & status_busy))
    throw DeviceError(fmt::format(
        "the interrupt ended a wait with STATUS={:#x}, done and not busy expected: either the device raised "
        "irq too early, or the platform (sim/device/pins) took it as it was before",
        status));
}

}  // namespace stencil
