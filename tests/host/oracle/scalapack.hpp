// Debian's ScaLAPACK as an oracle, loaded at run time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <mpi.h>

#include <array>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "host/mpi/fatal.hpp"

// The first line of a test that needs the oracle. All ranks skip, or none: collective on its first use.
#define STENCIL_NEEDS_SCALAPACK()              \
  if (::stencil::test::scalapack() == nullptr) \
  GTEST_SKIP() << "ScaLAPACK is not installed: no libscalapack-openmpi.so (Debian: libscalapack-openmpi2.2)"

namespace stencil::test {

// The functions as C calls those of gfortran: INTEGER is int, arguments are passed by reference, lengths of strings
// follow as size_t.
struct Scalapack {
  using Integers = const int*;

  int (*numroc)(Integers n, Integers nb, Integers iproc, Integers isrcproc, Integers nprocs);
  int (*indxg2p)(Integers indxglob, Integers nb, Integers iproc, Integers isrcproc, Integers nprocs);
  int (*indxg2l)(Integers indxglob, Integers nb, Integers iproc, Integers isrcproc, Integers nprocs);
  int (*indxl2g)(Integers indxloc, Integers nb, Integers iproc, Integers isrcproc, Integers nprocs);
  void (*descinit)(int* desc, Integers m, Integers n, Integers mb, Integers nb, Integers irsrc, Integers icsrc,
                   Integers ictxt, Integers lld, int* info);
  void (*pdelset)(double* a, Integers ia, Integers ja, Integers desca, const double* alpha);
  void (*pdelget)(const char* scope, const char* top, double* alpha, const double* a, Integers ia, Integers ja,
                  Integers desca, std::size_t scope_length, std::size_t top_length);
  void (*pdlaread)(const char* filnam, double* a, Integers desca, Integers irread, Integers icread, double* work,
                   std::size_t filnam_length);
  void (*pdlawrite)(const char* filnam, Integers m, Integers n, const double* a, Integers ia, Integers ja,
                    Integers desca, Integers irwrit, Integers icwrit, double* work, std::size_t filnam_length);
  void (*pdgemr2d)(Integers m, Integers n, const double* a, Integers ia, Integers ja, Integers desca, double* b,
                   Integers ib, Integers jb, Integers descb, Integers ictxt);

  void (*blacs_get)(int ictxt, int what, int* value);
  void (*blacs_gridinit)(int* ictxt, const char* order, int nprow, int npcol);
  void (*blacs_gridmap)(int* ictxt, int* usermap, int ldumap, int nprow, int npcol);
  void (*blacs_gridinfo)(int ictxt, int* nprow, int* npcol, int* myrow, int* mycol);
  void (*blacs_gridexit)(int ictxt);
  void (*blacs_barrier)(int ictxt, const char* scope);
};

// nullptr if it is not installed. Throws for a library that lacks one of the names, since that is no reason to skip.
inline const Scalapack* load_scalapack() {
  void* library = nullptr;
  for (const char* name : {"libscalapack-openmpi.so.2.2", "libscalapack-openmpi.so.2.1", "libscalapack-openmpi.so"}) {
    if (library == nullptr) library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  }
  if (library == nullptr) return nullptr;
  static Scalapack found;
  const auto find = [library](const char* name, auto& function) {
    void* const address = dlsym(library, name);
    if (address == nullptr) throw std::runtime_error(std::string("libscalapack-openmpi lacks ") + name);
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(address);
  };
  find("numroc_", found.numroc);
  find("indxg2p_", found.indxg2p);
  find("indxg2l_", found.indxg2l);
  find("indxl2g_", found.indxl2g);
  find("descinit_", found.descinit);
  find("pdelset_", found.pdelset);
  find("pdelget_", found.pdelget);
  find("pdlaread_", found.pdlaread);
  find("pdlawrite_", found.pdlawrite);
  find("pdgemr2d_", found.pdgemr2d);
  find("Cblacs_get", found.blacs_get);
  find("Cblacs_gridinit", found.blacs_gridinit);
  find("Cblacs_gridmap", found.blacs_gridmap);
  find("Cblacs_gridinfo", found.blacs_gridinfo);
  find("Cblacs_gridexit", found.blacs_gridexit);
  find("Cblacs_barrier", found.blacs_barrier);
  return &found;
}

inline const Scalapack* scalapack() {
  static const Scalapack* const here = [] {
    const Scalapack* const loaded = load_scalapack();
    int everywhere = loaded == nullptr ? 0 : 1;
    if (mpi_is_running()) MPI_Allreduce(MPI_IN_PLACE, &everywhere, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    return everywhere == 0 ? nullptr : loaded;
  }();
  return here;
}

// A process grid over MPI_COMM_WORLD. Collective over all its ranks. @pre scalapack() != nullptr
class BlacsGrid {
 public:
  // "R": row-major, as ours; "C": column-major.
  BlacsGrid(int nprow, int npcol, const char* order = "R") {
    scalapack()->blacs_get(-1, 0, &context_);
    scalapack()->blacs_gridinit(&context_, order, nprow, npcol);
    find_place();
  }
  // Process (p, q) is rank ranks[p + q*nprow].
  BlacsGrid(std::vector<int> ranks, int nprow, int npcol) {
    scalapack()->blacs_get(-1, 0, &context_);
    scalapack()->blacs_gridmap(&context_, ranks.data(), nprow, nprow, npcol);
    find_place();
  }
  ~BlacsGrid() {
    if (inside()) scalapack()->blacs_gridexit(context_);
  }
  BlacsGrid(const BlacsGrid&) = delete;
  BlacsGrid& operator=(const BlacsGrid&) = delete;

  int context() const { return context_; }
  bool inside() const { return row_ >= 0; }
  int row() const { return row_; }
  int col() const { return col_; }

 private:
  void find_place() {
    int rows = 0;
    int cols = 0;
    // Ranks outside the process grid have no context; BLACS gives them -1.
    if (context_ >= 0) scalapack()->blacs_gridinfo(context_, &rows, &cols, &row_, &col_);
  }

  int context_ = -1;
  int row_ = -1;
  int col_ = -1;
};

// The descriptor that DESCINIT makes, without its checks. On a rank outside the process grid the context is -1, as
// PDGEMR2D needs.
inline std::array<int, 9> blacs_descriptor(const BlacsGrid& grid, int m, int n, int mb, int nb, int rsrc, int csrc,
                                           int lld) {
  return {1, grid.inside() ? grid.context() : -1, m, n, mb, nb, rsrc, csrc, lld};
}

}  // namespace stencil::test
