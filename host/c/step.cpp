// The functions of step.h; c_border keeps exceptions inside.
// SPDX-License-Identifier: Apache-2.0
#include "step.h"

#include <fmt/core.h>

#include <variant>

#include "host/arrays/vsda/arguments.hpp"
#include "host/base/check.hpp"
#include "host/base/errors.hpp"
#include "host/c/matrices/collective_border.hpp"
#include "host/c/running_step.hpp"
#include "host/c/step_weights.hpp"
#include "host/mpi/border.hpp"

namespace stencil {
namespace {

// The lines of one axis that a rank owns, and how many it holds. Edges that no update fills are the rank's.
struct PartLines {
  long first_owned, owned, global, lines;
};
PartLines lines_of(const BlockedLayout& layout, int place) {
  const bool first = layout.rank_before(place) < 0, last = layout.rank_after(place) < 0;
  const std::int64_t lines = layout.local_elements(place), lead = first ? 0 : layout.shadow_before(place);
  return {lead, lines - lead - (last ? 0 : layout.shadow_after(place)),
          layout.start(place) + (layout.edges() == Edges::shadow && !first ? layout.shadow_width() : 0), lines};
}

constexpr std::int64_t word = sizeof(double);

void fill_rows(const Descriptor& descriptor, const BlockedLayout& layout, stencil_part& part) {
  if (descriptor.elemsize % word != 0) {
    const std::int64_t below = descriptor.elemsize / word * word;
    throw ArgumentError(fmt::format("elemsize of vsda = {}, must be a multiple of {}, a row of doubles: {} or {}",
                                    descriptor.elemsize, word, below, below + word));
  }
  const PartLines rows = lines_of(layout, descriptor.rank);
  part.rows = rows.lines;
  part.cols = descriptor.elemsize / word;
  part.first_owned = rows.first_owned;
  part.owned = rows.owned;
  part.global_row = rows.global;
}

void fill_box(const Descriptor& descriptor, const BoxLayout& layout, stencil_part& part) {
  check_range("elemsize of vsda", descriptor.elemsize, word, word, "an array in boxes has doubles");
  const PartLines rows = lines_of(layout.rows, layout.grid_row(descriptor.rank));
  const PartLines cols = lines_of(layout.cols, layout.grid_col(descriptor.rank));
  part.rows = rows.lines;
  part.first_owned = rows.first_owned;
  part.owned = rows.owned;
  part.global_row = rows.global;
  part.cols = cols.lines;
  part.first_owned_col = cols.first_owned;
  part.owned_cols = cols.owned;
  part.global_col = cols.global;
}

void fill_part(const VSDA* vsda, double* f, const double* r, stencil_part* part) {
  const auto descriptor = find_descriptor("vsda", vsda);
  check_pointer("part", part, "a variable of type stencil_part");
  stencil_part filled{};
  if (const auto* rows = std::get_if<BlockedLayout>(&descriptor->layout)) {
    fill_rows(*descriptor, *rows, filled);
  } else if (const auto* boxes = std::get_if<BoxLayout>(&descriptor->layout)) {
    fill_box(*descriptor, *boxes, filled);
  } else {
    throw ArgumentError(
        "vsda is a block-cyclic array, must be made by VSDA_Create, VSDA_Create_periodic or VSDA_Create_2d");
  }
  check_array("f", f, filled.rows * filled.cols);
  filled.f = f;
  filled.r = r;
  filled.comm = MPI_Comm_c2f(descriptor->comm);
  *part = filled;
}

}  // namespace
}  // namespace stencil

using stencil::c_border;

extern "C" {

void stencil_step_begin(const stencil_part* part, const char* kernel, const double* weights, long sweeps,
                        const char* schedule, const char* blocking, long portion) {
  const stencil::GivenBlocks blocks{schedule, blocking, portion};
  if (!stencil::is_tiles_kernel(kernel)) {
    c_border("stencil_step_begin", [&] { stencil::begin_step({part, 1, kernel, weights, sweeps}, blocks); });
  } else if (!stencil::mpi_is_running()) {
    c_border("stencil_step_begin", [&] {
      stencil::check_no_file_of_kernel(kernel);
      stencil::begin_tiled_step(part, sweeps, blocks);
    });
  } else {
    stencil::collective_border(
        "stencil_step_begin",
        [&] {
          stencil::check_no_file_of_kernel(kernel);
          return stencil::comm_of_tiles(part);
        },
        [&] { stencil::begin_tiled_step(part, sweeps, blocks); });
  }
}

void stencil_strips_begin(const stencil_part* parts, long count, const char* kernel, const double* weights, long sweeps,
                          const char* schedule, const char* blocking, long portion) {
  c_border("stencil_strips_begin", [&] {
    stencil::begin_strips({parts, count, kernel, weights, sweeps}, {schedule, blocking, portion});
  });
}

void stencil_steps_begin(const stencil_part* part, const char* kernel, const double* weights, long sweeps,
                         long iterations, const char* blocking, long portion) {
  c_border("stencil_steps_begin", [&] {
    stencil::begin_joined_steps({part, 1, kernel, weights, sweeps}, iterations, {"auto", blocking, portion});
  });
}

void stencil_joined_begin(const stencil_part* parts, long count, const char* kernel, const double* weights, long sweeps,
                          long iterations, const char* blocking, long portion) {
  c_border("stencil_joined_begin", [&] {
    stencil::begin_joined_step({parts, count, kernel, weights, sweeps}, iterations, {"auto", blocking, portion});
  });
}

void stencil_resident_begin(const stencil_part* part, const char* kernel, const double* weights, long sweeps,
                            long steps) {
  c_border("stencil_resident_begin", [&] { stencil::begin_resident_step({part, 1, kernel, weights, sweeps}, steps); });
}

void stencil_edge_wait(void) {
  c_border("stencil_edge_wait", [] { stencil::wait_for_edge(); });
}

void stencil_step_wait(void) {
  c_border("stencil_step_wait", [] { stencil::wait_for_step(); });
}

void stencil_part_of_vsda(const VSDA* vsda, double* f, const double* r, stencil_part* part) {
  c_border("stencil_part_of_vsda", [&] { stencil::fill_part(vsda, f, r, part); });
}

}  // extern "C"
