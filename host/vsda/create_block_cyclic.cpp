// SPDX-License-Identifier: Apache-2.0
#include "host/vsda/create_block_cyclic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "host/check.hpp"
#include "host/errors.hpp"
#include "host/vsda/arguments.hpp"
#include "host/vsda/descriptor.hpp"
#include "host/block_cyclic/local_matrix.hpp"

namespace stencil {
namespace {

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

// Byte offsets in the local array, and global element numbers, must be 64-bit numbers.
void check_sizes(const LocalMatrix& matrix, std::int64_t elemsize, int rank) {
  const std::int64_t m = matrix.layout.rows.n();
  const std::int64_t n = matrix.layout.cols.n();
  if (m > 0) check_range("n", n, 0, most / m, fmt::format("m = {}, elements have 64-bit numbers", m).c_str());
  const std::int64_t cols = std::max<std::int64_t>(1, matrix.layout.local_cols(rank));
  check_range("lld", matrix.lld, std::max<std::int64_t>(1, matrix.layout.local_rows(rank)), most / elemsize / cols,
              fmt::format("{} local rows and {} local columns, elements of {} bytes; byte offsets have 64 bits",
                          matrix.layout.local_rows(rank), matrix.layout.local_cols(rank), elemsize)
                  .c_str());
}

}  // namespace

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
  check_sizes(matrix, elemsize, place.rank);
  check_pointer("vsda", vsda, "a variable to hold the descriptor");
  vsda->id = descriptor_table().add(Descriptor{comm, place.rank, elemsize, std::move(matrix), {}});
}

}  // namespace stencil
