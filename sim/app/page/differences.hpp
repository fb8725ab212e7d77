// Compares a report with a baseline, for its page.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>

#include "sim/app/json/json.hpp"

namespace stencil {

// Schema stencil-cosim/comparison/1 (sim/app/compare/comparison_output.hpp). Throws ArgumentError "report FILE: ..."
// for files that cannot be read, or compared. allowed: as of compare_cycles() (sim/app/compare/comparison.hpp).
Json differences_json(const std::string& baseline_path, const std::string& run_path,
                      const std::set<std::string>& allowed = {});

// The parts of it that the page shows: {base, equal, compared, said: [text...], classes: [{label, verdict, sentence,
// base, new, count_base, count_new, causes: [{cause, base, new, each}]}], explanations: [text...]}. base and new are
// sums; null where a class is missing on that side. If the run is wrong whatever its cycles, the first text says so.
// Throws JsonError.
Json differences_view(const Json& comparison);

}  // namespace stencil
