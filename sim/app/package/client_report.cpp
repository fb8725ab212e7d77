// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/client_report.hpp"

#include <mpi.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "host/arrays/vsda/tokens/token_registry.hpp"
#include "host/base/errors.hpp"
#include "host/base/text.hpp"
#include "host/c/call_ledger.hpp"
#include "host/c/call_observer.hpp"
#include "host/c/process_accelerator.hpp"
#include "host/c/running_step.hpp"
#include "host/mpi/environment.hpp"
#include "host/mpi/fatal.hpp"
#include "sim/app/output/json.hpp"
#include "sim/app/output/terminal.hpp"
#include "sim/app/output/verdict_text.hpp"
#include "sim/app/package/client_error.hpp"
#include "sim/app/package/client_kernel.hpp"
#include "sim/app/package/client_watch.hpp"
#include "sim/app/package/own_record.hpp"
#include "sim/app/package/report_variable.hpp"
#include "sim/app/package/step_record.hpp"
#include "sim/app/report/gather.hpp"
#include "sim/device/backends/platform_backends.hpp"

namespace stencil {
namespace {

void audit_own() {
  if (Accelerator* device = made_process_accelerator()) device->audit();
}

void say_differences(const Verdict& verdict) {
  if (verdict.mismatches == 0) return;
  fmt::print(stderr, "stencil: STENCIL_CHECK=block: {} of {} compared differ; {}\n", with_commas(verdict.mismatches),
             counted(*verdict.compared, "value"), mismatch_line(verdict));
}

// The numbers of a device that its report has.
constexpr std::array<std::int64_t Capabilities::*, 10> sent_numbers{
    &Capabilities::contract_version, &Capabilities::pes,       &Capabilities::lanes,
    &Capabilities::memory_words,     &Capabilities::max_cols,  &Capabilities::axi_data_bits,
    &Capabilities::f_buffers,        &Capabilities::r_buffers, &Capabilities::line_beats,
    &Capabilities::pe_latency};

// Trivially copyable, so that it can be sent as bytes.
struct DeviceFacts {
  std::array<char, 256> accel{}, config{};
  std::array<std::int64_t, sent_numbers.size()> numbers{};
  LinkOptions link;
  bool paranoid = false;
  double link_bytes_per_cycle = 0.0;
  bool timed = false;
};

DeviceFacts facts_of(const Capabilities& device) {
  DeviceFacts facts;
  device.accel.copy(facts.accel.data(), facts.accel.size() - 1);
  device.config.copy(facts.config.data(), facts.config.size() - 1);
  for (std::size_t i = 0; i < sent_numbers.size(); ++i) facts.numbers[i] = device.*sent_numbers[i];
  facts.link_bytes_per_cycle = device.link_bytes_per_cycle;
  facts.timed = device.timed;
  facts.link = process_accelerator_options().link;
  facts.paranoid = process_accelerator_options().checking.protocol;
  return facts;
}

Capabilities capabilities_of(const DeviceFacts& facts) {
  Capabilities device;
  device.accel = facts.accel.data();
  device.config = facts.config.data();
  for (std::size_t i = 0; i < sent_numbers.size(); ++i) device.*sent_numbers[i] = facts.numbers[i];
  device.link_bytes_per_cycle = facts.link_bytes_per_cycle;
  device.timed = facts.timed;
  return device;
}

// Sends all ranks the device of the lowest rank that has one, with its link; empty names when no rank has one.
void tell_common_device(int rank, int ranks, ReportMachine& machine) {
  const Accelerator* own = made_process_accelerator();
  int holder = own ? rank : ranks;
  MPI_Allreduce(MPI_IN_PLACE, &holder, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (holder == ranks) return;
  DeviceFacts facts = own ? facts_of(own->capabilities()) : DeviceFacts{};
  MPI_Bcast(&facts, static_cast<int>(sizeof facts), MPI_BYTE, holder, MPI_COMM_WORLD);
  machine.device = capabilities_of(facts);
  machine.link = facts.link;
  machine.paranoid = facts.paranoid;
}

// The verdict of all ranks and what it covers, on rank 0; without a value where no rank checks.
Verdict common_verdict(int rank, Json& covers) {
  const CallCheck* const check = own_check();
  int checks = check != nullptr ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &checks, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  if (checks == 0) return {};
  Coverage all = check != nullptr ? check->coverage() : Coverage{};
  for (const CoverageField& field : coverage_fields)
    MPI_Allreduce(MPI_IN_PLACE, &(all.*field.member), 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
  find_missing(MPI_COMM_WORLD, all);
  covers = coverage_json(all);
  return gather_block_checks(MPI_COMM_WORLD, own_verdict(rank));
}

std::string root_report_path(int rank) {
  std::string path = report_path();
  auto length = static_cast<int>(path.size());
  MPI_Bcast(&length, 1, MPI_INT, 0, MPI_COMM_WORLD);
  if (rank != 0) path.assign(static_cast<std::size_t>(length), '\0');
  MPI_Bcast(path.data(), length, MPI_CHAR, 0, MPI_COMM_WORLD);
  return path;
}

// A failure while writing a report ends the program like any failure inside the C functions.
template <class Body>
void guarded(const Body& body) {
  try {
    body();
  } catch (const ArgumentError& error) {
    fatal("STENCIL_REPORT", exit_usage, error.what());
  } catch (const std::exception& error) {
    fatal("STENCIL_REPORT", exit_device, error.what());
  }
}

}  // namespace

void keep_client_blocks() {
  process_call_ledger().on_block([](const CallBlock& block) {
    if (may_be_reported()) keep_block(block);
  });
  process_call_ledger().on_step([](const StepInfo& step, const std::vector<BlockRun>& runs) {
    if (may_be_reported()) keep_step(step, runs);
  });
  set_dry_accelerator_maker(
      [](const Capabilities& device, const LinkOptions& link) { return make_dry_accelerator(device, link); });
  set_process_accelerator_check(check_report_writable);
  set_last_work([](int status, const std::string& line) {
    client_ends();
    write_client_error_report(status, line);
  });
  set_call_observer_maker([](const Capabilities& device) {
    token_registry().watch_updates([](const UsedMemory& shadow, const UsedMemory& edge) {
      if (CallObserver* const observer = process_call_observer()) observer->updated(shadow, edge);
    });
    return std::make_unique<CallCheck>(device);
  });
}

void write_serial_client_report() {
  guarded([] {
    audit_own();
    const Verdict verdict = own_verdict(0);
    say_differences(verdict);
    const std::string path = report_path();
    if (path.empty()) return;
    Report report = own_work();
    report.verdict = verdict;
    describe_own_machine(report.machine);
    report.problem = common_problem(MPI_COMM_NULL);
    write_report(report, path);
  });
}

void write_client_report() {
  guarded([] {
    int rank = 0, ranks = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    audit_own();
    const std::vector<std::string> differences = environment_differences(MPI_COMM_WORLD, stencil_variables());
    if (rank == 0)
      for (const std::string& line : differences) fmt::print(stderr, "stencil: {}\n", line);
    Json covers;
    const Verdict verdict = common_verdict(rank, covers);
    if (rank == 0) say_differences(verdict);
    const std::string path = root_report_path(rank);
    if (path.empty()) return;
    Report mine = own_work();
    tell_common_device(rank, ranks, mine.machine);
    mine.machine.rtl = rtl_sources(mine.machine.device);
    Report report = gather_report(MPI_COMM_WORLD, mine);
    report.verdict = verdict;
    report.ok_covers = covers;
    report.problem = common_problem(MPI_COMM_WORLD);
    report.client_kernel = common_kernel(MPI_COMM_WORLD, swept_with());
    if (rank == 0) write_report(report, path);
  });
}

}  // namespace stencil
