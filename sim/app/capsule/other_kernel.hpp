// The calls of a capsule with another kernel file's formula.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "sim/device/capsule/capsule.hpp"

namespace stencil {

// Every sweep of the capsule applies `other`. A number of it is what `given` has for its name, else what the sweep had
// for that name, whichever operator it had, else its default. Tiles stay as they are. The expected words and cycles
// stay those that the capsule kept.
//
// Throws ArgumentError for a capsule without sweeps, for a number that gets no value, also one whose default needs
// `rows` or `cols`, which no capsule has, and for a formula that reads a source where a sweep read none.
Capsule with_kernel(const Capsule& capsule, const FormulaWeights& other, const std::map<std::string, double>& given);

// The kernels then and now, the numbers of the first sweep, and how many of the words that the capsule kept as expected
// the formula changes. played: with what it expects. Ends in a newline.
std::string other_kernel_text(const Capsule& captured, const Capsule& played);

}  // namespace stencil
