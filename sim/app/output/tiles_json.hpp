// The report's section on subdomains and tiles.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/app/json/json.hpp"
#include "sim/app/report/report.hpp"

namespace stencil {

// row_cuts, col_cuts, messages, words, expected_messages, expected_words, residuals (null where one is not finite) and
// residual_bits, the same as hexadecimal bits; makespan_cycles, the latest end of all ranks, waiting_cycles, those of
// all ranks together, and ranks: rank, cycles (of its tiles), waiting_cycles, end_cycle, the sum of both. The time of a
// rank is that of host/gauss_seidel/solver.hpp: messages cost nothing. The last three are null on an accelerator
// without time.
Json tiles_json(const TilesReport& tiles);

}  // namespace stencil
