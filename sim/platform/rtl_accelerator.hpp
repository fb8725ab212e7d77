// The rtl accelerator: host calls turned into transactions of the platform.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "host/accelerator.hpp"
#include "sim/platform/kernel_context.hpp"
#include "sim/platform/platform.hpp"
#include "sim/timing/call_timing.hpp"

namespace stencil {

// Calls are checked and queued; wait() carries them out in order. Transfers that follow one another in the same
// direction run back to back; a change of direction and a sweep wait for what came before.
class RtlAccelerator final : public Accelerator {
 public:
  // Resets the device and reads its capabilities; throws DeviceError when they are not those of the contract.
  RtlAccelerator(const std::string& config, std::unique_ptr<Device> device, const LinkOptions& link);

  const Capabilities& capabilities() const override { return capabilities_; }
  Ticket post_load(const Place& place, const double* source, const After& after) override;
  Ticket post_sweep(const SweepCommand& command, const After& after) override;
  Ticket post_store(const Place& place, double* target, const After& after) override;
  void wait() override;
  CycleCounts cycles() const override;
  const std::vector<CycleCounts>& sweep_ends() const override { return sweep_ends_; }
  TrafficCounts traffic() const override { return traffic_; }

  // Compares the device's own performance counters with what the bench saw at the pins. Throws DeviceError with
  // the first that differs. Costs device cycles, so it belongs at the end of a run.
  void audit() override;

  double simulation_rate() const override { return simulation_rate_; }

 private:
  struct Call {
    enum class Kind { load, store, sweep } kind;
    std::uint64_t address = 0;
    unsigned char* host = nullptr;
    std::int64_t length_words = 0;
    SweepCommand command;
  };

  void post_transfer(Call::Kind kind, Bank bank, std::int64_t offset_words, unsigned char* host,
                     std::int64_t length_words);
  void flush();
  void sweep(const SweepCommand& command);
  void write_register(std::uint32_t address, std::uint64_t value);
  std::uint64_t read_register(std::uint32_t address);
  void advance();
  void measure_rate();

  KernelContext kernel_;
  Capabilities capabilities_;
  Platform platform_;
  sc_core::sc_time delay_;  // not yet passed on to the scheduler
  std::deque<Call> calls_;
  std::vector<std::pair<std::uint32_t, std::uint64_t>> written_;  // command registers, last value
  CallTiming timing_;
  TrafficCounts traffic_;
  std::int64_t commands_ = 0;
  Ticket tickets_ = 0;
  std::vector<CycleCounts> sweep_ends_;
  double simulation_rate_ = 0.0;
  DeviceCounts start_;  // counts when the capabilities had been read
};

}  // namespace stencil
