// SPDX-License-Identifier: Apache-2.0
#include "sim/device/accelerator/platform_accelerator.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/base/errors.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/device/accelerator/decode_capabilities.hpp"
#include "sim/device/kernels/kernels.hpp"
#include "sim/device/platform/device_pulse.hpp"
#include "sim/device/transfers/failing_call.hpp"

namespace stencil {

using namespace contract;

PlatformAccelerator::PlatformAccelerator(const std::string& accel, const std::string& config,
                                         std::unique_ptr<Device> device, const LinkOptions& link,
                                         std::unique_ptr<HandshakeDigest> digest, const FormulaWeights& formula)
    : digest_(std::move(digest)),
      burst_beats_(link.burst_beats),
      master_(std::move(device), link),
      ideal_(capabilities_, link) {
  read_capabilities(accel, config, link, formula);
  simulation_rate_ = master_.device().measure_rate();
  ideal_ = IdealTimeline(capabilities_, link);
  master_.device().predict(capabilities_, {link.bytes_per_cycle});
  write_register(REG_MODE, mode_interrupt);
  CountersCleared cleared;
  cleared.before = master_.device().counts();
  write_register(REG_CONTROL, control_clear_counters);
  drain();
  cleared.after = master_.device().counts();
  totals_ = CycleTotals(cleared, master_.device().prediction());
}

void PlatformAccelerator::read_capabilities(const std::string& accel, const std::string& config,
                                            const LinkOptions& link, const FormulaWeights& formula) {
  PredictedDevice& device = master_.device();
  capabilities_ = decode_capabilities([this](Register address) { return read_register(address); }, device.data_bits());
  if (formula.digest == capabilities_.formula.digest) capabilities_.formula = formula;
  capabilities_.accel = accel;
  capabilities_.config = config;
  capabilities_.timed = true;
  if (capabilities_.settle_cycles > 0) device.set_settle_cycles(capabilities_.settle_cycles);
  hang_ = HangBound(capabilities_, link);
  const std::int64_t port_bytes = capabilities_.axi_data_bits / 8;
  const bool narrow = link.bytes_per_cycle > 0 && link.bytes_per_cycle < port_bytes;
  capabilities_.link_bytes_per_cycle = static_cast<double>(narrow ? link.bytes_per_cycle : port_bytes);
}

void PlatformAccelerator::do_load(Ticket ticket, const Place& place, const double* source, const After& after) {
  // The payload's pointer is not const in TLM-2.0; a write transaction only reads through it.
  auto* host = reinterpret_cast<unsigned char*>(const_cast<double*>(source));
  calls_.push_back({Call::Kind::load, ticket, after, place, host, {}});
}

void PlatformAccelerator::do_store(Ticket ticket, const Place& place, double* target, const After& after) {
  calls_.push_back({Call::Kind::store, ticket, after, place, reinterpret_cast<unsigned char*>(target), {}});
}

void PlatformAccelerator::do_command(Ticket ticket, const DeviceCommand& command, const After& after) {
  calls_.push_back({Call::Kind::command, ticket, after, {}, nullptr, command});
}

std::int64_t PlatformAccelerator::bursts_of(const Place& place) const {
  return burst_count(address_of(place), 8 * place.length_words, capabilities_.axi_data_bits / 8, burst_beats_);
}

// On failure, calls that the device was given are gone.
void PlatformAccelerator::post_and_drain() {
  const DeviceCounts before = master_.device().counts();
  std::size_t posted = 0;
  bool posting = true;
  try {
    for (; posted < calls_.size(); ++posted) {
      const Call& call = calls_[posted];
      posting = call.kind != Call::Kind::command;  // a command may wait first, for what was posted before
      if (posting)
        post_transfer(call);
      else
        post_command(call);
      device_clock.store(master_.device().now(), std::memory_order_relaxed);
    }
    posting = false;
    drain();
  } catch (const DeviceHang& hang) {
    const std::optional<std::int64_t> command = held_up(hang.state, posted);
    forget(posted);
    throw DeviceHang(hang.what(), hang.state, command);
  } catch (const DeviceError& error) {
    const DeviceCounts& counts = master_.device().counts();
    const DoneSoFar done{counts.beats_loaded - before.beats_loaded, counts.beats_stored - before.beats_stored,
                         static_cast<std::int64_t>(master_.device().take_sweep_ends().size())};
    const std::vector<GivenCall> calls = given_calls();
    forget(posted);
    throw_named(error, calls, posted, done, capabilities_, posting ? std::optional(posted) : std::nullopt);
  }
  calls_.clear();
}

std::vector<CycleCounts> PlatformAccelerator::do_wait() {
  post_and_drain();
  device_clock.store(master_.device().now(), std::memory_order_relaxed);

  const std::vector<std::int64_t> ideal = ideal_.take_sweep_ends();
  const std::vector<PredictedDevice::SweepEnd> ends = master_.device().take_both_sweep_ends(ideal.size());
  if (ends.size() != ideal.size())
    throw DeviceError(fmt::format("device has finished {} commands, the host posted {}", ends.size(), ideal.size()));
  ideal_.wait();
  std::vector<CycleCounts> counts;
  for (std::size_t i = 0; i < ends.size(); ++i) counts.push_back(totals_.at(ends[i].device, ends[i].model, ideal[i]));
  master_.advance();
  if (transfers_ != nullptr) transfers_->wait_ends(master_.device().now(), master_.device().counts());
  return counts;
}

void PlatformAccelerator::observe_transfers(TransferObserver* observer) {
  transfers_ = observer;
  master_.observe(observer);
  if (observer != nullptr) observer->wait_ends(master_.device().now(), master_.device().counts());
}

double PlatformAccelerator::do_change() {
  const double change = from_bits(read_register(REG_CHANGE));
  master_.advance();
  return change;
}

void PlatformAccelerator::do_reset_change() {
  write_register(REG_CHANGE, 0);
  drain();
  master_.advance();
}

void PlatformAccelerator::do_set_weight(Weight weight, double value) {
  const JobWord word{weight_register(weight), bits_of(value)};
  job_.set(word);
  write_register(word.address, word.value);
  drain();
  master_.advance();
}

double PlatformAccelerator::do_weight(Weight weight) {
  const double value = from_bits(read_register(weight_register(weight)));
  master_.advance();
  return value;
}

void PlatformAccelerator::post_transfer(const Call& call) {
  const bool load = call.kind == Call::Kind::load;
  const std::int64_t bursts = master_.transfer(load, call.place, call.host, order_.after(call.after));
  // Calls that wait for the transfer count its bursts.
  if (bursts != bursts_of(call.place))
    throw DeviceError(fmt::format("platform, DMA: it counts {} of the {} bursts of a transfer, so that {} has ended",
                                  bursts, bursts_of(call.place),
                                  load ? "the COMMAND of its block would come before the load"
                                       : "what waits for it would come before the store"));
  posted_.transfer(load, call.place, bursts);
  if (watch_) watch_->posted(load, call.place, bursts);
  if (load) {
    order_.load(call.ticket, call.place, call.after, bursts);
    ideal_.load(call.ticket, call.place, call.after);
  } else {
    order_.store(call.ticket, call.place, call.after, bursts);
    ideal_.store(call.ticket, call.place, call.after);
  }
}

void PlatformAccelerator::post_command(const Call& call) {
  const std::vector<JobWord> words = job_.missing(job_words(call.command, capabilities_));
  if (!words.empty() || order_.unfinished_before(call.after) >= capabilities_.queue_depth) drain();
  for (const JobWord& word : words) {
    write_register(word.address, word.value);
    job_.set(word);
  }
  write_register(REG_COMMAND, queued_command(call.command).word(), order_.after(call.after));
  posted_.command(call.command);
  if (watch_) watch_->posted(call.command);
  last_ = call.command;
  ++commands_;
  const bool tile = std::holds_alternative<TileCommand>(call.command);
  hang_.command(command_block(call.command).sweeps, busy_cycles(call.command, capabilities_),
                tile ? capabilities_.progress_tile : capabilities_.progress_sweep);
  order_.command(call.ticket, call.command, call.after);
  ideal_.command(call.ticket, call.command, call.after);
}

void PlatformAccelerator::drain() {
  WaitFor wait = hang_.terms();
  wait.interrupt = last_.has_value();
  wait.listener = [this](const Quiet& quiet, const std::function<HangState()>& seen) {
    if (silence_.is_due(quiet)) tell_silence(posted_.silence(quiet, seen()));
  };
  try {
    const DeviceRuns runs(master_.device().now());
    master_.wait(wait);
  } catch (const DeviceHang& hang) {
    throw DeviceHang(explain(hang), hang.state);
  }
  if (last_) check_status(master_.device().interrupt());
  order_.all_done();
  posted_.all_done();
  last_.reset();
  hang_.idle();
}

void PlatformAccelerator::write_register(std::uint32_t address, std::uint64_t value, const PostedAfter& after) {
  master_.write_register(address, value, after);
  order_.register_access();
}

std::uint64_t PlatformAccelerator::read_register(std::uint32_t address) {
  const std::uint64_t value = master_.read_register(address);
  order_.register_access();
  return value;
}

void PlatformAccelerator::observe(DeviceObserver* observer) {
  PredictedDevice& device = master_.device();
  if (watch_) watch_->close(device.now());
  device.observe_activity(nullptr);
  watch_.reset();
  if (observer == nullptr) return;
  const DeviceCounts& zero = totals_.cleared().after;
  watch_ = std::make_unique<ActivityWatch>(*observer, capabilities_, zero.ticked_cycles() + zero.skipped_cycles);
  device.observe_activity(watch_.get());
}

CycleCounts PlatformAccelerator::cycles() const {
  const PredictedDevice& device = master_.device();
  return totals_.at(device.counts(), device.prediction().counts(), ideal_.end());
}

DmaCycles PlatformAccelerator::dma_busy() const {
  return audited_ ? *audited_ : totals_.dma(master_.device().prediction());
}

void PlatformAccelerator::audit() {
  audited_ = audit_counters([this](Register address) { return read_register(address); },
                            [this]() -> const DeviceCounts& { return master_.device().counts(); }, totals_.cleared(),
                            commands_, capabilities_.contract_version);
  master_.advance();
}

}  // namespace stencil
