// Contexts and descriptors of block_cyclic.h.
// SPDX-License-Identifier: Apache-2.0
#include "block_cyclic.h"

#include <fmt/format.h>

#include "host/arrays/block_cyclic/sizes.hpp"
#include "host/mpi/border.hpp"
#include "host/c/matrices/matrix_descriptor.hpp"
#include "host/base/check.hpp"
#include "host/arrays/vsda/arguments.hpp"

using stencil::c_border;
using stencil::check_pointer;
using stencil::check_range;
using stencil::grid_contexts;

extern "C" {

int64_t block_cyclic_context(MPI_Comm comm, int64_t nprow, int64_t npcol) {
  return c_border("block_cyclic_context", [&] {
    stencil::check_mpi_is_running();
    const stencil::CommPlace place = stencil::check_comm(comm);
    check_range("nprow", nprow, 1, place.ranks, "ranks of comm");
    check_range("npcol", npcol, 1, place.ranks / nprow,
                fmt::format("{} ranks of comm, nprow = {}", place.ranks, nprow).c_str());
    return static_cast<int64_t>(grid_contexts().add(stencil::GridContext{comm, place.rank, nprow, npcol}));
  });
}

void block_cyclic_context_free(int64_t ictxt) {
  c_border("block_cyclic_context_free", [&] {
    grid_contexts().remove("ictxt", static_cast<std::uint64_t>(ictxt));
    stencil::forget_recent_descriptors();
  });
}

void block_cyclic_gridinfo(int64_t ictxt, int64_t* nprow, int64_t* npcol, int64_t* myrow, int64_t* mycol) {
  c_border("block_cyclic_gridinfo", [&] {
    const auto context = grid_contexts().find("ictxt", static_cast<std::uint64_t>(ictxt));
    const char* const what = "a variable to hold the number";
    check_pointer("nprow", nprow, what);
    check_pointer("npcol", npcol, what);
    check_pointer("myrow", myrow, what);
    check_pointer("mycol", mycol, what);
    const bool inside = context->rank < context->nprow * context->npcol;
    *nprow = context->nprow;
    *npcol = context->npcol;
    *myrow = inside ? context->rank / context->npcol : -1;
    *mycol = inside ? context->rank % context->npcol : -1;
  });
}

void descinit(int64_t* desc, int64_t m, int64_t n, int64_t mb, int64_t nb, int64_t irsrc, int64_t icsrc, int64_t ictxt,
              int64_t lld, int64_t* info) {
  c_border("descinit", [&] {
    check_pointer("desc", desc, "an array of 9 numbers to hold the descriptor");
    const auto context = grid_contexts().find("ictxt", static_cast<std::uint64_t>(ictxt));
    const stencil::BlockCyclicLayout layout{
        stencil::CyclicAxis(m, mb, irsrc, context->nprow, {"m", "mb", "irsrc", "nprow"}),
        stencil::CyclicAxis(n, nb, icsrc, context->npcol, {"n", "nb", "icsrc", "npcol"})};
    stencil::check_element_numbers(layout, "n");
    stencil::check_local_matrix(layout, context->rank, lld, sizeof(double), "lld");
    const int64_t fields[DLEN_] = {BLOCK_CYCLIC_2D, ictxt, m, n, mb, nb, irsrc, icsrc, lld};
    for (int k = 0; k < DLEN_; ++k) desc[k] = fields[k];
    if (info != nullptr) *info = 0;
  });
}

}  // extern "C"
