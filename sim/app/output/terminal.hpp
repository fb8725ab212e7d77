// The report for people: cycles per block.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/app/report/report.hpp"

namespace stencil {

// The accelerator and configuration really used, without newline at the end.
std::string device_line(const Capabilities& device, int ranks);

// Two lines that say what the columns mean, then a line for each distinct block shape (rows, cols, sweeps, keep; of
// tiles: rows, cols, sweeps, class) with the number of such blocks and the cycles of one of them. The last line sums
// all blocks of all ranks. Below the table, where measured and predicted differ, by class and cause (model_lines.hpp).
//   cols, sweeps   stand in the first line where all blocks share them
//   ~              a count that differs between blocks of one shape (burst alignment), averaged
//   model          = where every cause took as many cycles as the timing model predicted, else the difference
//   eff            ideal / total
// Accelerators without a clock show no cycles. Ends with a newline. The table is at most 80 columns wide as long as no
// run takes more than some thousand million cycles; from ten million on, sums of a million or more are shown in
// thousands ("13,806k").
std::string cycles_table(const Report& report);

// How near the limits the run came, without newline at the end: ideal_cycles (the makespan of the schedule),
// roofline_cycles and occupancy as shares of the cycles, what the DMA reached, useful points per cycle (report.hpp).
// Empty without cycles.
std::string limits_line(const Report& report);

// "device cycles: 73,943 on the slowest of 2 ranks, 146,962 on all, 187,664/s" (simulated per second of wall time),
// without newline; empty without a clock.
std::string cost_line(const Report& report);

// The lines of the result above the verdict, each without newline at its end: table, limits, the kernel's own, digests,
// cost.
std::vector<std::string> result_lines(const Report& report);

// Per rank "digests of rank 0:" and below it one each with cycles, without cycles and of bursts; no last newline.
std::string digest_lines(const std::vector<HandshakeDigests>& digests);

}  // namespace stencil
