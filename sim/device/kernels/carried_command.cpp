// SPDX-License-Identifier: Apache-2.0
#include "sim/device/kernels/carried_command.hpp"

#include <fmt/core.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <variant>

#include "sim/device/kernels/common/command_fields.hpp"
#include "sim/device/kernels/kernels.hpp"

namespace stencil {
namespace {

// Weights are compared as words of the job. A command that does not read r has any buffer of it.
using Fields = std::map<std::string_view, std::int64_t>;

Fields fields_of(const DeviceCommand& command) {
  Fields fields;
  std::visit(
      [&](const auto& of) {
        for_each_field(of, [&](const char* name, const auto& field) {
          const std::string_view text = name;
          if (text != "own_weights" && text != "r_buffer") fields[text] = static_cast<std::int64_t>(field);
        });
      },
      command);
  return fields;
}

std::optional<DeviceCommand> carried(const DeviceCommand& command, const Capabilities& device) {
  Job job;
  for (const JobWord& word : job_words(command, device)) job[word.address] = word.value;
  const QueuedCommand queued(queued_command(command).word());
  for (const auto& clock : make_kernel_clocks(device)) {
    if (clock->there(job) && clock->serves(job)) return clock->command(queued, job);
  }
  return std::nullopt;
}

}  // namespace

std::string wrongly_carried(const DeviceCommand& command, const Capabilities& device) {
  const auto taken = carried(command, device);
  if (!taken) return "";
  const Fields must = fields_of(command), is = fields_of(*taken);
  for (const auto& [name, value] : must) {
    const auto found = is.find(name);
    if (found == is.end()) return fmt::format("it is a {} there", command_name(*taken));
    if (found->second != value) return fmt::format("{} is {} there, must be {}", name, found->second, value);
  }
  return "";
}

}  // namespace stencil
