// Ways to bring the shadow rows of a grid cut by rows up to date, all on the caller's memory, for benchmarks.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace stencil::bench {

// A grid of doubles, each rank of MPI_COMM_WORLD owns `rows` rows; `width` shadow rows towards each neighbour.
// A rank's portion: | width rows of the neighbour below, not on rank 0 | own rows | width rows, not on the last rank |
struct ShadowShape {
  long rows = 0;
  long cols = 0;
  long width = 0;

  long message_doubles() const { return width * cols; }
  long message_bytes() const { return message_doubles() * static_cast<long>(sizeof(double)); }
};

struct ShadowExchange {
  std::string name;
  std::function<void()> update;  // collective; owns what it needs
};

// The doubles of this rank's portion.
long portion_doubles(const ShadowShape& shape);

// Isend, Irecv and Waitall as one would write them by hand for this one program: statuses ignored, nothing checked.
ShadowExchange hand_written(const ShadowShape& shape, double* portion);
// Persistent requests made once, MPI_Startall and MPI_Waitall each time.
ShadowExchange persistent(const ShadowShape& shape, double* portion);
// VSDA_Update_begin and VSDA_Update_end.
ShadowExchange vsda(const ShadowShape& shape, double* portion);

// PETSc's DMDA, where the build found it: one-dimensional with a row as its degrees of freedom and two-dimensional,
// each DMGlobalToLocal and DMLocalToLocal in place. Empty otherwise.
std::vector<ShadowExchange> petsc(const ShadowShape& shape, double* portion);
bool petsc_is_there();
void petsc_begin();
void petsc_end();

}  // namespace stencil::bench
