// PETSc's distributed arrays on the caller's memory.
// SPDX-License-Identifier: Apache-2.0
#include <petscdmda.h>

#include "tests/bench/arrays/halo_exchange.hpp"

namespace stencil::bench {
namespace {

// After an error of PETSc the benchmark cannot go on.
void check(PetscErrorCode code) {
  if (code != 0) MPI_Abort(MPI_COMM_WORLD, 3);
}

struct Array {
  DM da = nullptr;
  Vec global = nullptr;
  Vec local = nullptr;  // on the caller's memory

  Array() = default;
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;
  ~Array() {
    VecDestroy(&local);
    VecDestroy(&global);
    DMDestroy(&da);
  }
};

std::shared_ptr<Array> make_array(const HaloShape& shape, double* local, bool two_dimensional) {
  auto made = std::make_shared<Array>();
  PetscMPIInt ranks = 0;
  MPI_Comm_size(PETSC_COMM_WORLD, &ranks);
  const auto rows = static_cast<PetscInt>(shape.rows * ranks);
  const auto cols = static_cast<PetscInt>(shape.cols);
  const auto width = static_cast<PetscInt>(shape.width);
  if (two_dimensional) {
    check(DMDACreate2d(PETSC_COMM_WORLD, DM_BOUNDARY_NONE, DM_BOUNDARY_NONE, DMDA_STENCIL_STAR, cols, rows, 1, ranks, 1,
                       width, nullptr, nullptr, &made->da));
  } else {
    check(DMDACreate1d(PETSC_COMM_WORLD, DM_BOUNDARY_NONE, rows, cols, width, nullptr, &made->da));
  }
  check(DMSetUp(made->da));
  check(DMCreateGlobalVector(made->da, &made->global));
  check(VecCreateSeqWithArray(PETSC_COMM_SELF, 1, static_cast<PetscInt>(local_doubles(shape)), local, &made->local));
  return made;
}

}  // namespace

std::vector<HaloExchange> petsc(const HaloShape& shape, double* local) {
  std::vector<HaloExchange> exchanges;
  for (const bool two_dimensional : {false, true}) {
    const std::string name = two_dimensional ? "DMDA 2-d" : "DMDA 1-d";
    const auto made = make_array(shape, local, two_dimensional);
    exchanges.push_back({name + ", LocalToLocal in place", [made] {
                           check(DMLocalToLocalBegin(made->da, made->local, INSERT_VALUES, made->local));
                           check(DMLocalToLocalEnd(made->da, made->local, INSERT_VALUES, made->local));
                         }});
    // The same values in the global vector; it has memory of its own by design.
    check(DMLocalToGlobal(made->da, made->local, INSERT_VALUES, made->global));
    exchanges.push_back({name + ", GlobalToLocal", [made] {
                           check(DMGlobalToLocalBegin(made->da, made->global, INSERT_VALUES, made->local));
                           check(DMGlobalToLocalEnd(made->da, made->global, INSERT_VALUES, made->local));
                         }});
  }
  return exchanges;
}

bool petsc_is_there() {
  return true;
}

void petsc_begin() {
  check(PetscInitializeNoArguments());
}

void petsc_end() {
  check(PetscFinalize());
}

}  // namespace stencil::bench
