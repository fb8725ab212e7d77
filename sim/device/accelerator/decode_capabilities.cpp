// SPDX-License-Identifier: Apache-2.0
#include "sim/device/accelerator/decode_capabilities.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "host/base/errors.hpp"
#include "sim/device/contract/capability_reader.hpp"
#include "sim/device/kernels/kernels.hpp"

namespace stencil {

using namespace contract;

Capabilities decode_capabilities(const std::function<std::uint64_t(Register)>& read, std::int64_t data_bits) {
  const CapabilityReader device(read);
  Capabilities capabilities;
  const std::uint64_t id = device.bits(REG_ID);
  if (id < (id_name | oldest_version) || id > id_value)
    throw DeviceError(
        fmt::format("register ID reads {:#018x}, the contract says {:#018x} .. {:#018x}, versions {} to {}", id,
                    id_name | oldest_version, id_value, oldest_version, version));
  capabilities.contract_version = static_cast<std::int64_t>(id - id_name);
  const std::uint64_t kernels = device.bits(REG_KERNELS);
  set_kernels(kernels, capabilities);

  capabilities.pes = device.number("PES", REG_PES, 1, 64);
  capabilities.lanes = device.number("LANES", REG_LANES, 1, 4);
  if (capabilities.lanes == 3) throw DeviceError("register LANES reads 3, the contract allows 1, 2, 4");
  capabilities.axi_data_bits = device.number("AXI_DATA_BITS", REG_AXI_DATA_BITS, data_bits, data_bits);
  capabilities.max_cols = device.number("MAX_COLS", REG_MAX_COLS, 1, most_words);
  const std::int64_t least_words = std::max({capabilities.max_cols, capabilities.lanes, data_bits / 64});
  capabilities.memory_words = device.number("MEMORY_WORDS", REG_MEMORY_WORDS, least_words, most_words);
  if (capabilities.sweeps())
    capabilities.pe_latency = device.number("PE_LATENCY", REG_PE_LATENCY, 1, CapabilityReader::most_latency);
  capabilities.f_buffers = device.number("F_BUFFERS", REG_F_BUFFERS, 2, 3);
  capabilities.r_buffers = device.number("R_BUFFERS", REG_R_BUFFERS, 2, 2);
  const std::int64_t row_beats = (capabilities.max_cols - 1) / capabilities.lanes + 1;
  capabilities.line_beats = device.number("LINE_BEATS", REG_LINE_BEATS, row_beats, most_line_beats);
  capabilities.queue_depth = device.number("QUEUE_DEPTH", REG_QUEUE_DEPTH, 1, most_queue_depth);
  read_kernel_registers(device, kernels, capabilities);
  if (capabilities.contract_version >= version_with_bounds) {
    capabilities.settle_cycles = device.number("SETTLE_CYCLES", REG_SETTLE_CYCLES, 1, most_settle_cycles);
    capabilities.progress_cycles = device.number("PROGRESS_CYCLES", REG_PROGRESS_CYCLES, 1, most_progress_cycles);
  }
  if (capabilities.contract_version >= version_with_laws) {
    if (capabilities.sweeps())
      capabilities.progress_sweep = device.number("PROGRESS_SWEEP", REG_PROGRESS_SWEEP, 1, most_progress_times);
    if ((kernels & kernel_tiles) != 0)
      capabilities.progress_tile = device.number("PROGRESS_TILE", REG_PROGRESS_TILE, 1, most_progress_times);
  }
  return capabilities;
}

}  // namespace stencil
