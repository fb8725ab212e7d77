// A capsule as a GoogleTest case.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/device/capsule/capsule.hpp"

namespace stencil {

// A C++ source for the tree's tests: the same calls on a new device of the same configuration, each store compared with
// what the golden models expect. Its first lines say how to register it. Throws ArgumentError for a capsule of too many
// values.
std::string capsule_test(const Capsule& capsule);

}  // namespace stencil
