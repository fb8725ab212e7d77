// SPDX-License-Identifier: Apache-2.0
#include "sim/run/estimate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stencil {
namespace {

std::int64_t ceil_div(std::int64_t a, std::int64_t b) {
  return (a + b - 1) / b;
}

}  // namespace

std::int64_t predict_block_cycles(const Capabilities& device, const LinkOptions& link, const Block& block,
                                  std::int64_t cols, std::int64_t niter) {
  const std::int64_t port_bytes = device.axi_data_bits / 8;
  const std::int64_t link_bytes = link.bytes_per_cycle == 0 ? port_bytes : std::min(link.bytes_per_cycle, port_bytes);
  const std::int64_t words = (2 * block.rows() + block.keep) * cols;
  const std::int64_t moving = ceil_div(words * 8, link_bytes) + 3 * link.latency_cycles;

  const std::int64_t beats_per_row = ceil_div(cols, device.lanes);
  const std::int64_t passes = ceil_div(niter, device.pes);
  const std::int64_t deepest = ceil_div(niter, passes);
  return moving + passes * block.rows() * beats_per_row + deepest * (beats_per_row + device.pe_latency);
}

CostEstimate estimate_rank(const Capabilities& device, const LinkOptions& link, std::int64_t local_rows,
                           std::int64_t cols, std::int64_t portion, const Steps& steps, const BlockPredictor& predict) {
  const auto one_step = [&](std::int64_t niter) {
    CostEstimate cost;
    for (const Block& block : plan_blocks(local_rows, portion, niter)) {
      if (device.timed) cost.cycles += predict(device, link, block, cols, niter);
      ++cost.blocks;
    }
    return cost;
  };
  const CostEstimate full = one_step(steps.niter(0));
  const CostEstimate last = one_step(steps.niter(steps.last()));
  return {full.cycles * steps.last() + last.cycles, full.blocks * steps.last() + last.blocks};
}

double remaining_seconds(double elapsed_s, double share_done) {
  return elapsed_s * (1.0 - share_done) / share_done;
}

std::string readable_duration(double seconds) {
  if (seconds < 1.0) return fmt::format("{:.0f} ms", seconds * 1e3);
  const auto whole = static_cast<std::int64_t>(std::llround(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

}  // namespace stencil
