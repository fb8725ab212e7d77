// The section of a report on subdomains and tiles (sim/app/kernels/gauss_seidel/tiles_report.hpp): named after their
// kernel.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/app/json/named_section.hpp"

namespace stencil {

inline constexpr NamedSection tiles_section{
    "gauss_seidel",
    "of tiles, else null: messages, residuals, time on each rank; `fused_tiles`: what the tiles asked for were "
    "fused to, \"1x1\", else null",
    "subdomains",
    {"messages", "words", "expected_messages", "expected_words"},
    "residuals"};

}  // namespace stencil
