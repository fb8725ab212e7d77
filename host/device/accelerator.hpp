// The accelerator as the host sees it: buffers of packed doubles in two banks, and commands that sweep them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "host/device/command.hpp"
#include "host/device/count_fields.hpp"
#include "host/device/device_observer.hpp"
#include "host/device/kernels/sweeps/posted_sweeps.hpp"
#include "host/device/options.hpp"
#include "host/device/values/capabilities.hpp"
#include "host/device/values/place.hpp"

namespace stencil {

// Digests of all handshakes at a device since it was made, 64 hexadecimal digits each;
// sim/device/pins/handshake_digest.hpp says how they are made.
struct HandshakeDigests {
  std::string with_cycles;     // every handshake with its clock cycle
  std::string without_cycles;  // channel by channel
  std::string bursts;          // data bursts in any order
};

// One device. Calls only post; wait returns when all that was posted is done.
// Memory handed to a load or store must stay valid and untouched until then.
// Loads are carried out one after another in the order posted, so are commands, so are stores; beyond that they run
// side by side, and a call waits only for those named in its `after`. Every ticket named was returned earlier, so the
// order of posting is always a legal order to do everything in.
// Throws ArgumentError before anything is posted, DeviceError when the device fails; either text holds the values.
//
// What all devices share is done here: checks, tickets, traffic, the device's own numbers, chains of sweeps. A backend
// derives from this and does; what it is given is legal.
class Accelerator {
 public:
  virtual ~Accelerator() = default;

  virtual const Capabilities& capabilities() const = 0;

  // Host memory -> place. A call that does nothing returns 0.
  Ticket post_load(const Place& place, const double* source, const After& after);
  // Throws ArgumentError where the device has no such kernel, too.
  Ticket post(const DeviceCommand& command, const After& after);
  // Place -> host memory.
  Ticket post_store(const Place& place, double* target, const After& after);

  // The same on buffer 0, one after another: each waits for all that was posted before.
  void load(Bank bank, std::int64_t offset_words, const double* source, std::int64_t length_words);
  void store(Bank bank, std::int64_t offset_words, double* target, std::int64_t length_words);
  void start(const DeviceCommand& command);

  void wait();

  // The largest |new - old| of the first sweep of every sweep command since the last reset_change(), over the points
  // it sets: how far the field, as it was, is from a fixed point. 0 where there are none, the canonical NaN where a
  // difference is one. Only with nothing posted since wait(). Throws ArgumentError where the device does not measure
  // it.
  double change();
  void reset_change();

  // The device's own weights, which it keeps from one sweep to the next; 0 at first. A sweep whose command has other
  // ones replaces them. Only with nothing posted since wait(). Throws ArgumentError where no operator of the device has
  // this number.
  void set_weight(Weight weight, double value);
  double weight(Weight weight);

  // Running totals; the caller takes differences.
  virtual CycleCounts cycles() const = 0;
  // The totals at the end of each command that was posted between the last two returns of wait(), in order.
  const std::vector<CycleCounts>& sweep_ends() const { return sweep_ends_; }
  // Counted when posted.
  TrafficCounts traffic() const { return traffic_; }
  // Zeros where the device does not count them.
  virtual DmaCycles dma_busy() const { return {}; }

  // Compares what the device says of itself with what was seen from outside; throws DeviceError where they
  // differ. Call it once, after the last wait(): it may cost device cycles that belong to no block.
  virtual void audit() {}

  // Tells the observer what the device does from now on; null: no one. Only with nothing posted since wait(). An
  // accelerator without a clock tells nothing.
  virtual void observe(DeviceObserver* /*observer*/) {}

  // Device clock cycles a second of wall time that this machine simulates, measured when the accelerator was
  // made; 0 for one without a clock.
  virtual double simulation_rate() const { return 0.0; }

  // Empty where AcceleratorOptions.digest was not set.
  virtual HandshakeDigests handshake_digests() const { return {}; }

  // Bursts of the data port that a transfer takes; 0 where there is no port.
  virtual std::int64_t bursts_of(const Place& /*place*/) const { return 0; }

 protected:
  // A call was posted under this ticket. Transfers move something, commands sweep; they have the numbers to sweep with.
  virtual void do_load(Ticket ticket, const Place& place, const double* source, const After& after) = 0;
  virtual void do_command(Ticket ticket, const DeviceCommand& command, const After& after) = 0;
  virtual void do_store(Ticket ticket, const Place& place, double* target, const After& after) = 0;
  // All that was posted is done; the totals at the end of each command since the last call.
  virtual std::vector<CycleCounts> do_wait() = 0;
  // Nothing is posted, and capabilities().measures_change.
  virtual double do_change() = 0;
  virtual void do_reset_change() = 0;
  // Nothing is posted. A device without registers for its numbers does nothing: they are kept here.
  virtual void do_set_weight(Weight /*weight*/, double /*value*/) {}
  virtual double do_weight(Weight weight) { return posted_sweeps_.weight(weight); }

  // Commands since wait().
  std::size_t posted_commands() const { return posted_commands_; }

 private:
  Ticket posted();
  void check_change(const char* call) const;

  PostedSweeps posted_sweeps_;
  TrafficCounts traffic_;
  std::vector<CycleCounts> sweep_ends_;
  Ticket tickets_ = 0;
  std::size_t posted_commands_ = 0;
  bool posted_ = false;  // since wait()
  Ticket last_load_ = 0;
  Ticket last_command_ = 0;
  Ticket last_store_ = 0;
};

}  // namespace stencil
