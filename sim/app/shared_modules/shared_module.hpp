// One module for all ranks of a job.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <functional>
#include <string>

#include "sim/app/modules/module_maker.hpp"

namespace stencil {

// Collective: rank 0 makes a module, the others wait asleep and take the same; where they do not see its file they
// make their own. Throws AgreedError with what `make` throws.
std::string shared_module(MPI_Comm communicator, const std::function<std::string(const ModuleListener&)>& make,
                          const ModuleListener& listener);

// Collective: the module of these options with their formula and arithmetic (sim/app/modules/built_module.hpp), on all
// ranks.
std::string shared_built_module(MPI_Comm communicator, const AcceleratorOptions& device,
                                const ModuleListener& listener);

}  // namespace stencil
