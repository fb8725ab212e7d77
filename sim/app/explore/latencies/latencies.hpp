// Latencies of the arithmetic: the devices that differ in nothing else, and which of them makes a job fastest.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "host/device/accelerator.hpp"
#include "sim/app/explore/latencies/clock_file.hpp"
#include "sim/app/explore/tune.hpp"
#include "sim/device/rtl/configurations.hpp"

namespace stencil {

// ADD_LATENCY, MUL_LATENCY, DIV_LATENCY of the RTL, in cycles.
struct Latencies {
  std::int64_t add = 5;
  std::int64_t mul = 6;
  std::int64_t div = 2;

  bool operator==(const Latencies& other) const { return add == other.add && mul == other.mul && div == other.div; }
  std::string text() const;  // "5/6/2"
};

// "5/6/2,7/8/4". Throws ArgumentError with the option and the text, for one outside of rtl/CONTRACT.md with its range.
std::vector<Latencies> parse_latencies(const std::string& option, const std::string& text);

// The device of these options with other latencies, declared or not; a formula's latency follows.
Configuration with_latencies(const AcceleratorOptions& options, const Latencies& latencies);
// Its capabilities.
Capabilities predicted_capabilities(const AcceleratorOptions& options, const Latencies& latencies);

// The declared configurations that differ from the device in latencies at most, in their order; the latencies of the
// device itself where there is none.
std::vector<Latencies> declared_latencies(const AcceleratorOptions& options);

struct LatencyChoice {
  Latencies latencies;
  std::string configuration;           // declared with these latencies, otherwise alike; empty: none
  std::optional<ClockEstimate> clock;  // none: that configuration was not mapped
  std::int64_t element_cycles = 0;     // PE_LATENCY
  Tuned best;                          // the shortest schedule of the job with these latencies

  // Of the whole job and all ranks, per second. Needs a clock.
  double routed_points(const TuneJob& job) const { return points_per_cycle(job) * clock->routed_mhz() * 1e6; }
  double unplaced_points(const TuneJob& job) const { return points_per_cycle(job) * clock->unplaced_mhz() * 1e6; }

 private:
  double points_per_cycle(const TuneJob& job) const {
    return static_cast<double>(job.rows) * static_cast<double>(job.cols) * static_cast<double>(job.iterations) /
           best.total();
  }
};

// Without its best schedule. clocks: of `path`. Throws ArgumentError where the clock was made with other delays than
// those of `others`: such cannot be compared.
LatencyChoice latency_choice(const AcceleratorOptions& options, const Latencies& latencies,
                             const std::map<std::string, ClockEstimate>& clocks, const std::string& path,
                             const std::vector<LatencyChoice>& others);

// Those with a clock first, by points per second with wires `routed`, the most first, of equal ones the one with fewer
// cycles; then the others as they were.
void rank_latencies(const TuneJob& job, std::vector<LatencyChoice>& choices);

}  // namespace stencil
