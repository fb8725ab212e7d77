// What the blocks of a class do, counted from their shapes and their work: what the terms of the cycle laws multiply.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "sim/app/compare/recordings/recording.hpp"

namespace stencil {

// The device behind a class.
struct TermDevice {
  std::int64_t pes = 1;
  std::int64_t lanes = 1;
  std::int64_t port_bytes = 8;   // of a beat of the data port
  std::int64_t pe_latency = 29;  // cycles
  std::int64_t slots = 0;        // row slots in which tiles of the class are processed; 0: no tiles, or unknown
};

// The row slots with which tiles of this class read as long as recorded; 0 if there is no such number.
std::int64_t slots_of(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device);

// Cycles of a tile of this class in so many row slots, by rtl/CONTRACT.md, without those of the operator's latency.
std::int64_t tile_cycles(const ClassKey& key, const TermDevice& device, std::int64_t slots);

// Sums over all blocks of the class.
namespace counts {

std::int64_t blocks(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device);
// Changes from one command to the next: blocks that another block follows without a break in the same step.
std::int64_t followed(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device);
std::int64_t passes(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device);
std::int64_t pass_changes(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device);
std::int64_t deepest(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device);
// Steps from one processing element to the next, of the deepest pass; of those passes that the next one waits for.
std::int64_t element_steps(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device);
std::int64_t waiting_steps(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device);
std::int64_t waiting_passes(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device);
// Sweeps of those passes that the next one waits for.
std::int64_t waiting_sweeps(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device);
std::int64_t idle_changes(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device);
// Rows issued by all passes.
std::int64_t pass_rows(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device);
// From one row of a pass to the next.
std::int64_t turnarounds(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device);
// From one row of a command to the next, of another pass too.
std::int64_t command_turnarounds(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device);
// Beats more if each row of a command had one more, in the line buffers too, through which the last pass leaves.
std::int64_t longer_rows(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device);
// The same, where nothing waits for the additional beat of the last row.
std::int64_t padded_rows(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device);
std::int64_t swept_rows(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device);
std::int64_t sweeps(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device);
std::int64_t load_bursts(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device);
std::int64_t store_bursts(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device);
// Beats but the last of each burst.
std::int64_t inner_load_beats(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device);
std::int64_t inner_store_beats(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device);
// Loads that something waits for: those before a command together, and those for the next block.
std::int64_t load_waits(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device);
std::int64_t load_transfers(const ClassKey& key, const RecordedClass& recorded);
std::int64_t store_transfers(const ClassKey& key, const RecordedClass& recorded);
// Every block has three transfers at least: two loads and a store.
std::int64_t more_transfers(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device);
// Bursts but the first of each transfer, whose cycle may hide in the time that a transfer takes to start.
std::int64_t more_load_bursts(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device);
std::int64_t more_store_bursts(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device);
std::int64_t load_beats(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device);
std::int64_t store_beats(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device);
// Beats of bank r, whose rows are loaded once for each block.
std::int64_t r_beats(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device);
std::int64_t f_beats(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device);
std::int64_t bands(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device);
// Row slots of all bands that another band follows: a wide row's last round, by slot.
std::int64_t band_slots(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device);
// The same in rows of more columns than two for each slot, where no row waits for its slot.
std::int64_t wide_band_slots(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device);
std::int64_t rounds(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device);
std::int64_t step_starts(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device);
std::int64_t engine_beats(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device);

}  // namespace counts
}  // namespace stencil
