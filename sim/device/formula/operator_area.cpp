// SPDX-License-Identifier: Apache-2.0
#include "sim/device/formula/operator_area.hpp"

#include "sim/device/formula/operator_body.hpp"

namespace stencil {

OperatorArea operator_area(const Formula& formula) {
  const OperationCounts counts = counts_of(formula);
  OperatorArea area;
  area.luts = counts.adds * adder_luts + counts.multiplies * multiplier_luts + counts.divides * divider_luts;
  area.dsps = counts.multiplies * multiplier_dsps;
  const OperatorSchedule schedule(formula);
  ValueNames names(formula);
  const OperatorBody body(formula, schedule, names);
  // A delay is a memory with a place for each value of the counter of cycles that all share.
  std::int64_t places = 32;
  while (places < schedule.latency().cycles({})) places *= 2;
  for (const OperatorBody::Delay& delay : body.delays()) {
    const std::int64_t cycles = delay.to.cycles({}) - delay.from.cycles({});
    area.delay_words += cycles;
    if (cycles < 2) continue;
    ++area.delays;
    area.luts += delay_luts * (places / 32);
  }
  return area;
}

}  // namespace stencil
