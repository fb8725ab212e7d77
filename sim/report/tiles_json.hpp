// The report's section on subdomains and tiles.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/json/json.hpp"
#include "sim/report/report.hpp"

namespace stencil {

// row_cuts, col_cuts, messages, words, expected_messages, expected_words, residuals (null where one is not finite) and
// residual_bits, the same as hexadecimal bits.
Json tiles_json(const TilesReport& tiles);

}  // namespace stencil
