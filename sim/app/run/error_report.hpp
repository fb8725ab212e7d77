// Writes the report of a run that an error ended, with what was known until then.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>
#include <time.h>

#include "sim/app/report/report.hpp"
#include "sim/app/report/shared/shared_ledger.hpp"
#include "sim/app/run/options.hpp"
#include "sim/app/run/run.hpp"
#include "sim/app/run/session.hpp"

namespace stencil {

class ErrorReport {
 public:
  // session: null if there is none yet. began: start of the run, by CLOCK_REALTIME. elapsed_s: seconds since
  // the sweeps began. Writes no report unless options.report or options.junit names a file.
  // shared: null: there is none.
  ErrorReport(MPI_Comm communicator, const RunOptions& options, const RunHooks& hooks, Session* session,
              SharedLedger* shared, const timespec& began, double elapsed_s)
      : communicator_(communicator),
        options_(options),
        hooks_(hooks),
        session_(session),
        shared_(shared),
        began_(began),
        elapsed_s_(elapsed_s) {}

  // Collective, for an error that all ranks know: rank 0 writes what all of them measured.
  void write_together(const ReportError& error) const;
  // For an error of this rank while others may wait for its messages: writes what the ranks of the node measured,
  // unless another rank has written a report of its own (sim/app/output/report_claim.hpp). False: another rank has, or
  // its capsule where there is no report: this one leaves no file either.
  bool write_alone(const ReportError& error) const;
  // The same while this rank may be at work: its session is left alone. known: what begin() gave, with the problem.
  void write_beside(const ReportError& error, Report known) const;

  // A report with the machine, without blocks.
  Report begin() const;

 private:
  bool is_asked_for() const { return !options_.report.empty() || !options_.junit.empty(); }
  bool is_first() const;
  Report begin(const ReportError& error) const;
  // Adds what this rank's session, which must be there, has done.
  void add_own(Report& report) const;
  // Adds what the ranks of the node have published.
  void add_shared(Report& report) const;
  // A file that cannot be written becomes a warning: another error must not hide the one being reported.
  void write(Report& report) const;

  MPI_Comm communicator_;
  const RunOptions& options_;
  const RunHooks& hooks_;
  Session* session_;
  SharedLedger* shared_;
  timespec began_;
  double elapsed_s_;
};

}  // namespace stencil
