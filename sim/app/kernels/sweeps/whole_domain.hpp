// The whole domain of streaming sweeps: its golden solution, and the block that made a value of the result.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "host/arrays/strips/strips.hpp"
#include "host/jacobi/scheme.hpp"
#include "models/compare.hpp"
#include "models/values/sweep_weights.hpp"
#include "sim/app/kernels/blocks/steps.hpp"
#include "sim/app/report/report.hpp"
#include "sim/app/run/problem_source.hpp"
#include "sim/app/run/run_reference.hpp"
#include "sim/device/capsule/capsule.hpp"

namespace stencil {

class ProgressLine;

// Made by this process alone. with_changes: the changes of all steps too. progress: may be null.
// Needs two arrays of rows x cols while it is made, one afterwards. Throws ArgumentError, std::bad_alloc.
GoldenSolution golden_solution(const ProblemSource& source, const SweepWeights& weights, const Steps& steps,
                               bool with_changes, ProgressLine* progress);

// Locates a difference in the final result: rank and strip that own the row, the last step, the block of that step that
// wrote the row last, the last sweep of that block. scheme: its interval does not count. The fault may lie in an
// earlier block; --check block finds it.
LocatedMismatch locate_in_result(const Strips& strips, const Steps& steps, const BlockScheme& scheme,
                                 const Mismatch& mismatch);

// Where block number `block` of a step of niter sweeps lies, over all of a rank's strips in order. No value: there are
// fewer.
std::optional<CapsulePlace> place_of_block(const std::vector<Strip>& strips, std::int64_t niter,
                                           const BlockScheme& scheme, std::int64_t block);

}  // namespace stencil
