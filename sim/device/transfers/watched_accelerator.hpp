// An accelerator whose platform is held, from one wait for all calls to the next, against the calls that it is given.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "host/device/accelerator.hpp"
#include "sim/device/transfers/transfer_check.hpp"

namespace stencil {

// The first call that the platform of a device did not make as it was given, or that the host has not given as it must.
class PlatformWatch {
 public:
  struct Found {
    TransferFault fault;
    std::int64_t step = 0;
    std::int64_t commands = 0;  // of the step, before those of the fault's wait
  };

  void begin_step(std::int64_t step) {
    if (step != step_) commands_ = 0;
    step_ = step;
  }
  const std::optional<Found>& found() const { return found_; }
  // The first calls whose order the host has left open (unordered_calls.hpp): `waits_for` of the fault is the earlier
  // one, `part` and `what` say nothing.
  const std::optional<Found>& unordered() const { return unordered_; }
  // Waits with calls whose transfers were all right.
  std::int64_t right_waits() const { return right_waits_; }
  bool has_pins() const { return log_.has_pins(); }

 private:
  friend class WatchedAccelerator;
  TransferLog log_;
  std::int64_t step_ = 0;
  std::int64_t commands_ = 0;
  std::int64_t right_waits_ = 0;
  std::optional<Found> found_;
  std::optional<Found> unordered_;
};

using MakeAccelerator = std::function<std::unique_ptr<Accelerator>(const AcceleratorOptions&)>;

// Every call is passed on to a device made with options.transfers; one without a platform reports nothing
// there. Values, cycles and traffic are its own.
class WatchedAccelerator final : public Accelerator {
 public:
  // watch outlives this.
  WatchedAccelerator(const MakeAccelerator& make, AcceleratorOptions options, PlatformWatch& watch);

  const Capabilities& capabilities() const override { return device_->capabilities(); }
  CycleCounts cycles() const override { return device_->cycles(); }
  DmaCycles dma_busy() const override { return device_->dma_busy(); }
  void audit() override { device_->audit(); }
  void allow_unknown_reads(bool on) override { device_->allow_unknown_reads(on); }
  void observe(DeviceObserver* observer) override { device_->observe(observer); }
  double simulation_rate() const override { return device_->simulation_rate(); }
  HandshakeDigests handshake_digests() const override { return device_->handshake_digests(); }
  std::int64_t bursts_of(const Place& place) const override { return device_->bursts_of(place); }

 private:
  void do_load(Ticket ticket, const Place& place, const double* source, const After& after) override;
  void do_command(Ticket ticket, const DeviceCommand& command, const After& after) override;
  void do_store(Ticket ticket, const Place& place, double* target, const After& after) override;
  std::vector<CycleCounts> do_wait() override;
  std::vector<CycleCounts> do_wait_for(Ticket ticket) override;
  double do_change() override { return device_->change(); }
  void do_reset_change() override { device_->reset_change(); }
  void do_set_weight(Weight weight, double value) override { device_->set_weight(weight, value); }
  double do_weight(Weight weight) override { return device_->weight(weight); }

  void keep(Ticket ticket, GivenCall call, const After& after);
  // Where it throws, what the platform has done by then is looked at.
  template <class Wait>
  void guarded(const Wait& wait);
  std::optional<TransferFault> written_fault() const;

  const DeviceSwitch* between_ = nullptr;  // of a mixed accelerator: whether it has pins now
  PlatformWatch& watch_;
  std::unique_ptr<Accelerator> device_;
  std::vector<GivenCall> calls_;                      // since wait()
  std::map<Ticket, std::size_t> number_;              // of them
  std::array<std::optional<std::size_t>, 3> done_{};  // by Kind: the last that a wait for one call has waited for
};

}  // namespace stencil
