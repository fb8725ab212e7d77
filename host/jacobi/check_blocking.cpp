// SPDX-License-Identifier: Apache-2.0
#include "host/jacobi/check_blocking.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "host/base/check.hpp"
#include "host/base/errors.hpp"
#include "host/base/text.hpp"
#include "host/jacobi/plan.hpp"

namespace stencil {

void check_schedule(const Capabilities& device, Schedule schedule) {
  const bool one_buffer = schedule == Schedule::sequential || schedule == Schedule::resident;
  if (one_buffer || (device.f_buffers >= 2 && device.r_buffers >= 2)) return;
  throw ArgumentError(
      fmt::format("schedule = {}, must be sequential: the device has {} of f and {} of r, {} needs 2 of each",
                  name_of(schedule), counted(device.f_buffers, "buffer"), device.r_buffers, name_of(schedule)));
}

std::int64_t chained_sweeps(const Capabilities& device, std::int64_t cols) {
  const std::int64_t beats = (cols - 1) / device.lanes + 1;
  return device.line_beats / beats * device.pes;
}

BlockScheme cut_finer(BlockScheme scheme, const Capabilities& device, const std::vector<std::int64_t>& rows,
                      std::int64_t cols, bool waits) {
  if (!scheme.even || rows.empty()) return scheme;
  const auto [least, most] = std::minmax_element(rows.begin(), rows.end());
  const std::int64_t lost = *most - *least + (waits ? *most : 0);
  const bool few = 2 * lost > scheme.interval * static_cast<std::int64_t>(rows.size());
  const bool single = plan_strip(*most, scheme).size() == 1, skewed = scheme.how.blocking == Blocking::skewed;
  if ((single || skewed) && (few || (waits && !single))) scheme.chained_sweeps = chained_sweeps(device, cols);
  return scheme;
}

void check_chain(const Capabilities& device, const char* name, std::int64_t niter, std::int64_t cols) {
  check_range("cols", cols, 1);
  check_range(name, niter, 1, chained_sweeps(device, cols),
              fmt::format("skewed blocks of {} columns: line buffers of {} beats, {} of {}", cols, device.line_beats,
                          counted(device.pes, "processing element"), counted(device.lanes, "lane"))
                  .c_str());
}

void check_blocking(const Capabilities& device, std::int64_t local_rows, std::int64_t cols, std::int64_t portion,
                    std::int64_t stw, const ItstepOptions& options) {
  check_range("rows of the local part", local_rows, 1);
  check_sweeps("stw", stw, portion, options.blocking);
  check_range("cols", cols, 1, device.max_cols, "the device's longest row");
  check_schedule(device, options.schedule);
  const bool skewed = options.blocking == Blocking::skewed;
  const std::int64_t rows_that_fit = device.memory_words / cols;
  const auto does_not_fit = [&](const char* what, std::int64_t rows) {
    return ArgumentError(
        fmt::format("{} = {} rows of {} columns, must be <= {} rows (the device holds {} words per buffer)", what, rows,
                    cols, rows_that_fit, device.memory_words));
  };
  if (options.schedule == Schedule::resident) {
    if (local_rows > rows_that_fit) throw does_not_fit("the local part, which stays in the device,", local_rows);
    return;
  }
  if (skewed ? local_rows - stw <= portion : local_rows <= portion) {
    if (local_rows > rows_that_fit) throw does_not_fit("the local part, a single block,", local_rows);
    return;
  }
  // portion alone first, because the sum of huge numbers could exceed 64 bits.
  if (portion > rows_that_fit) throw does_not_fit("portion", portion);
  const std::int64_t overlap = skewed ? stw : 2 * stw;
  if (portion + overlap > rows_that_fit) {
    throw does_not_fit(skewed ? "portion + stw" : "portion + 2*stw", portion + overlap);
  }
  if (skewed) check_chain(device, "stw", stw, cols);
}

}  // namespace stencil
