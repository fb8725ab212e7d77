// SPDX-License-Identifier: Apache-2.0
#include "sim/app/run/result.hpp"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <vector>

#include "host/io/npy.hpp"
#include "host/mpi/agreement.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/app/output/json.hpp"
#include "sim/app/output/junit.hpp"
#include "sim/app/report/gather.hpp"

namespace stencil {
namespace {

void compare_changes(const std::vector<double>& golden, const std::vector<double>& changes, Verdict& verdict) {
  CheckCount count;
  for (std::size_t step = 0; step < golden.size(); ++step) {
    const std::uint64_t expected = bits_of(golden[step]);
    const std::uint64_t got = bits_of(changes.at(step));
    ++count.compared;
    if (got == expected) continue;
    ++count.mismatches;
    if (!verdict.first_change) verdict.first_change = ChangeMismatch{static_cast<std::int64_t>(step), expected, got};
  }
  verdict.changes = count;
  *verdict.compared += count.compared;
  verdict.mismatches += count.mismatches;
}

}  // namespace

Verdict collect_result(MPI_Comm communicator, const RunOptions& options, Session& session, const GoldenSolution* golden,
                       Work& work) {
  Verdict verdict = gather_block_checks(communicator, session.reference().block_checks());
  if (options.check == Check::off && options.output.empty()) return verdict;
  int rank = 0;
  MPI_Comm_rank(communicator, &rank);
  std::optional<NpyWriter> output;
  agree(communicator, [&] {
    if (rank != 0 || options.output.empty()) return;
    output.emplace(options.output, session.source().rows(), session.source().cols());
  });
  Comparison comparison;
  std::exception_ptr failure;  // reported to all ranks after they have sent their rows
  const std::vector<double> changes =
      session.collect([&](std::int64_t first_row, std::int64_t rows, const double* values) {
        work.at_units(first_row, session.source().rows());
        if (golden != nullptr) comparison.add(golden->compare(first_row, rows, values));
        if (!output || failure) return;
        try {
          output->append_rows(values, rows);
        } catch (...) {
          failure = std::current_exception();
        }
      });
  agree(communicator, [&] {
    if (failure) std::rethrow_exception(failure);
    if (output) output->commit();
  });
  if (golden != nullptr) verdict.field = CheckCount{comparison.compared, comparison.mismatches};
  verdict.compared = verdict.compared.value_or(0) + comparison.compared;
  verdict.mismatches += comparison.mismatches;
  if (golden != nullptr && !golden->changes().empty()) compare_changes(golden->changes(), changes, verdict);
  // A difference found by a block check is earlier than its traces in the result.
  if (comparison.first && !verdict.first_mismatch) {
    verdict.first_mismatch = session.reference().locate(*comparison.first);
  }
  return verdict;
}

ReportMachine machine_of(const RunOptions& options, const Session* session) {
  ReportMachine machine;
  machine.link = options.device.link;
  machine.paranoid = options.paranoid;
  machine.device.accel = name_of(options.fidelity, options.device);
  machine.device.config = options.device.config;
  if (options.device.accel == "rtl") machine.device.arithmetic = options.device.arithmetic;
  if (session == nullptr) return machine;
  machine.device = session->device();
  machine.rtl = rtl_sources(machine.device);
  return machine;
}

void add_work(const Session& session, Report& report) {
  static_cast<BlockLedger&>(report) = session.ledger();
  report.dma = session.dma_busy();
}

Report report_of_run(MPI_Comm communicator, const RunOptions& options, const Session& session, const Verdict& verdict,
                     double wall_s) {
  Report mine;
  mine.machine = machine_of(options, &session);
  mine.machine.digests = {session.handshake_digests()};
  mine.simulation.wall_s = wall_s;
  add_work(session, mine);
  Report report = gather_report(communicator, mine);
  session.describe(report);
  report.command = command_of(options, report);
  report.verdict = verdict;
  return report;
}

void write_reports(MPI_Comm communicator, const RunOptions& options, const Report& report, Outputs which) {
  int rank = 0;
  MPI_Comm_rank(communicator, &rank);
  agree(communicator, [&] {
    if (rank != 0) return;
    const auto wanted = [which](const std::string& path) {
      return !path.empty() && is_stream(path) == (which == Outputs::streams);
    };
    if (wanted(options.report)) write_report(report, options.report);
    if (wanted(options.junit)) write_junit(report, options.junit);
  });
}

}  // namespace stencil
