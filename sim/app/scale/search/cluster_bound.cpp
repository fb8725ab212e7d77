// SPDX-License-Identifier: Apache-2.0
#include "sim/app/scale/search/cluster_bound.hpp"

#include <algorithm>

#include "host/device/counts.hpp"
#include "host/jacobi/plan.hpp"
#include "sim/app/explore/candidate.hpp"
#include "sim/app/kernels/blocks/block_record.hpp"
#include "sim/app/kernels/blocks/steps.hpp"
#include "sim/app/kernels/sweeps/run_scheme.hpp"
#include "sim/app/report/limits.hpp"

namespace stencil {
namespace {

struct Need {
  std::int64_t issue_cycles = 0;  // slots, and those that are lost where a pass waits for the one before
  TrafficCounts traffic;
};

Need of_strip(const ScaleJob& job, const Capabilities& device, std::int64_t local_rows, std::int64_t niter) {
  Need need;
  const BlockScheme scheme = with_interval(run_scheme(job.sweep, local_rows), niter);
  for (const Block& block : plan_strip(local_rows, scheme)) {
    const TrafficCounts traffic = block_traffic(block, job.cols);
    const BlockLimits limits = block_limits(device, sweep_shape(block, job.cols, niter), traffic);
    need.issue_cycles += limits.stream_cycles + limits.pass_stall_cycles;
    // Of a resident strip only halo rows travel in most steps.
    if (scheme.how.schedule != Schedule::resident) need.traffic += traffic;
  }
  return need;
}

// Strips of so many local rows each, over all steps: the largest of issue slots, loads and stores.
std::int64_t of_strips(const ScaleJob& job, const Capabilities& device, std::int64_t strips, std::int64_t local_rows) {
  if (strips == 0) return 0;
  const Steps steps{job.sweep.iterations, job.sweep.scheme.interval};
  const auto of_step = [&](std::int64_t niter) {
    const Need need = of_strip(job, device, local_rows, niter);
    return roofline_cycles(device, need.issue_cycles, need.traffic);
  };
  const std::int64_t full = of_step(steps.niter(0)) * steps.last(), last = steps.niter(steps.last());
  // Of joined steps a shorter last one, limited by something else, may lie beside those before.
  const bool beside = job.sweep.schedule() == Schedule::joined && last != steps.niter(0);
  return strips * (full + (beside ? 0 : of_step(last)));
}

// Strips of full height that rank 0 or 1 is dealt, other than the first and the last of the field.
std::int64_t inner_strips(std::int64_t strips, std::int64_t ranks, std::int64_t rank) {
  const std::int64_t first = rank == 0 ? ranks : rank;
  return first > strips - 2 ? 0 : (strips - 2 - first) / ranks + 1;
}

// Cycles of all halo exchanges of a run, of messages of this many rows.
std::int64_t messages_between(const ScaleJob& job, std::int64_t ranks, std::int64_t rows) {
  if (ranks == 1) return 0;
  const Steps steps{job.sweep.iterations, job.sweep.scheme.interval};
  const std::int64_t bytes = rows * job.cols * static_cast<std::int64_t>(sizeof(double));
  return steps.last() * job.network.between(0, 1).cycles(bytes);
}

}  // namespace

std::int64_t cluster_bound(const ScaleJob& whole, std::int64_t ranks, const ClusterChoice& choice,
                           const Capabilities& device) {
  if (whole.tiles) return 0;
  const ScaleJob job = with_choice(whole, choice);
  const std::int64_t interval = choice.scheme.interval;
  if (!choice.strip_rows) {
    TuneJob rows;
    rows.rows = job.rows;
    rows.ranks = ranks;
    const std::int64_t most = of_strips(job, device, 1, rows.most_local_rows(interval));
    if (ranks == 1) return most;
    return std::max(most,
                    of_strips(job, device, 1, job.rows / ranks + interval) + messages_between(job, ranks, interval));
  }
  const std::int64_t height = *choice.strip_rows, strips = (job.rows + height - 1) / height;
  const std::int64_t inner = height + 2 * std::min(interval, height);
  const std::int64_t sent = strips > 2 ? interval : 0;  // of the second strip, which may be a short last one
  const std::int64_t zero = inner_strips(strips, ranks, 0), one = inner_strips(strips, ranks, 1);
  return std::max(of_strips(job, device, std::max(zero, one), inner),
                  of_strips(job, device, std::min(zero, one), inner) + messages_between(job, ranks, sent));
}

}  // namespace stencil
