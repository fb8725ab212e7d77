// The accelerator without hardware: the local memory and the loops of its kernels behind the device interface.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/device/accelerator.hpp"
#include "models/local_memory.hpp"
#include "sim/device/posted_weights.hpp"

namespace stencil {

// Same sizes, same argument checks and same bits as a timed device of that configuration, but no clock:
// calls take effect at once, in the order of posting, every cycle count stays 0 and only traffic is counted.
class SoftwareAccelerator final : public Accelerator {
 public:
  // Takes over all but accel, which becomes "software", and what only a clock gives a meaning: pe_latency,
  // tile_latency, link_bytes_per_cycle and timed.
  explicit SoftwareAccelerator(const Capabilities& configuration);

  const Capabilities& capabilities() const override { return capabilities_; }
  Ticket post_load(const Place& place, const double* source, const After& after) override;
  Ticket post_sweep(const SweepCommand& command, const After& after) override;
  Ticket post_tile(const TileCommand& command, const After& after) override;
  Ticket post_store(const Place& place, double* target, const After& after) override;
  void wait() override;
  double change() override;
  void reset_change() override;
  void set_weight(Weight weight, double value) override;
  double weight(Weight weight) override;
  CycleCounts cycles() const override { return {}; }
  const std::vector<CycleCounts>& sweep_ends() const override { return sweep_ends_; }
  TrafficCounts traffic() const override { return traffic_; }

 private:
  Capabilities capabilities_;
  LocalMemory memory_;
  TrafficCounts traffic_;
  SweepCommand last_sweep_;
  PostedWeights weights_;
  bool posted_ = false;  // since wait()
  Ticket tickets_ = 0;
  std::vector<CycleCounts> sweep_ends_;
  std::size_t posted_sweeps_ = 0;
};

}  // namespace stencil
