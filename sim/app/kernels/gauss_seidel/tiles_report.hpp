// The report's section on subdomains and tiles.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "host/gauss_seidel/time.hpp"
#include "sim/app/report/parts.hpp"

namespace stencil {

// What subdomains of tiles sent one another, and how the field came to rest.
struct TilesReport final : ReportPart {
  std::vector<std::int64_t> row_cuts;  // first row of each row of subdomains but the first
  std::vector<std::int64_t> col_cuts;
  std::int64_t messages = 0;  // of all ranks and rounds
  std::int64_t words = 0;
  std::int64_t expected_messages = 0;  // what the grid says: RoundTraffic, times the rounds
  std::int64_t expected_words = 0;
  std::vector<double> residuals;     // at the beginning and after each round; empty: not measured
  std::vector<TileTime> times = {};  // of each rank; empty: the accelerator has no time

  std::int64_t makespan() const;        // the latest end
  std::int64_t waiting_cycles() const;  // of all ranks

  std::unique_ptr<ReportPart> copy() const override { return std::make_unique<TilesReport>(*this); }
  const char* name() const override { return "gauss_seidel"; }
  // row_cuts, col_cuts, messages, words, expected_messages, expected_words, residuals (null where one is not finite)
  // and residual_bits, the same as hexadecimal bits; makespan_cycles, the latest end of all ranks, waiting_cycles,
  // those of all ranks together, and ranks: rank, cycles (of its tiles), waiting_cycles, end_cycle, the sum of both.
  // The time of a rank is that of host/gauss_seidel/solver.hpp: messages cost nothing. The last three are null on an
  // accelerator without time.
  Json json() const override;
  // What the ranks sent one another, beside what the grid says they must; a line with how long they waited and when the
  // last one ended, of several ranks with a clock; one with the residuals, where they were measured.
  std::string lines() const override;
  PlanCheck check() const override;
  std::int64_t lanes(std::int64_t /*lanes*/) const override { return 1; }
};

}  // namespace stencil
