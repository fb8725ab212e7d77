// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/sweeps/run_scheme.hpp"

#include <algorithm>

#include "host/base/errors.hpp"

namespace stencil {

BlockScheme run_scheme(const SweepOptions& options, std::int64_t most_rows) {
  BlockScheme scheme = options.scheme;
  scheme.even = options.distribution == Distribution::cyclic;
  if (scheme.how.schedule != Schedule::resident) return scheme;
  scheme.how.blocking = Blocking::overlapped_rows;
  scheme.portion = std::max(3 * scheme.interval, most_rows);
  return scheme;
}

void check_run_schedule(const SweepOptions& options) {
  if (options.scheme.how.schedule == Schedule::resident && options.distribution == Distribution::cyclic) {
    throw ArgumentError(
        "--schedule is resident, must be overlapped, sequential or joined with --distribution cyclic: one strip stays "
        "in the "
        "device");
  }
}

}  // namespace stencil
