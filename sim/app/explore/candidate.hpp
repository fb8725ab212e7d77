// The choices that `stencil-cosim tune` compares.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "host/device/accelerator.hpp"
#include "host/jacobi/scheme.hpp"
#include "sim/app/kernels/kernels.hpp"

namespace stencil {

// The job to be tuned: a domain over ranks, each with one device.
struct TuneJob {
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  std::int64_t ranks = 1;
  std::int64_t iterations = 0;
  std::vector<Schedule> schedules;
  std::vector<Blocking> blockings;
  // A message of n bytes between ranks takes latency + n/bytes_per_cycle device cycles.
  double message_latency_cycles = 0.0;
  double message_bytes_per_cycle = 0.0;  // > 0
  const SweepKernel* kernel = sweep_kernels().front();

  // Local rows of the rank with the most, halo rows included.
  std::int64_t most_local_rows(std::int64_t interval) const;
  // Cycles of all exchanges of the job: after every interval but the last, a rank sends one message to each of its two
  // neighbours at most, one after the other, while theirs come in.
  double exchange_cycles(std::int64_t interval) const;
};

// The next value to try: an eighth more, at least 1 more.
std::int64_t next_choice(std::int64_t value);

// The largest portion that fits a buffer, and those that cut local_rows into one block more than it does, two more and
// so on, with growing steps. Only portions of at least `interval` rows, possibly none.
std::set<std::int64_t> portions_of(const Capabilities& device, std::int64_t cols, std::int64_t local_rows,
                                   std::int64_t interval, Blocking blocking);

// Every choice that fits the device: all intervals up to 64 sweeps, then in steps of an eighth; for each the largest
// portion that fits, then those that cut the local rows into that many blocks and more. Throws ArgumentError for a
// device without the kernel.
std::vector<BlockScheme> candidates(const TuneJob& job, const Capabilities& device);

}  // namespace stencil
