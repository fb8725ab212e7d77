// The accelerator as the host sees it: buffers of packed doubles in two banks, and commands that sweep them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "host/device/claims.hpp"
#include "host/device/command.hpp"
#include "host/device/count_fields.hpp"
#include "host/device/device_observer.hpp"
#include "host/device/kernels/sweeps/posted_sweeps.hpp"
#include "host/device/options.hpp"
#include "host/device/values/capabilities.hpp"
#include "host/device/values/place.hpp"

#pragma GCC visibility push(default)
namespace stencil {

// Digests of all handshakes at a device since it was made, 64 hexadecimal digits each
// (sim/device/pins/handshake_digest.hpp).
struct HandshakeDigests {
  std::string with_cycles;     // every handshake with its clock cycle
  std::string without_cycles;  // channel by channel
  std::string bursts;          // data bursts in any order
};

// One device. Calls only post; wait() returns when all posted calls are done, wait(ticket) when those up to this one
// are. Memory passed to a load or store must stay valid and untouched until a wait for it has returned. The device
// carries out loads one after another in the order posted, and likewise commands and stores. Calls of different kinds
// run side by side; a call waits only for those named in its `after`. Every ticket in `after` must have been returned
// earlier, so that the order of posting is always a legal order of execution. Throws ArgumentError before it posts
// anything, DeviceError when the device fails; the texts contain the values.
//
// This class does what all devices share: checks, tickets, traffic, the device's own weights, chains of sweeps. A
// backend derives from it and gets only legal calls.
class Accelerator {
 public:
  virtual ~Accelerator() = default;

  [[nodiscard]] virtual const Capabilities& capabilities() const = 0;

  // Host memory -> place. Returns ticket 0 for length 0.
  Ticket post_load(const Place& place, const double* source, const After& after);
  // Throws ArgumentError also where the device has no kernel for the command. Returns ticket 0 for 0 sweeps.
  Ticket post(const DeviceCommand& command, const After& after);
  // Calls `action` once, right after the next command is posted: it may post transfers that are to run beside that
  // command. Empty: no longer.
  void when_commanded(std::function<void()> action) { when_commanded_ = std::move(action); }
  // Place -> host memory.
  Ticket post_store(const Place& place, double* target, const After& after);

  // The same on buffer 0, in the order of the calls: each waits for the calls of other kinds posted before.
  void load(Bank bank, std::int64_t offset_words, const double* source, std::int64_t length_words);
  void store(Bank bank, std::int64_t offset_words, double* target, std::int64_t length_words);
  void start(const DeviceCommand& command);

  // Waits until all posted calls are done and the device has nothing left to do.
  void wait();
  // Waits until this call and all posted before it are done. Later ones go on meanwhile and afterwards, as far as they
  // have come: a wait for a call that is done costs no cycle. Ticket 0 names no call, and is done. Throws ArgumentError
  // for a ticket that no call has returned. A call that fails may be told by a later wait.
  void wait(Ticket ticket);
  // Number of waits that threw so far: calls posted before one of them may not have been carried out.
  [[nodiscard]] std::int64_t failed_waits() const { return failed_waits_; }

  // The claims of all users of this accelerator. Outlives it while a user holds it.
  const std::shared_ptr<DeviceClaims>& claims() { return claims_; }

  // The largest |new - old| over the points that the first sweep of each command sets, for all commands since the last
  // reset_change(): how far the field was from a fixed point. 0 without such points, the canonical NaN where a
  // difference is a NaN. Throws ArgumentError if a call was posted since wait(), or the device does not measure it.
  [[nodiscard]] double change();
  void reset_change();

  // The device's own weights, which it keeps from one sweep to the next; 0 at first. A command replaces them by its
  // weights, unless it has own_weights. Throws ArgumentError if a call was posted since wait(), or if no operator of
  // the device has this weight.
  void set_weight(Weight weight, double value);
  [[nodiscard]] double weight(Weight weight);

  // Running totals; callers take differences.
  [[nodiscard]] virtual CycleCounts cycles() const = 0;
  // The totals at the end of each command that the last wait has waited for and none before it, in order.
  const std::vector<CycleCounts>& sweep_ends() const { return sweep_ends_; }
  // Running totals, counted when a call is posted.
  [[nodiscard]] TrafficCounts traffic() const { return traffic_; }
  // Zeros where the device does not count them.
  [[nodiscard]] virtual DmaCycles dma_busy() const { return {}; }

  // Compares the device's own counters with those taken outside it; throws DeviceError where they differ. Call it once,
  // after the last wait(): it may take device cycles that belong to no block.
  virtual void audit() {}

  // While on, words that were neither loaded nor swept may be read from a device that checks it
  // (CheckingOptions.reads): for checks that look at whole blocks.
  virtual void allow_unknown_reads(bool /*on*/) {}
  // Tells the observer what the device does from now on; null: tells none. Only with nothing posted since wait(). An
  // accelerator without a clock tells nothing.
  virtual void observe(DeviceObserver* /*observer*/) {}

  // Device clock cycles per second of wall time that this machine simulates, measured when the accelerator was made; 0
  // for one without a clock.
  virtual double simulation_rate() const { return 0.0; }

  // Empty unless AcceleratorOptions.digest was set.
  [[nodiscard]] virtual HandshakeDigests handshake_digests() const { return {}; }

  // Bursts of the data port that a transfer takes; 0 without a port.
  virtual std::int64_t bursts_of(const Place& /*place*/) const { return 0; }

 protected:
  // Carries out the call posted under this ticket. Transfers have length > 0, commands sweeps > 0 and their weights.
  virtual void do_load(Ticket ticket, const Place& place, const double* source, const After& after) = 0;
  virtual void do_command(Ticket ticket, const DeviceCommand& command, const After& after) = 0;
  virtual void do_store(Ticket ticket, const Place& place, double* target, const After& after) = 0;
  // Waits until all posted calls are done; returns the totals at the end of each command since the last call.
  virtual std::vector<CycleCounts> do_wait() = 0;
  // Waits until the calls up to this one are done; returns as do_wait() the totals at the ends of commands that were
  // not returned before: of all those up to this call, and of later ones that have ended.
  virtual std::vector<CycleCounts> do_wait_for(Ticket /*ticket*/) { return do_wait(); }
  // @pre nothing is posted, capabilities().measures_change
  virtual double do_change() = 0;
  virtual void do_reset_change() = 0;
  // @pre nothing is posted. A device without registers for its weights leaves them to this class.
  virtual void do_set_weight(Weight /*weight*/, double /*value*/) {}
  virtual double do_weight(Weight weight) { return posted_sweeps_.weight(weight); }

  // Commands posted whose ends do_wait() and do_wait_for() have not returned.
  std::size_t posted_commands() const { return posted_commands_; }

 private:
  Ticket posted();
  template <class Wait>
  void take_ends(const Wait& wait);
  void check_change(const char* call) const;

  PostedSweeps posted_sweeps_;
  TrafficCounts traffic_;
  std::vector<CycleCounts> sweep_ends_;
  std::deque<Ticket> commands_;    // posted, that no wait has waited for
  std::deque<CycleCounts> ended_;  // of these, as far as the device has returned them
  Ticket tickets_ = 0;
  Ticket waited_ = 0;  // the calls up to this one are done
  std::size_t posted_commands_ = 0;
  bool posted_ = false;  // since wait()
  Ticket last_load_ = 0;
  Ticket last_command_ = 0;
  Ticket last_store_ = 0;
  std::int64_t failed_waits_ = 0;
  std::function<void()> when_commanded_;
  std::shared_ptr<DeviceClaims> claims_ = std::make_shared<DeviceClaims>();
};

}  // namespace stencil
#pragma GCC visibility pop
