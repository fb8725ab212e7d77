// The report as JSON, schema stencil-cosim/report/1.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/app/json/json.hpp"
#include "sim/app/report/report.hpp"

namespace stencil {

// Fields, in order: schema, ok, compared, mismatches, first_mismatch, error, problem, machine, classes, blocks,
// blocks_omitted, stages, gauss_seidel (sim/app/kernels/gauss_seidel/tiles_report.hpp), totals, simulation.
// One class or block a line. compared and mismatches count every comparison: with --check block a value is compared in
// the final result and in each block that computed it. Scripts read this file: fields are added, never renamed or
// removed. In a block, rows = before + keep + after; a skewed block that continues another has before = -niter: so many
// of the rows it keeps were loaded with the block before. model is the prediction, by the causes of cycles.
// stream_cycles, roofline_cycles, pass_stall_cycles and rows_swept say what the block asks for
// (sim/app/report/limits.hpp). place says whether a block is the first, middle, last or only one of its step on the
// same strip or, of tiles, rank; above and below, whether its command continues the one before and is continued.
// classes: all blocks of all ranks, those that must cost the same together (sim/app/output/blocks_json.hpp): what they
// are, count, and minimum, maximum and sum of every count; difference is measured less predicted, block by block.
// Totals and sums over classes hold for all blocks; `blocks` lists the first most_listed_blocks of them
// (sim/app/report/block_ledger.hpp: 10,000 over all ranks, by step, rank, strip and block), blocks_omitted says how
// many more there are. error: what ended the run, {rank, text, status}; ok is false then, and the rest is what was
// known: the blocks that had been accounted for (overlapped schedule: those of whole steps), of all ranks where all of
// them got to know of the error; else of `rank` alone, which wrote its own blocks before it ended the job. stages and
// gauss_seidel are null, and so is problem where a device could not be made. A run that was refused (status 2) leaves
// no report. totals.occupancy is stream_cycles over cycles_all_ranks, both sums over all ranks, and so are rows_swept
// and dma; roofline_cycles, like ideal_cycles, is the largest sum of one rank. stages, with --place: what was copied by
// stage and kind of datum and the optimum, over all ranks; norms as numbers and as bits; shares, a line per rank and
// step
// of divided sweeps, cycles of the device's clock on either side, and the larger of the two, since both work at the
// same time; cycles, the sum of those over all steps, each on its slowest rank. There a block is one sweep command, and
// reaches from the end of the one before to its own. machine.digests, with --digest alone: of each rank's device
// with_cycles, without_cycles and bursts (sim/device/pins/handshake_digest.hpp). null means:
//   ok                    nothing was compared (--check off, or a C client without STENCIL_CHECK=block)
//   compared, mismatches  the program could not say (a C client without STENCIL_CHECK=block; with it, step of
//                         first_mismatch is 0, and row and col count in the block)
//   first_mismatch        there is none
//   error                 there was none
//   first_mismatch.ulp    one of the two values is a NaN: no distance
//   problem               unknown (a C client, whose classes say kernel jacobi whatever it swept with); problem.seed:
//                         both arrays came from files
//   step, strip, keep, before, after of a block: unknown (a C client); of a tile: it keeps no whole rows
//   above, below of a block: a tile; place: unknown (a C client)
//   tile_class, backward, direction of a block: not a tile; a tile is local, send, receive or mixed, forward or
//   backward schedule, blocking, distribution of a class: not for its kernel, or unknown (a C client) gauss_seidel not
//   of that kernel first_mismatch.strip  made by a tile stw, portion, schedule, blocking, distribution, rhs, dx, dy,
//   beta, coefficients of the problem: not for its kernel; coefficients is a text, "aN,aS,aW,aE,aC,beta" grid, tiles,
//   sweeps, rounds of the problem: not Gauss-Seidel. grid and tiles are texts, "2x3": by rows and columns
//   problem.block_rows    blocked distribution: one strip a rank, whose number is the rank's stages                the
//   main loop was not made of stages; a norm: not finite totals.efficiency, occupancy, useful_points_per_cycle
//                         no cycles were counted (the software accelerator has no time), or the problem is unknown;
//                         useful_points_per_cycle, too, where the accelerator sweeps nothing. Rows that stages sweep on
//                         the host are not counted there
//   stages.cycles         no divided sweeps
//   totals.dma.efficiency the device does not count its busy cycles
//   machine.rtl           not a Verilated device; else {digest, files: {path: first 16 digits of its digest}} of the
//                         Verilog it was made from (sim/device/rtl/module_loader.hpp)
std::string report_json(const Report& report);

// The field `machine`.
Json machine_json(const ReportMachine& machine);

// Writes it as a whole or not at all. Throws ArgumentError, std::runtime_error as AtomicFile.
void write_report(const Report& report, const std::string& path);

}  // namespace stencil
