// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/vsda/create_block_cyclic.hpp"

#include <fmt/format.h>

#include <utility>

#include "host/base/check.hpp"
#include "host/arrays/vsda/arguments.hpp"
#include "host/arrays/vsda/descriptor.hpp"
#include "host/arrays/block_cyclic/local_matrix.hpp"
#include "host/arrays/block_cyclic/sizes.hpp"

namespace stencil {
void create_block_cyclic(MPI_Comm comm, long m, long n, long elemsize, long mb, long nb, long rsrc, long csrc,
                         long prow, long pcol, long lld, VSDA* vsda) {
  check_mpi_is_running();
  const CommPlace place = check_comm(comm);
  check_range("prow", prow, 1, place.ranks, "ranks of comm");
  check_range("pcol", pcol, 1, place.ranks / prow,
              fmt::format("{} ranks of comm, prow = {}", place.ranks, prow).c_str());
  check_range("elemsize", elemsize, 1);
  LocalMatrix matrix{{CyclicAxis(m, mb, rsrc, prow, {"m", "mb", "rsrc", "prow"}),
                      CyclicAxis(n, nb, csrc, pcol, {"n", "nb", "csrc", "pcol"})},
                     lld};
  check_element_numbers(matrix.layout, "n");
  check_local_matrix(matrix.layout, place.rank, lld, elemsize, "lld");
  check_pointer("vsda", vsda, "a variable to hold the descriptor");
  vsda->id = descriptor_table().add(Descriptor{comm, place.rank, elemsize, std::move(matrix), {}});
}

}  // namespace stencil
