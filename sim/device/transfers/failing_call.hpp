// Which call of a wait a failure belongs to.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/device/contract/bus_rules.hpp"
#include "sim/device/transfers/transfer_check.hpp"

namespace stencil {

// What the device has done since the wait began.
struct DoneSoFar {
  std::int64_t beats_loaded = 0;
  std::int64_t beats_stored = 0;
  std::int64_t commands = 0;  // finished
  std::string registers;      // as the device shows them after a burst that was not answered with OKAY
};

// calls: of the wait, the first `posted` of which the device has been given.
// Returns the error to throw in place of this one: the same text, then the call, its burst and beat, if that is known.
// at: the call during whose posting the platform failed; no value: it failed later.
[[noreturn]] void throw_named(const DeviceError& error, const std::vector<GivenCall>& calls, std::size_t posted,
                              const DoneSoFar& done, const Capabilities& device, std::optional<std::size_t> at);

}  // namespace stencil
