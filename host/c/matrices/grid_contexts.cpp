// Contexts and descriptors of block_cyclic.h.
// SPDX-License-Identifier: Apache-2.0
#include "block_cyclic.h"

#include <fmt/core.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "host/arrays/block_cyclic/sizes.hpp"
#include "host/arrays/vsda/arguments.hpp"
#include "host/arrays/vsda/layouts/grid_contexts.hpp"
#include "host/base/check.hpp"
#include "host/base/errors.hpp"
#include "host/c/matrices/matrix_descriptor.hpp"
#include "host/mpi/border.hpp"

using stencil::c_border;
using stencil::check_pointer;
using stencil::check_range;
using stencil::grid_contexts;

namespace stencil {
namespace {

// Makes a context whose process (p, q) is rank rank_of(p, q) of comm. Throws ArgumentError.
template <typename RankOf>
int64_t make_context(const CommPlace& place, int64_t nprow, int64_t npcol, RankOf&& rank_of) {
  std::vector<std::int64_t> ranks;
  for (int64_t col = 0; col < npcol; ++col) {
    for (int64_t row = 0; row < nprow; ++row) ranks.push_back(rank_of(row, col));
  }
  auto map = grid_map(ranks, nprow, npcol, place.ranks);
  return static_cast<int64_t>(
      grid_contexts().add(GridContext{place.comm, place.rank, place.ranks, nprow, npcol, std::move(map)}));
}

CommPlace checked_shape(MPI_Comm comm, int64_t nprow, int64_t npcol) {
  check_mpi_is_running();
  CommPlace place = check_comm(comm);
  check_range("nprow", nprow, 1, place.ranks, "ranks of comm");
  check_range("npcol", npcol, 1, place.ranks / nprow,
              fmt::format("{} ranks of comm, nprow = {}", place.ranks, nprow).c_str());
  return place;
}

// Reads the first letter only, as BLACS does.
bool is_column_major(const char* order) {
  check_pointer("order", order, "\"R\" or \"C\"");
  switch (*order) {
    case 'R':
    case 'r':
      return false;
    case 'C':
    case 'c':
      return true;
    default:
      throw ArgumentError(fmt::format("order = \"{}\", must be \"R\" or \"C\"", order));
  }
}

}  // namespace
}  // namespace stencil

extern "C" {

int64_t block_cyclic_context(MPI_Comm comm, int64_t nprow, int64_t npcol) {
  return c_border("block_cyclic_context", [&] {
    const stencil::CommPlace place = stencil::checked_shape(comm, nprow, npcol);
    return stencil::make_context(place, nprow, npcol, [=](int64_t p, int64_t q) { return p * npcol + q; });
  });
}

int64_t block_cyclic_gridinit(MPI_Comm comm, const char* order, int64_t nprow, int64_t npcol) {
  return c_border("block_cyclic_gridinit", [&] {
    const stencil::CommPlace place = stencil::checked_shape(comm, nprow, npcol);
    const bool by_columns = stencil::is_column_major(order);
    return stencil::make_context(place, nprow, npcol,
                                 [=](int64_t p, int64_t q) { return by_columns ? p + q * nprow : p * npcol + q; });
  });
}

int64_t block_cyclic_gridmap(MPI_Comm comm, const int64_t* usermap, int64_t ldumap, int64_t nprow, int64_t npcol) {
  return c_border("block_cyclic_gridmap", [&] {
    const stencil::CommPlace place = stencil::checked_shape(comm, nprow, npcol);
    check_pointer("usermap", usermap, "the ranks of the grid's processes");
    check_range("ldumap", ldumap, nprow, INT64_MAX / 8 / npcol, "byte offsets have 64 bits");
    return stencil::make_context(place, nprow, npcol, [=](int64_t p, int64_t q) { return usermap[p + q * ldumap]; });
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
    const stencil::GridPlace place = context->process_of(context->rank);
    *nprow = context->nprow;
    *npcol = context->npcol;
    *myrow = place.row;
    *mycol = place.col;
  });
}

void descinit(int64_t* desc, int64_t m, int64_t n, int64_t mb, int64_t nb, int64_t irsrc, int64_t icsrc, int64_t ictxt,
              int64_t lld, int64_t* info) {
  c_border("descinit", [&] {
    check_pointer("desc", desc, "an array of 9 numbers to hold the descriptor");
    const auto context = grid_contexts().find("ictxt", static_cast<std::uint64_t>(ictxt));
    const stencil::BlockCyclicLayout layout =
        context->layout(stencil::CyclicAxis(m, mb, irsrc, context->nprow, {"m", "mb", "irsrc", "nprow"}),
                        stencil::CyclicAxis(n, nb, icsrc, context->npcol, {"n", "nb", "icsrc", "npcol"}));
    stencil::check_element_numbers(layout, "n");
    stencil::check_local_matrix(layout, context->rank, lld, sizeof(double), "lld");
    const int64_t fields[DLEN_] = {BLOCK_CYCLIC_2D, ictxt, m, n, mb, nb, irsrc, icsrc, lld};
    for (int k = 0; k < DLEN_; ++k) desc[k] = fields[k];
    if (info != nullptr) *info = 0;
  });
}

}  // extern "C"
