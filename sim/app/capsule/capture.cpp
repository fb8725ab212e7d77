// SPDX-License-Identifier: Apache-2.0
#include "sim/app/capsule/capture.hpp"

#include <fmt/core.h>

#include <limits>
#include <utility>

#include "host/mpi/agreement.hpp"
#include "sim/app/capsule/capsule_file.hpp"
#include "sim/app/modules/traced_module.hpp"
#include "sim/device/contract/device_switch.hpp"

namespace stencil {

AcceleratorMaker Capture::recorded(const AcceleratorMaker& maker) {
  return [this, maker](const AcceleratorOptions& options) {
    AcceleratorOptions kept = options;
    kept.making = {};  // of this device; the capsule outlives those who listen
    between_ = std::exchange(kept.between, nullptr);
    auto device = std::make_unique<RecordingAccelerator>(maker(options), kept, listener_);
    device_ = device.get();
    return device;
  };
}

void Capture::begin_step(std::int64_t step) {
  if (device_ == nullptr) return;
  if (between_ != nullptr) device_->record_as(between_->on_rtl() ? "rtl" : "model");
  device_->begin_step(step);
}

std::optional<int> earliest_rank(MPI_Comm communicator, const std::optional<Capsule>& found) {
  int rank = 0;
  MPI_Comm_rank(communicator, &rank);
  struct {
    long step;
    int rank;
  } earliest{found ? static_cast<long>(found->origin.step) : std::numeric_limits<long>::max(), rank};
  MPI_Allreduce(MPI_IN_PLACE, &earliest, 1, MPI_LONG_INT, MPI_MINLOC, communicator);
  return earliest.step == std::numeric_limits<long>::max() ? std::nullopt : std::optional(earliest.rank);
}

bool stores_overlap(MPI_Comm communicator, const std::optional<Capsule>& found, int rank) {
  int overlap = 0;
  const std::vector<CapsuleCall> none;
  const std::vector<CapsuleCall>& calls = found ? found->calls : none;
  for (const CapsuleCall& store : calls) {
    if (store.kind != CapsuleCall::Kind::store || store.host == nullptr) continue;
    for (const CapsuleCall& other : calls) {
      if (&other != &store && other.kind == store.kind && other.host != nullptr &&
          other.host < store.host + store.data.size() && store.host < other.host + other.data.size())
        overlap = 1;
    }
  }
  MPI_Bcast(&overlap, 1, MPI_INT, rank, communicator);
  return overlap == 1;
}

std::string write_call(MPI_Comm communicator, const std::optional<Capsule>& found, int rank, const std::string& path) {
  int mine = 0;
  MPI_Comm_rank(communicator, &mine);
  std::string line;
  agree(communicator, [&] {
    if (rank != mine) return;
    write_capsule(*found, path);
    line = fmt::format("rank {}, step {}, block {} is kept in {};\n  alone: stencil-cosim replay {}", rank,
                       found->origin.step, found->origin.block(), path, path);
    if (found->device.accel == "rtl" && may_be_traced(configuration_of(found->device)))
      line += fmt::format("\n  its waves: stencil-cosim replay {} --trace failure", path);
  });
  share_text(communicator, line, rank);
  return line;
}

}  // namespace stencil
