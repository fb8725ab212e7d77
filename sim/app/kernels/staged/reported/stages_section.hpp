// The section of a report on stages (sim/app/kernels/staged/stages_report.hpp).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/app/json/named_section.hpp"

namespace stencil {

inline constexpr NamedSection stages_section{
    "stages",
    "with --place, else null: bytes copied and the least possible, norms, shares",
    "stages",
    {"place", "bytes", "optimum_bytes", "data"},
    "norms"};

}  // namespace stencil
