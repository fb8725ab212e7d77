// SPDX-License-Identifier: Apache-2.0
#include "sim/app/diagnostics/diagnosed_run.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "host/base/errors.hpp"
#include "host/mpi/agreement.hpp"
#include "sim/app/cluster/watch/cluster_listener.hpp"
#include "sim/app/diagnostics/cluster_tracks_listener.hpp"
#include "sim/app/diagnostics/equal_bits.hpp"
#include "sim/app/diagnostics/search/run_capture.hpp"
#include "sim/app/diagnostics/search/second_run.hpp"
#include "sim/app/diagnostics/timeline_listener.hpp"
#include "sim/app/hang_detector/hang_detector.hpp"
#include "sim/app/modules/built_module.hpp"
#include "sim/app/progress/progress.hpp"
#include "sim/app/run/result.hpp"
#include "sim/app/shared_modules/shared_module.hpp"
#include "sim/app/waves/run_waves.hpp"

namespace stencil {
namespace {

bool on_root(MPI_Comm communicator) {
  int rank = 0;
  MPI_Comm_rank(communicator, &rank);
  return rank == 0;
}

class WavesListener final : public RunListener {
 public:
  WavesListener(MPI_Comm communicator, const RunOptions& options, const RunHooks& hooks)
      : communicator_(communicator),
        options_(options),
        hooks_(hooks),
        waves_(communicator, options.trace, options.device, options.report_file(), {hooks.say, hooks.progress},
               hooks.warn) {}

  RunWaves& waves() { return waves_; }

  void device_wanted(const Session& session) override {
    if (options_.trace.which == TraceChoice::Which::failure) {
      agree(communicator_, [&] {
        if (on_root(communicator_)) check_waves_writable(wave_path(options_.capsule_file()));
      });
    }
    // The traced module takes minutes to build.
    if (options_.trace.which == TraceChoice::Which::all) {
      agree(communicator_, [&] { session.try_device(hooks_.make_device); });
    }
    waves_.prepare();
  }
  DeviceMaker around(const DeviceMaker& maker) override { return waves_.traced(maker); }
  void device_ended(bool failed) override { failed ? waves_.keep_what_there_is() : waves_.keep(); }
  void verdict_printed(int exit_status) override { waves_.report_lost(exit_status); }

 private:
  MPI_Comm communicator_;
  const RunOptions& options_;
  const RunHooks& hooks_;
  RunWaves waves_;
};

// Keeps the call that was asked for, or that failed; after a result that differs, finds the first wrong one.
class CaptureListener final : public RunListener {
 public:
  CaptureListener(MPI_Comm communicator, const RunOptions& options, const RunHooks& hooks, RunWaves& waves)
      : communicator_(communicator),
        options_(options),
        hooks_(hooks),
        waves_(waves),
        capture_(communicator, options.capture, options.capsule_file()),
        on_root_(on_root(communicator)) {}

  void planned(Session& session, const ProblemFiles& files) override {
    files_ = files;
    if (session.rtl_steps() != nullptr) rtl_steps_ = session.rtl_steps()->text();
    capture_.check_choice(session);
  }
  DeviceMaker around(const DeviceMaker& maker) override { return capture_.recorded(maker); }
  void step_begins(std::int64_t step) override { capture_.begin_step(step); }
  void reported(Session& session) override {
    if (!capture_.has_choice()) return;
    const Work work(progress(), "capsule");
    say(capture_.keep_chosen(session));
  }
  // After the report is written: a second run for the call takes its time.
  void run_ended(RunOutcome& outcome) override {
    if (!capture_.has_choice() && outcome.exit_status == exit_difference) {
      const Work work(progress(), "search for the first wrong value");
      outcome.report.divergence = equal_bits_json(communicator_, outcome.report.verdict);
      if (outcome.report.divergence.is_null()) {
        SecondRun again(communicator_, options_, hooks_, files_);
        const KeptCall kept = capture_.keep_first_wrong(again, waves_, hooks_.make_device);
        outcome.report.divergence = kept.divergence;
        say(kept.line);
      }
      if (!outcome.report.divergence.is_null()) write_reports(communicator_, options_, outcome.report, Outputs::files);
    }
    waves_.of_failure(capture_.kept(), capture_.cause(), options_.capsule_file(), hooks_.make_device, rtl_steps_);
  }
  void failed(RunFailure how) override {
    // The first rank that failed may end this one while it writes.
    if (how == RunFailure::stuck || how == RunFailure::after_another) return;
    how_ = how;
    const std::string kept = capture_.keep_failure();
    if (!kept.empty() && hooks_.warn) hooks_.warn(kept);
  }
  void device_ended(bool failed) override {
    if (!failed || !how_) return;
    std::optional<SecondRun> again;
    if (how_ == RunFailure::together) again.emplace(communicator_, options_, hooks_, files_);
    const std::string why = capture_.explain_failure(again ? &*again : nullptr, waves_, hooks_.make_device);
    if (!why.empty() && hooks_.warn) hooks_.warn(why);
  }

 private:
  ProgressLine* progress() const { return on_root_ ? hooks_.progress : nullptr; }
  void say(const std::string& line) const {
    if (on_root_ && !line.empty() && hooks_.say) hooks_.say(line);
  }

  MPI_Comm communicator_;
  const RunOptions& options_;
  const RunHooks& hooks_;
  RunWaves& waves_;
  RunCapture capture_;
  bool on_root_;
  ProblemFiles files_;     // of the run, for the second
  std::string rtl_steps_;  // of a mixed run
  std::optional<RunFailure> how_ = std::nullopt;
};

// The detector outlives the run, which it must not name afterwards.
class HangListener final : public RunListener {
 public:
  HangListener(HangDetector& detector, const std::string& report, const RunEnds& ends) : detector_(detector) {
    detector_.set_graph(report.empty() ? "" : report + ".dot");
    detector_.on_end(ends);
  }
  ~HangListener() override { detector_.on_end({}); }

  void observe(RunObservers& observers) override { observers.host = &detector_.observer(observers.host); }
  void blocks_end(std::size_t blocks) override { detector_.blocks_done(blocks); }

 private:
  HangDetector& detector_;
};

}  // namespace

RunOutcome run(MPI_Comm communicator, const RunOptions& given, const RunHooks& hooks, HangDetector* hang_detector) {
  RunOptions options = given;
  if (needs_built_module(options.device)) {
    // Building takes most of a minute: refuse a device that cannot make this run first.
    agree(communicator, [&] { check_options(options); });
    options.kernel->agree_between(communicator);
    options.device.module = shared_built_module(communicator, options.device, {hooks.say, hooks.progress});
  }
  return run(communicator, options, hooks, [&](const RunEnds& ends) {
    RunListeners listeners;
    TimelineListener* timeline = nullptr;
    if (!options.timeline.empty()) {
      auto made = std::make_unique<TimelineListener>(communicator, options, hooks);
      timeline = made.get();
      listeners.push_back(std::move(made));
    }
    if (options.network.given()) {
      listeners.push_back(std::make_unique<ClusterListener>(communicator, options));
      if (timeline != nullptr) listeners.push_back(std::make_unique<ClusterTracksListener>(*timeline));
    }
    auto waves = std::make_unique<WavesListener>(communicator, options, hooks);
    listeners.push_back(std::make_unique<CaptureListener>(communicator, options, hooks, waves->waves()));
    listeners.push_back(std::move(waves));
    if (hang_detector != nullptr) {
      listeners.push_back(std::make_unique<HangListener>(*hang_detector, options.report_file(), ends));
    }
    return listeners;
  });
}

}  // namespace stencil
