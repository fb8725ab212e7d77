// Adds virtual cluster time to the report of a run.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <memory>

#include "sim/app/cluster/network/network.hpp"
#include "sim/app/cluster/watch/message_log.hpp"
#include "sim/app/run/run.hpp"

namespace stencil {

// For a run whose options name a network; all arguments must outlive it. Sends nothing before the sweeps are over.
class ClusterListener final : public RunListener {
 public:
  ClusterListener(MPI_Comm communicator, const RunOptions& options) : communicator_(communicator), options_(options) {}

  // Reads the network, on rank 0 alone.
  void planned(Session& session, const ProblemFiles& files) override;
  DeviceMaker around(const DeviceMaker& maker) override;
  void device_made(const Session& session) override { session_ = &session; }
  void observe(RunObservers& observers) override;
  void sweeps_checked(Report& report) override;

 private:
  MPI_Comm communicator_;
  const RunOptions& options_;
  Network network_;                      // on rank 0
  const Session* session_ = nullptr;     // of the run
  const Accelerator* device_ = nullptr;  // of the session
  std::unique_ptr<MessageLog> log_;
};

}  // namespace stencil
