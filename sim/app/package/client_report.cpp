// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/client_report.hpp"

#include <mpi.h>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "host/arrays/vsda/checks/communicator_log.hpp"
#include "host/arrays/vsda/tokens/token_registry.hpp"
#include "host/base/errors.hpp"
#include "host/c/call_ledger.hpp"
#include "host/c/call_observer.hpp"
#include "host/c/process_accelerator.hpp"
#include "host/c/running_step.hpp"
#include "host/mpi/agreement.hpp"
#include "host/mpi/border.hpp"
#include "host/mpi/environment.hpp"
#include "host/mpi/fatal.hpp"
#include "sim/app/hang_detector/board/recorder.hpp"
#include "sim/app/output/json.hpp"
#include "sim/app/package/checks/halo/box_shadows.hpp"
#include "sim/app/package/checks/halo/shadow_values.hpp"
#include "sim/app/package/checks/local_parts.hpp"
#include "sim/app/package/checks/stages/stage_changes.hpp"
#include "sim/app/package/client_divergence.hpp"
#include "sim/app/package/client_error.hpp"
#include "sim/app/package/client_findings.hpp"
#include "sim/app/package/client_terminal.hpp"
#include "sim/app/package/client_watch.hpp"
#include "sim/app/package/own_record.hpp"
#include "sim/app/package/settings/client_module.hpp"
#include "sim/app/package/settings/end_variables.hpp"
#include "sim/app/package/steps/client_kernel.hpp"
#include "sim/app/package/steps/step_record.hpp"
#include "sim/app/package/tiles/tiled_record.hpp"
#include "sim/app/report/gather.hpp"
#include "sim/device/backends/platform_backends.hpp"

namespace stencil {
namespace {

void audit_own() {
  if (Accelerator* device = made_process_accelerator()) device->audit();
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
  std::array<char, 32> arithmetic{};
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
  device.arithmetic.copy(facts.arithmetic.data(), facts.arithmetic.size() - 1);
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
  device.arithmetic = facts.arithmetic.data();
  for (std::size_t i = 0; i < sent_numbers.size(); ++i) device.*sent_numbers[i] = facts.numbers[i];
  device.link_bytes_per_cycle = facts.link_bytes_per_cycle;
  device.timed = facts.timed;
  return device;
}

// Sends all ranks the device of the lowest rank that has one, with its link; empty names when no rank has one.
void share_common_device(int rank, int ranks, ReportMachine& machine) {
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

// What rank 0 asks for.
struct Asked {
  std::string path;  // of the report
  int summary = summary_wanted() ? 1 : 0;
  int status = check_status_wanted() ? 1 : 0;
};

Asked asked_by_root() {
  Asked asked;
  asked.path = report_path();
  share_text(MPI_COMM_WORLD, asked.path);
  for (int* const one : {&asked.summary, &asked.status}) MPI_Bcast(one, 1, MPI_INT, 0, MPI_COMM_WORLD);
  return asked;
}

// A failure while writing a report ends the program like any failure inside the C functions.
template <class Body>
int guarded(const Body& body) {
  try {
    return body();
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
  process_call_ledger().on_call([](const CallBlock& block) {
    if (may_be_reported()) keep_open_block(block);
  });
  process_call_ledger().on_step([](const StepInfo& step, const std::vector<BlockRun>& runs) {
    if (Recorder* const recorder = mpi_recorder(); recorder != nullptr && step.part + 1 == step.parts)
      recorder->step_done();
    if (may_be_reported()) keep_step(step, runs);
  });
  // The checks of VSDA (host/arrays/vsda/checks), which are there with STENCIL_PARANOID=1 alone.
  if (paranoid_wanted())
    hear_calls(nullptr, {[](MPI_Comm comm, const char* call, bool waits_for_all) {
                           c_border(call, [&] { begin_collective(comm, call, waits_for_all); });
                         },
                         nullptr});
  process_call_ledger().on_tiled_step([](const TiledStepInfo& step, const std::vector<TileDone>& tiles) {
    if (may_be_reported()) keep_tiled_step(step, tiles);
  });
  // Before the accelerator is made: the program may run stages and update arrays before.
  if (checks_wanted()) {
    stage_watch = &stage_changes();
    if (paranoid_wanted()) stage_changes().mark_overwritten();
    box_watch = [](const UpdatedBox& box) {
      box_shadows().updated(box);
      shadow_values().box_update_begins(box);
    };
    part_watch = [](const void* array, std::int64_t elements, std::int64_t elemsize) {
      local_parts().updated(array, elements, elemsize);
      if (CallObserver* const observer = process_call_observer()) observer->update_begins(array);
    };
    box_ended_watch = [](const void* array) { shadow_values().box_update_ended(array); };
  }
  set_dry_accelerator_maker(
      [](const Capabilities& device, const LinkOptions& link) { return make_dry_accelerator(device, link); });
  set_process_accelerator_preparation([](AcceleratorOptions& device) {
    check_end_variables();
    build_client_module(device);
  });
  set_last_work([](int status, const std::string& line) {
    client_ends();
    write_client_error_report(status, line, std::nullopt);
  });
  set_call_observer_maker([](const Capabilities& device) {
    token_registry().watch_updates([](const UsedMemory& shadow, const UsedMemory& edge) {
      if (CallObserver* const observer = process_call_observer()) observer->updated(shadow, edge);
    });
    return std::make_unique<CallCheck>(device);
  });
}

int write_serial_client_report() {
  return guarded([] {
    audit_own();
    end_own_check(true);
    const std::string path = report_path();
    Report report;
    if (!path.empty() || summary_wanted()) {
      report = own_work();
      describe_own_machine(report.machine);
      report.problem = common_problem(MPI_COMM_NULL);
      describe_tiled_steps(MPI_COMM_NULL, has_swept(), report);
    }
    report.verdict = own_verdict(0);
    const Findings found{report.verdict, {}, own_coverage() ? signs_in(*own_coverage()) : 0};
    find_client_divergence(MPI_COMM_NULL, own_wrong_sweep(), path, report);
    if (!path.empty()) write_report(report, path);
    print_client_result(report, path, summary_wanted());
    return found.status(check_status_wanted());
  });
}

int write_client_report() {
  return guarded([] {
    int rank = 0, ranks = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    audit_own();
    end_own_check(ranks == 1);
    const std::vector<std::string> differences = environment_differences(MPI_COMM_WORLD, stencil_variables());
    if (rank == 0)
      for (const std::string& line : differences) fmt::print(stderr, "stencil: {}\n", line);
    const Findings found = common_findings(rank);
    Report report;
    const Asked asked = asked_by_root();
    if (!asked.path.empty() || asked.summary != 0) {
      Report mine = own_work();
      share_common_device(rank, ranks, mine.machine);
      mine.machine.rtl = rtl_sources(mine.machine.device);
      report = gather_report(MPI_COMM_WORLD, mine);
      report.ok_covers = found.covers;
      report.problem = common_problem(MPI_COMM_WORLD);
      report.client_kernel = common_kernel(MPI_COMM_WORLD, swept_with());
      describe_tiled_steps(MPI_COMM_WORLD, has_swept(), report);
    }
    report.verdict = found.verdict;
    find_client_divergence(MPI_COMM_WORLD, own_wrong_sweep(), asked.path, report);
    if (rank == 0 && !asked.path.empty()) write_report(report, asked.path);
    if (rank == 0) print_client_result(report, asked.path, asked.summary != 0);
    return found.status(asked.status != 0);
  });
}

}  // namespace stencil
