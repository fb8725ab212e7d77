// SPDX-License-Identifier: Apache-2.0
#include "sim/app/program/single_rank_start.hpp"

#include <cstdlib>

namespace stencil {
namespace {

constexpr const char* layer = "OMPI_MCA_pml";

}  // namespace

SingleRankStart::SingleRankStart() {
  // Of mpirun; of launchers that speak PMIx or PMI; of Slurm, whose batch scripts have it too: they start as ever.
  for (const char* launched : {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"}) {
    if (std::getenv(launched) != nullptr) return;
  }
  if (std::getenv(layer) != nullptr) return;
  setenv(layer, "ob1", 1);
  set_ = true;
}

SingleRankStart::~SingleRankStart() {
  if (set_) unsetenv(layer);
}

}  // namespace stencil
