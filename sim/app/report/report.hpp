// The report of a run: problem, machine, every block with its cycles, the verdict.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "models/compare.hpp"
#include "sim/app/json/json.hpp"
#include "sim/app/report/block_ledger.hpp"
#include "sim/app/report/machine.hpp"
#include "sim/app/report/problem.hpp"
#include "sim/app/report/report_sections.hpp"

namespace stencil {

// The place where a wrong value was made. row, col and rank are global; sweep counts from 0 inside the block.
struct LocatedMismatch {
  std::int64_t rank = 0;
  std::int64_t step = 0;
  std::int64_t block = 0;
  std::int64_t sweep = 0;
  Mismatch at;
  std::optional<std::int64_t> strip = std::nullopt;  // no value: a tile
};

// Values compared for one purpose.
struct CheckCount {
  std::int64_t compared = 0;
  std::int64_t mismatches = 0;
};

// The block checks of a step.
struct StepCheck {
  std::int64_t step = 0;
  std::int64_t blocks = 0;
  std::int64_t compared = 0;
  std::int64_t mismatches = 0;
};

// The largest change of a step, where it is not that of the golden sweeps.
struct ChangeMismatch {
  std::int64_t step = 0;
  std::uint64_t expected_bits = 0;
  std::uint64_t got_bits = 0;
};

struct Verdict {
  std::optional<std::int64_t> compared;  // no value: unknown; 0: nothing was compared
  std::int64_t mismatches = 0;
  std::optional<LocatedMismatch> first_mismatch;
  std::optional<CheckCount> changes;           // of these, largest changes; no value: the run has none
  std::optional<ChangeMismatch> first_change;  // that differs
  std::optional<CheckCount> field;             // of these, the final result's; no value: it was not compared
  std::vector<StepCheck> steps;                // of these, the blocks', by step; empty: blocks were not compared

  // Adds a compared block of `step`; steps come in their order, strip by strip.
  void add_block(std::int64_t step, const CheckCount& found);
  // Adds the step checks of another strip or rank.
  void add_steps(const std::vector<StepCheck>& more);

  // No value if nothing was compared: silence is not success.
  std::optional<bool> ok() const;
};

// cycles, model_cycles, ideal_cycles and roofline_cycles are each the largest sum over the blocks of one rank, since
// ranks run side by side; cycles_all_ranks, stream_cycles, rows_swept and the bytes are sums over all ranks.
struct Totals {
  CycleCounts slowest;  // the counts of the rank with the most cycles
  std::int64_t cycles = 0;
  std::int64_t cycles_all_ranks = 0;
  std::int64_t model_cycles = 0;
  std::int64_t ideal_cycles = 0;
  std::int64_t roofline_cycles = 0;
  std::int64_t stream_cycles = 0;
  std::int64_t rows_swept = 0;
  TrafficCounts traffic;

  // Ratios; no value without cycles, as on the software accelerator.
  std::optional<double> efficiency() const;  // ideal_cycles / cycles
  std::optional<double> roofline() const;    // roofline_cycles / cycles
  std::optional<double> occupancy() const;   // stream_cycles / cycles_all_ranks: C_stream / C_measured
};

struct Simulation {
  double wall_s = 0.0;  // seconds from the first step to the last, on the slowest rank, without files and golden solver

  // Cycles of all ranks per second; 0 for an accelerator without a clock.
  double device_cycles_per_s(const Totals& totals) const;
};

// The error that ended a run before its verdict.
struct ReportError {
  std::int64_t rank = 0;  // where it occurred; the lowest of several
  std::string text;
  int status = 0;              // exit status (host/base/errors.hpp)
  std::string launch = {};     // sim/app/output/report_claim.hpp; empty: written by all ranks together
  std::string blocks_of = {};  // "1, 3-5": ranks whose blocks are in the report; empty: all
};

// What makes the run again under `mpirun -n RANKS`.
struct ReportCommand {
  std::map<std::string, std::string> environment;
  std::vector<std::string> words;  // behind "stencil-cosim"; files are named as in the run, relative to its folder
};

// Blocks, classes and sums are those of the ledger: of all ranks, or of the one rank that wrote the report.
struct Report : BlockLedger {
  std::optional<ReportProblem> problem;
  std::string client_kernel;  // of a C client's sweeps, by problem otherwise; empty: several, or none swept
  ReportMachine machine;
  std::optional<ReportCommand> command;  // no value: a C client
  Verdict verdict;
  std::optional<ReportError> error;  // the rest is what was known when it occurred
  DmaCycles dma;                     // sums over all ranks
  ReportSections parts;
  Json ok_covers;   // what a verdict of a C client is about, sim/app/package/client_report.hpp; null: no such verdict
  Json divergence;  // what went wrong first (sim/app/divergence/divergence_json.hpp); null: nothing, or not looked for
  Simulation simulation;
  std::optional<Totals> read_totals;  // of a report that was read, which has no sums by rank

  // The verdict; false where an error ended the run.
  std::optional<bool> ok() const;
  Totals totals() const;
  // Bytes moved over the bytes that the link could have moved in its busy cycles; no value where these are not counted.
  std::optional<double> dma_efficiency() const;
  // Points of the problem times sweeps, each counted once however often it was computed, over cycles_all_ranks: the
  // yield of one accelerator, at most pes*lanes. Points that stages sweep on the host do not count. No value without
  // cycles, for an unknown problem, and where the accelerator sweeps nothing.
  std::optional<double> useful_points_per_cycle() const;
  // The upper bound of useful_points_per_cycle().
  std::int64_t most_points_per_cycle() const;
};

}  // namespace stencil
