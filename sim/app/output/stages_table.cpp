// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <string>

#include "sim/app/output/terminal.hpp"
#include "sim/app/output/text_table.hpp"

namespace stencil {

std::string stages_table(const StagesReport& stages) {
  TextTable table;
  table.add({"stage", "datum", "to device", "from device", "transfers"});
  for (const StageBytes& line : stages.stages) {
    table.add({line.stage, line.datum, std::to_string(line.bytes_to_device), std::to_string(line.bytes_from_device),
               std::to_string(line.transfers)});
  }
  std::string text = "bytes copied by the stages, over all ranks\n" + table.text();
  text += fmt::format("{} bytes copied, the least there is: {}", stages.bytes(), stages.optimum_bytes());
  if (!stages.shares.empty()) {
    const StepShareRecord& last = stages.shares.back();
    text += fmt::format("\nlast step of rank {}: {} rows on the accelerator in {} cycles, {} on the host in {}",
                        last.rank, last.device_rows, last.device_cycles, last.host_rows, last.host_cycles);
    text += fmt::format("\ndivided sweeps: {} cycles, in each step the longer of both sides on the slowest rank",
                        *stages.cycles());
  }
  if (!stages.norms.empty()) {
    text += fmt::format("\nlargest change of a step's first sweep: {:.17g} at first, {:.17g} in the last step",
                        stages.norms.front(), stages.norms.back());
  }
  return text;
}

}  // namespace stencil
