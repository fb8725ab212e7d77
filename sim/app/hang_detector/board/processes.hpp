// Whether a process of this machine still runs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

namespace stencil {

// The time at which a process started, in ticks since boot, as /proc tells it; nothing for one that has ended, whether
// or not its parent has noticed.
std::optional<std::int64_t> process_start(long pid);

}  // namespace stencil
