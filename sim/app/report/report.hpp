// What a run leaves behind: problem, machine, every block with its cycles, the verdict.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "host/device/accelerator.hpp"
#include "models/compare.hpp"
#include "sim/app/report/block_ledger.hpp"
#include "sim/app/report/parts.hpp"
#include "sim/app/report/problem.hpp"
#include "sim/device/rtl/module_loader.hpp"

namespace stencil {

struct ReportMachine {
  std::int64_t ranks = 1;
  Capabilities device;
  LinkOptions link;
  std::optional<RtlSources> rtl = std::nullopt;  // none: not a Verilated device
  std::vector<HandshakeDigests> digests = {};    // by rank; empty: not asked for
};

struct CapabilityField {
  const char* name;
  std::int64_t Capabilities::*member;
};

// What a report tells of a device in numbers.
inline constexpr std::array<CapabilityField, 10> capability_fields = {{
    {"contract_version", &Capabilities::contract_version},
    {"pes", &Capabilities::pes},
    {"lanes", &Capabilities::lanes},
    {"memory_words", &Capabilities::memory_words},
    {"max_cols", &Capabilities::max_cols},
    {"axi_data_bits", &Capabilities::axi_data_bits},
    {"f_buffers", &Capabilities::f_buffers},
    {"r_buffers", &Capabilities::r_buffers},
    {"line_beats", &Capabilities::line_beats},
    {"pe_latency", &Capabilities::pe_latency},
}};

// Where a wrong value was made. row, col and rank are global; sweep counts from 0 inside the block.
struct LocatedMismatch {
  std::int64_t rank = 0;
  std::int64_t step = 0;
  std::int64_t block = 0;
  std::int64_t sweep = 0;
  Mismatch at;
  std::optional<std::int64_t> strip = std::nullopt;  // none: of a tile
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

struct Verdict {
  std::optional<std::int64_t> compared;  // none: the program could not say; 0: nothing was compared
  std::int64_t mismatches = 0;
  std::optional<LocatedMismatch> first_mismatch;
  std::optional<CheckCount> field;  // the final result's share of these; none: it was not compared
  std::vector<StepCheck> steps;     // the blocks' share, by step; empty: blocks were not compared

  // A block of `step` was compared; steps come in their order, strip by strip.
  void add_block(std::int64_t step, const CheckCount& found);
  // What another strip or rank found in its blocks.
  void add_steps(const std::vector<StepCheck>& more);

  // No value when nothing was compared: silence is not success.
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

  // Shares; no value without cycles, as on the software accelerator.
  std::optional<double> efficiency() const;  // ideal_cycles / cycles
  std::optional<double> roofline() const;    // roofline_cycles / cycles
  std::optional<double> occupancy() const;   // stream_cycles / cycles_all_ranks: C_stream / C_measured
};

struct Simulation {
  double wall_s = 0.0;  // from the first step to the last, on the slowest rank, files and golden solver excluded

  // Cycles of all ranks a second; 0 for an accelerator without time.
  double device_cycles_per_s(const Totals& totals) const;
};

// What ended a run before its verdict.
struct ReportError {
  std::int64_t rank = 0;  // where it was met; the lowest of several
  std::string text;
  int status = 0;  // exit status (host/base/errors.hpp)
};

// Blocks, classes and sums are those of the ledger: of all ranks, or of the one that wrote the report.
struct Report : BlockLedger {
  std::optional<ReportProblem> problem;
  std::string client_kernel;  // of a C client's sweeps, by problem otherwise; empty: several, or none swept
  ReportMachine machine;
  Verdict verdict;
  std::optional<ReportError> error;  // the rest is what was known when it was met
  DmaCycles dma;                     // sums over all ranks
  ReportParts parts;
  Simulation simulation;

  // The verdict; false where an error ended the run.
  std::optional<bool> ok() const;
  Totals totals() const;
  // Bytes moved over what the link could have moved while it was busy; no value where nobody counted.
  std::optional<double> dma_efficiency() const;
  // Points of the problem times sweeps, each counted once however often it was computed, over cycles_all_ranks: what
  // one accelerator yields, of pes*lanes at most. What stages sweep on the host is not the accelerator's and does not
  // count. No value without cycles, for an unknown problem, and where the accelerator sweeps nothing of it.
  std::optional<double> useful_points_per_cycle() const;
  // What that can be at most.
  std::int64_t most_points_per_cycle() const;
};

}  // namespace stencil
