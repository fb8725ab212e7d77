// All of the C++ interface, and that of C. What these headers include is installed with them (cmake/Install.cmake); a
// name that no installed header declares is internal, and the library does not export it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

// clang-format off
// Accelerators, and sweeps of a local part in blocks.
#include "host/device/accelerator.hpp"
#include "host/jacobi/itstep.hpp"
#include "host/jacobi/steps/itsteps.hpp"
#include "host/jacobi/steps/resident.hpp"
// Gauss-Seidel in tiles (docs/gauss-seidel.md).
#include "host/gauss_seidel/accelerator_tiles.hpp"
#include "host/gauss_seidel/solver.hpp"
// Data on host and device, stages, the copies between them (docs/stages.md).
#include "host/stages/ahead/run_stages.hpp"
#include "host/stages/checker.hpp"
#include "host/stages/ledger/ledger.hpp"
#include "host/stages/memory/device_slot.hpp"
#include "host/stages/memory/shared_array.hpp"
#include "host/stages/memory/shared_var.hpp"
#include "host/stages/published/published.hpp"
#include "host/stages/run_stage.hpp"
#include "host/stages/stage_lb.hpp"
// Where the elements of a block-cyclic matrix lie (docs/block-cyclic.md).
#include "host/arrays/block_cyclic/bounds.hpp"
#include "host/arrays/block_cyclic/element.hpp"
// Errors, and the one function through which fatal ones end a program.
#include "host/base/errors.hpp"
#include "host/mpi/fatal.hpp"

#include "stencil_cosim.h"
// clang-format on
