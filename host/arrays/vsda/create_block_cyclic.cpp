// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/vsda/create_block_cyclic.hpp"

#include <fmt/core.h>

#include <utility>

#include "host/arrays/block_cyclic/local_matrix.hpp"
#include "host/arrays/block_cyclic/sizes.hpp"
#include "host/arrays/vsda/arguments.hpp"
#include "host/arrays/vsda/layouts/descriptor.hpp"
#include "host/arrays/vsda/layouts/grid_contexts.hpp"
#include "host/base/check.hpp"

namespace stencil {
namespace {

struct AxisNames {
  CyclicAxis::Names rows;
  CyclicAxis::Names cols;
};

void create(const GridContext& grid, long m, long n, long elemsize, long mb, long nb, long rsrc, long csrc, long lld,
            const AxisNames& names, VSDA* vsda) {
  check_range("elemsize", elemsize, 1);
  LocalMatrix matrix{
      grid.layout(CyclicAxis(m, mb, rsrc, grid.nprow, names.rows), CyclicAxis(n, nb, csrc, grid.npcol, names.cols)),
      lld};
  check_element_numbers(matrix.layout, "n");
  check_local_matrix(matrix.layout, grid.rank, lld, elemsize, "lld");
  check_pointer("vsda", vsda, "a variable to hold the descriptor");
  Descriptor made{grid.comm, grid.rank, elemsize, std::move(matrix), {}, nullptr, ""};
  name_for_log(made);
  vsda->id = descriptor_table().add(std::move(made));
}

}  // namespace

void create_block_cyclic(MPI_Comm comm, long m, long n, long elemsize, long mb, long nb, long rsrc, long csrc,
                         long prow, long pcol, long lld, VSDA* vsda) {
  check_mpi_is_running();
  const CommPlace place = check_comm(comm);
  check_range("prow", prow, 1, place.ranks, "ranks of comm");
  check_range("pcol", pcol, 1, place.ranks / prow,
              fmt::format("{} ranks of comm, prow = {}", place.ranks, prow).c_str());
  create({place.comm, place.rank, place.ranks, prow, pcol, nullptr}, m, n, elemsize, mb, nb, rsrc, csrc, lld,
         {{"m", "mb", "rsrc", "prow"}, {"n", "nb", "csrc", "pcol"}}, vsda);
}

void create_on_grid(long ictxt, long m, long n, long elemsize, long mb, long nb, long rsrc, long csrc, long lld,
                    VSDA* vsda) {
  check_mpi_is_running();
  const auto grid = grid_contexts().find("ictxt", static_cast<std::uint64_t>(ictxt));
  grid->comm.check();
  create(*grid, m, n, elemsize, mb, nb, rsrc, csrc, lld, {{"m", "mb", "rsrc", "nprow"}, {"n", "nb", "csrc", "npcol"}},
         vsda);
}

}  // namespace stencil
