// Gathers the result of a run on rank 0, once: for the comparison and the output file together.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include "sim/app/progress/progress.hpp"
#include "sim/app/report/report.hpp"
#include "sim/app/run/options.hpp"
#include "sim/app/run/run_reference.hpp"
#include "sim/app/run/session.hpp"

namespace stencil {

// Collective, after the sweeps. golden: on rank 0; null: the result is not compared. work: shows how far it is. The
// verdict, which includes the
// blocks that were compared, is complete on rank 0. Throws AgreedError when the output file cannot be written; then
// there is none.
Verdict collect_result(MPI_Comm communicator, const RunOptions& options, Session& session, const GoldenSolution* golden,
                       Work& work);

// The machine of a run without its digests; without a device yet, when session is null, as in the options.
ReportMachine machine_of(const RunOptions& options, const Session* session);

// Adds the blocks of this rank and what its DMA did.
void add_work(const Session& session, Report& report);

// Collective, after the sweeps: the whole report, complete on rank 0. wall_s: of the slowest rank.
Report report_of_run(MPI_Comm communicator, const RunOptions& options, const Session& session, const Verdict& verdict,
                     double wall_s);

// A stream takes a report once; a file may be written again when more is known.
enum class Outputs { files, streams };

// Collective: rank 0 writes the report, JSON and JUnit, where the options name such an output. Throws AgreedError.
void write_reports(MPI_Comm communicator, const RunOptions& options, const Report& report, Outputs which);

}  // namespace stencil
