// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "sim/app/output/terminal.hpp"

namespace stencil {

std::string tiles_lines(const TilesReport& tiles) {
  std::string text = fmt::format("messages between subdomains: {} of {} words in all; the grid needs {} of {}",
                                 tiles.messages, tiles.words, tiles.expected_messages, tiles.expected_words);
  if (tiles.times.size() > 1) {
    text += fmt::format("\nwaiting for messages: {} cycles on all ranks; the last rank ends in cycle {}",
                        tiles.waiting_cycles(), tiles.makespan());
  }
  if (!tiles.residuals.empty()) {
    const std::size_t rounds = tiles.residuals.size() - 1;
    text += fmt::format("\nresidual: {:.17g} at first, {:.17g} after {} round{}", tiles.residuals.front(),
                        tiles.residuals.back(), rounds, rounds == 1 ? "" : "s");
  }
  return text;
}

}  // namespace stencil
