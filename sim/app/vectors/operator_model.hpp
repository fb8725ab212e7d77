// One pipelined arithmetic operator, Verilated, as a plain C++ object with a clock.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

namespace stencil {

enum class Operation { add, sub, mul, div5 };  // div5: A / 5, B is ignored

// rtl: our synthesizable operators; operators: their twins on the arithmetic of this machine
// (sim/device/arithmetic/operators).
enum class Arithmetic { rtl, operators };

// Takes one pair of packed operands per clock and has no reset: the output has no meaning until latency_cycles() clocks
// have passed.
class OperatorModel {
 public:
  virtual ~OperatorModel() = default;

  virtual std::int64_t latency_cycles() const = 0;  // >= 1

  // One clock cycle. Samples the operands and returns the output after the clock edge, which is the result of the
  // operands given latency_cycles() - 1 calls before this one.
  virtual std::uint64_t clock(std::uint64_t a, std::uint64_t b) = 0;
};

// The binary64 operators of rtl/arithmetic at their default latencies.
std::unique_ptr<OperatorModel> make_fp64_operator(Operation operation, Arithmetic arithmetic);

}  // namespace stencil
