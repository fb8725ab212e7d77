// An accelerator that hands its calls to the one inside, and keeps those of chosen steps as capsules.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "sim/device/capsule/capsule.hpp"

namespace stencil {

// Says what to keep and takes it.
class CapsuleListener {
 public:
  virtual ~CapsuleListener() = default;
  // Whether calls of this step are to be kept. Asked before each group of calls.
  virtual bool wants(std::int64_t step) = 0;
  // Whether results that no call of the group stores are to be read after it and kept as if it had: fields that stay on
  // the device.
  virtual bool wants_results() const { return false; }
  // Whether words that calls read and no call of the group has written before are to be read from the device. If not,
  // such a group is not kept.
  virtual bool reads_contents() const { return true; }
  // For a listener that reads no contents. A group that reads what earlier calls left in the device is kept together
  // with those calls if their loads and stores move at most this many words; otherwise it is dropped. 0 drops each.
  virtual std::int64_t most_words_before() const { return 0; }
  // A wait for all calls has ended. The capsule has all calls since the last such wait after which no chain of skewed
  // blocks was open; nothing is expected yet. It is valid during the call.
  virtual void after_wait(const Capsule& capsule) = 0;
  // The device has failed during calls that were kept; their stores and cycles have no values.
  virtual void after_failure(const Capsule&) {}
};

// Calls reach the device when they are waited for, in the order posted, so that what they will read can be read before.
// Such reads happen between the host's calls: cycles and traffic leave them out. Where nothing is kept, memory
// is that of the names of the calls of one group; else their data too.
// Calls that a wait for one of them leaves at work are read beside at the price of a wait for all of them, which makes
// other cycles: of those that read what was in local memory before the last wait for all.
// A schedule that waits after each block of a chain of skewed blocks has the whole chain in a capsule: what the device
// keeps of it between blocks cannot be read.
class RecordingAccelerator final : public Accelerator {
 public:
  // options: that `inner` was made with. listener must outlive this.
  RecordingAccelerator(std::unique_ptr<Accelerator> inner, const AcceleratorOptions& options,
                       CapsuleListener& listener);

  // Commands posted from now on belong to this step.
  void begin_step(std::int64_t step);
  // These calls are made again on an accelerator of this name, "rtl" or "model": of a mixed one, what works now.
  void record_as(const std::string& accel);

  const Capabilities& capabilities() const override { return inner_->capabilities(); }
  CycleCounts cycles() const override;
  DmaCycles dma_busy() const override;
  void audit() override { inner_->audit(); }
  void allow_unknown_reads(bool on) override { allows_unknown_ = on; }
  // The observer is notified of this class's own reads too.
  void observe(DeviceObserver* observer) override { inner_->observe(observer); }
  double simulation_rate() const override { return inner_->simulation_rate(); }
  HandshakeDigests handshake_digests() const override { return inner_->handshake_digests(); }
  std::int64_t bursts_of(const Place& place) const override { return inner_->bursts_of(place); }

 private:
  struct Call {
    CapsuleCall::Kind kind;
    Ticket ticket;
    After after;
    Place place;
    const double* source;
    double* target;
    DeviceCommand command;
    bool allows_unknown = false;
  };

  void do_load(Ticket ticket, const Place& place, const double* source, const After& after) override;
  void do_command(Ticket ticket, const DeviceCommand& command, const After& after) override;
  void do_store(Ticket ticket, const Place& place, double* target, const After& after) override;
  std::vector<CycleCounts> do_wait() override;
  std::vector<CycleCounts> do_wait_for(Ticket ticket) override;
  double do_change() override { return inner_->change(); }
  void do_reset_change() override { inner_->reset_change(); }
  void do_set_weight(Weight weight, double value) override;
  double do_weight(Weight weight) override { return inner_->weight(weight); }

  bool keeps(const std::vector<Call>& calls);
  void begin_capsule();
  void begin_group();
  void end_group();
  void forget_before_group();
  bool keep_contents(const std::vector<Call>& calls);
  void keep_calls(const std::vector<Call>& calls);
  void keep_stored(Ticket ticket);
  void remember_pending();
  void keep_changed();
  void hand_on(const CapsuleCall& store, std::size_t behind);
  void keep_cycles();
  void keep_results(const std::vector<Call>& calls);
  void make(const std::vector<Call>& calls);
  void hand_over();
  void wait_inside(std::optional<Ticket> ticket = std::nullopt);
  template <class Body>
  void keep_failure(const Body& body);
  std::vector<CycleCounts> ends_since(std::size_t first) const;
  // Words of the device, read at its cost and not at the host's.
  std::vector<double> read(const Place& place);

  std::unique_ptr<Accelerator> inner_;
  CapsuleListener& listener_;
  Capsule machine_;  // what all capsules have in common
  bool allows_unknown_ = false;
  std::int64_t step_ = 0;
  std::int64_t blocks_ = 0;  // commands of this step
  GivenWeights weights_;
  std::optional<DeviceCommand> last_;  // of all commands that are done
  CycleCounts spent_;                  // on reads of our own
  DmaCycles spent_dma_;
  std::optional<Capsule> capsule_;  // being kept
  struct Kept;
  std::shared_ptr<Kept> kept_;  // beside it
  struct Group;
  std::shared_ptr<Group> group_;
};

}  // namespace stencil
