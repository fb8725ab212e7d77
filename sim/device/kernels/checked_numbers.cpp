// SPDX-License-Identifier: Apache-2.0
#include "sim/device/kernels/checked_numbers.hpp"

#include <fmt/core.h>

#include "host/base/text.hpp"
#include "sim/device/contract/sweep_operators.hpp"
#include "sim/device/kernels/common/pass_plan.hpp"

namespace stencil {
namespace {

std::string of_kernel(const SweepCommand& sweep, const Capabilities& device) {
  const bool is_there = device.operators[sweep.weights.index()];
  const bool is_link = sweep.above || sweep.below;
  const std::int64_t beats = (sweep.cols + device.lanes - 1) / device.lanes;
  const std::int64_t passes = plan_passes(sweep.niter, device.pes).passes;
  return fmt::format("r buffer {} of {}, above {}, below {}{}, {}, which KERNELS {}", sweep.r_buffer, device.r_buffers,
                     sweep.above ? 1 : 0, sweep.below ? 1 : 0,
                     is_link ? fmt::format(", passes*beats {}*{} = {} of LINE_BEATS {}", passes, beats,
                                           with_commas(passes * beats), with_commas(device.line_beats))
                             : "",
                     operator_name(sweep.weights), is_there ? "shows" : "does not show");
}

std::string of_kernel(const TileCommand& tile, const Capabilities& /*device*/) {
  const auto edge = [&](const char* name, const TileEdge& of) {
    return fmt::format("{} {} to {}", name, of.at, of.in_sweep(tile.sweeps));
  };
  return fmt::format("from the first sweep to the last {}, {}, {}, {}", edge("top", tile.top),
                     edge("bottom", tile.bottom), edge("left", tile.left), edge("right", tile.right));
}

}  // namespace

std::string checked_numbers(const DeviceCommand& command, const Capabilities& device) {
  const CommandBlock block = command_block(command);
  return fmt::format("rows*cols {} of MEMORY_WORDS {}, cols {} of MAX_COLS {}, f buffer {} of {}, {}",
                     with_commas(block.rows * block.cols), with_commas(device.memory_words), with_commas(block.cols),
                     with_commas(device.max_cols), block.f_buffer, device.f_buffers,
                     std::visit([&](const auto& of) { return of_kernel(of, device); }, command));
}

}  // namespace stencil
