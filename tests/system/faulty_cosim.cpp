// stencil-cosim on software devices with a clock, one of which fails. Their cycles are not those of the model.
// SPDX-License-Identifier: Apache-2.0
//
// FAULT       flip: one wrong bit; fail: no answer; miscount: wrong cycles; make: the device cannot be made;
//             hang: it hangs, half a second after its neighbours have sent the rows of the next step;
//             kill: its process is killed; slow: it takes two seconds; leave: its rank ends as if all ranks did;
//             remove: FAULT_FOLDER is removed, then no answer; beaten: no answer, after another rank has written
//             FAULT_REPORT
// FAULT_RANK  the rank whose device fails
// FAULT_AT    the number of the sweep command at which it fails, from 0
#include <mpi.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <string>
#include <thread>

#include "host/base/errors.hpp"
#include "host/mpi/agreed_error.hpp"
#include "sim/app/output/report_claim.hpp"
#include "sim/app/program/command_line.hpp"
#include "sim/app/program/mpi_program.hpp"
#include "sim/device/contract/device_hang.hpp"
#include "tests/support/test_devices.hpp"

namespace {

using stencil::testing_support::ClockedDevice;
using stencil::testing_support::FaultyDevice;

std::string variable(const char* name, const char* fallback) {
  const char* value = std::getenv(name);
  return value == nullptr ? fallback : value;
}

// Calls `mishap` at command number `at`.
class MishapDevice final : public stencil::testing_support::WrappedDevice {
 public:
  MishapDevice(std::unique_ptr<stencil::Accelerator> inner, std::function<void()> mishap, std::int64_t at)
      : WrappedDevice(std::move(inner)), mishap_(std::move(mishap)), at_(at) {}

 private:
  void do_command(stencil::Ticket ticket, const stencil::DeviceCommand& command, const stencil::After& after) override {
    if (started_++ == at_) mishap_();
    WrappedDevice::do_command(ticket, command, after);
  }

  std::function<void()> mishap_;
  std::int64_t at_;
  std::int64_t started_ = 0;
};

void sleep_ms(int ms) {
  std::this_thread::sleep_for(std::chrono::milliseconds(ms));
}

// Returns when rows of both neighbours have come: all that they can do then is wait for this rank's.
void wait_for_neighbours() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (const int neighbour : {rank - 1, rank + 1}) {
    for (int come = 0; come == 0; sleep_ms(1)) {
      PMPI_Iprobe(neighbour, MPI_ANY_TAG, MPI_COMM_WORLD, &come, MPI_STATUS_IGNORE);
    }
  }
}

const std::map<std::string, std::function<void()>> mishaps{
    {"hang",
     [] {
       wait_for_neighbours();
       sleep_ms(500);
       throw stencil::DeviceHang("device hangs: nothing moved for 5001 cycles", {});
     }},
    {"kill", [] { raise(SIGKILL); }},
    {"remove",
     [] {
       std::filesystem::remove_all(variable("FAULT_FOLDER", ""));
       throw stencil::DeviceError("test device: no answer");
     }},
    {"slow", [] { sleep_ms(2000); }},
    {"beaten",
     [] {
       std::ofstream(variable("FAULT_REPORT", "")) << "{\"launch\": \"" + stencil::launch_name() + "\"}";
       throw stencil::DeviceError("test device: no answer");
     }},
    {"leave",
     [] {
       throw stencil::AgreedError({stencil::exit_device, "test device: all know"}, 0, false);
     }},
};

std::unique_ptr<stencil::Accelerator> make_device(const stencil::AcceleratorOptions& options) {
  auto device = std::make_unique<ClockedDevice>(stencil::make_accelerator(options));
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const std::string fault = variable("FAULT", "none");
  if (fault == "make" && rank == std::stoi(variable("FAULT_RANK", "0"))) {
    throw stencil::DeviceError("test device: contract version 99, must be 3 .. 4");
  }
  if (fault == "none" || fault == "make" || rank != std::stoi(variable("FAULT_RANK", "0"))) return device;
  const std::int64_t at = std::stoll(variable("FAULT_AT", "0"));
  if (const auto mishap = mishaps.find(fault); mishap != mishaps.end()) {
    return std::make_unique<MishapDevice>(std::move(device), mishap->second, at);
  }
  const auto kind = fault == "flip"   ? FaultyDevice::Fault::flip_bit
                    : fault == "fail" ? FaultyDevice::Fault::fail
                                      : FaultyDevice::Fault::miscount;
  return std::make_unique<FaultyDevice>(std::move(device), kind, at);
}

}  // namespace

int main(int argc, char** argv) {
  return stencil::mpi_program(argc, argv, [](int count, char** words) {
    stencil::RunHooks hooks;
    hooks.make_device = make_device;
    return stencil::command_line(MPI_COMM_WORLD, count, words, hooks);
  });
}
