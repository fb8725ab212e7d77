// Records a rank of a run, and its device, as tracks of a Perfetto trace (docs/timeline.md).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "host/device/device_observer.hpp"
#include "host/mpi/host_observer.hpp"
#include "sim/app/report/block_ledger.hpp"
#include "sim/app/timeline/trace_file.hpp"
#include "sim/app/timeline/trace_stream.hpp"

namespace stencil {

// Two groups of tracks per rank: its phases and messages in wall time, from when the timeline was made on all ranks,
// and its device in cycles, 1 ns each, from when the device's counting began. Memory does not grow with the run.
class Timeline final : public HostObserver, public DeviceObserver, public BlockListener {
 public:
  // has_clock: the device has one. Throws ArgumentError as OutputFile. begin() must follow on all ranks.
  Timeline(MPI_Comm communicator, const std::string& path, bool has_clock);
  // Collective: wall time begins.
  void begin();
  // For tracks of others, before commit().
  TraceStream& stream() { return stream_; }
  // Collective: the trace is there when it returns. Throws AgreedError when it cannot be written. Does nothing the
  // second time.
  void commit();
  // For a rank that ends the run by itself: its own part becomes a trace; returns the name of that file. Throws
  // std::runtime_error.
  std::string commit_alone();

  void phase_begins(const char* phase, std::optional<std::int64_t> step, bool runs_device) override;
  void phase_ends() override;
  void sent(std::int64_t peer, std::int64_t bytes) override;
  void received(std::int64_t peer, std::int64_t bytes) override;

  void transfer(bool to_device, const Place& place, std::int64_t bursts, const CycleSpan& span) override;
  void held(bool to_device, const Place& place, const CycleSpan& span) override;
  void command(const DeviceCommand& command, const CycleSpan& span) override;
  void cause(const CauseField& cause, const CycleSpan& span) override;
  void buffers_in_use(Bank bank, int buffers, std::int64_t cycle) override;

  void blocks_begin(std::int64_t cycle) override { block_begin_ = cycle; }
  void block(const BlockRecord& block) override;

 private:
  using Clock = std::chrono::steady_clock;
  // Tracks of a rank, in the order shown within each group.
  enum Row : std::uint64_t {
    host,
    phases,
    device,
    blocks,
    engine,
    load_dma,
    store_dma,
    load_waits,
    store_waits,
    causes,
    occupancy,
    f_buffers,
    r_buffers,
    row_count,
  };

  std::uint64_t id(Row row) const { return (static_cast<std::uint64_t>(rank_) + 1) << 8 | row; }
  void describe_tracks();
  void finish();
  std::int64_t now_ns() const;

  MPI_Comm communicator_;
  int rank_ = 0;
  bool has_clock_;
  TraceFile file_;
  TraceStream stream_;
  bool committed_ = false;
  Clock::time_point zero_;
  std::map<std::pair<std::int64_t, std::int64_t>, std::uint64_t> messages_;  // so far, by sender and receiver
  std::uint64_t launches_ = 0;                                               // phases in which the device worked
  bool launched_ = false;  // and no block of the last one was reported
  std::int64_t block_begin_ = 0;
};

}  // namespace stencil
