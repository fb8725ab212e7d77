// SPDX-License-Identifier: Apache-2.0
#include "sim/app/run/run.hpp"

#include <atomic>
#include <cstddef>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "host/base/errors.hpp"
#include "host/mpi/agreement.hpp"
#include "sim/app/progress/progress.hpp"
#include "sim/app/run/announcement.hpp"
#include "sim/app/run/error_report.hpp"
#include "sim/app/run/meter.hpp"
#include "sim/app/run/result.hpp"
#include "sim/app/run/run_reference.hpp"
#include "sim/app/run/session.hpp"

namespace stencil {
namespace {

// One run from the first line to the last; each member function is collective.
class Run {
 public:
  Run(MPI_Comm communicator, const RunOptions& options, const RunHooks& hooks, const MakeListeners& make_listeners)
      : communicator_(communicator), options_(options), hooks_(hooks) {
    MPI_Comm_rank(communicator, &rank_);
    clock_gettime(CLOCK_REALTIME, &began_);
    listeners_ = make_listeners([this](const std::string& text, std::optional<int> dead) {
      if (dead) {
        if (!is_known_.load()) return;
        const ErrorReport report{communicator_, options_, hooks_, nullptr, &*shared_, began_, 0.0};
        return report.write_beside({*dead, text, exit_device}, known_);
      }
      error_report().write_alone({rank_, text, exit_device});
      notify([](RunListener& to) { to.failed(RunFailure::stuck); });
    });
  }

  RunOutcome operator()() {
    RunOutcome outcome;
    try {
      phase("checks, device made", [this](Work&) { prepare(); });
      announce(communicator_, options_, hooks_, *session_);
      if (options_.check != Check::off) phase("golden solution", [this](Work&) { solve_golden(); });
      phase("problem read", [this](Work&) {
        agree(communicator_, [this] {
          const HostPhase phase(host_observer_, "read problem");
          session_->read_problem();
        });
        agree(communicator_, [this] {
          if (on_root()) session_->source().dump(options_);
        });
      });
      agree(communicator_, [this] { session_->source().check_unchanged(); });
      const double wall_s = phase("sweeps", [this](Work& work) { return sweep(work); });
      const Verdict verdict = phase("result collected", [this](Work& work) { return collect(work); });
      outcome = phase("report written", [&](Work&) { return conclude(verdict, wall_s); });
      if (on_root()) report_result(hooks_, options_, outcome.report);
    } catch (const AgreedError& error) {
      if (error.status == exit_usage) throw;
      error_report().write_together({error.rank, error.text, error.status});
      end_failed(RunFailure::together);
      throw;
    } catch (const std::exception& error) {
      const bool is_first = error_report().write_alone({rank_, error.what(), exit_device});
      end_failed(is_first ? RunFailure::alone : RunFailure::after_another);
      throw;
    }
    try {
      notify([this](RunListener& to) { to.reported(*session_); });
      session_.reset();
      notify([](RunListener& to) { to.device_ended(false); });
      notify([&](RunListener& to) { to.run_ended(outcome); });
    } catch (const AgreedError&) {
      if (outcome.exit_status != exit_ok) report_all(outcome.report);
      throw;
    }
    report_all(outcome.report);
    notify([&](RunListener& to) { to.verdict_printed(outcome.exit_status); });
    return outcome;
  }

 private:
  bool on_root() const { return rank_ == 0; }

  void report_all(const Report& report) const {
    write_reports(communicator_, options_, report, Outputs::streams);
    if (on_root()) report_verdict(hooks_, report);
  }

  ProgressLine* progress() const { return on_root() ? hooks_.progress : nullptr; }

  // Runs one phase, shows it, and prints rank 0's wall time of it.
  template <class Do>
  auto phase(const char* name, const Do& body) const -> decltype(body(std::declval<Work&>())) {
    PhaseTime time(name, progress(), on_root() ? hooks_.detail : nullptr);
    return body(time.work());
  }

  template <class Event>
  void notify(const Event& event) const {
    for (const std::unique_ptr<RunListener>& listener : listeners_) event(*listener);
  }

  void end_failed(RunFailure how) {
    notify([&](RunListener& to) { to.failed(how); });
    session_.reset();
    notify([](RunListener& to) { to.device_ended(true); });
  }

  // Refuses everything that can be refused, before time is spent or a file is written.
  void prepare() {
    agree(communicator_, [this] { check_options(options_); });
    options_.kernel->agree_between(communicator_);
    files_ = open_problem_files(communicator_, options_);
    agree(communicator_, [this] {
      session_ = options_.kernel->make_session(communicator_, options_, files_);
      session_->report_to(progress());
      session_->on_step([this](std::int64_t step) { notify([&](RunListener& to) { to.step_begins(step); }); });
    });
    notify([this](RunListener& to) { to.planned(*session_, files_); });
    agree(communicator_, [this] {
      if (on_root()) check_outputs_writable(options_);
    });
    notify([this](RunListener& to) { to.device_wanted(*session_); });
    agree(communicator_, [this] {
      DeviceMaker maker = hooks_.make_device;
      for (auto listener = listeners_.rbegin(); listener != listeners_.rend(); ++listener)
        maker = (*listener)->around(maker);
      session_->make_device(maker);
    });
    if (!options_.report.empty() || !options_.junit.empty()) {
      shared_.emplace(communicator_);
      known_ = error_report().begin();
      session_->describe_problem(known_);
      is_known_.store(true);
    }
    notify([this](RunListener& to) { to.device_made(*session_); });
    RunObservers observers;
    notify([&](RunListener& to) { to.observe(observers); });
    host_observer_ = observers.host;
    session_->observe(observers);
  }

  // Before the sweeps: lack of memory shows early, and input files are still those that were checked. Before the
  // problem is read as well: the golden right-hand side is given back by then, 8 bytes a point.
  void solve_golden() {
    const HostPhase phase(host_observer_, "golden");
    golden_ = session_->reference().golden_of_all();
  }

  ErrorReport error_report() {
    Session* const session = session_ && session_->has_device() ? session_.get() : nullptr;
    return {communicator_, options_, hooks_, session, shared_ ? &*shared_ : nullptr, began_, elapsed_s()};
  }

  // Seconds since the sweeps began; 0 before.
  double elapsed_s() const { return start_s_ ? MPI_Wtime() - *start_s_ : 0.0; }

  // Returns the wall time of the slowest rank.
  double sweep(Work& work) {
    const std::unique_ptr<RunMeter> meter = make_meter(communicator_, options_, hooks_, *session_, work);
    {
      const HostPhase phase(host_observer_, "barrier");
      MPI_Barrier(communicator_);
    }
    if (meter) meter->begin();
    start_s_ = MPI_Wtime();
    const Session::BlocksDone done = [this, &meter](std::size_t blocks) {
      if (meter) meter->advance(blocks);
      if (shared_) shared_->publish(session_->ledger(), session_->dma_busy());
      notify([&](RunListener& to) { to.blocks_end(blocks); });
    };
    session_->sweep(done);
    double wall_s = elapsed_s();
    MPI_Allreduce(MPI_IN_PLACE, &wall_s, 1, MPI_DOUBLE, MPI_MAX, communicator_);
    return wall_s;
  }

  Verdict collect(Work& work) const {
    const HostPhase phase(host_observer_, "gather");
    return collect_result(communicator_, options_, *session_, golden_ ? &*golden_ : nullptr, work);
  }

  RunOutcome conclude(const Verdict& verdict, double wall_s) const {
    RunOutcome outcome;
    outcome.report = report_of_run(communicator_, options_, *session_, verdict, wall_s);
    notify([&](RunListener& to) { to.sweeps_checked(outcome.report); });
    write_reports(communicator_, options_, outcome.report, Outputs::files);
    if (on_root()) outcome.exit_status = verdict.mismatches == 0 ? exit_ok : exit_difference;
    MPI_Bcast(&outcome.exit_status, 1, MPI_INT, 0, communicator_);
    return outcome;
  }

  MPI_Comm communicator_;
  const RunOptions& options_;
  const RunHooks& hooks_;
  int rank_ = 0;
  // Outlive the listeners, one of which may end the job on a thread of its own.
  std::optional<SharedLedger> shared_;  // where a report is asked for
  Report known_;                        // of a report that is written there
  std::atomic<bool> is_known_{false};
  RunListeners listeners_;
  ProblemFiles files_;  // stay open, so that a second run reads what the first has read
  HostObserver* host_observer_ = nullptr;
  std::unique_ptr<Session> session_;
  std::optional<GoldenSolution> golden_;
  timespec began_{};
  std::optional<double> start_s_;
};

}  // namespace

RunOutcome run(MPI_Comm communicator, const RunOptions& options, const RunHooks& hooks,
               const MakeListeners& listeners) {
  return Run(communicator, options, hooks, listeners)();
}

}  // namespace stencil
