// An operator at every latency from its least to 16, clocked together.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "sim/app/vectors/operator_model.hpp"

namespace stencil {

class LatencyBench {
 public:
  static constexpr std::int64_t most_cycles = 16;

  virtual ~LatencyBench() = default;

  virtual std::int64_t least_cycles() const = 0;

  virtual void clock(std::uint64_t a, std::uint64_t b) = 0;

  // After the last clock(), of the operator with this latency, least_cycles() .. most_cycles: the result of the
  // operands given latency - 1 calls before.
  virtual std::uint64_t result(std::int64_t latency_cycles) const = 0;
};

// Formats built: binary64 (11,52), (5,2) and (3,4), in which an exponent or a fraction is the wider one, and (4,3),
// whose halves of the fraction differ. Throws ArgumentError for any other.
std::unique_ptr<LatencyBench> make_latency_bench(Operation operation, int exp_w, int frac_w);

}  // namespace stencil
