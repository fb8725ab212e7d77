// SPDX-License-Identifier: Apache-2.0
#include "host/stages/access.hpp"

#include "host/base/check.hpp"

namespace stencil {

std::vector<Access> accesses_of(const std::vector<SharedDatum*>& reads, const std::vector<SharedDatum*>& writes) {
  std::vector<Access> accesses;
  for (SharedDatum* datum : reads) {
    check_pointer("a datum of reads", datum, "a datum that outlives the stage");
    accesses.push_back(stencil::reads(*datum));
  }
  for (SharedDatum* datum : writes) {
    check_pointer("a datum of writes", datum, "a datum that outlives the stage");
    accesses.push_back(overwrites(*datum));
  }
  return accesses;
}

}  // namespace stencil
