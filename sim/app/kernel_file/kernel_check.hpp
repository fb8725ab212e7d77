// What a kernel file means, as text.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "models/kernel_file/formula.hpp"

namespace stencil {

// Lines: what it is, its operations in order with the places where they are written, the values that it reads, the
// latency of an operator as a law and in cycles, an estimate of its area, the digest of register FORMULA,
// its numbers, and parts that nothing reads.
std::string kernel_check_text(const Formula& formula);

}  // namespace stencil
