// SPDX-License-Identifier: Apache-2.0
#include "sim/device/platform/platform_accelerator.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "host/base/errors.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/device/platform/told_capabilities.hpp"
#include "sim/device/platform/transaction.hpp"
#include "sim/device/rtl/contract.hpp"

namespace stencil {

using namespace contract;

namespace {

const sc_core::sc_time clock_period(10, sc_core::SC_NS);

// SystemC would greet on stdout and warn, at every transaction, that no process of its own is waiting.
void quieten_systemc() {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 0);
  sc_core::sc_report_handler::set_actions(sc_core::SC_ID_NO_SC_START_ACTIVITY_, sc_core::SC_DO_NOTHING);
}

void expect_ok(const tlm::tlm_generic_payload& transaction) {
  if (!transaction.is_response_ok())
    throw DeviceError(fmt::format("platform answered the transaction at address {:#x} of {} bytes with {}",
                                  transaction.get_address(), transaction.get_data_length(),
                                  transaction.get_response_string()));
}

std::uint64_t address_of(const Place& place) {
  return (place.bank == Bank::f ? base_f : base_r) + static_cast<std::uint64_t>(place.buffer) * buffer_stride +
         8 * static_cast<std::uint64_t>(place.offset_words);
}

std::int64_t sweeps_of(const SweepCommand& command) {
  return command.niter;
}

std::int64_t sweeps_of(const TileCommand& command) {
  return command.sweeps;
}

CauseCycles since(const DeviceCounts& start, const DeviceCounts& now) {
  const auto cause = [&](Cause which) { return now.cause_cycles[which] - start.cause_cycles[which]; };
  CauseCycles cycles;
  cycles.load = cause(CAUSE_LOAD);
  cycles.compute = cause(CAUSE_COMPUTE);
  cycles.store = cause(CAUSE_STORE);
  cycles.stall = cause(CAUSE_STALL);
  cycles.idle = cause(CAUSE_IDLE) + now.skipped_cycles - start.skipped_cycles;
  cycles.fill = now.fill_cycles - start.fill_cycles;
  return cycles;
}

}  // namespace

PlatformAccelerator::PlatformAccelerator(const std::string& accel, const std::string& config,
                                         std::unique_ptr<Device> device, const LinkOptions& link,
                                         std::unique_ptr<HandshakeDigest> digest)
    : digest_(std::move(digest)),
      burst_beats_(link.burst_beats),
      platform_("platform", std::move(device), link, clock_period),
      ideal_(capabilities_, link) {
  quieten_systemc();
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  read_capabilities(accel, config, link);
  simulation_rate_ = platform_.device().measure_rate();
  ideal_ = IdealTimeline(capabilities_, link);
  platform_.device().predict(capabilities_, {link.bytes_per_cycle});
  const DeviceTiming& model = platform_.device().prediction();
  write_register(REG_MODE, mode_interrupt);
  cleared_.before = platform_.device().counts();
  write_register(REG_CONTROL, control_clear_counters);
  drain();
  cleared_.after = platform_.device().counts();
  model_start_ = model.counts();
  load_busy_start_ = model.load_busy_cycles();
  store_busy_start_ = model.store_busy_cycles();
}

void PlatformAccelerator::read_capabilities(const std::string& accel, const std::string& config,
                                            const LinkOptions& link) {
  PredictedDevice& device = platform_.device();
  capabilities_ = told_capabilities([this](Register address) { return read_register(address); }, device.data_bits());
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

std::vector<CycleCounts> PlatformAccelerator::do_wait() {
  for (; !calls_.empty(); calls_.pop_front()) {
    const Call& call = calls_.front();
    if (call.kind != Call::Kind::command) {
      post_transfer(call);
      continue;
    }
    std::visit(
        [&](const auto& command) {
          post_command(call, command);
          order_.command(call.ticket, command, call.after);
          ideal_.command(call.ticket, command, call.after);
        },
        call.command);
  }
  drain();

  const std::vector<PredictedDevice::SweepEnd> ends = platform_.device().take_both_sweep_ends();
  const std::vector<std::int64_t> ideal = ideal_.take_sweep_ends();
  if (ends.size() != ideal.size())
    throw DeviceError(fmt::format("device has finished {} commands, the host gave {}", ends.size(), ideal.size()));
  ideal_.wait();
  std::vector<CycleCounts> totals;
  for (std::size_t i = 0; i < ends.size(); ++i) totals.push_back(counts(ends[i].device, ends[i].model, ideal[i]));
  advance();
  return totals;
}

double PlatformAccelerator::do_change() {
  const double change = from_bits(read_register(REG_CHANGE));
  advance();
  return change;
}

void PlatformAccelerator::do_reset_change() {
  write_register(REG_CHANGE, 0);
  drain();
  advance();
}

void PlatformAccelerator::do_set_weight(Weight weight, double value) {
  const PostedJob::Register known = job_.set_weight(weight, value);
  write_register(known.first, known.second);
  drain();
  advance();
}

double PlatformAccelerator::do_weight(Weight weight) {
  const double value = from_bits(read_register(address_of(weight)));
  advance();
  return value;
}

void PlatformAccelerator::post_transfer(const Call& call) {
  const bool load = call.kind == Call::Kind::load;
  Posted posted;
  posted.after = order_.after(call.after);
  Transaction transfer(load ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND, address_of(call.place), call.host,
                       8 * call.place.length_words);
  transfer.set_extension(&posted);
  platform_.data->b_transport(transfer, delay_);
  expect_ok(transfer);
  if (load) {
    order_.load(call.ticket, call.place, call.after, posted.bursts);
    ideal_.load(call.ticket, call.place, call.after);
  } else {
    order_.store(call.ticket, call.place, call.after, posted.bursts);
    ideal_.store(call.ticket, call.place, call.after);
  }
}

PostedJob PlatformAccelerator::job_of(const SweepCommand& command) const {
  return job_.with(command);
}

PostedJob PlatformAccelerator::job_of(const TileCommand& command) const {
  return job_.with(command, best_slots(tile_engine(), {command.rows, command.cols, command.sweeps}));
}

std::int64_t PlatformAccelerator::busy_cycles(const SweepCommand& command) const {
  const BlockShape block{command.rows, command.cols, command.niter, command.above, command.below};
  return engine_timing({capabilities_.pes, capabilities_.lanes, capabilities_.pe_latency}, block).busy_cycles();
}

std::int64_t PlatformAccelerator::busy_cycles(const TileCommand& command) const {
  const TileShape shape{command.rows, command.cols, command.sweeps};
  return tile_timing(tile_engine(), shape, best_slots(tile_engine(), shape)).busy_cycles;
}

TileEngineShape PlatformAccelerator::tile_engine() const {
  return {capabilities_.pes, capabilities_.tile_latency, capabilities_.tile_slots_min, capabilities_.tile_slots_max};
}

template <class DeviceCommand>
void PlatformAccelerator::post_command(const Call& call, const DeviceCommand& command) {
  const PostedJob job = job_of(command);
  if (job != job_) {
    drain();
    for (std::size_t i = 0; i < job.registers().size(); ++i) {
      const PostedJob::Register& wanted = job.registers()[i];
      if (wanted != job_.registers()[i]) write_register(wanted.first, wanted.second);
    }
    job_ = job;
  } else if (order_.unfinished_before(call.after) >= capabilities_.queue_depth) {
    drain();
  }
  write_register(REG_COMMAND, command_word(command), order_.after(call.after));
  last_rows_ = command.rows;
  sweeping_ = true;
  ++commands_;
  hang_.command(sweeps_of(command), busy_cycles(command));
}

void PlatformAccelerator::drain() {
  Wait wait;
  wait.interrupt = sweeping_;
  wait.quiet_limit_cycles = hang_.limit_cycles();
  wait.quiet_warning_cycles = hang_.warning_cycles();
  wait.warn = [&wait](std::int64_t cycle) {
    fmt::print(stderr,
               "device quiet for {} cycles at cycle {}, more than ten times what is expected; it counts as hung after "
               "{}\n",
               wait.quiet_warning_cycles, cycle, wait.quiet_limit_cycles);
  };
  Transaction until_done(tlm::TLM_IGNORE_COMMAND, 0, nullptr, 0);
  until_done.set_extension(&wait);
  platform_.data->b_transport(until_done, delay_);
  expect_ok(until_done);
  if (sweeping_) check_status();
  order_.all_done();
  sweeping_ = false;
  hang_.idle();
}

void PlatformAccelerator::check_status() {
  const std::uint64_t status = read_register(REG_STATUS);
  if (status & status_failed) {
    const std::uint64_t code = read_register(REG_ERROR);
    throw DeviceError(fmt::format(
        "device refused a command, the last one was {} of rows={} cols={} niter={}: error {} ({})",
        job_.tiles() ? "a tile" : "a sweep", last_rows_, job_.cols(), job_.niter(), code, error_text(code)));
  }
  if (!(status & status_done) || (status & status_busy))
    throw DeviceError(fmt::format("device raised its interrupt with STATUS={:#x}, done and not busy expected", status));
}

void PlatformAccelerator::write_register(std::uint32_t address, std::uint64_t value, const PostedAfter& after) {
  Posted posted;
  posted.after = after;
  Transaction write(tlm::TLM_WRITE_COMMAND, address, &value, 8);
  write.set_extension(&posted);
  platform_.registers->b_transport(write, delay_);
  expect_ok(write);
  order_.register_access();
}

std::uint64_t PlatformAccelerator::read_register(std::uint32_t address) {
  std::uint64_t value = 0;
  Transaction read(tlm::TLM_READ_COMMAND, address, &value, 8);
  platform_.registers->b_transport(read, delay_);
  expect_ok(read);
  order_.register_access();
  return value;
}

void PlatformAccelerator::advance() {
  kernel_.enter();
  sc_core::sc_start(delay_);
  delay_ = sc_core::SC_ZERO_TIME;
}

CycleCounts PlatformAccelerator::counts(const DeviceCounts& device, const DeviceCounts& model,
                                        std::int64_t ideal) const {
  CycleCounts counts;
  static_cast<CauseCycles&>(counts) = since(cleared_.after, device);
  counts.model = since(model_start_, model);
  counts.ideal = ideal;
  return counts;
}

CycleCounts PlatformAccelerator::cycles() const {
  const PredictedDevice& device = platform_.device();
  return counts(device.counts(), device.prediction().counts(), ideal_.end());
}

DmaCycles PlatformAccelerator::dma_busy() const {
  if (audited_) return *audited_;
  const DeviceTiming& model = platform_.device().prediction();
  return {model.load_busy_cycles() - load_busy_start_, model.store_busy_cycles() - store_busy_start_};
}

void PlatformAccelerator::audit() {
  audited_ =
      audit_counters([this](Register address) { return read_register(address); },
                     [this]() -> const DeviceCounts& { return platform_.device().counts(); }, cleared_, commands_);
  advance();
}

}  // namespace stencil
