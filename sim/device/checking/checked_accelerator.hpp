// An accelerator whose calls must not read words of local memory that were neither loaded nor swept.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "host/device/accelerator.hpp"
#include "sim/device/checking/known_words.hpp"
#include "sim/device/transfers/transfer_check.hpp"

namespace stencil {

// Passes every call on to the device inside, once it has been checked in the order of posting. Bits, cycles and traffic
// are those of the device. A store reads its words; a command those from which a result is made: the corners of a
// block, and the border of its right-hand side, count for nothing. Throws DeviceError, before the call is posted, with
// the number of the call since the accelerator was made, from 0, and the first such word. Calls that work
// on the same words in no certain order may give other words another time: the first such pair is a warning on stderr,
// with the blocks that they belong to, numbered from 0 through all steps.
class CheckedAccelerator final : public Accelerator {
 public:
  explicit CheckedAccelerator(std::unique_ptr<Accelerator> device);

  const Capabilities& capabilities() const override { return device_->capabilities(); }
  CycleCounts cycles() const override { return device_->cycles(); }
  DmaCycles dma_busy() const override { return device_->dma_busy(); }
  void audit() override { device_->audit(); }
  // Calls do not count meanwhile.
  void allow_unknown_reads(bool on) override { allows_unknown_ = on; }
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

  void count_call() { calls_ += allows_unknown_ ? 0 : 1; }
  void require_known(const Place& place, const std::string& call) const;
  void follow(Ticket ticket, GivenCall call, const After& after);
  void warn_of_order();
  void forget_given();
  void forget_given(Ticket done);

  std::unique_ptr<Accelerator> device_;
  KnownWords known_;
  std::int64_t calls_ = 0;
  std::vector<GivenCall> given_;                // that no wait has waited for
  std::map<Ticket, std::size_t> given_number_;  // of those
  std::int64_t commands_done_ = 0;              // before them
  bool warned_ = false;
  std::int64_t pairs_left_ = 4'000'000;  // of calls, to be looked at: longer runs repeat their steps
  bool allows_unknown_ = false;
};

}  // namespace stencil
