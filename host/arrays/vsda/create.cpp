// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/vsda/create.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "host/arrays/vsda/arguments.hpp"
#include "host/arrays/vsda/layouts/descriptor.hpp"
#include "host/arrays/vsda/layouts/plan_update.hpp"
#include "host/base/check.hpp"
#include "host/base/errors.hpp"

static_assert(sizeof(long) == 8, "element numbers are long and must count beyond 2^31");

namespace stencil {
namespace {

// What both functions share. @pre MPI runs
void create(const CommPlace& place, Edges edges, long globsize, long elemsize, long shadowwidth,
            const long* distribution_in, long* distribution_out, VSDA* vsda) {
  check_range("globsize", globsize, 0);
  check_range("elemsize", elemsize, 1);
  check_pointer("vsda", vsda, "a variable to hold the descriptor");

  const std::vector<std::int64_t> distribution =
      distribution_in == nullptr ? automatic_distribution(globsize, place.ranks)
                                 : std::vector<std::int64_t>(distribution_in, distribution_in + place.ranks);
  const std::int64_t max_local_elements = std::numeric_limits<std::int64_t>::max() / elemsize;
  BlockedLayout layout(globsize, shadowwidth, edges, distribution, max_local_elements);
  const UpdatePlan update = plan_update(layout, place.rank, elemsize);
  Descriptor made{place.comm, place.rank, elemsize, std::move(layout), update, nullptr, ""};
  name_for_log(made);
  const std::uint64_t id = descriptor_table().add(std::move(made));
  if (distribution_out != nullptr) std::copy(distribution.begin(), distribution.end(), distribution_out);
  vsda->id = id;
}

}  // namespace

void create_blocked(MPI_Comm comm, int sdatype, int globalshadows, long globsize, long elemsize, long shadowwidth,
                    const long* distribution_in, long* distribution_out, VSDA* vsda) {
  check_mpi_is_running();
  const CommPlace place = check_comm(comm);
  if (sdatype == VSDA_BLOCK_CYCLIC) {
    throw ArgumentError(fmt::format(
        "sdatype = {} = VSDA_BLOCK_CYCLIC, must be VSDA_BLOCKED = {}; VSDA_Create_block_cyclic makes the other kind",
        sdatype, VSDA_BLOCKED));
  }
  if (sdatype != VSDA_BLOCKED) {
    throw ArgumentError(fmt::format("sdatype = {}, must be VSDA_BLOCKED = {}", sdatype, VSDA_BLOCKED));
  }
  check_range("globalshadows", globalshadows, 0, 1);
  create(place, globalshadows == 1 ? Edges::shadow : Edges::none, globsize, elemsize, shadowwidth, distribution_in,
         distribution_out, vsda);
}

void create_periodic(MPI_Comm comm, long globsize, long elemsize, long shadowwidth, const long* distribution_in,
                     long* distribution_out, VSDA* vsda) {
  check_mpi_is_running();
  create(check_comm(comm), Edges::periodic, globsize, elemsize, shadowwidth, distribution_in, distribution_out, vsda);
}

}  // namespace stencil
