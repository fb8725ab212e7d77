// SPDX-License-Identifier: Apache-2.0
#include "sim/device/accelerator/posted_calls.hpp"

#include <fmt/format.h>

#include "host/base/text.hpp"
#include "sim/device/kernels/kernels.hpp"

namespace stencil {

void PostedCalls::all_done() {
  loads_.clear();
  stores_.clear();
  commands_.clear();
}

std::string PostedCalls::stands(const char* what, const std::vector<Transfer>& all, std::size_t left, bool offered) {
  std::int64_t posted = 0;
  for (const Transfer& one : all) posted += one.bursts;
  std::int64_t done = posted - static_cast<std::int64_t>(left);
  for (const Transfer& one : all) {
    if (done < one.bursts) {
      const std::string transfer =
          fmt::format("{} of {} buffer {}", what, one.place.bank == Bank::f ? "f" : "r", one.place.buffer);
      return offered ? fmt::format("{} stands at its burst {} of {}", transfer, done + 1, one.bursts)
                     : transfer + " waits for what was posted before it";
    }
    done -= one.bursts;
  }
  return {};
}

std::string PostedCalls::command_stands(const HangState& hang) const {
  const DeviceCommand& oldest = commands_[commands_.size() - static_cast<std::size_t>(hang.commands)];
  const CommandBlock block = command_block(oldest);
  const std::string text =
      fmt::format("{} of {} x {}, {} times,", command_name(oldest), block.rows, block.cols, block.sweeps);
  if (hang.accepted() > 0) {
    const HeldBuffers held = held_buffers(oldest);
    const std::string r = held.r == HeldBuffers::none ? "" : fmt::format(" and r buffer {}", held.r);
    return fmt::format("{} has not finished; it holds f buffer {}{}", text, block.f_buffer, r);
  }
  if (hang.unanswered > 0) return fmt::format("COMMAND of {} is written and not answered", text);
  return fmt::format("no command is in the device; {} waits to be written after what was posted before it", text);
}

std::vector<std::string> PostedCalls::unfinished(const HangState& hang) const {
  std::vector<std::string> parts;
  if (hang.commands > 0 && static_cast<std::size_t>(hang.commands) <= commands_.size())
    parts.push_back(command_stands(hang));
  if (hang.commands == 0 && !commands_.empty() && hang.loads + hang.stores + hang.registers == 0)
    parts.emplace_back("all commands have ended, irq is low");
  if (hang.loads > 0) parts.push_back(stands("load", loads_, hang.loads, hang.load_offered));
  if (hang.stores > 0) parts.push_back(stands("store", stores_, hang.stores, hang.store_offered));
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
