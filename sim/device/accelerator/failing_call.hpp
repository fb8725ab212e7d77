// Which call of a wait a failure belongs to.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/device/contract/bus_rules.hpp"
#include "sim/device/contract/device_counts.hpp"
#include "sim/device/transfers/transfer_check.hpp"

namespace stencil {

// calls: of the wait, the first `posted` of which the device has been given; moved: its counts since the wait began.
// Returns the error to throw in place of this one: the same text, then the call, its burst and beat, if that is known.
// at: the call during whose posting the platform failed; no value: it failed later.
[[noreturn]] void throw_named(const DeviceError& error, const std::vector<GivenCall>& calls, std::size_t posted,
                              const DeviceCounts& moved, std::int64_t beat_bytes, std::optional<std::size_t> at);

}  // namespace stencil
