// Points side by side in a register, by the vector types of the compiler.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/instructions/each_set.hpp"
#include "models/values/canonical_nan.hpp"

namespace stencil {

template <int count>
struct Points {
  using Values __attribute__((vector_size(8 * count))) = double;
  using Bits __attribute__((vector_size(8 * count))) = std::int64_t;
};
template <>
struct Points<1> {
  using Values = double;
  using Bits = std::int64_t;
};

// By reference: a function that returned them would depend on the instructions of its caller.
template <class To>
STENCIL_IN_LOOP void get(To& to, const double* from) {
  __builtin_memcpy(&to, from, sizeof to);
}
template <class From>
STENCIL_IN_LOOP void put(const From& from, double* to) {
  __builtin_memcpy(to, &from, sizeof from);
}
template <class To, class From>
STENCIL_IN_LOOP void copy_bits(To& to, const From& from) {
  static_assert(sizeof to == sizeof from);
  __builtin_memcpy(&to, &from, sizeof to);
}

// The operands of new values: old values around the points, and the right-hand side.
template <int count>
struct Around {
  typename Points<count>::Values north, south, west, east, centre, r;
};

// All bits of each number that is none are those of the canonical NaN.
template <int count>
STENCIL_IN_LOOP void make_nan_canonical(typename Points<count>::Values& values) {
  using Bits = typename Points<count>::Bits;
  if constexpr (count == 1) {
    values = canonical_nan(values);
  } else {
    Bits bits;
    copy_bits(bits, values);
    const Bits numbers = values == values;  // NOLINT(misc-redundant-expression): false for a NaN
    bits = (numbers & bits) | (~numbers & static_cast<std::int64_t>(canonical_nan_bits));
    copy_bits(values, bits);
  }
}

}  // namespace stencil
