// SPDX-License-Identifier: Apache-2.0
#include "sim/app/cluster/watch/cluster_listener.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "host/base/errors.hpp"
#include "host/mpi/agreement.hpp"
#include "sim/app/cli/lists.hpp"
#include "sim/app/cluster/time/cluster_report.hpp"
#include "sim/app/cluster/watch/gather_logs.hpp"

namespace stencil {
namespace {

int rank_of_listener(MPI_Comm communicator) {
  int rank = 0;
  MPI_Comm_rank(communicator, &rank);
  return rank;
}

const char* network_option_given(const NetworkChoice& choice) {
  if (!choice.file.empty()) return "--network";
  return choice.latency_cycles ? "--network-latency" : "--network-bandwidth";
}

}  // namespace

void ClusterListener::planned(Session& /*session*/, const ProblemFiles& /*files*/) {
  agree(communicator_, [&] {
    const std::vector<std::string> timed = accelerator_names(true);
    if (std::find(timed.begin(), timed.end(), options_.device.accel) == timed.end())
      throw ArgumentError(fmt::format("{} must not be given with --accel {}, which has no clock; must be one of: {}",
                                      network_option_given(options_.network), options_.device.accel, joined(timed)));
  });
  agree(communicator_, [&] {
    if (rank_of_listener(communicator_) == 0) network_ = network_of(options_.network);
  });
}

DeviceMaker ClusterListener::around(const DeviceMaker& maker) {
  return [this, maker](const AcceleratorOptions& options) {
    std::unique_ptr<Accelerator> device = maker(options);
    device_ = device.get();
    return device;
  };
}

void ClusterListener::observe(RunObservers& observers) {
  log_ = std::make_unique<MessageLog>(observers.host, [this] { return device_->cycles().total(); });
  observers.host = log_.get();
}

// Cycles after the last block do not count: the device is checked then.
void ClusterListener::sweeps_checked(Report& report) {
  RankLog mine = log_->log();
  const auto& ranks = session_->ledger().ranks;
  const auto found = ranks.find(rank_of_listener(communicator_));
  if (found != ranks.end()) mine.cycles = found->second.cycles.total();
  const std::vector<RankLog> logs = gather_logs(communicator_, mine);
  agree(communicator_, [&] {
    if (logs.empty()) return;
    ClusterReport cluster;
    cluster.time = virtual_time(logs, network_, options_.timeline.empty() ? KeepMessages::no : KeepMessages::yes);
    cluster.network = network_;
    report.parts.put(std::move(cluster));
  });
}

}  // namespace stencil
