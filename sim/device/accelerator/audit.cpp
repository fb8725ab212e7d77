// SPDX-License-Identifier: Apache-2.0
#include "sim/device/accelerator/audit.hpp"

#include <fmt/core.h>

#include <string>

#include "host/base/errors.hpp"
#include "sim/device/contract/dma_registers.hpp"

namespace stencil {

using namespace contract;

namespace {

std::int64_t between(Register address, std::uint64_t value, std::int64_t least, std::int64_t most) {
  const auto count = static_cast<std::int64_t>(value);
  if (count >= least && count <= most) return count;
  if (least > most)
    throw DeviceError(
        fmt::format("{}{} reads {}; side: platform (sim/device/pins): its counts at the pins contradict "
                    "each other, at least {} and at most {}, so that they do not judge the device",
                    audit_failure, register_name(address), count, least, most));
  const std::string range = least == most ? std::to_string(least) : fmt::format("{} .. {}", least, most);
  throw DeviceError(
      fmt::format("{}{} reads {}, the bench counted {} at the pins: the device counts wrong, or the bench "
                  "(sim/device/pins): waves of the pins tell which",
                  audit_failure, register_name(address), count, range));
}

}  // namespace

DmaCycles audit_counters(const std::function<std::uint64_t(Register)>& read,
                         const std::function<const DeviceCounts&()>& pins, const CountersCleared& cleared,
                         std::int64_t commands, std::int64_t contract_version) {
  for (const PerformanceRegister& counter : performance_registers) {
    if (counter.always) continue;
    const std::int64_t seen = counter.of(pins()) - counter.of(cleared.after);
    between(counter.address, read(counter.address), seen, seen);
  }
  between(REG_COMMANDS, read(REG_COMMANDS), commands, commands);
  for (const PerformanceRegister& counter : performance_registers) {
    if (!counter.always) continue;
    const std::int64_t least = counter.of(pins()) - counter.of(cleared.after);
    const std::uint64_t value = read(counter.address);
    between(counter.address, value, least, counter.of(pins()) - counter.of(cleared.before));
  }
  DmaCycles dma;
  for (const DmaRegister& counter : dma_registers) {
    if (contract_version < counter.field.since) continue;
    const std::int64_t least = counter.least(pins()) - counter.least(cleared.after);
    const std::int64_t most = counter.most(pins()) - counter.most(cleared.after);
    dma.*counter.field.member = between(counter.address, read(counter.address), least, most);
  }
  return dma;
}

}  // namespace stencil
