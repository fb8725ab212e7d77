// Lines that a run says: which accelerators are really used, what came of it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/app/report/report.hpp"
#include "sim/app/run/options.hpp"
#include "sim/app/run/session.hpp"

namespace stencil {

// What is going to be done.
std::vector<std::string> first_lines(const RunOptions& options, const Session& session);

// All but the evidence, which comes last.
std::vector<std::string> result_lines(const Report& report);

}  // namespace stencil
