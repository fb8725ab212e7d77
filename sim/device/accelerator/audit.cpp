// SPDX-License-Identifier: Apache-2.0
#include "sim/device/accelerator/audit.hpp"

#include <fmt/format.h>

#include "host/base/errors.hpp"

namespace stencil {

using namespace contract;

namespace {

std::int64_t between(const char* name, std::uint64_t value, std::int64_t least, std::int64_t most) {
  const auto told = static_cast<std::int64_t>(value);
  if (told >= least && told <= most) return told;
  if (least == most)
    throw DeviceError(fmt::format("audit: register {} reads {}, the bench counted {}", name, told, least));
  throw DeviceError(fmt::format("audit: register {} reads {}, the bench counted {} .. {}", name, told, least, most));
}

}  // namespace

DmaCycles audit_counters(const std::function<std::uint64_t(Register)>& read,
                         const std::function<const DeviceCounts&()>& pins, const CountersCleared& cleared,
                         std::int64_t commands) {
  for (const PerformanceRegister& counter : performance_registers) {
    if (counter.always) continue;
    const std::int64_t seen = counter.of(pins()) - counter.of(cleared.after);
    between(counter.name, read(counter.address), seen, seen);
  }
  between("COMMANDS", read(REG_COMMANDS), commands, commands);
  for (const PerformanceRegister& counter : performance_registers) {
    if (!counter.always) continue;
    const std::int64_t least = counter.of(pins()) - counter.of(cleared.after);
    const std::uint64_t value = read(counter.address);
    between(counter.name, value, least, counter.of(pins()) - counter.of(cleared.before));
  }
  const auto busy = [&](const char* name, Register address, std::int64_t DeviceCounts::*beats,
                        std::int64_t DeviceCounts::*outstanding) {
    return between(name, read(address), pins().*beats - cleared.after.*beats,
                   pins().*outstanding - cleared.after.*outstanding);
  };
  DmaCycles dma;
  dma.load_busy = busy("CYCLES_WRITE_BUSY", REG_CYCLES_WRITE_BUSY, &DeviceCounts::beats_loaded,
                       &DeviceCounts::load_outstanding_cycles);
  dma.store_busy = busy("CYCLES_READ_BUSY", REG_CYCLES_READ_BUSY, &DeviceCounts::beats_stored,
                        &DeviceCounts::store_outstanding_cycles);
  return dma;
}

}  // namespace stencil
