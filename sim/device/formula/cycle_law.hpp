// Numbers of cycles as laws: sums of latencies, and the largest of several of them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace stencil {

// The operators of the arithmetic, and how long each takes, in cycles.
enum class ArithmeticUnit { adder, multiplier, divider };
struct ArithmeticLatencies {
  std::int64_t add = 5;
  std::int64_t mul = 6;
  std::int64_t div = 2;
};
std::int64_t cycles_of(ArithmeticUnit unit, const ArithmeticLatencies& latencies);
// "ADD_LATENCY", the parameter of the RTL.
const char* latency_parameter(ArithmeticUnit unit);

class CycleLaw {
 public:
  // So many of each unit one after another.
  struct Term {
    int adds = 0;
    int muls = 0;
    int divs = 0;
  };

  CycleLaw() : terms_(1) {}  // 0 cycles

  CycleLaw after(ArithmeticUnit unit) const;
  CycleLaw larger(const CycleLaw& other) const;
  // `unit` earlier; empty where that is below 0 for any latencies.
  std::vector<CycleLaw> before(ArithmeticUnit unit) const;

  // Whether this is at least `other` whatever the latencies. False where neither is always the larger.
  bool covers(const CycleLaw& other) const;
  bool operator==(const CycleLaw& other) const { return covers(other) && other.covers(*this); }
  bool operator!=(const CycleLaw& other) const { return !(*this == other); }

  std::int64_t cycles(const ArithmeticLatencies& latencies) const;
  // "3*ADD_LATENCY + 2*MUL_LATENCY", "max(...)" of several, "0".
  std::string text() const;
  const std::vector<Term>& terms() const { return terms_; }

 private:
  explicit CycleLaw(std::vector<Term> terms);

  std::vector<Term> terms_;  // none is covered by another
};

}  // namespace stencil
