// The report's section on subdomains and tiles.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "host/gauss_seidel/time.hpp"
#include "sim/app/report/report_sections.hpp"

namespace stencil {

// Messages between the subdomains of tiles, times of the ranks, and residuals.
struct TilesReport final : ReportSection {
  std::vector<std::int64_t> row_cuts;  // first row of each row of subdomains but the first
  std::vector<std::int64_t> col_cuts;
  std::int64_t messages = 0;  // of all ranks and rounds
  std::int64_t words = 0;
  std::int64_t expected_messages = 0;  // by the process grid: RoundTraffic times the rounds
  std::int64_t expected_words = 0;
  std::vector<double> residuals;     // at first and after each round; empty: not measured
  std::string fused = {};            // tiles of each subdomain that were made of those asked for, "1x1"; empty: none
  std::vector<TileTime> times = {};  // per rank; empty: the accelerator has no clock

  std::int64_t makespan() const;        // the latest end of a rank, in cycles
  std::int64_t waiting_cycles() const;  // sum over all ranks

  std::unique_ptr<ReportSection> copy() const override { return std::make_unique<TilesReport>(*this); }
  const char* name() const override { return tiles_section.name; }
  // fused_tiles (null where tiles are those asked for), row_cuts, col_cuts, messages, words, expected_messages,
  // expected_words, residuals (null where one is not finite) and residual_bits, the same as hexadecimal bits;
  // makespan_cycles, the latest end of a rank, waiting_cycles, the sum over all ranks, and ranks: rank, cycles (of its
  // tiles), waiting_cycles, end_cycle, the sum of both. Times are those of host/gauss_seidel/solver.hpp: messages cost
  // nothing. The last three fields are null on an accelerator without a clock.
  Json json() const override;
  // The section that json() made. Throws JsonError.
  static TilesReport read(const Json& json);
  // A line where tiles were fused; a line with the messages sent and the messages needed; for several ranks with a
  // clock, a line with waiting cycles and the end of the last rank; a line with the residuals, where they were
  // measured.
  std::string lines() const override;
  PlanCheck check() const override;
  std::int64_t lanes(std::int64_t /*lanes*/) const override { return 1; }
};

}  // namespace stencil
