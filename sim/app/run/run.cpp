// SPDX-License-Identifier: Apache-2.0
#include "sim/app/run/run.hpp"

#include <cstddef>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "host/base/errors.hpp"
#include "host/mpi/agreement.hpp"
#include "sim/app/capsule/run_capture.hpp"
#include "sim/app/hang_detector/watched_run.hpp"
#include "sim/app/progress/progress.hpp"
#include "sim/app/run/announcement.hpp"
#include "sim/app/run/error_report.hpp"
#include "sim/app/run/golden_solution.hpp"
#include "sim/app/run/meter.hpp"
#include "sim/app/run/result.hpp"
#include "sim/app/run/session.hpp"
#include "sim/app/timeline/timeline.hpp"
#include "sim/app/waves/run_waves.hpp"

namespace stencil {
namespace {

// One run from the first line to the last; each member function is collective.
class Run {
 public:
  Run(MPI_Comm communicator, const RunOptions& options, const RunHooks& hooks)
      : communicator_(communicator),
        options_(options),
        hooks_(hooks),
        capture_(communicator, options.capture, options.capsule_file()),
        waves_(communicator, options.trace, options.device, options.report_file(), {hooks.say, hooks.progress},
               hooks.warn),
        watched_(hooks.hang_detector, options.report_file()) {
    MPI_Comm_rank(communicator, &rank_);
    clock_gettime(CLOCK_REALTIME, &began_);
    watched_.on_hang([this](const std::string& text) { error_report().write_alone({rank_, text, exit_device}); });
  }

  RunOutcome operator()() {
    RunOutcome outcome;
    try {
      phase("checks, device made", [this](Work&) { prepare(); });
      announce(communicator_, options_, hooks_, *session_);
      phase("problem read", [this](Work&) {
        agree(communicator_, [this] {
          const HostPhase phase(host_observer_, "read problem");
          session_->read_problem();
        });
        agree(communicator_, [this] {
          if (on_root()) session_->source().dump(options_);
        });
      });
      if (options_.check != Check::off) phase("golden solution", [this](Work&) { solve_golden(); });
      agree(communicator_, [this] { session_->source().check_unchanged(); });
      const double wall_s = phase("sweeps", [this](Work& work) { return sweep(work); });
      const Verdict verdict = phase("result collected", [this](Work& work) { return collect(work); });
      outcome = phase("report written", [&](Work&) { return conclude(verdict, wall_s); });
      if (on_root()) tell_result(hooks_, options_, outcome.report);
    } catch (const AgreedError& error) {
      if (error.status == exit_usage) throw;
      error_report().write_together({error.rank, error.text, error.status});
      keep_what_there_is();
      throw;
    } catch (const std::exception& error) {
      error_report().write_alone({rank_, error.what(), exit_device});
      keep_what_there_is();
      throw;
    }
    try {
      keep_call(outcome);
      waves_.keep([this] { session_.reset(); });
    } catch (const AgreedError&) {
      if (outcome.exit_status != exit_ok) tell_all(outcome.report);
      throw;
    }
    tell_all(outcome.report);
    waves_.report_lost(outcome.exit_status);
    return outcome;
  }

 private:
  bool on_root() const { return rank_ == 0; }
  void say(const std::string& line) const {
    if (on_root() && hooks_.say) hooks_.say(line);
  }

  void tell_all(const Report& report) const {
    write_reports(communicator_, options_, report, Outputs::streams);
    if (on_root()) tell_verdict(hooks_, report);
  }

  ProgressLine* progress() const { return on_root() ? hooks_.progress : nullptr; }

  // Runs one phase, shows it, and prints rank 0's wall time of it.
  template <class Do>
  auto phase(const char* name, const Do& body) const -> decltype(body(std::declval<Work&>())) {
    PhaseTime time(name, progress(), on_root() ? hooks_.detail : nullptr);
    return body(time.work());
  }

  // Refuses everything that can be refused, before time is spent or a file is written.
  void prepare() {
    agree(communicator_, [this] { check_options(options_); });
    files_ = open_problem_files(communicator_, options_);
    agree(communicator_, [&] { make_session(); });
    session_->check_capture();
    agree(communicator_, [&] {
      if (on_root()) check_outputs_writable(options_);
      // The traced module takes minutes to build.
      if (options_.trace.which == TraceChoice::Which::all) session_->try_device(hooks_.make_device);
    });
    waves_.prepare();
    std::unique_ptr<Timeline> timeline;
    agree(communicator_, [&] {
      make_device();
      if (!options_.timeline.empty())
        timeline = std::make_unique<Timeline>(communicator_, options_.timeline, session_->device().timed);
    });
    if (timeline) timeline->begin();
    timeline_ = std::move(timeline);
    host_observer_ = watched_.observer(timeline_.get());
    session_->observe({host_observer_, timeline_.get(), timeline_.get()});
  }

  void make_session() {
    session_ = options_.kernel->make_session(communicator_, options_, files_);
    session_->report_to(progress());
    session_->tell_steps([this](std::int64_t step) { capture_.begin_step(step); });
  }

  void make_device() { session_->make_device(capture_.recorded(waves_.traced(hooks_.make_device))); }

  // After the report is written: a second run for the call takes its time.
  void keep_call(RunOutcome& outcome) {
    const Work work(progress(),
                    outcome.exit_status == exit_difference ? "search for the first wrong value" : "capsule");
    const KeptCall kept =
        capture_.keep(outcome.exit_status == exit_difference,
                      run_again(
                          session_, [this](bool for_rows) { sweep_again(for_rows); },
                          [this](const auto& wrong) { return waves_.watch(wrong, hooks_.make_device); }));
    if (!kept.line.empty()) say(kept.line);
    outcome.report.divergence = kept.divergence;
    if (!kept.divergence.is_null()) write_reports(communicator_, options_, outcome.report, Outputs::files);
    waves_.of_failure(capture_.kept(), capture_.cause(), options_.capsule_file(), hooks_.make_device);
  }

  // After an error of this rank, or of all.
  void keep_what_there_is() {
    const std::string kept = capture_.keep_failure();
    if (!kept.empty() && hooks_.warn) hooks_.warn(kept);
    waves_.keep_what_there_is([this] { session_.reset(); });
  }

  void sweep_again(bool for_rows) {
    waves_.keep([this] { session_.reset(); });
    session_.reset();
    agree(communicator_, [&] {
      make_session();
      make_device();
      session_->read_problem();
      if (for_rows) session_->look_for_wrong_rows();
      session_->source().check_unchanged();
    });
    Work work(progress(), for_rows ? "sweeps again for the first wrong row" : "sweeps again for the first wrong call");
    const std::int64_t blocks = session_->estimate(nullptr).blocks();
    session_->sweep([&, done = std::int64_t{0}](std::size_t more) mutable {
      work.at_units(done += static_cast<std::int64_t>(more), blocks);
    });
  }

  // Before the sweeps: lack of memory shows early, and input files are still those that were checked.
  void solve_golden() {
    const HostPhase phase(host_observer_, "golden");
    agree(communicator_, [this] {
      if (on_root()) golden_.emplace(session_->golden());
    });
  }

  ErrorReport error_report() const {
    const Session* const session = session_ && session_->has_device() ? session_.get() : nullptr;
    return {communicator_, options_, hooks_, session, timeline_.get(), began_, elapsed_s()};
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
      watched_.blocks_done(blocks);
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
    if (timeline_) timeline_->commit();
    write_reports(communicator_, options_, outcome.report, Outputs::files);
    if (on_root()) outcome.exit_status = verdict.mismatches == 0 ? exit_ok : exit_difference;
    MPI_Bcast(&outcome.exit_status, 1, MPI_INT, 0, communicator_);
    return outcome;
  }

  MPI_Comm communicator_;
  const RunOptions& options_;
  const RunHooks& hooks_;
  int rank_ = 0;
  RunCapture capture_;
  RunWaves waves_;
  ProblemFiles files_;                  // stay open, so that a second run reads what the first has read
  std::unique_ptr<Timeline> timeline_;  // null: not asked for, or not begun; the session tells it
  HostObserver* host_observer_ = nullptr;
  std::unique_ptr<Session> session_;
  std::optional<GoldenSolution> golden_;
  timespec began_{};
  std::optional<double> start_s_;
  WatchedRun watched_;
};

}  // namespace

RunOutcome run(MPI_Comm communicator, const RunOptions& options, const RunHooks& hooks) {
  return Run(communicator, options, hooks)();
}

}  // namespace stencil
