// SPDX-License-Identifier: Apache-2.0
#include "sim/report/tiles_json.hpp"

#include <fmt/format.h>

#include "models/canonical_nan.hpp"

namespace stencil {

Json tiles_json(const TilesReport& tiles) {
  Json residuals = Json::array();
  Json residual_bits = Json::array();
  for (const double residual : tiles.residuals) {
    residuals.push_back(residual);
    residual_bits.push_back(fmt::format("0x{:016x}", bits_of(residual)));
  }
  return {{"row_cuts", tiles.row_cuts},
          {"col_cuts", tiles.col_cuts},
          {"messages", tiles.messages},
          {"words", tiles.words},
          {"expected_messages", tiles.expected_messages},
          {"expected_words", tiles.expected_words},
          {"residuals", residuals},
          {"residual_bits", residual_bits}};
}

}  // namespace stencil
