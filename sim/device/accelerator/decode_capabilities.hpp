// Reads the registers in which a device describes itself, and refuses values that the contract does not allow.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

#include "host/device/accelerator.hpp"
#include "sim/device/contract/contract.hpp"

namespace stencil {

// data_bits: width of the data port. The caller fills in accel, config, timed and the link. For a device of contract
// version 3, which lacks the registers, settle_cycles and progress_cycles are 0; before version 6, progress_sweep and
// progress_tile.
// Throws DeviceError for any other version, and for a value outside the range of rtl/CONTRACT.md; the text names
// register, value and range.
Capabilities decode_capabilities(const std::function<std::uint64_t(contract::Register)>& read, std::int64_t data_bits);

}  // namespace stencil
