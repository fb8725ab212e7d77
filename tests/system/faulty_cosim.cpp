// stencil-cosim on software devices with a clock, one of which fails. Their cycles are not those of the model.
// FAULT       flip: one wrong bit; fail: no answer; miscount: wrong cycles; make: the device cannot be made
// FAULT_RANK  the rank whose device fails
// FAULT_AT    the number of the sweep command at which it fails, from 0
// SPDX-License-Identifier: Apache-2.0
#include <mpi.h>

#include <cstdlib>
#include <string>

#include "sim/app/program/command_line.hpp"
#include "sim/app/program/mpi_program.hpp"
#include "tests/support/test_devices.hpp"

namespace {

using stencil::testing_support::ClockedDevice;
using stencil::testing_support::FaultyDevice;

std::string variable(const char* name, const char* fallback) {
  const char* value = std::getenv(name);
  return value == nullptr ? fallback : value;
}

std::unique_ptr<stencil::Accelerator> make_device(const stencil::AcceleratorOptions& options) {
  auto device = std::make_unique<ClockedDevice>(stencil::make_accelerator(options));
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const std::string fault = variable("FAULT", "none");
  if (fault == "make" && rank == std::stoi(variable("FAULT_RANK", "0"))) {
    throw stencil::DeviceError("test device: contract version 99, must be 3 .. 4");
  }
  if (fault == "none" || fault == "make" || rank != std::stoi(variable("FAULT_RANK", "0"))) return device;
  const auto kind = fault == "flip"   ? FaultyDevice::Fault::flip_bit
                    : fault == "fail" ? FaultyDevice::Fault::fail
                                      : FaultyDevice::Fault::miscount;
  return std::make_unique<FaultyDevice>(std::move(device), kind, std::stoll(variable("FAULT_AT", "0")));
}

}  // namespace

int main(int argc, char** argv) {
  return stencil::mpi_program(argc, argv, [](int count, char** words) {
    stencil::RunHooks hooks;
    hooks.make_device = make_device;
    return stencil::command_line(MPI_COMM_WORLD, count, words, hooks);
  });
}
