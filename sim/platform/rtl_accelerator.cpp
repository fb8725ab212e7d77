// SPDX-License-Identifier: Apache-2.0
#include "sim/platform/rtl_accelerator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <cstring>

#include "host/errors.hpp"
#include "sim/accelerator_checks.hpp"
#include "sim/platform/transaction.hpp"
#include "sim/rtl/contract.hpp"

namespace stencil {

using namespace contract;

namespace {

const sc_core::sc_time clock_period(10, sc_core::SC_NS);

std::uint64_t bits_of(double value) {
  std::uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

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

}  // namespace

RtlAccelerator::RtlAccelerator(const std::string& config, std::unique_ptr<Device> device, const LinkOptions& link)
    : platform_("platform", std::move(device), link, clock_period), timing_(capabilities_, link) {
  quieten_systemc();
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  const std::uint64_t id = read_register(REG_ID);
  if (id != id_value)
    throw DeviceError(fmt::format("register ID reads {:#018x}, the contract says {:#018x}", id, id_value));
  if (!(read_register(REG_KERNELS) & kernel_jacobi)) throw DeviceError("the device offers no Jacobi kernel");
  const auto read = [&](Register address) { return static_cast<std::int64_t>(read_register(address)); };
  capabilities_.accel = "rtl";
  capabilities_.config = config;
  capabilities_.pes = read(REG_PES);
  capabilities_.lanes = read(REG_LANES);
  capabilities_.memory_words = read(REG_MEMORY_WORDS);
  capabilities_.max_cols = read(REG_MAX_COLS);
  capabilities_.axi_data_bits = read(REG_AXI_DATA_BITS);
  capabilities_.pe_latency = read(REG_PE_LATENCY);
  capabilities_.timed = true;
  if (capabilities_.axi_data_bits != platform_.device().data_bits())
    throw DeviceError(fmt::format("register AXI_DATA_BITS reads {}, the port has {} bits", capabilities_.axi_data_bits,
                                  platform_.device().data_bits()));
  timing_ = CallTiming(capabilities_, link);
  write_register(REG_IRQ_ENABLE, 1);
  measure_rate();
  write_register(REG_CONTROL, control_clear_counters);
  flush();
  start_ = platform_.device().counts();
}

Ticket RtlAccelerator::post_load(const Place& place, const double* source, const After&) {
  const auto [bank, buffer, offset_words, length_words] = place;
  check_transfer(capabilities_, "load", place, source);
  // The payload's pointer is not const in TLM-2.0; a write transaction only reads through it.
  auto* host = reinterpret_cast<unsigned char*>(const_cast<double*>(source));
  post_transfer(Call::Kind::load, bank, offset_words, host, length_words);
  traffic_.bytes_to_device += 8 * length_words;
  return ++tickets_;
}

Ticket RtlAccelerator::post_store(const Place& place, double* target, const After&) {
  const auto [bank, buffer, offset_words, length_words] = place;
  check_transfer(capabilities_, "store", place, target);
  post_transfer(Call::Kind::store, bank, offset_words, reinterpret_cast<unsigned char*>(target), length_words);
  traffic_.bytes_from_device += 8 * length_words;
  return ++tickets_;
}

void RtlAccelerator::post_transfer(Call::Kind kind, Bank bank, std::int64_t offset_words, unsigned char* host,
                                   std::int64_t length_words) {
  if (length_words == 0) return;
  const std::uint64_t base = bank == Bank::f ? base_f : base_r;
  calls_.push_back({kind, base + 8 * static_cast<std::uint64_t>(offset_words), host, length_words, {}});
  ++traffic_.transfers;
}

Ticket RtlAccelerator::post_sweep(const SweepCommand& command, const After&) {
  check_sweep(capabilities_, command);
  if (command.niter == 0) return 0;
  calls_.push_back({Call::Kind::sweep, 0, nullptr, 0, command});
  return ++tickets_;
}

void RtlAccelerator::wait() {
  sweep_ends_.clear();
  while (!calls_.empty()) {
    const Call::Kind kind = calls_.front().kind;
    if (kind == Call::Kind::sweep) {
      sweep(calls_.front().command);
      calls_.pop_front();
      sweep_ends_.push_back(cycles());
      continue;
    }
    std::int64_t beats = 0;
    Posted posted;
    for (; !calls_.empty() && calls_.front().kind == kind; calls_.pop_front()) {
      const Call& call = calls_.front();
      Transaction transfer(kind == Call::Kind::load ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND, call.address,
                           call.host, 8 * call.length_words);
      transfer.set_extension(&posted);
      platform_.data->b_transport(transfer, delay_);
      expect_ok(transfer);
      beats += timing_.beats(call.address, call.length_words);
    }
    flush();
    timing_.transfers(kind == Call::Kind::load, beats);
  }
  advance();
}

void RtlAccelerator::flush() {
  Wait wait;
  Transaction until_done(tlm::TLM_IGNORE_COMMAND, 0, nullptr, 0);
  until_done.set_extension(&wait);
  platform_.data->b_transport(until_done, delay_);
  expect_ok(until_done);
}

void RtlAccelerator::sweep(const SweepCommand& command) {
  const std::array<std::pair<std::uint32_t, std::uint64_t>, 6> values = {{
      {REG_NITER, static_cast<std::uint64_t>(command.niter)},  // first: its plan takes time
      {REG_ROWS, static_cast<std::uint64_t>(command.rows)},
      {REG_COLS, static_cast<std::uint64_t>(command.cols)},
      {REG_RDX2, bits_of(command.rdx2)},
      {REG_RDY2, bits_of(command.rdy2)},
      {REG_BETA, bits_of(command.beta)},
  }};
  std::int64_t writes = 1;  // the start itself
  bool plan_niter = false;
  for (const auto& value : values) {
    if (std::find(written_.begin(), written_.end(), value) != written_.end()) continue;
    write_register(value.first, value.second);
    plan_niter |= value.first == REG_NITER;
    ++writes;
  }
  written_.assign(values.begin(), values.end());
  write_register(REG_CONTROL, control_start);
  timing_.sweep(command, writes, plan_niter);

  const EngineTiming timing = engine_timing({capabilities_.pes, capabilities_.lanes, capabilities_.pe_latency},
                                            command.rows, command.cols, command.niter);
  Wait wait;
  wait.interrupt = true;
  // A device that needs ten times what it should has lost its way.
  wait.limit_cycles = 10 * timing.busy_cycles() + 10000;
  Transaction until_done(tlm::TLM_IGNORE_COMMAND, 0, nullptr, 0);
  until_done.set_extension(&wait);
  platform_.registers->b_transport(until_done, delay_);
  expect_ok(until_done);

  const std::uint64_t status = read_register(REG_STATUS);
  if (status & status_failed) {
    const std::uint64_t code = read_register(REG_ERROR);
    throw DeviceError(fmt::format("device refused the sweep of rows={} cols={} niter={}: error {} ({})", command.rows,
                                  command.cols, command.niter, code, error_text(code)));
  }
  if (!(status & status_done) || (status & status_busy))
    throw DeviceError(fmt::format("device raised its interrupt with STATUS={:#x}, done and not busy expected", status));
  ++commands_;
}

void RtlAccelerator::write_register(std::uint32_t address, std::uint64_t value) {
  Posted posted;
  Transaction write(tlm::TLM_WRITE_COMMAND, address, &value, 8);
  write.set_extension(&posted);
  platform_.registers->b_transport(write, delay_);
  expect_ok(write);
}

std::uint64_t RtlAccelerator::read_register(std::uint32_t address) {
  std::uint64_t value = 0;
  Transaction read(tlm::TLM_READ_COMMAND, address, &value, 8);
  platform_.registers->b_transport(read, delay_);
  expect_ok(read);
  return value;
}

void RtlAccelerator::advance() {
  kernel_.enter();
  sc_core::sc_start(delay_);
  delay_ = sc_core::SC_ZERO_TIME;
}

void RtlAccelerator::measure_rate() {
  // An idle clock costs the simulator nearly what a busy one does.
  constexpr std::int64_t sample_cycles = 5000;
  platform_.device().tick_cycles(sample_cycles / 2);  // cold caches would tell of themselves
  const auto began = std::chrono::steady_clock::now();
  platform_.device().tick_cycles(sample_cycles);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  simulation_rate_ = static_cast<double>(sample_cycles) / took.count();
}

CycleCounts RtlAccelerator::cycles() const {
  const DeviceCounts& now = platform_.device().counts();
  const auto since = [&](Cause cause) { return now.cause_cycles[cause] - start_.cause_cycles[cause]; };
  CycleCounts counts;
  counts.load = since(CAUSE_LOAD);
  counts.compute = since(CAUSE_COMPUTE);
  counts.store = since(CAUSE_STORE);
  counts.stall = since(CAUSE_STALL);
  counts.idle = since(CAUSE_IDLE) + now.skipped_cycles - start_.skipped_cycles;
  counts.fill = now.fill_cycles - start_.fill_cycles;
  counts.model.compute = timing_.model_cycles();
  counts.ideal = timing_.ideal_cycles();
  return counts;
}

void RtlAccelerator::audit() {
  const CycleCounts seen = cycles();
  const DeviceCounts& pins = platform_.device().counts();
  const std::array<std::tuple<const char*, Register, std::int64_t>, 7> pairs = {{
      {"CYCLES_COMPUTE", REG_CYCLES_COMPUTE, seen.compute},
      {"CYCLES_STALL", REG_CYCLES_STALL, seen.stall},
      {"CYCLES_LOAD", REG_CYCLES_LOAD, seen.load},
      {"CYCLES_STORE", REG_CYCLES_STORE, seen.store},
      {"CYCLES_FILL", REG_CYCLES_FILL, seen.fill},
      {"BEATS_LOADED", REG_BEATS_LOADED, pins.beats_loaded - start_.beats_loaded},
      {"BEATS_STORED", REG_BEATS_STORED, pins.beats_stored - start_.beats_stored},
  }};
  for (const auto& [name, address, expected] : pairs) {
    const auto value = static_cast<std::int64_t>(read_register(address));
    if (value != expected)
      throw DeviceError(fmt::format("audit: register {} reads {}, the bench counted {}", name, value, expected));
  }
  const auto commands = static_cast<std::int64_t>(read_register(REG_COMMANDS));
  if (commands != commands_)
    throw DeviceError(fmt::format("audit: register COMMANDS reads {}, the host gave {}", commands, commands_));
  advance();
}

}  // namespace stencil
