// Capsules of a run: the call that was asked for, or the first that is wrong.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "sim/device/capsule/listeners.hpp"

namespace stencil {

using AcceleratorMaker = std::function<std::unique_ptr<Accelerator>(const AcceleratorOptions&)>;

// On one rank, for the devices of one session.
class Capture {
 public:
  explicit Capture(CapsuleListener& listener) : listener_(listener) {}

  // Makes what `maker` makes, recorded. The capture must outlive the maker and the device.
  AcceleratorMaker recorded(const AcceleratorMaker& maker);
  // Of a mixed accelerator, its calls are those of RTL or of the model alone, as that step runs.
  void begin_step(std::int64_t step);

 private:
  CapsuleListener& listener_;
  RecordingAccelerator* device_ = nullptr;
  const DeviceSwitch* between_ = nullptr;
};

// Collective: the rank that has the earliest capsule by step, then rank. No value: none has one.
std::optional<int> earliest_rank(MPI_Comm communicator, const std::optional<Capsule>& found);

// Collective: whether two stores among the calls that `rank` has found set the same host memory, so that what one is
// seen to have brought may be the other's. Of calls recorded by this process.
bool stores_overlap(MPI_Comm communicator, const std::optional<Capsule>& found, int rank);

// Collective: `rank` writes its capsule. Returns on each rank the line that says so and how to replay it. Throws
// AgreedError.
std::string write_call(MPI_Comm communicator, const std::optional<Capsule>& found, int rank, const std::string& path);

}  // namespace stencil
