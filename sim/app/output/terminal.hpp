// The report for people: cycles per block, and one line of evidence.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/app/report/report.hpp"

namespace stencil {

// One line for each distinct block shape (rows, cols, niter, keep; of tiles: rows, cols, niter, class), with the number
// of such blocks and the cycles of one of them; a count that differs between blocks of one shape (burst alignment) is
// averaged and marked ~. The last line sums all blocks of all ranks. model is the prediction of the timing model,
// efficiency is ideal / total. Accelerators without time show - for every count. Below the
// table, where measured and predicted differ, by class and cause (model_lines.hpp). Ends with a newline. The table is
// at most 100 columns wide as long as no run takes more than some thousand million cycles.
std::string cycles_table(const Report& report);

// How near the limits the run came, without newline: ideal_cycles (the makespan of the schedule), roofline_cycles and
// occupancy as shares of the cycles, what the DMA reached, useful points a cycle (report.hpp). Empty without cycles.
std::string limits_line(const Report& report);

// "PASS: 7777 values compared, 0 differ, ...", "FAIL: ...", or "NOT CHECKED: ...", without newline:
// values compared, differences, blocks, cycles, device cycles a second.
std::string evidence_line(const Report& report);

// One line that names the first mismatch completely, without newline; empty when there is none.
std::string mismatch_line(const Verdict& verdict);

// A line a rank, without the last newline: "digest of rank 0: ... with cycles, ... without, ... of bursts".
std::string digest_lines(const std::vector<HandshakeDigests>& digests);

}  // namespace stencil
