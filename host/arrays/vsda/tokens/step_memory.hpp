// The memory of a step of stencil_step_begin that is in flight, for operations that would use it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace stencil {

// Rows of doubles of one array; between them there may be memory that is none of its.
struct SteppedArray {
  const std::byte* array = nullptr;
  std::int64_t rows = 0;
  std::int64_t row_bytes = 0;
  std::int64_t stride_bytes = 0;
};

// A part that a step sweeps.
struct SteppedPart {
  SteppedArray f;  // swept in place
  SteppedArray r;  // read
};

struct StepMemory {
  std::int64_t step = 0;  // its number
  std::vector<SteppedPart> parts;
  const char* begun_by = "stencil_step_begin";
};

// Null while no step is in flight. The function that begins a step sets it, to a description that lives until
// stencil_step_wait has set it to null again.
inline std::atomic<const StepMemory*> step_in_flight{nullptr};

// Throws ArgumentError where bytes [first, last) of the caller's array `name` are in f, or, if they are to be written,
// in r of the step.
void check_unswept_by(const StepMemory& step, const char* name, const void* array, std::int64_t first,
                      std::int64_t last, bool written);

// The same for the step in flight, if there is one. A load and a branch while there is none.
inline void check_unswept(const char* name, const void* array, std::int64_t first, std::int64_t last, bool written) {
  const StepMemory* const step = step_in_flight.load(std::memory_order_relaxed);
  if (step != nullptr) check_unswept_by(*step, name, array, first, last, written);
}

}  // namespace stencil
