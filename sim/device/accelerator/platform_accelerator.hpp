// An accelerator on the platform: turns host calls into transactions, for any device.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "host/device/accelerator.hpp"
#include "sim/device/accelerator/activity_watch.hpp"
#include "sim/device/accelerator/cycle_totals.hpp"
#include "sim/device/accelerator/hang_bound.hpp"
#include "sim/device/accelerator/ideal_timeline.hpp"
#include "sim/device/accelerator/posted_calls.hpp"
#include "sim/device/accelerator/posted_job.hpp"
#include "sim/device/accelerator/posting_order.hpp"
#include "sim/device/pins/handshake_digest.hpp"
#include "sim/device/platform/bus_master.hpp"
#include "sim/device/platform/silence.hpp"
#include "sim/device/transfers/transfer_check.hpp"

namespace stencil {

// Calls are queued; a wait posts them in order, with their tickets as dependencies at the master, and lets the device
// run until those that it waits for are done. The master also holds register accesses that the device would refuse:
// those of the job (rtl/CONTRACT.md) until it has no command, a COMMAND that might find the queue full until one has
// ended. Unless the device is the timing model itself, the model runs beside it; CycleCounts.model has its counts.
class PlatformAccelerator final : public Accelerator {
 public:
  // Resets the device and reads its capabilities; throws DeviceError when they are not those of the contract. accel:
  // text of capabilities().accel. digest: receives every handshake of the device; null: handshakes are not observed.
  // formula: capabilities() has all of it where the device tells its digest.
  PlatformAccelerator(const std::string& accel, const std::string& config, std::unique_ptr<Device> device,
                      const LinkOptions& link, std::unique_ptr<HandshakeDigest> digest = nullptr,
                      const FormulaWeights& formula = {});

  const Capabilities& capabilities() const override { return capabilities_; }
  CycleCounts cycles() const override;
  // After audit() the counts of the device itself, before it those of the timing model.
  DmaCycles dma_busy() const override;
  // Calls audit_counters(). It costs device cycles, so it belongs at the end of a run.
  void audit() override;
  void observe(DeviceObserver* observer) override;
  double simulation_rate() const override { return simulation_rate_; }
  HandshakeDigests handshake_digests() const override { return digest_ ? digest_->digests() : HandshakeDigests(); }
  std::int64_t bursts_of(const Place& place) const override;
  // Reports what the platform hands from part to part, and the end of each wait; null: nothing. The handshakes are the
  // device's to report.
  void observe_transfers(TransferObserver* observer);
  // Capabilities.arithmetic, of RTL.
  void name_arithmetic(const std::string& name) { capabilities_.arithmetic = name; }
  // AcceleratorOptions.hang_bound_times; before any command.
  void allow_times(std::int64_t times) { hang_.allow_times(times); }

 private:
  struct Call {
    enum class Kind { load, store, command } kind;
    Ticket ticket = 0;
    Tickets after;
    Place place;
    unsigned char* host = nullptr;
    std::unique_ptr<const DeviceCommand> command;  // null: a transfer, which is to take little memory
  };

  void do_load(Ticket ticket, const Place& place, const double* source, const After& after) override;
  void do_command(Ticket ticket, const DeviceCommand& command, const After& after) override;
  void do_store(Ticket ticket, const Place& place, double* target, const After& after) override;
  std::vector<CycleCounts> do_wait() override;
  std::vector<CycleCounts> do_wait_for(Ticket ticket) override;
  // Register accesses, which cost device cycles.
  double do_change() override;
  void do_reset_change() override;
  void do_set_weight(Weight weight, double value) override;
  double do_weight(Weight weight) override;

  void read_capabilities(const std::string& accel, const std::string& config, const LinkOptions& link,
                         const FormulaWeights& formula);
  void post_transfer(const Call& call);
  void post_command(const Call& call);
  void run(WaitFor& wait);
  void drain();
  void run_until(Ticket ticket);
  void hand_over(std::optional<std::size_t>& at);
  void hand_over_and(const std::function<void()>& wait);
  std::vector<CycleCounts> take_ends(std::size_t owed);
  std::size_t owed(Ticket ticket) const;
  void forget();
  std::vector<GivenCall> given_calls() const;
  // The text of a hang with what the host knows of it.
  std::string explain(const DeviceHang& hang);
  std::string status_text(const HangState& hang);
  std::string ends_text(const HangState& hang) const;
  std::string answered_text(const DeviceError& error);
  std::string other_registers_text();
  std::string allowed_text(const HangState& hang) const;
  // DeviceHang::command, of the first `posted` calls of the wait.
  std::optional<std::int64_t> held_up(const HangState& hang, std::size_t posted) const;
  void check_status(std::optional<bool> interrupt);
  void write_register(std::uint32_t address, std::uint64_t value, const PostedAfter& after = {});
  std::uint64_t read_register(std::uint32_t address);

  std::unique_ptr<HandshakeDigest> digest_;
  Capabilities capabilities_;
  LinkOptions link_;
  BusMaster master_;
  std::vector<Call> calls_;           // since wait(), of which the device was given
  std::size_t handed_ = 0;            // the first so many,
  DeviceCounts group_began_;          // from these counts on
  std::int64_t reported_before_ = 0;  // and from so many ends of commands
  PostingOrder order_;
  PostedCalls posted_;
  PostedJob job_;                      // registers as the device holds them
  std::optional<DeviceCommand> last_;  // posted to the device since it was drained
  HangBound hang_;
  Silence silence_;
  std::int64_t commands_ = 0;
  IdealTimeline ideal_;
  std::deque<std::int64_t> ideal_ends_;  // of commands whose ends were not reported
  std::int64_t reported_ = 0;            // ends of commands
  CycleTotals totals_;
  double simulation_rate_ = 0.0;
  std::optional<DmaCycles> audited_;
  TransferObserver* transfers_ = nullptr;
  std::unique_ptr<ActivityWatch> watch_;  // null: not observed
};

}  // namespace stencil
