// Report fields of tiles; the iterations of their problem are 2*sweeps*rounds.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>

#include "sim/app/json/named_field.hpp"

namespace stencil {

struct TilesProblem {
  // Empty, or no value: of another kernel.
  std::string grid;   // process grid, "2x3": subdomains, P1 x P2
  std::string tiles;  // "2x2": tiles of each subdomain
  std::optional<std::int64_t> sweeps;
  std::optional<std::int64_t> rounds;

  static constexpr auto fields() {
    return std::tuple{
        NamedField{"grid", &TilesProblem::grid,
                   "process grid, a text, \"2x3\": subdomains by rows and by columns; null: its kernel has no --grid",
                   "subdomains"},
        NamedField{"tiles", &TilesProblem::tiles,
                   "tiles of each subdomain, a text like that; null: its kernel has no --tiles", "tiles per subdomain"},
        NamedField{"sweeps", &TilesProblem::sweeps,
                   "sweeps in one direction between messages; null: its kernel has no --sweeps", "sweeps one way"},
        NamedField{"rounds", &TilesProblem::rounds,
                   "rounds of sweeps forward and as many backward; null: its kernel has no --rounds", "rounds"},
    };
  }
};

}  // namespace stencil
