// SPDX-License-Identifier: Apache-2.0
#include "sim/app/compare/causes/terms/counts.hpp"

#include <algorithm>

#include "sim/app/compare/causes/terms/lone_command.hpp"

namespace stencil {
namespace {

PassPlan plan(const ClassKey& key, const TermDevice& device) {
  return plan_passes(key.shape.niter, device.pes);
}
// Of overlapped rows, all blocks but the last of a step load rows for the next one too, after their own sweeps.
bool loads_ahead(const ClassKey& key) {
  const ChainLinks chain = key.shape.chain.value_or(ChainLinks{});
  const bool followed = key.shape.place == StepPlace::first || key.shape.place == StepPlace::middle;
  return is_streamed(key.shape) && followed && !chain.above && !chain.below;
}
// Cycles from the first cell of a pass of tiles to the last one of row `last`: T(last, cols - 2) of rtl/CONTRACT.md.
std::int64_t tile_rows(const ClassKey& key, std::int64_t last, std::int64_t slots) {
  const std::int64_t width = std::max(key.shape.cols, 2 * slots + 1);
  return slots * (last / slots * width + key.shape.cols - 2 + 2 * (last % slots)) + last % slots;
}
std::int64_t tile_reads(const ClassKey& key, std::int64_t slots) {
  return tile_rows(key, key.shape.rows - 1, slots);
}

}  // namespace

namespace counts {

std::int64_t blocks(const ClassKey&, const RecordedClass& recorded, const TermDevice&) {
  return recorded.count;
}

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

std::int64_t element_steps(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device) {
  return is_streamed(key.shape) ? deepest(key, recorded, device) - recorded.count : 0;
}

std::int64_t waiting_steps(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device) {
  return waiting_sweeps(key, recorded, device) - waiting_passes(key, recorded, device);
}

std::int64_t waiting_passes(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device) {
  return recorded.count * stencil::waiting_passes(key, device);
}

std::int64_t waiting_sweeps(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device) {
  return recorded.count * stencil::waiting_sweeps(key, device);
}

std::int64_t idle_changes(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device) {
  return pass_changes(key, recorded, device) - waiting_passes(key, recorded, device);
}

std::int64_t pass_rows(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device) {
  if (!is_streamed(key.shape)) return recorded.count * plan(key, device).passes * key.shape.rows;
  const BlockPasses all = passes_of(key, device);
  const std::int64_t row_beats = (key.shape.cols + device.lanes - 1) / device.lanes;
  std::int64_t rows = 0;
  for (std::int64_t pass = 0; pass < all.count(); ++pass) rows += all[pass].issued() / row_beats;
  return recorded.count * rows;
}

std::int64_t turnarounds(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device) {
  return pass_rows(key, recorded, device) - passes(key, recorded, device);
}

std::int64_t command_turnarounds(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device) {
  return pass_rows(key, recorded, device) - recorded.count;
}

std::int64_t longer_rows(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device) {
  if (!is_streamed(key.shape)) return 0;
  const ChainLinks chain = key.shape.chain.value_or(ChainLinks{});
  return pass_rows(key, recorded, device) + (chain.above || chain.below ? 0 : deepest(key, recorded, device));
}

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

std::int64_t load_waits(const ClassKey& key, const RecordedClass& recorded, const TermDevice&) {
  return recorded.count * (loads_ahead(key) ? 2 : 1);
}

std::int64_t load_transfers(const ClassKey& key, const RecordedClass& recorded) {
  return recorded.count * (!is_streamed(key.shape) ? 1 : loads_ahead(key) ? 3 : 2);
}

std::int64_t store_transfers(const ClassKey& key, const RecordedClass& recorded) {
  return std::max(recorded.count, recorded.work.transfers - load_transfers(key, recorded));
}

std::int64_t more_transfers(const ClassKey& key, const RecordedClass& recorded, const TermDevice&) {
  return is_streamed(key.shape) ? recorded.work.transfers - 3 * recorded.count : 0;
}

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

std::int64_t inner_load_beats(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device) {
  return load_beats(key, recorded, device) - load_bursts(key, recorded, device);
}

std::int64_t inner_store_beats(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device) {
  return store_beats(key, recorded, device) - store_bursts(key, recorded, device);
}

std::int64_t r_beats(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device) {
  if (!is_streamed(key.shape)) return 0;
  return recorded.count * ((8 * key.shape.rows * key.shape.cols + device.port_bytes - 1) / device.port_bytes);
}

std::int64_t f_beats(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device) {
  return load_beats(key, recorded, device) - r_beats(key, recorded, device);
}

std::int64_t bands(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device) {
  if (device.slots == 0) return 0;
  const std::int64_t width = std::max(key.shape.cols, 2 * device.slots + 1);
  return passes(key, recorded, device) * (1 + tile_reads(key, device.slots) / (device.slots * width));
}

std::int64_t band_slots(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device) {
  if (device.slots == 0) return 0;
  return passes(key, recorded, device) * ((key.shape.rows - 1) / device.slots) * device.slots;
}

std::int64_t wide_band_slots(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device) {
  return key.shape.cols > 2 * device.slots ? band_slots(key, recorded, device) : 0;
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

}  // namespace counts

std::int64_t slots_of(const ClassKey& key, const RecordedClass& recorded, const TermDevice& device) {
  if (is_streamed(key.shape) || recorded.count == 0) return 0;
  const std::int64_t reads = recorded.cycles[place_of("compute")].sum - recorded.cycles[place_of("fill")].sum;
  for (std::int64_t slots = 1; slots < 128; ++slots) {
    if (counts::passes(key, recorded, device) * (tile_reads(key, slots) + 1) == reads) return slots;
  }
  return 0;
}

std::int64_t tile_cycles(const ClassKey& key, const TermDevice& device, std::int64_t slots) {
  const PassPlan passes = plan(key, device);
  std::int64_t cycles = 0;
  for (std::int64_t pass = 0; pass < passes.passes; ++pass) {
    const std::int64_t sweeps = passes.sweeps(pass);
    cycles += tile_rows(key, key.shape.rows + sweeps - 2, slots) + 2 * slots * (sweeps - 1);
  }
  return cycles;
}

}  // namespace stencil
