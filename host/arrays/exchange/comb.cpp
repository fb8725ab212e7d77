// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/exchange/comb.hpp"

namespace stencil {

void join_runs(Comb& comb) {
  if (comb.repeat > 1 && comb.stride == comb.length) comb = {comb.first, comb.count(), 0, 1};
}

bool extend_run(Comb& run, const Comb& next) {
  if (run.repeat != 1 || next.repeat != 1 || next.first != run.first + run.length) return false;
  run.length += next.length;
  return true;
}

bool continue_with(Comb& comb, const Comb& next) {
  if (comb.length != next.length ||
      !continues(comb.first, comb.stride, comb.repeat, next.first, next.stride, next.repeat)) {
    return false;
  }
  if (comb.repeat == 1) comb.stride = next.first - comb.first;
  comb.repeat += next.repeat;
  return true;
}

Comb repeated(const Comb& run, const CombLoop& loop) {
  return {run.first, run.length, loop.stride, loop.repeat};
}

std::int64_t count(const Combs& combs, const LoopSpan& span) {
  std::int64_t sum = 0;
  combs.for_each(
      span, [&](const Comb& comb) { sum += comb.count(); },
      [&](const CombLoop& loop, const LoopSpan& body) { sum += loop.repeat * count(combs, body); });
  return sum;
}

std::int64_t count(const Combs& combs) {
  return count(combs, combs.all());
}

}  // namespace stencil
