// Writes the report of a run that an error ended, with what was known until then.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>
#include <time.h>

#include "sim/app/report/report.hpp"
#include "sim/app/run/options.hpp"
#include "sim/app/run/run.hpp"
#include "sim/app/run/session.hpp"

namespace stencil {

class ErrorReport {
 public:
  // session: null if there is none yet. began: start of the run, by CLOCK_REALTIME. elapsed_s: seconds since
  // the sweeps began. Writes no report unless options.report or options.junit names a file.
  ErrorReport(MPI_Comm communicator, const RunOptions& options, const RunHooks& hooks, const Session* session,
              const timespec& began, double elapsed_s)
      : communicator_(communicator),
        options_(options),
        hooks_(hooks),
        session_(session),
        began_(began),
        elapsed_s_(elapsed_s) {}

  // Collective, for an error that all ranks know: rank 0 writes what all of them measured.
  void write_together(const ReportError& error) const;
  // For an error of this rank while others may wait for its messages: writes what this rank measured, unless another
  // rank has written a report of its own (sim/app/output/report_claim.hpp).
  void write_alone(const ReportError& error) const;

 private:
  Report begin(const ReportError& error) const;
  // Adds what this rank's session, which must be there, has done.
  void add_own(Report& report) const;
  // A file that cannot be written becomes a warning: another error must not hide the one being reported.
  void write(Report& report) const;

  MPI_Comm communicator_;
  const RunOptions& options_;
  const RunHooks& hooks_;
  const Session* session_;
  timespec began_;
  double elapsed_s_;
};

}  // namespace stencil
