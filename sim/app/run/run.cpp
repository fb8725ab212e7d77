// SPDX-License-Identifier: Apache-2.0
#include "sim/app/run/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "host/base/errors.hpp"
#include "host/io/npy.hpp"
#include "host/mpi/agreement.hpp"
#include "host/mpi/environment.hpp"
#include "sim/app/output/json.hpp"
#include "sim/app/output/junit.hpp"
#include "sim/app/output/terminal.hpp"
#include "sim/app/report/gather.hpp"
#include "sim/app/report/gather_verdict.hpp"
#include "sim/app/run/error_report.hpp"
#include "sim/app/run/estimate.hpp"
#include "sim/app/run/golden_solution.hpp"
#include "sim/app/run/meter.hpp"
#include "sim/app/run/run_lines.hpp"
#include "sim/app/run/session.hpp"

namespace stencil {
namespace {

// One run from the first line to the last; each member function is collective.
class Run {
 public:
  Run(MPI_Comm communicator, const RunOptions& options, const RunHooks& hooks)
      : communicator_(communicator), options_(options), hooks_(hooks) {
    MPI_Comm_rank(communicator, &rank_);
    MPI_Comm_size(communicator, &ranks_);
    clock_gettime(CLOCK_REALTIME, &began_);
  }

  RunOutcome operator()() {
    RunOutcome outcome;
    try {
      prepare();
      for (const std::string& line : first_lines(options_, *session_)) say(line);
      for (const std::string& line : environment_differences(communicator_, stencil_variables())) {
        if (hooks_.warn) hooks_.warn(line);
      }
      agree(communicator_, [this] { session_->read_problem(); });
      session_->check_capture();
      agree(communicator_, [this] {
        if (on_root()) session_->source().dump(options_);
      });
      if (options_.check != Check::off) solve_golden();
      agree(communicator_, [this] { session_->source().check_unchanged(); });
      const double wall_s = sweep();
      const Verdict verdict = collect_result();
      outcome = conclude(verdict, wall_s);
    } catch (const AgreedError& error) {
      if (error.status != exit_usage) error_report().write_together({error.rank, error.text, error.status});
      throw;
    } catch (const std::exception& error) {
      error_report().write_alone({rank_, error.what(), exit_device});
      throw;
    }
    if (options_.capture)
      keep_chosen_call();
    else if (outcome.exit_status == exit_difference)
      keep_first_wrong_call();
    if (on_root()) say(evidence_line(outcome.report));
    return outcome;
  }

 private:
  bool on_root() const { return rank_ == 0; }

  void say(const std::string& line) const {
    if (on_root() && hooks_.say) hooks_.say(line);
  }

  // Everything that can be refused is refused here, before time is spent or a file is touched.
  void prepare() {
    agree(communicator_, [this] { check_options(options_); });
    const ProblemFiles files = open_problem_files(communicator_, options_);
    if (options_.capture && options_.capture->rank == rank_) {
      chosen_.emplace(options_.capture->step, options_.capture->block);
      capture_.emplace(*chosen_);
    }
    agree(communicator_, [&] { make_session(files); });
    agree(communicator_, [this] {
      if (on_root()) check_outputs(options_);
    });
  }

  void make_session(const ProblemFiles& files) {
    const DeviceMaker maker = capture_ ? capture_->recorded(hooks_.make_device) : hooks_.make_device;
    session_ = options_.kernel->make_session(communicator_, options_, files, maker);
    if (capture_) session_->tell_steps([this](std::int64_t step) { capture_->begin_step(step); });
  }

  void keep_chosen_call() const {
    const std::string kept =
        write_earliest(communicator_, chosen_ ? chosen_->found() : std::nullopt, options_.capsule_file());
    say(kept.empty() ? "--capture: the accelerator of that rank has made no such call" : kept);
  }

  // A difference in the result may come from any call before. The run is deterministic: a second one compares each call
  // with the golden models.
  void keep_first_wrong_call() {
    const std::string path = options_.capsule_file();
    if (path.empty()) return;
    FirstWrongCall wrong;
    const ProblemFiles files = open_problem_files(communicator_, options_);
    session_.reset();
    capture_.emplace(wrong);
    agree(communicator_, [&] {
      make_session(files);
      session_->read_problem();
    });
    session_->sweep({});
    const std::string kept = write_earliest(communicator_, wrong.found(), path);
    say(kept.empty() ? "no call of an accelerator was wrong: what it was given, or what was done with its results, was"
                     : "first wrong call: " + kept);
    session_.reset();
  }

  // Before the sweeps: lack of memory shows now, and input files are read while they are what was checked.
  void solve_golden() {
    agree(communicator_, [this] {
      if (on_root()) golden_.emplace(session_->golden());
    });
  }

  CostEstimate estimate() {
    if (!session_->device().timed || !hooks_.make_dry_device) return session_->estimate(nullptr);
    const std::unique_ptr<Accelerator> dry = hooks_.make_dry_device(options_.device);
    return session_->estimate(dry.get());
  }

  ErrorReport error_report() const { return {communicator_, options_, hooks_, session_.get(), began_, elapsed_s()}; }

  // Since the sweeps began; 0 before.
  double elapsed_s() const { return start_s_ ? MPI_Wtime() - *start_s_ : 0.0; }

  double slowest(double wall_s) const {
    MPI_Allreduce(MPI_IN_PLACE, &wall_s, 1, MPI_DOUBLE, MPI_MAX, communicator_);
    return wall_s;
  }

  // Returns the wall time of the slowest rank.
  double sweep() {
    RunHooks hooks = hooks_;
    std::optional<RunMeter> meter;  // on rank 0, of a run that tells of its blocks
    if (session_->tells_blocks()) {
      const CostEstimate mine = estimate();
      long slowest_cycles = mine.cycles();
      MPI_Allreduce(MPI_IN_PLACE, &slowest_cycles, 1, MPI_LONG, MPI_MAX, communicator_);
      if (hooks.device_cycles_per_second_hint <= 0.0) {
        hooks.device_cycles_per_second_hint = session_->simulation_rate();
      }
      if (on_root()) meter.emplace(hooks, mine, slowest_cycles);
    }
    MPI_Barrier(communicator_);
    if (meter) meter->begin();
    start_s_ = MPI_Wtime();
    Session::BlocksDone done;
    if (meter) done = [&meter](std::size_t blocks) { meter->advance(blocks); };
    session_->sweep(done);
    return slowest(elapsed_s());
  }

  // The result goes to rank 0 once, for the comparison and the output file together.
  Verdict collect_result() const {
    Verdict verdict = gather_block_checks(communicator_, session_->block_checks());
    if (options_.check == Check::off && options_.output.empty()) return verdict;
    std::optional<NpyWriter> output;
    agree(communicator_, [&] {
      if (!on_root() || options_.output.empty()) return;
      output.emplace(options_.output, session_->source().rows(), session_->source().cols());
    });
    Comparison comparison;
    std::exception_ptr failure;  // told to all when they have sent their rows
    session_->collect([&](std::int64_t first_row, std::int64_t rows, const double* values) {
      if (golden_) comparison.add(golden_->compare(first_row, rows, values));
      if (!output || failure) return;
      try {
        output->append_rows(values, rows);
      } catch (...) {
        failure = std::current_exception();
      }
    });
    agree(communicator_, [&] {
      if (failure) std::rethrow_exception(failure);
      if (output) output->commit();
    });
    if (golden_) verdict.field = CheckCount{comparison.compared, comparison.mismatches};
    verdict.compared = verdict.compared.value_or(0) + comparison.compared;
    verdict.mismatches += comparison.mismatches;
    // What a block check found happened earlier than what is left of it in the result.
    if (comparison.first && !verdict.first_mismatch) {
      verdict.first_mismatch = session_->locate(*comparison.first);
    }
    return verdict;
  }

  RunOutcome conclude(const Verdict& verdict, double wall_s) const {
    RunOutcome outcome;
    Report& report = outcome.report;
    session_->describe(report);
    report.machine = ReportMachine{ranks_, session_->device(), options_.device.link, rtl_sources(session_->device())};
    report.machine.digests = gather_digests(communicator_, session_->handshake_digests());
    report.simulation.wall_s = wall_s;
    static_cast<BlockLedger&>(report) = gather_ledger(communicator_, session_->ledger());
    report.dma = sum_dma(communicator_, session_->dma_busy());
    report.verdict = verdict;
    agree(communicator_, [&] {
      if (on_root() && !options_.report.empty()) write_report(report, options_.report);
      if (on_root() && !options_.junit.empty()) write_junit(report, options_.junit);
    });
    if (on_root()) {
      for (const std::string& line : result_lines(report)) say(line);
      outcome.exit_status = verdict.mismatches == 0 ? exit_ok : exit_difference;
    }
    MPI_Bcast(&outcome.exit_status, 1, MPI_INT, 0, communicator_);
    return outcome;
  }

  MPI_Comm communicator_;
  const RunOptions& options_;
  const RunHooks& hooks_;
  int rank_ = 0;
  int ranks_ = 1;
  std::optional<ChosenCall> chosen_;  // on the rank of --capture
  std::optional<Capture> capture_;
  std::unique_ptr<Session> session_;
  std::optional<GoldenSolution> golden_;
  timespec began_{};
  std::optional<double> start_s_;
};

}  // namespace

RunOutcome run(MPI_Comm communicator, const RunOptions& options, const RunHooks& hooks) {
  return Run(communicator, options, hooks)();
}

}  // namespace stencil
