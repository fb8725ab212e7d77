// SPDX-License-Identifier: Apache-2.0
#include "sim/app/output/tiles_json.hpp"

#include <fmt/format.h>

#include "models/values/canonical_nan.hpp"

namespace stencil {

Json tiles_json(const TilesReport& tiles) {
  Json residuals = Json::array();
  Json residual_bits = Json::array();
  for (const double residual : tiles.residuals) {
    residuals.push_back(residual);
    residual_bits.push_back(fmt::format("0x{:016x}", bits_of(residual)));
  }
  Json makespan(nullptr);
  Json waiting(nullptr);
  Json ranks(nullptr);
  if (!tiles.times.empty()) {
    makespan = tiles.makespan();
    waiting = tiles.waiting_cycles();
    ranks = Json::array();
    std::int64_t rank = 0;
    for (const TileTime& time : tiles.times) {
      ranks.push_back(
          {{"rank", rank++}, {"cycles", time.busy}, {"waiting_cycles", time.waiting}, {"end_cycle", time.now()}});
    }
  }
  return {{"row_cuts", tiles.row_cuts},
          {"col_cuts", tiles.col_cuts},
          {"messages", tiles.messages},
          {"words", tiles.words},
          {"expected_messages", tiles.expected_messages},
          {"expected_words", tiles.expected_words},
          {"residuals", residuals},
          {"residual_bits", residual_bits},
          {"makespan_cycles", makespan},
          {"waiting_cycles", waiting},
          {"ranks", ranks}};
}

}  // namespace stencil
