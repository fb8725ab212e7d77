// The parts of a rank that a step of streaming sweeps goes over, while it is in flight.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/arrays/vsda/tokens/step_memory.hpp"
#include "host/c/steps/step_info.hpp"
#include "host/jacobi/itstep.hpp"
#include "step.h"

namespace stencil {

// The parts that have rows, with their defaults filled in. named: errors name a part by its place. Throws ArgumentError
// as checked_part(), for parts that differ in columns, and where the f of one overlaps f or r of another.
[[nodiscard]] std::vector<stencil_part> checked_parts(const stencil_part* parts, std::int64_t count,
                                                      std::int64_t sweeps, bool named);

// Throws ArgumentError where a part of a later step is another than in the first one. of_first: why they must be equal.
void check_same_part(const stencil_part& now, const stencil_part& first, const char* of_first);

class SweptParts {
 public:
  SweptParts() = default;
  // step: number, weights and scheme of all parts. Copies arrays whose rows have gaps. begun_by: the function that the
  // program called. Throws ArgumentError for memory that an operation of vsda.h in flight uses.
  SweptParts(const StepInfo& step, const std::vector<stencil_part>& parts, const char* begun_by);

  const std::vector<StepInfo>& all() const { return all_; }
  std::vector<StripArrays> strips() const;
  const StepMemory& memory() const { return memory_; }

  // Number and sweeps of all parts from now on.
  void renumber(std::int64_t number, std::int64_t sweeps, StepInfo::Behind behind = StepInfo::Behind::any);
  // Brings what the program has written into its f since, and what sweeps have left there to the program's f.
  void copy_in();
  void copy_out();

 private:
  struct Copies {
    double* f = nullptr;     // the caller's
    std::vector<double> f_;  // packed; empty: the caller's arrays are
    std::vector<double> r_;
  };
  std::vector<StepInfo> all_;
  std::vector<Copies> copies_;
  StepMemory memory_;
};

}  // namespace stencil
