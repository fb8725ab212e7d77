// A whole run: decompose, sweep block by block on one device per rank, exchange, compare, report. Diagnostics listen to
// its events; it knows none of them by name.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "host/device/accelerator.hpp"
#include "sim/app/report/report.hpp"
#include "sim/app/run/kernel.hpp"
#include "sim/app/run/options.hpp"
#include "sim/app/run/session.hpp"
#include "sim/device/backends/platform_backends.hpp"

namespace stencil {

class ProgressLine;

// What a caller may replace or listen to. The listeners may be empty; they are called on rank 0 only, but for
// `warn` on a rank that is alone with an error and cannot write its report.
struct RunHooks {
  std::function<std::unique_ptr<Accelerator>(const AcceleratorOptions&)> make_device = make_accelerator;
  // Makes an accelerator that predicts cycles and moves no data; for the estimate of a device with a clock. Empty: no
  // estimate.
  std::function<std::unique_ptr<Accelerator>(const AcceleratorOptions&)> make_dry_device =
      [](const AcceleratorOptions& options) { return make_dry_accelerator(options); };
  // Device cycles that one rank simulates per second, if known beforehand. 0: measured by the device or, if it cannot,
  // by the first blocks.
  double device_cycles_per_second_hint = 0.0;

  std::function<void(const std::string& line)> say;       // a line of the ordinary output
  std::function<void(const std::string& line)> conclude;  // the same, of the verdict; empty: say
  std::function<void(const std::string& line)> detail;    // a line for those who ask for more
  std::function<void(const std::string& line)> warn;      // a line for the error stream
  ProgressLine* progress = nullptr;                       // shows long work of rank 0; null: nobody sees it
};

struct RunOutcome {
  int exit_status = 0;  // exit_ok or exit_difference, the same on every rank
  Report report;        // complete on rank 0; blocks and verdict are empty elsewhere
};

// How a run failed: all ranks know; this rank alone does, as the first one or after another that has written what is
// left of the run and may end it; or it is stuck and another thread reports that.
enum class RunFailure { together, alone, after_another, stuck };

// Called on every rank, in the order of the listeners. Those without a word on their errors throw nothing; events named
// collective are, and may throw AgreedError, which ends the run.
class RunListener {
 public:
  virtual ~RunListener() = default;

  // Collective, before anything is made or written: refuses at once what cannot work. files stay open during the run.
  virtual void planned(Session& /*session*/, const ProblemFiles& /*files*/) {}
  // Collective, when the outputs can be written and before a device is made: what takes its time.
  virtual void device_wanted(const Session& /*session*/) {}
  // What `maker` makes, or that one watched. The first listener is the outermost. May throw as `maker`.
  virtual DeviceMaker around(const DeviceMaker& maker) { return maker; }
  // Collective, before the problem is read.
  virtual void device_made(const Session& /*session*/) {}
  // What it observes in the sweeps; observers of the listeners before are there, to be passed on to.
  virtual void observe(RunObservers& /*observers*/) {}
  // The commands of a step begin.
  virtual void step_begins(std::int64_t /*step*/) {}
  // One wait has ended so many blocks.
  virtual void blocks_end(std::size_t /*blocks*/) {}
  // Collective: the result is compared, and no report is written yet; sections may be added to it on rank 0.
  virtual void sweeps_checked(Report& /*report*/) {}
  // Collective: the result is printed and the reports are in their files; the session is still there.
  virtual void reported(Session& /*session*/) {}
  // The session has ended, and its device with it. Collective unless `failed`: then nothing may be thrown.
  virtual void device_ended(bool /*failed*/) {}
  // Collective: all is known but what a diagnostic adds to the report, and the verdict is not printed yet.
  virtual void run_ended(RunOutcome& /*outcome*/) {}
  // Collective: the verdict is printed.
  virtual void verdict_printed(int /*exit_status*/) {}
  // The error is in the report; device_ended() follows unless the rank is stuck.
  virtual void failed(RunFailure /*how*/) {}
};

using RunListeners = std::vector<std::unique_ptr<RunListener>>;

// To be called by a listener that ends the job, on any thread, with the reason. dead: a rank whose process is gone,
// while this one may be at work; no value: this rank can never go on.
using RunEnds = std::function<void(const std::string& text, std::optional<int> dead)>;

// Makes the listeners of a run.
using MakeListeners = std::function<RunListeners(const RunEnds& ends)>;

// Collective over `communicator`, with the same options on every rank. Result and report are on disk when it returns.
// Prints first what is really used, then an estimate for devices with a clock, then the table, the limits, the files it
// wrote, and in the last line the verdict.
// Throws AgreedError, on every rank alike: with status 2, before any output file appears, for options, files, process
// grids and devices that cannot work; with status 3 for a device or disk that failed where all ranks learn of it.
// Throws DeviceError or std::runtime_error on one rank alone while others wait for it: the caller must abort the job.
// After a failure of status 3 the report, if the options name one, has the error and what was known: rank 0 writes it
// for all ranks, or a rank that fails alone writes what those of its node have measured.
RunOutcome run(MPI_Comm communicator, const RunOptions& options, const RunHooks& hooks, const MakeListeners& listeners);

}  // namespace stencil
