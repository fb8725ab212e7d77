// Instruction sets that loops over points are compiled for, and the one that this process uses.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

namespace stencil {

// Beyond those that everything is compiled for, `usual`: AVX2 computes four points at once, AVX-512 eight. No bit
// depends on them: each operation of a point is rounded once, in the same order.
enum class Instructions { usual, avx2, avx512 };
inline constexpr std::array<Instructions, 3> all_instructions{Instructions::usual, Instructions::avx2,
                                                              Instructions::avx512};

// "avx2"
const char* name_of(Instructions instructions);
bool cpu_has(Instructions instructions);
// The widest of this CPU.
Instructions widest_instructions();
// That of a name. Throws std::invalid_argument, which names `what`, for one that is none or that this CPU lacks.
Instructions read_instructions(const std::string& what, const std::string& name);
// By environment variable STENCIL_INSTRUCTIONS; widest_instructions() where it is not set or empty. Read once.
// Throws std::invalid_argument for a wrong value, in each call.
Instructions instructions_in_use();

}  // namespace stencil
