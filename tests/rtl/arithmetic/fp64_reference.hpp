// The expected result of a binary64 operator: this machine's arithmetic with NaN made canonical.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>

#include "sim/app/vectors/operator_model.hpp"

namespace stencil {

inline std::uint64_t fp64_reference(Operation operation, std::uint64_t a_bits, std::uint64_t b_bits) {
  double a = 0.0;
  double b = 0.0;
  std::memcpy(&a, &a_bits, sizeof a);
  std::memcpy(&b, &b_bits, sizeof b);
  double result = 0.0;
  switch (operation) {
    case Operation::add:
      result = a + b;
      break;
    case Operation::sub:
      result = a - b;
      break;
    case Operation::mul:
      result = a * b;
      break;
    case Operation::div5:
      result = a / 5.0;
      break;
  }
  if (result != result) return 0x7ff8000000000000u;
  std::uint64_t bits = 0;
  std::memcpy(&bits, &result, sizeof bits);
  return bits;
}

}  // namespace stencil
