// SPDX-License-Identifier: Apache-2.0
#include "sim/device/accelerator/posted_calls.hpp"

#include <fmt/core.h>

#include "host/base/text.hpp"
#include "sim/device/kernels/kernels.hpp"

namespace stencil {

void PostedCalls::all_done() {
  loads_.clear();
  stores_.clear();
  commands_.clear();
}

std::string command_text(const DeviceCommand& command) {
  const CommandBlock block = command_block(command);
  return fmt::format("{} of {} x {}, {} times", command_name(command), block.rows, block.cols, block.sweeps);
}

const DeviceCommand* PostedCalls::oldest(const HangState& hang) const {
  const auto unfinished = static_cast<std::size_t>(hang.commands);
  return unfinished == 0 || unfinished > commands_.size() ? nullptr : &commands_[commands_.size() - unfinished];
}

bool PostedCalls::is_held(const HangState& hang, const Place& place) const {
  const DeviceCommand* command = oldest(hang);
  for (std::int64_t i = 0; command != nullptr && i < hang.accepted(); ++i, ++command) {
    const HeldBuffers held = held_buffers(*command);
    if (place.buffer == (place.bank == Bank::f ? held.f : held.r)) return true;
  }
  return false;
}

std::string PostedCalls::stands(const HangState& hang, bool load) const {
  const std::vector<Transfer>& all = load ? loads_ : stores_;
  std::int64_t posted = 0;
  for (const Transfer& one : all) posted += one.bursts;
  std::int64_t done = posted - static_cast<std::int64_t>(load ? hang.loads : hang.stores);
  for (const Transfer& one : all) {
    if (done < one.bursts) {
      const std::string transfer = fmt::format("{} of {} buffer {}", load ? "load" : "store",
                                               one.place.bank == Bank::f ? "f" : "r", one.place.buffer);
      if (!(load ? hang.load_offered : hang.store_offered))
        return transfer + (hang.kept_by_platform() && !hang.beat_withheld
                               ? " is not offered to the device, which has done all that it was offered"
                               : " waits for what was posted before it");
      return fmt::format("{} stands at its burst {} of {}{}", transfer, done + 1, one.bursts,
                         is_held(hang, one.place) ? ", since a command holds that buffer" : "");
    }
    done -= one.bursts;
  }
  return {};
}

std::string PostedCalls::command_stands(const HangState& hang) const {
  const DeviceCommand& command = *oldest(hang);
  const std::string text = command_text(command) + ",";
  if (hang.accepted() > 0) {
    const HeldBuffers held = held_buffers(command);
    const std::string r = held.r == HeldBuffers::none ? "" : fmt::format(" and r buffer {}", held.r);
    return fmt::format("{} has not finished; it holds f buffer {}{}; the device owes its end", text, held.f, r);
  }
  if (hang.unanswered > 0) return fmt::format("COMMAND of {} is written and not answered", text);
  return fmt::format("no command is in the device; {} waits to be written after what was posted before it", text);
}

std::vector<std::string> PostedCalls::unfinished(const HangState& hang) const {
  std::vector<std::string> parts;
  if (oldest(hang) != nullptr) parts.push_back(command_stands(hang));
  if (hang.commands == 0 && !commands_.empty() && hang.loads + hang.stores + hang.registers == 0)
    parts.emplace_back(hang.interrupt ? "all commands have ended and irq is high: the platform does not see it"
                                      : "all commands have ended, irq is low");
  if (hang.loads > 0) parts.push_back(stands(hang, true));
  if (hang.stores > 0) parts.push_back(stands(hang, false));
  return parts;
}

std::string PostedCalls::silence(const Quiet& quiet, const HangState& seen) const {
  std::vector<std::string> parts = unfinished(seen);
  parts.insert(parts.end(), seen.pins.begin(), seen.pins.end());
  return with_parts(fmt::format("device quiet for {} cycles, at cycle {}; it counts as hung after {}",
                                with_commas(quiet.cycles), with_commas(quiet.now), with_commas(quiet.limit_cycles)),
                    parts);
}

}  // namespace stencil
