// Compares what a rank has read with the whole input.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "host/arrays/strips/strips.hpp"
#include "sim/app/divergence/host_fault.hpp"
#include "sim/app/run/problem_source.hpp"

namespace stencil {

// How the strips lie: the first row of the field that belongs to none or to two of them, or that lies in the rank's
// memory where a row of another of its strips does.
std::optional<WrongRow> wrong_strips(const Strips& strips, int rank, std::int64_t rows);

// mine: the strips of the rank, whose rows f and r hold one strip after another (Strip::at), before any sweep. The
// first row that is not that of the input, and the row of the input that it is, if it is one. Holds the whole domain.
std::optional<WrongRow> wrong_as_read(const ProblemSource& source, const Strips& strips, const std::vector<Strip>& mine,
                                      const double* f, const double* r);

}  // namespace stencil
