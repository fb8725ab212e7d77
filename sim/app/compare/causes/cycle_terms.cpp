// SPDX-License-Identifier: Apache-2.0
#include "sim/app/compare/causes/cycle_terms.hpp"

#include <algorithm>
#include <map>

#include "sim/app/compare/causes/lone_command.hpp"

namespace stencil {
namespace {

PassPlan plan(const ClassKey& key, const TermDevice& device) {
  return plan_passes(key.shape.niter, device.pes);
}

std::int64_t blocks(const ClassKey&, const RecordedClass& recorded, const TermDevice&) {
  return recorded.count;
}
// Changes from one command to the next: blocks that another block follows without a break in the same step.
std::int64_t followed(const ClassKey& key, const RecordedClass& recorded, const TermDevice&) {
  const bool first = !key.shape.place || *key.shape.place == StepPlace::first || *key.shape.place == StepPlace::only;
  return first ? 0 : recorded.count;
}
std::int64_t passes(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device) {
  return recorded.count * plan(key, device).passes;
}
std::int64_t pass_changes(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device) {
  return recorded.count * (plan(key, device).passes - 1);
}
std::int64_t deepest(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device) {
  return recorded.count * plan(key, device).deepest();
}
std::int64_t waiting_passes(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device) {
  return recorded.count * waiting_passes(key, device);
}
// Sweeps of those passes that the next one waits for.
std::int64_t waiting_sweeps(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device) {
  return recorded.count * waiting_sweeps(key, device);
}
std::int64_t idle_changes(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device) {
  return pass_changes(key, recorded, device) - waiting_passes(key, recorded, device);
}
// Rows issued by all passes.
std::int64_t pass_rows(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device) {
  if (!is_streamed(key.shape)) return recorded.count * plan(key, device).passes * key.shape.rows;
  const BlockPasses all = passes_of(key, device);
  const std::int64_t row_beats = (key.shape.cols + device.lanes - 1) / device.lanes;
  std::int64_t rows = 0;
  for (std::int64_t pass = 0; pass < all.count(); ++pass) rows += all[pass].issued() / row_beats;
  return recorded.count * rows;
}
// From one row of a pass to the next.
std::int64_t turnarounds(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device) {
  return pass_rows(key, recorded, device) - passes(key, recorded, device);
}
// From one row of a command to the next, of another pass too.
std::int64_t command_turnarounds(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device) {
  return pass_rows(key, recorded, device) - recorded.count;
}
// Beats more if each row of a command had one more, in the line buffers too, through which the last pass leaves.
std::int64_t longer_rows(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device) {
  if (!is_streamed(key.shape)) return 0;
  const ChainLinks chain = key.shape.chain.value_or(ChainLinks{});
  return pass_rows(key, recorded, device) + (chain.above || chain.below ? 0 : deepest(key, recorded, device));
}
// The same, where nothing waits for the additional beat of the last row.
std::int64_t padded_rows(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device) {
  return is_streamed(key.shape) ? longer_rows(key, recorded, device) - recorded.count : 0;
}
std::int64_t swept_rows(const ClassKey&, const RecordedClass& recorded, const TermDevice&) {
  return recorded.work.rows_swept;
}
std::int64_t sweeps(const ClassKey& key, const RecordedClass& recorded, const TermDevice&) {
  return recorded.count * key.shape.niter;
}
std::int64_t load_bursts(const ClassKey&, const RecordedClass& recorded, const TermDevice&) {
  return recorded.work.load_bursts;
}
std::int64_t store_bursts(const ClassKey&, const RecordedClass& recorded, const TermDevice&) {
  return recorded.work.store_bursts;
}
// Of overlapped rows, all blocks but the last of a step load rows for the next one too, after their own sweeps.
bool loads_ahead(const ClassKey& key) {
  const ChainLinks chain = key.shape.chain.value_or(ChainLinks{});
  const bool followed = key.shape.place == StepPlace::first || key.shape.place == StepPlace::middle;
  return is_streamed(key.shape) && followed && !chain.above && !chain.below;
}
// Loads that something waits for: those before a command together, and those for the next block.
std::int64_t load_waits(const ClassKey& key, const RecordedClass& recorded, const TermDevice&) {
  return recorded.count * (loads_ahead(key) ? 2 : 1);
}
std::int64_t load_transfers(const ClassKey& key, const RecordedClass& recorded) {
  return recorded.count * (!is_streamed(key.shape) ? 1 : loads_ahead(key) ? 3 : 2);
}
std::int64_t store_transfers(const ClassKey& key, const RecordedClass& recorded) {
  return std::max(recorded.count, recorded.work.transfers - load_transfers(key, recorded));
}
// Every block has three transfers at least: two loads and a store.
std::int64_t more_transfers(const ClassKey& key, const RecordedClass& recorded, const TermDevice&) {
  return is_streamed(key.shape) ? recorded.work.transfers - 3 * recorded.count : 0;
}
// Bursts but the first of each transfer, whose cycle may hide in the time that a transfer takes to start.
std::int64_t more_load_bursts(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device) {
  return recorded.work.load_bursts - load_waits(key, recorded, device);
}
std::int64_t more_store_bursts(const ClassKey& key, const RecordedClass& recorded, const TermDevice&) {
  return recorded.work.store_bursts - store_transfers(key, recorded);
}
std::int64_t load_beats(const ClassKey&, const RecordedClass& recorded, const TermDevice& device) {
  return recorded.work.bytes_to_device / device.port_bytes;
}
std::int64_t store_beats(const ClassKey&, const RecordedClass& recorded, const TermDevice& device) {
  return recorded.work.bytes_from_device / device.port_bytes;
}
// Beats of bank r, whose rows are loaded once for each block.
std::int64_t r_beats(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device) {
  if (!is_streamed(key.shape)) return 0;
  return recorded.count * ((8 * key.shape.rows * key.shape.cols + device.port_bytes - 1) / device.port_bytes);
}
std::int64_t f_beats(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device) {
  return load_beats(key, recorded, device) - r_beats(key, recorded, device);
}
// Cycles of a pass of tiles from its first cell to its last one: T(rows - 1, cols - 2) of rtl/CONTRACT.md.
std::int64_t tile_reads(const ClassKey& key, std::int64_t slots) {
  const std::int64_t last = key.shape.rows - 1, width = std::max(key.shape.cols, 2 * slots + 1);
  return slots * (last / slots * width + key.shape.cols - 2 + 2 * (last % slots)) + last % slots;
}
std::int64_t bands(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device) {
  if (device.slots == 0) return 0;
  const std::int64_t width = std::max(key.shape.cols, 2 * device.slots + 1);
  return passes(key, recorded, device) * (1 + tile_reads(key, device.slots) / (device.slots * width));
}
// Row slots of all bands that another band follows: a wide row's last round, by slot.
std::int64_t band_slots(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device) {
  if (device.slots == 0) return 0;
  return passes(key, recorded, device) * ((key.shape.rows - 1) / device.slots) * device.slots;
}
std::int64_t rounds(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device) {
  if (device.slots == 0) return 0;
  return passes(key, recorded, device) * ((tile_reads(key, device.slots) + 1) / device.slots);
}
std::int64_t step_starts(const ClassKey& key, const RecordedClass& recorded, const TermDevice&) {
  const bool first = key.shape.place == StepPlace::first || key.shape.place == StepPlace::only;
  return first ? recorded.count : 0;
}
std::int64_t engine_beats(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device) {
  const std::int64_t lanes = lanes_of(key.shape, device.lanes);
  return pass_rows(key, recorded, device) * ((key.shape.cols + lanes - 1) / lanes);
}

}  // namespace

const std::vector<Term>& terms_of(const std::string& cause) {
  static const Term further = {"start or response of a transfer", "transfer beyond three of a block",
                               "at each transfer beyond three", "blockings", more_transfers};
  static const Term step = {"registers of a job, or plan of its passes", "first block of a step",
                            "at the first block of a step", "places", step_starts};
  static const Term row = {"a bubble per row", "row of a pass", "at each row of a pass", "rows", pass_rows};
  static const Term beat = {"a bubble per beat", "beat of the engine", "at each beat of the engine", "columns",
                            engine_beats};
  static const Term turn = {"turnaround", "turnaround between rows of a pass",
                            "at each turnaround between rows of a pass", "rows", turnarounds};
  static const Term any_turn = {"turnaround", "turnaround between rows of a command",
                                "at each turnaround between rows of a command", "rows", command_turnarounds};
  static const Term longer = {"longer rows", "row of a pass, and of those in the line buffers",
                              "at each row, in the line buffers too", "sweeps", longer_rows};
  static const Term padded = {"longer rows", "row of a pass but the last, and of those in the line buffers",
                              "at each row, in the line buffers too", "sweeps", padded_rows};
  static const Term band = {"start of a band", "band of rows", "at each band of rows", "rows", bands};
  static const Term long_row = {"longer rows of a band", "row slot of each band before another",
                                "at each row slot of the bands but the last", "rows", band_slots};
  static const Term round = {"a bubble per round", "round of the row slots", "at each round of the row slots", "rows",
                             rounds};
  static const Term gap = {"pass gap", "change of passes", "at the change of passes", "sweeps", pass_changes};
  static const Term pass = {"pass overhead", "pass", "at each pass", "sweeps", passes};
  static const Term latency = {"latency of a processing element", "sweep of the deepest pass",
                               "in the filling of the cascade", "sweeps", deepest};
  static const Term sweep = {"sweep overhead", "sweep", "at each sweep", "sweeps", sweeps};
  static const std::map<std::string, std::vector<Term>> terms{
      {"load",
       {{"burst overhead", "load burst", "at each load burst", "bursts", load_bursts},
        {"burst overhead", "load burst after another", "at each load burst after another", "bursts", more_load_bursts},
        {"a bubble per beat", "beat loaded", "at each beat loaded", "rows", load_beats},
        {"a bubble per beat of one bank", "beat of bank r", "at each beat of bank r", "banks", r_beats},
        {"a bubble per beat of one bank", "beat of bank f", "at each beat of bank f", "banks", f_beats},
        {"start or response of a load", "load waited for", "once per load waited for", "blockings", load_waits},
        further,
        {"start or response of a load, change of buffers, or wait before a command", "block", "once per block",
         "blocks", blocks},
        step}},
      {"store",
       {{"burst overhead", "store burst", "at each store burst", "bursts", store_bursts},
        {"burst overhead", "store burst after another", "at each store burst after another", "bursts",
         more_store_bursts},
        {"a bubble per beat", "beat stored", "at each beat stored", "rows", store_beats},
        further,
        {"start of a store, or wait before a command", "block", "once per block", "blocks", blocks},
        step}},
      {"compute",
       {row,
        beat,
        turn,
        any_turn,
        longer,
        padded,
        {"a bubble per row", "row of a sweep", "at each row of a sweep", "sweeps", swept_rows},
        band,
        long_row,
        round,
        gap,
        pass,
        latency,
        sweep,
        {"command overhead", "command", "once per command", "blocks", blocks}}},
      {"fill",
       {latency,
        gap,
        pass,
        sweep,
        row,
        beat,
        turn,
        any_turn,
        longer,
        padded,
        band,
        long_row,
        round,
        {"drain", "command", "once per command, while the cascade fills or drains", "blocks", blocks}}},
      {"stall",
       {{"wait for results", "pass that waits for the one before", "where a pass waits for the one before", "rows",
         waiting_passes},
        {"latency of a processing element", "sweep of a pass that the next one waits for",
         "where a pass waits for the one before, for each sweep", "sweeps", waiting_sweeps},
        gap,
        {"pass gap", "change of passes without a wait", "at the changes of passes that wait for nothing", "sweeps",
         idle_changes},
        {"interlock, or gate of a pass", "command after another", "between one command and the next", "blocks",
         followed},
        {"wait before a command", "command", "once per command", "blocks", blocks}}},
      {"idle",
       {{"registers, completion, CHANGE, or wait before a command", "block",
         "once per block, at registers or before its command", "blocks", blocks},
        step}},
      {"several",
       {{"wait before a command, or for its buffer after it", "block", "once per block, at its command", "blocks",
         blocks},
        step}}};
  return terms.at(cause.find(" and ") == std::string::npos ? cause : "several");
}

const Term& whole_pass_term() {
  static const Term term = {"loss of overlap of passes", "cycle of the way out of a pass that another follows",
                            "at the change of passes", "sweeps",
                            [](const ClassKey& key, const RecordedClass& recorded, const TermDevice& device) {
                              const Delay whole{0, 0, true};
                              return recorded.count * (stall_cycles(key, device, whole) - stall_cycles(key, device, {}));
                            }};
  return term;
}

std::int64_t beats_of(const std::string& cause, const ClassKey& key, const RecordedClass& recorded,
                      const TermDevice& device) {
  if (cause == "load") return load_beats(key, recorded, device);
  if (cause == "store") return store_beats(key, recorded, device);
  return cause == "compute" ? engine_beats(key, recorded, device) : 0;
}

std::int64_t runs_of_beats(const std::string& cause, const ClassKey& key, const RecordedClass& recorded,
                           const TermDevice& device) {
  if (cause == "compute") return passes(key, recorded, device);
  return cause == "load" ? load_transfers(key, recorded) : store_transfers(key, recorded);
}

std::int64_t slots_of(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device) {
  if (is_streamed(key.shape) || recorded.count == 0) return 0;
  const std::int64_t reads = recorded.cycles[place_of("compute")].sum - recorded.cycles[place_of("fill")].sum;
  for (std::int64_t slots = 1; slots < 128; ++slots) {
    if (passes(key, recorded, device) * (tile_reads(key, slots) + 1) == reads) return slots;
  }
  return 0;
}

}  // namespace stencil
