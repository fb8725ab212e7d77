// The options of `stencil-cosim cycles` and what it does with them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <string>

#include "host/device/accelerator.hpp"
#include "sim/app/cli/command.hpp"
#include "sim/app/commands/sweeps/sweep_choice.hpp"
#include "sim/app/explore/measure.hpp"
#include "sim/app/explore/shape.hpp"
#include "sim/app/progress/progress.hpp"

namespace stencil {

enum class CyclesFormat { table, csv, json };

struct CyclesOptions {
  ShapeLists lists;
  SweepChoice choice;  // its kernel is that of `lists`
  AcceleratorOptions device;
  CyclesFormat format = CyclesFormat::table;
  bool every_block = false;
  bool expect_model = false;  // a difference to the prediction is status 1
  std::string output;         // empty: standard output
};

Command& add_cycles_command(Command& program, CyclesOptions& options);

// Collective; the shapes are dealt out to the ranks. Returns 0, or 1 when a result was wrong in some bit or, where
// expect_model asks for it, a block took other cycles than predicted (told on the error stream). Otherwise cycles that
// were not predicted are data: in table, CSV and JSON, and as lines below the table. Throws AgreedError when no shape
// fits its configuration, for options that cannot work, and with status 3 when the device of a rank fails.
int run_cycles_command(MPI_Comm communicator, const CyclesOptions& options, const DeviceMaker& make_device,
                       ProgressLine& progress);

}  // namespace stencil
