// SPDX-License-Identifier: Apache-2.0
#include "host/vsda/create.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "host/check.hpp"
#include "host/errors.hpp"
#include "host/mpi_check.hpp"
#include "host/vsda/arguments.hpp"
#include "host/vsda/descriptor.hpp"
#include "host/vsda/plan_update.hpp"

static_assert(sizeof(long) == 8, "element numbers are long and must count beyond 2^31");

namespace stencil {

void create_blocked(MPI_Comm comm, int sdatype, int globalshadows, long globsize, long elemsize, long shadowwidth,
                    const long* distribution_in, long* distribution_out, VSDA* vsda) {
  check_mpi_is_running();
  if (comm == MPI_COMM_NULL) throw ArgumentError("comm = MPI_COMM_NULL, must be an intracommunicator");
  int is_inter = 0;
  check_mpi(MPI_Comm_test_inter(comm, &is_inter), "MPI_Comm_test_inter");
  if (is_inter != 0) throw ArgumentError("comm is an intercommunicator, must be an intracommunicator");
  if (sdatype != VSDA_BLOCKED) {
    throw ArgumentError(fmt::format("sdatype = {}, must be VSDA_BLOCKED = {}", sdatype, VSDA_BLOCKED));
  }
  check_range("globalshadows", globalshadows, 0, 1);
  check_range("globsize", globsize, 0);
  check_range("elemsize", elemsize, 1);
  check_pointer("vsda", vsda, "a variable to hold the descriptor");

  int ranks = 0;
  int rank = 0;
  check_mpi(MPI_Comm_size(comm, &ranks), "MPI_Comm_size");
  check_mpi(MPI_Comm_rank(comm, &rank), "MPI_Comm_rank");
  const std::vector<std::int64_t> portions = distribution_in == nullptr
                                                 ? automatic_portions(globsize, ranks)
                                                 : std::vector<std::int64_t>(distribution_in, distribution_in + ranks);
  const std::int64_t max_local_elements = std::numeric_limits<std::int64_t>::max() / elemsize;
  BlockedLayout layout(globsize, shadowwidth, globalshadows == 1, portions, max_local_elements);
  ExchangePlan update = plan_update(layout, rank);
  const std::uint64_t id =
      descriptor_table().add(Descriptor{comm, rank, elemsize, std::move(layout), std::move(update)});
  if (distribution_out != nullptr) std::copy(portions.begin(), portions.end(), distribution_out);
  vsda->id = id;
}

}  // namespace stencil
