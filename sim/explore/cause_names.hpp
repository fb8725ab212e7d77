// The causes of a cycle under the names the outputs use, in their order.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "host/accelerator.hpp"

namespace stencil {

inline constexpr std::array<std::pair<const char*, std::int64_t CauseCycles::*>, 6> cause_names = {{
    {"load", &CauseCycles::load},
    {"compute", &CauseCycles::compute},
    {"fill", &CauseCycles::fill},
    {"stall", &CauseCycles::stall},
    {"store", &CauseCycles::store},
    {"idle", &CauseCycles::idle},
}};

}  // namespace stencil
