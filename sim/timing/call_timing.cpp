// SPDX-License-Identifier: Apache-2.0
#include "sim/timing/call_timing.hpp"

#include <algorithm>

namespace stencil {

namespace {

// Cycles before the first and after the last beat of a run of transfers, handshakes of the memory port.
constexpr std::int64_t write_overhead_cycles = 3;
constexpr std::int64_t read_overhead_cycles = 4;

// An AXI4-Lite access takes this long from being offered to its response.
constexpr std::int64_t register_cycles = 2;
// From the response to the start to the first busy cycle.
constexpr std::int64_t launch_cycles = 2;
// From the write of a new number of sweeps to the first busy cycle at the earliest: a division of 32 bits, twice.
constexpr std::int64_t plan_cycles = 69;

std::int64_t ceil_div(std::int64_t a, std::int64_t b) {
  return (a + b - 1) / b;
}

}  // namespace

CallTiming::CallTiming(const Capabilities& device, const LinkOptions& link)
    : engine_{device.pes, device.lanes, device.pe_latency}, link_(link), beat_bytes_(device.axi_data_bits / 8) {}

std::int64_t CallTiming::beats(std::uint64_t address, std::int64_t length_words) const {
  const auto lead = static_cast<std::int64_t>(address % static_cast<std::uint64_t>(beat_bytes_));
  return ceil_div(lead + 8 * length_words, beat_bytes_);
}

std::int64_t CallTiming::link_cycles(std::int64_t beats) const {
  if (link_.bytes_per_cycle <= 0 || link_.bytes_per_cycle >= beat_bytes_) return beats;
  // The k-th beat needs k beats' worth of the link, less the one saved up at the start.
  return 1 + ceil_div((beats - 1) * beat_bytes_, link_.bytes_per_cycle);
}

void CallTiming::transfers(bool to_device, std::int64_t beats) {
  const std::int64_t moving = link_cycles(beats);
  model_cycles_ += link_.latency_cycles + moving + (to_device ? write_overhead_cycles : read_overhead_cycles);
  ideal_cycles_ += link_.latency_cycles + moving;
}

void CallTiming::sweep(const SweepCommand& command, std::int64_t register_writes, bool plan_niter) {
  const EngineTiming timing = engine_timing(engine_, command.rows, command.cols, command.niter);
  const std::int64_t writes = register_cycles * register_writes;
  // The plan is made while the other registers are written; the start waits for it. STATUS is read at the end.
  const std::int64_t prepare = plan_niter ? std::max(writes + launch_cycles, plan_cycles) : writes + launch_cycles;
  model_cycles_ += prepare + timing.busy_cycles() + register_cycles;
  ideal_cycles_ += timing.model_cycles() + timing.stall_cycles;
}

}  // namespace stencil
