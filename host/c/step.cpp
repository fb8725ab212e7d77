// The functions of step.h; c_border keeps exceptions inside.
// SPDX-License-Identifier: Apache-2.0
#include "step.h"

#include <fmt/format.h>

#include <variant>

#include "host/arrays/vsda/arguments.hpp"
#include "host/base/check.hpp"
#include "host/base/errors.hpp"
#include "host/c/running_step.hpp"
#include "host/mpi/border.hpp"

namespace stencil {
namespace {

void fill_part(const VSDA* vsda, double* f, const double* r, stencil_part* part) {
  const auto descriptor = find_descriptor("vsda", vsda);
  check_pointer("part", part, "a variable of type stencil_part");
  const auto* layout = std::get_if<BlockedLayout>(&descriptor->layout);
  if (layout == nullptr) {
    throw ArgumentError(
        fmt::format("vsda is {}, must be made by VSDA_Create or VSDA_Create_periodic",
                    descriptor->boxes == nullptr ? "a block-cyclic array" : "an array of VSDA_Create_2d"));
  }
  constexpr std::int64_t word = sizeof(double);
  if (descriptor->elemsize % word != 0) {
    const std::int64_t below = descriptor->elemsize / word * word;
    throw ArgumentError(fmt::format("elemsize of vsda = {}, must be a multiple of {}, a row of doubles: {} or {}",
                                    descriptor->elemsize, word, below, below + word));
  }
  const int rank = descriptor->rank;
  const std::int64_t rows = layout->local_elements(rank);
  check_array("f", f, rows);
  check_array("r", r, rows);
  *part = stencil_part{};
  part->f = f;
  part->r = r;
  part->rows = rows;
  part->cols = descriptor->elemsize / word;
  // Edges that no update fills are rows of the rank.
  const bool first = layout->rank_before(rank) < 0, last = layout->rank_after(rank) < 0;
  const std::int64_t lead = first ? 0 : layout->shadow_before(rank);
  part->first_owned = lead;
  part->owned = rows - lead - (last ? 0 : layout->shadow_after(rank));
  part->global_row = layout->start(rank) + (layout->edges() == Edges::shadow && !first ? layout->shadow_width() : 0);
}

}  // namespace
}  // namespace stencil

using stencil::c_border;

extern "C" {

void stencil_step_begin(const stencil_part* part, const char* kernel, const double* weights, long sweeps,
                        const char* schedule, const char* blocking, long portion) {
  c_border("stencil_step_begin", [&] {
    stencil::begin_step(part, kernel, weights, sweeps, {schedule, blocking, portion});
  });
}

void stencil_step_wait(void) {
  c_border("stencil_step_wait", [] { stencil::wait_for_step(); });
}

void stencil_part_of_vsda(const VSDA* vsda, double* f, const double* r, stencil_part* part) {
  c_border("stencil_part_of_vsda", [&] { stencil::fill_part(vsda, f, r, part); });
}

}  // extern "C"
