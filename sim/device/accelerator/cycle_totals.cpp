// SPDX-License-Identifier: Apache-2.0
#include "sim/device/accelerator/cycle_totals.hpp"

namespace stencil {

using namespace contract;

namespace {

CauseCycles since(const DeviceCounts& start, const DeviceCounts& now) {
  const auto cause = [&](Cause which) { return now.cause_cycles[which] - start.cause_cycles[which]; };
  CauseCycles cycles;
  cycles.load = cause(CAUSE_LOAD);
  cycles.compute = cause(CAUSE_COMPUTE);
  cycles.store = cause(CAUSE_STORE);
  cycles.stall = cause(CAUSE_STALL);
  cycles.idle = cause(CAUSE_IDLE) + now.skipped_cycles - start.skipped_cycles;
  cycles.fill = now.fill_cycles - start.fill_cycles;
  return cycles;
}

}  // namespace

CycleTotals::CycleTotals(const CountersCleared& cleared, const DeviceTiming& model)
    : cleared_(cleared), model_start_(model.counts()), dma_start_(model.dma()) {}

CycleCounts CycleTotals::at(const DeviceCounts& device, const DeviceCounts& model, std::int64_t ideal) const {
  CycleCounts counts;
  static_cast<CauseCycles&>(counts) = since(cleared_.after, device);
  counts.model = since(model_start_, model);
  counts.ideal = ideal;
  return counts;
}

DmaCycles CycleTotals::dma(const DeviceTiming& model) const {
  DmaCycles dma = model.dma();
  subtract_fields(dma, dma_start_, dma_fields);
  return dma;
}

}  // namespace stencil
