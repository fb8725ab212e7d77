// SPDX-License-Identifier: Apache-2.0
#include "sim/device/transfers/command_check.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "sim/device/contract/contract.hpp"
#include "sim/device/contract/waiting_pins.hpp"
#include "sim/device/kernels/carried_command.hpp"
#include "sim/device/kernels/kernels.hpp"
#include "sim/device/transfers/named_calls.hpp"

namespace stencil {
namespace {

using Part = TransferFault::Part;
using Writes = std::vector<RegisterWrite>;

std::string write_text(const RegisterWrite& write) {
  if (write.address == contract::REG_COMMAND) return fmt::format("COMMAND with {:#x}", write.value);
  return fmt::format("register {:#x} with {:#x}", write.address, write.value);
}

std::string strobes_text(const RegisterWrite& write) {
  return fmt::format(" with all 8 bytes: its strobes are {:#04x}", write.strobes);
}

std::size_t commands_in(const Writes& writes, std::size_t end) {
  return static_cast<std::size_t>(
      std::count_if(writes.begin(), writes.begin() + static_cast<std::ptrdiff_t>(std::min(end, writes.size())),
                    [](const RegisterWrite& write) { return write.address == contract::REG_COMMAND; }));
}

// The number of the command for which write number `at` was made.
std::size_t command_call(const std::vector<GivenCall>& calls, std::size_t commands_before) {
  std::size_t last = 0;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    if (calls[i].kind != TransferFault::Kind::command) continue;
    last = i;
    if (commands_before-- == 0) break;
  }
  return last;
}

std::optional<TransferFault> changed(const std::vector<GivenCall>& calls, Part part, const Writes& from,
                                     const Writes& to) {
  for (std::size_t i = 0; i < from.size(); ++i) {
    const bool there = i < to.size();
    const bool whole = there && to[i].strobes == RegisterWrite::all_strobes;
    if (whole && to[i].address == from[i].address && to[i].value == from[i].value) continue;
    TransferFault fault;
    fault.part = part;
    fault.call = named_call(calls, command_call(calls, commands_in(from, i)));
    fault.what = there ? fmt::format("it writes {}, must write {}", write_text(to[i]), write_text(from[i]))
                       : fmt::format("it does not write {}", write_text(from[i]));
    if (there && !whole) fault.what += strobes_text(to[i]);
    return fault;
  }
  return std::nullopt;
}

}  // namespace

std::optional<TransferFault> command_fault(const std::vector<GivenCall>& calls, const TransferLog& log,
                                           const Capabilities& device) {
  const Writes& made = log.writes(HandedTo::target);
  std::size_t at = 0;
  std::map<std::uint64_t, std::uint64_t> held = log.registers_before();  // by the device, of what was written
  for (std::size_t call = 0; call < calls.size(); ++call) {
    if (calls[call].kind != TransferFault::Kind::command) continue;
    if (const std::string carried = wrongly_carried(calls[call].command, device); !carried.empty()) {
      TransferFault fault;
      fault.part = Part::encoding;
      fault.call = named_call(calls, call);
      fault.what = "its registers and COMMAND carry another command: " + carried;
      return fault;
    }
    const RegisterWrite must{contract::REG_COMMAND, queued_command(calls[call].command).word()};
    std::set<std::uint64_t> written;
    for (; at < made.size() && made[at].address != contract::REG_COMMAND; ++at) {
      held[made[at].address] = made[at].value;
      written.insert(made[at].address);
    }
    for (const JobWord& word : job_words(calls[call].command, device)) {
      const auto last = held.find(word.address);
      if (last == held.end() || last->second == word.value) continue;
      TransferFault fault;
      fault.call = named_call(calls, call);
      const std::string must_be = fmt::format("must write {:#x}", word.value);
      if (written.count(word.address) != 0) {
        fault.what = fmt::format("it writes {}, {}", write_text({last->first, last->second}), must_be);
      } else {
        fault.part = Part::job;
        fault.what = fmt::format("{} is not written for it, {}: it holds {:#x} of a command before",
                                 register_text(static_cast<std::uint32_t>(word.address)), must_be, last->second);
      }
      return fault;
    }
    if (at < made.size() && made[at].value == must.value) {
      ++at;
      continue;
    }
    TransferFault fault;
    fault.call = named_call(calls, call);
    fault.what = at < made.size() ? fmt::format("it writes {}, must write {}", write_text(made[at]), write_text(must))
                                  : fmt::format("it does not write {}", write_text(must));
    return fault;
  }
  if (auto fault = changed(calls, Part::target, made, log.writes(HandedTo::device))) return fault;
  if (!log.has_pins()) return std::nullopt;
  return changed(calls, Part::pins, log.writes(HandedTo::device), log.pin_writes());
}

std::optional<TransferFault> lost_write_fault(const std::vector<GivenCall>& calls, const TransferLog& log,
                                              bool all_made) {
  // The target hands on at once what it is given.
  if (auto fault = changed(calls, Part::target, log.writes(HandedTo::target), log.writes(HandedTo::device)))
    return fault;
  if (!log.has_pins()) return std::nullopt;
  Writes handed = log.writes(HandedTo::device);
  if (!all_made) handed.resize(std::min(handed.size(), log.pin_writes().size()));
  return changed(calls, Part::pins, handed, log.pin_writes());
}

std::vector<std::int64_t> command_cycles(const TransferLog& log) {
  std::vector<std::int64_t> cycles;
  for (const RegisterWrite& write : log.pin_writes()) {
    if (write.address == contract::REG_COMMAND) cycles.push_back(write.cycle);
  }
  return cycles;
}

}  // namespace stencil
