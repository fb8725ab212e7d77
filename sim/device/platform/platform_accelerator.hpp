// An accelerator behind the platform: host calls turned into transactions, whatever device carries them out.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "host/device/accelerator.hpp"
#include "sim/device/platform/audit.hpp"
#include "sim/device/platform/hang_bound.hpp"
#include "sim/device/platform/kernel_context.hpp"
#include "sim/device/platform/platform.hpp"
#include "sim/device/platform/posted_job.hpp"
#include "sim/device/platform/posting_order.hpp"
#include "sim/device/posted_weights.hpp"
#include "sim/device/pins/handshake_digest.hpp"
#include "sim/device/timing/ideal_timeline.hpp"
#include "sim/device/timing/tile_timing.hpp"

namespace stencil {

// Calls are checked and queued; wait() posts them in order, with their tickets as dependencies at the master, and lets
// the device run until all is done. In between it waits only where the device would refuse a register access: before
// the job (cols, niter, weights, the edges of a tile) changes, and before a COMMAND that might find the queue full.
// The timing model runs beside a device that is not the model itself; CycleCounts.model is what it says.
class PlatformAccelerator final : public Accelerator {
 public:
  // Resets the device and reads its capabilities; throws DeviceError when they are not those of the contract.
  // accel: what capabilities().accel is to say. digest: what the device tells its handshakes to, if anyone.
  PlatformAccelerator(const std::string& accel, const std::string& config, std::unique_ptr<Device> device,
                      const LinkOptions& link, std::unique_ptr<HandshakeDigest> digest = nullptr);

  const Capabilities& capabilities() const override { return capabilities_; }
  Ticket post_load(const Place& place, const double* source, const After& after) override;
  Ticket post_sweep(const SweepCommand& command, const After& after) override;
  // With the number of row slots that makes the command shortest.
  Ticket post_tile(const TileCommand& command, const After& after) override;
  Ticket post_store(const Place& place, double* target, const After& after) override;
  void wait() override;
  // Register accesses, which cost device cycles.
  double change() override;
  void reset_change() override;
  void set_weight(Weight weight, double value) override;
  double weight(Weight weight) override;
  CycleCounts cycles() const override;
  const std::vector<CycleCounts>& sweep_ends() const override { return sweep_ends_; }
  TrafficCounts traffic() const override { return traffic_; }
  // As the device has counted them, once audit() has asked; before that as the timing model has them.
  DmaCycles dma_busy() const override;

  // audit_counters(). Costs device cycles, so it belongs at the end of a run.
  void audit() override;

  double simulation_rate() const override { return simulation_rate_; }
  HandshakeDigests handshake_digests() const override { return digest_ ? digest_->digests() : HandshakeDigests(); }

 private:
  struct Call {
    enum class Kind { load, store, sweep, tile } kind;
    Ticket ticket = 0;
    After after;
    Place place;
    unsigned char* host = nullptr;
    SweepCommand command;
    TileCommand tile;
  };
  void read_capabilities(const std::string& accel, const std::string& config, const LinkOptions& link);
  void post_transfer(const Call& call);
  std::int64_t bursts_of(const Place& place) const;
  template <class Command>
  void post_command(const Call& call, const Command& command);
  PostedJob job_of(const SweepCommand& command) const;
  PostedJob job_of(const TileCommand& command) const;
  std::int64_t busy_cycles(const SweepCommand& command) const;
  std::int64_t busy_cycles(const TileCommand& command) const;
  TileEngineShape tile_engine() const;
  void drain();
  void check_status();
  void write_register(std::uint32_t address, std::uint64_t value, const PostedAfter& after = {});
  std::uint64_t read_register(std::uint32_t address);
  void advance();
  CycleCounts counts(const DeviceCounts& device, const DeviceCounts& model, std::int64_t ideal) const;

  std::unique_ptr<HandshakeDigest> digest_;
  KernelContext kernel_;
  Capabilities capabilities_;
  std::int64_t burst_beats_;
  Platform platform_;
  sc_core::sc_time delay_;  // not yet passed on to the scheduler
  std::deque<Call> calls_;
  Ticket tickets_ = 0;
  PostingOrder order_;
  SweepCommand last_sweep_;  // posted by the host; a default one after a tile
  PostedWeights weights_;
  PostedJob job_;               // as the device has it
  std::int64_t last_rows_ = 0;  // of the last command
  HangBound hang_;
  bool sweeping_ = false;
  TrafficCounts traffic_;
  std::int64_t commands_ = 0;
  IdealTimeline ideal_;
  std::vector<CycleCounts> sweep_ends_;
  double simulation_rate_ = 0.0;
  std::optional<DmaCycles> audited_;
  CountersCleared cleared_;  // counts begin when the capabilities have been read
  DeviceCounts model_start_;
  std::int64_t load_busy_start_ = 0;
  std::int64_t store_busy_start_ = 0;
};

}  // namespace stencil
