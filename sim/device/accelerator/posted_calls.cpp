// SPDX-License-Identifier: Apache-2.0
#include "sim/device/accelerator/posted_calls.hpp"

#include <fmt/format.h>

#include "sim/device/kernels/kernels.hpp"

namespace stencil {

void PostedCalls::all_done() {
  loads_.clear();
  stores_.clear();
  commands_.clear();
}

std::string PostedCalls::stands(const char* what, const std::vector<Transfer>& all, std::size_t left) {
  std::int64_t posted = 0;
  for (const Transfer& one : all) posted += one.bursts;
  std::int64_t done = posted - static_cast<std::int64_t>(left);
  for (const Transfer& one : all) {
    if (done < one.bursts) {
      return fmt::format("{} of {} buffer {} stands at its burst {} of {}", what, one.place.bank == Bank::f ? "f" : "r",
                         one.place.buffer, done + 1, one.bursts);
    }
    done -= one.bursts;
  }
  return {};
}

std::vector<std::string> PostedCalls::unfinished(const HangState& hang) const {
  std::vector<std::string> parts;
  const auto left = static_cast<std::size_t>(hang.commands);
  if (hang.commands > 0 && left <= commands_.size()) {
    const DeviceCommand& oldest = commands_[commands_.size() - left];
    const CommandBlock block = command_block(oldest);
    const HeldBuffers held = held_buffers(oldest);
    std::string text = fmt::format("{} of {} x {}, {} times, has not finished; it holds f buffer {}",
                                   command_name(oldest), block.rows, block.cols, block.sweeps, block.f_buffer);
    if (held.r != HeldBuffers::none) text += fmt::format(" and r buffer {}", held.r);
    parts.push_back(text);
  }
  if (hang.loads > 0) parts.push_back(stands("load", loads_, hang.loads));
  if (hang.stores > 0) parts.push_back(stands("store", stores_, hang.stores));
  return parts;
}

}  // namespace stencil
