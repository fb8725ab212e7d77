// SPDX-License-Identifier: Apache-2.0
#include "sim/device/accelerator/platform_accelerator.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "host/base/errors.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/device/accelerator/decode_capabilities.hpp"
#include "sim/device/kernels/kernels.hpp"
#include "sim/device/platform/device_pulse.hpp"

namespace stencil {

using namespace contract;

PlatformAccelerator::PlatformAccelerator(const std::string& accel, const std::string& config,
                                         std::unique_ptr<Device> device, const LinkOptions& link,
                                         std::unique_ptr<HandshakeDigest> digest, const FormulaWeights& formula)
    : digest_(std::move(digest)), link_(link), master_(std::move(device), link), ideal_(capabilities_, link) {
  read_capabilities(accel, config, link, formula);
  simulation_rate_ = master_.device().measure_rate();
  ideal_ = IdealTimeline(capabilities_, link);
  master_.device().predict(capabilities_, {link.bytes_per_cycle, link.stalls});
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
  calls_.push_back({Call::Kind::load, ticket, after, place, host, nullptr});
}

void PlatformAccelerator::do_store(Ticket ticket, const Place& place, double* target, const After& after) {
  calls_.push_back({Call::Kind::store, ticket, after, place, reinterpret_cast<unsigned char*>(target), nullptr});
}

void PlatformAccelerator::do_command(Ticket ticket, const DeviceCommand& command, const After& after) {
  calls_.push_back({Call::Kind::command, ticket, after, {}, nullptr, std::make_unique<const DeviceCommand>(command)});
}

std::int64_t PlatformAccelerator::bursts_of(const Place& place) const {
  return burst_count(address_of(place), 8 * place.length_words, capabilities_.axi_data_bits / 8, link_.burst_beats);
}

// The ends of commands that were not reported yet; `owed` of them must be there.
std::vector<CycleCounts> PlatformAccelerator::take_ends(std::size_t owed) {
  const std::vector<std::int64_t> ideal = ideal_.take_sweep_ends();
  ideal_ends_.insert(ideal_ends_.end(), ideal.begin(), ideal.end());
  const std::vector<PredictedDevice::SweepEnd> ends = master_.device().take_both_sweep_ends(owed);
  if (ends.size() > ideal_ends_.size())
    throw DeviceError(
        fmt::format("device has finished {} commands, the host posted {}", ends.size(), ideal_ends_.size()));
  std::vector<CycleCounts> counts;
  for (const PredictedDevice::SweepEnd& end : ends) {
    counts.push_back(totals_.at(end.device, end.model, ideal_ends_.front()));
    ideal_ends_.pop_front();
  }
  reported_ += static_cast<std::int64_t>(ends.size());
  return counts;
}

std::vector<CycleCounts> PlatformAccelerator::do_wait() {
  hand_over_and([this] { drain(); });
  calls_.clear();
  handed_ = 0;
  device_clock.store(master_.device().now(), std::memory_order_relaxed);

  std::vector<CycleCounts> counts = take_ends(posted_commands());
  master_.device().check_sweep_ends();
  ideal_.wait();
  master_.advance();
  if (transfers_ != nullptr) transfers_->wait_ends(master_.device().now(), master_.device().counts());
  return counts;
}

std::vector<CycleCounts> PlatformAccelerator::do_wait_for(Ticket ticket) {
  hand_over_and([this, ticket] { run_until(ticket); });
  device_clock.store(master_.device().now(), std::memory_order_relaxed);
  ideal_.wait(ticket);
  master_.advance();
  if (transfers_ != nullptr) transfers_->wait_ends(master_.device().now(), master_.device().counts());
  return take_ends(owed(ticket));
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
    order_.load(call.ticket, bursts);
    ideal_.load(call.ticket, call.place, call.after);
  } else {
    order_.store(call.ticket, bursts);
    ideal_.store(call.ticket, call.place, call.after);
  }
}

// Job registers are written when the device has no command, of one that has had none since wait() when the transfers
// before them are done; COMMAND when there is room in the queue.
void PlatformAccelerator::post_command(const Call& call) {
  const DeviceCommand& command = *call.command;
  PostedAfter before = last_ ? PostedAfter() : order_.all_transfers();
  before.idle = last_.has_value();
  const std::vector<JobWord> words = job_.missing(job_words(command, capabilities_));
  for (const JobWord& word : words) {
    write_register(word.address, word.value, before);
    job_.set(word);
  }
  PostedAfter after = order_.after(call.after);
  after.commands = order_.commands() - capabilities_.queue_depth + 1;
  write_register(REG_COMMAND, queued_command(command).word(), after);
  posted_.command(command);
  if (watch_) watch_->posted(command);
  last_ = command;
  ++commands_;
  const bool tile = std::holds_alternative<TileCommand>(command);
  hang_.command(command_block(command).sweeps, busy_cycles(command, capabilities_),
                tile ? capabilities_.progress_tile : capabilities_.progress_sweep);
  order_.command(call.ticket);
  ideal_.command(call.ticket, command, call.after);
}

void PlatformAccelerator::drain() {
  WaitFor wait = hang_.terms();
  wait.interrupt = last_.has_value();
  run(wait);
  if (last_) check_status(master_.device().interrupt());
  order_.all_done();
  posted_.all_done();
  last_.reset();
  hang_.idle();
}

// A device that says that it has no command although it owes one has refused it.
void PlatformAccelerator::run_until(Ticket ticket) {
  WaitFor wait = hang_.terms();
  wait.until = order_.through(ticket);
  run(wait);
  if (master_.device().ended() < owed(ticket)) check_status(master_.device().interrupt());
}

// Commands up to the call whose ends were not reported.
std::size_t PlatformAccelerator::owed(Ticket ticket) const {
  return static_cast<std::size_t>(std::max<std::int64_t>(0, order_.through(ticket).commands - reported_));
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
  watch_ = std::make_unique<ActivityWatch>(*observer, capabilities_, link_, zero.ticked_cycles() + zero.skipped_cycles);
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
  const auto read = [this](Register address) { return read_register(address); };
  const auto pins = [this]() -> const DeviceCounts& { return master_.device().counts(); };
  audited_ = master_.device().audit_own();
  if (!audited_) audited_ = audit_counters(read, pins, totals_.cleared(), commands_, capabilities_.contract_version);
  master_.advance();
}

}  // namespace stencil
