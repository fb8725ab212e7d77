// What this process has recorded of the calls of its C program, for reports.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "host/c/call_ledger.hpp"
#include "sim/app/package/call_check.hpp"
#include "sim/app/report/report.hpp"
#include "sim/app/report/shared/shared_ledger.hpp"

namespace stencil {

// Takes a block that is complete.
void keep_block(const CallBlock& block);

// Takes a step that has ended, and its blocks.
void keep_step(const StepInfo& step, const std::vector<BlockRun>& runs);

// The same for a step of tiles.
void keep_tiled_step(const TiledStepInfo& step, const std::vector<TileDone>& tiles);

// Takes the block that goes on.
void keep_open_block(const CallBlock& block);

// From now on the other ranks of the node can read what this one has done; null: no longer. `shared` must outlive that.
void share_record(SharedLedger* shared);

// Null without STENCIL_CHECK=block.
const CallCheck* own_check();

// The program has made its last call. alone: it has one rank.
void end_own_check(bool alone);
// Counts and warns of halo rows that looked stale and have not proved to be right; returns how many.
std::int64_t confirm_own_stale_rows();

// Without values where there is no check.
Verdict own_verdict(int rank);
// The first call of this process that sweeps and differs.
std::optional<Capsule> own_wrong_sweep();

// CLOCK_REALTIME when the library was loaded.
const timespec& loaded_at();

// What the check of this process covers, with the signs of mistakes that it and the look at stages have found; no value
// where there is neither.
std::optional<Coverage> own_coverage();

// The field ok_covers of a report.
Json coverage_json(const Coverage& coverage);

// A report of what this process has done: blocks, the one in which the program is included; the traffic of the program
// without that of its check, and what that covers; seconds since the library was loaded. Without machine and verdict.
Report own_work();

// The machine of a report of this process alone.
void describe_own_machine(ReportMachine& machine);

}  // namespace stencil
