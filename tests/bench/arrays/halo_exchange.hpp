// Ways to update the halo rows (VSDA: shadow edges) of a field cut by rows, in the caller's memory, for benchmarks.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace stencil::bench {

// A field of doubles; each rank of MPI_COMM_WORLD owns `rows` rows of `cols` columns. A rank's local part, in order:
//   width rows  the halo from the north neighbour, not on rank 0
//   rows rows   its own
//   width rows  the halo from the south neighbour, not on the last rank
struct HaloShape {
  long rows = 0;
  long cols = 0;
  long width = 0;

  long message_doubles() const { return width * cols; }
  long message_bytes() const { return message_doubles() * static_cast<long>(sizeof(double)); }
};

struct HaloExchange {
  std::string name;
  std::function<void()> update;  // collective; owns its buffers and requests
};

// The number of doubles in this rank's local part.
long local_doubles(const HaloShape& shape);

// Isend, Irecv and Waitall as a programmer would write them for this one program: statuses ignored, nothing checked.
HaloExchange hand_written(const HaloShape& shape, double* local);
// Persistent requests made once, MPI_Startall and MPI_Waitall each time.
HaloExchange persistent(const HaloShape& shape, double* local);
// VSDA_Update_begin and VSDA_Update_end.
HaloExchange vsda(const HaloShape& shape, double* local);

// PETSc's DMDA: one-dimensional with a row as its degrees of freedom, and two-dimensional, each with DMGlobalToLocal
// and with DMLocalToLocal in place. Empty if the build found no PETSc.
std::vector<HaloExchange> petsc(const HaloShape& shape, double* local);
bool petsc_is_there();
void petsc_begin();
void petsc_end();

}  // namespace stencil::bench
