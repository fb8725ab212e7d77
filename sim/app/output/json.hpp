// The report as JSON, schema stencil-cosim/report/1.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/app/json/json.hpp"
#include "sim/app/report/report.hpp"

namespace stencil {

// Fields, in order: schema, ok, compared, mismatches, first_mismatch, error, problem, machine, classes, blocks,
// blocks_omitted, stages, gauss_seidel, totals, simulation; one class or block per line. Scripts read this file: fields
// are added, never renamed or removed.
//   compared, mismatches  count every comparison: with --check block a value is compared in the final result and in
//                         each block that computed it
//   ok_covers             of a C client with STENCIL_CHECK=block: what `ok` is about, as a text and in numbers: sweeps
//                         compared; words stored_unswept (as they were loaded), loaded_unswept (left out by the next
//                         sweep), stored_again (stored before, left out by the last sweep), two_ages, beyond_shadow;
//                         calls no_whole_rows, updates_of_r (sim/app/package/sweep_watch.hpp). The golden loop runs on
//                         what the program loads: which rows it moves and sweeps is its own matter
//   changes               with norm=cpu or norm=accel, of these: largest changes, one per step, compared with those of
//                         the golden sweeps; mismatches, and the first of them {step, expected, got}
//   error                 what ended the run, {rank, text, status}; ok is then false, stages and gauss_seidel are null,
//                         and so is problem where no device could be made. The rest is what was known: the blocks
//                         recorded by then (overlapped schedule: those of whole steps), of all ranks if all of them
//                         learned of the error, else of `rank` alone, which wrote its own blocks before it ended the
//                         job, with `launch` (sim/app/output/report_claim.hpp). A run that was refused (status 2)
//                         leaves no report, a C client does
//   machine.digests       with --digest only: with_cycles, without_cycles and bursts of each rank's device
//                         (sim/device/pins/handshake_digest.hpp)
//   command               of a run, not of a C client: {environment, words}, the variables STENCIL_... that a run reads,
//                         and the words behind "stencil-cosim" that make the same run on as many ranks: every option
//                         that decides what is run and compared, with its value, as given, by default or as the run
//                         decided; not those that name files to write or say how much is printed
//   machine.paranoid      true with --paranoid or STENCIL_PARANOID=1, else missing
//   classes               all blocks of all ranks; those that must cost the same are one class
//                         (sim/app/output/blocks_json.hpp): its key, count, and minimum, maximum and sum of every
//                         count; difference is measured less predicted, block by block
//   blocks                the first most_listed_blocks of all (sim/app/report/block_ledger.hpp: 10,000 over all ranks,
//                         by step, rank, strip and block); blocks_omitted counts the others. Totals and sums over
//                         classes hold for all blocks
//   of a block:
//     before, keep, after rows = before + keep + after; a skewed block that continues another has before = -niter:
//                         this many of the rows it keeps were loaded with the block before
//     place               first, middle, last or only block of its step on the same strip or, for tiles, rank
//     above, below        whether its command continues the one before, and is continued by the next
//     model               the predicted cycles, by cause
//     stream_cycles, roofline_cycles, pass_stall_cycles, rows_swept
//                         lower bounds and work of the block (sim/app/report/limits.hpp)
//   stages                with --place: bytes copied by stage and kind of datum, and the least possible, over all
//                         ranks; norms as numbers and as bits; shares, a row per rank and step of divided sweeps:
//                         cycles of the device's clock on either side, and the larger of the two, since both work at
//                         the same time; cycles, the sum of those over all steps, each on its slowest rank. A block
//                         is then one sweep command, with the cycles from the end of the one before to its own end
//   gauss_seidel          sim/app/kernels/gauss_seidel/tiles_report.hpp
//   totals                occupancy is stream_cycles over cycles_all_ranks, both sums over all ranks, as are rows_swept
//                         and dma; ideal_cycles and roofline_cycles are the largest sums of one rank
//   problem.coefficients  a text, "aN,aS,aW,aE,aC,beta"
//   problem.grid, tiles   texts, "2x3": by rows and columns
//   machine.rtl           {digest, files: {path: first 16 digits of its digest}} of the Verilog that the device was
//                         built from (sim/device/rtl/module_loader.hpp)
// null means:
//   ok                    nothing was compared (--check off, or a C client without STENCIL_CHECK=block)
//   compared, mismatches  unknown (a C client without STENCIL_CHECK=block; with it, step of first_mismatch is 0, and
//                         row and col count in the block)
//   first_mismatch        there is none
//   first_mismatch.strip  made by a tile
//   first_mismatch.ulp    one of the two values is a NaN: no distance
//   error                 there was none
//   problem               unknown (a C client)
//   problem.seed          both arrays came from files
//   problem.stw, portion, schedule, blocking, distribution, rhs, dx, dy, beta, coefficients
//                         not for its kernel
//   problem.block_rows    blocked distribution: one strip per rank, with the number of the rank
//   problem.grid, tiles, sweeps, rounds
//                         not Gauss-Seidel
//   machine.rtl           not a Verilated device
//   of a block or class:
//     step, strip, keep, before, after
//                         unknown (a C client); of a tile: it keeps no whole rows
//     above, below        a tile
//     place               unknown (a C client)
//     tile_class, backward, direction
//                         not a tile. A tile is local, send, receive or mixed, forward or backward
//     kernel              a C client that swept with several kernels, or with none
//     schedule, blocking, distribution
//                         not for its kernel, or unknown (a C client)
//   stages                the main loop was not made of stages
//   stages.norms          per norm: not finite
//   stages.cycles         no divided sweeps
//   gauss_seidel          not of that kernel
//   totals.efficiency, occupancy, useful_points_per_cycle
//                         no cycles were counted (the software accelerator has no clock), or the problem is unknown;
//                         useful_points_per_cycle also where the accelerator sweeps nothing: rows that stages sweep on
//                         the host do not count there
//   totals.dma.efficiency the device does not count its busy cycles
//   totals.dma.hidden_cycles
//                         a device of contract version 3 or 4
std::string report_json(const Report& report);

// The value of the field `machine`.
Json machine_json(const ReportMachine& machine);

// Writes it as a whole or not at all. Throws ArgumentError and std::runtime_error as OutputFile.
void write_report(const Report& report, const std::string& path);

}  // namespace stencil
