// SPDX-License-Identifier: Apache-2.0
#include "sim/app/program/single_rank_start.hpp"

#include <cstdlib>

namespace stencil {

SingleRankStart::SingleRankStart() {
  // Of mpirun; of launchers that speak PMIx or PMI; of Slurm, whose batch scripts have it too: they start as ever.
  for (const char* launched : {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"}) {
    if (std::getenv(launched) != nullptr) return;
  }
  set("OMPI_MCA_ess_singleton_isolated", "1");
  set("OMPI_MCA_pml", "ob1");
}

SingleRankStart::~SingleRankStart() {
  for (const char* name : set_) unsetenv(name);
}

void SingleRankStart::set(const char* name, const char* value) {
  if (std::getenv(name) != nullptr) return;
  setenv(name, value, 1);
  set_.push_back(name);
}

}  // namespace stencil
