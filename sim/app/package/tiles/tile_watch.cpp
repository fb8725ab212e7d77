// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/tiles/tile_watch.hpp"

namespace stencil {

void TileWatch::begins(const TiledStepInfo& step) {
  // The rank is set when the ranks' verdicts are gathered.
  check_.emplace(0, step.grid->rows().tiles() * step.grid->cols().tiles(), step.number);
}

void TileWatch::ended() {
  const Verdict& found = check_->verdict();
  ++rounds_;
  verdict_.compared = verdict_.compared.value_or(0) + found.compared.value_or(0);
  verdict_.mismatches += found.mismatches;
  verdict_.add_steps(found.steps);
  if (!verdict_.first_mismatch) verdict_.first_mismatch = found.first_mismatch;
}

}  // namespace stencil
