// A loop compiled for each instruction set, and the choice among them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/instructions/instructions.hpp"

// Called in loops that have other instructions than the rest of the program: it must be part of each of them.
#define STENCIL_IN_LOOP [[gnu::always_inline]] inline

#ifdef __clang__
#define STENCIL_AVX512 "avx512f,avx512dq,avx512vl"
#else
#define STENCIL_AVX512 "avx512f,avx512dq,avx512vl,prefer-vector-width=512"
#endif

namespace stencil {

// Loop: has STENCIL_IN_LOOP static void run<points>(operands...), where `points` of binary64 fill a register.
template <class Loop, class... Operands>
void loop_of_usual(Operands... operands) {
  Loop::template run<2>(operands...);
}

#ifdef __x86_64__
template <class Loop, class... Operands>
[[gnu::target("avx2")]] void loop_of_avx2(Operands... operands) {
  Loop::template run<4>(operands...);
}
template <class Loop, class... Operands>
[[gnu::target(STENCIL_AVX512)]] void loop_of_avx512(Operands... operands) {
  Loop::template run<8>(operands...);
}
#endif

template <class Loop, class... Operands>
using LoopOf = void (*)(Operands...);

// @pre cpu_has(instructions)
template <class Loop, class... Operands>
LoopOf<Loop, Operands...> loop_for([[maybe_unused]] Instructions instructions) {
#ifdef __x86_64__
  if (instructions == Instructions::avx512) return loop_of_avx512<Loop, Operands...>;
  if (instructions == Instructions::avx2) return loop_of_avx2<Loop, Operands...>;
#endif
  return loop_of_usual<Loop, Operands...>;
}

}  // namespace stencil
