// Waves of a run: of all its devices as they run, or of its first wrong call.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "sim/app/capsule/capture.hpp"
#include "sim/app/waves/device_watch.hpp"
#include "sim/app/waves/trace_choice.hpp"
#include "sim/app/waves/wave_file.hpp"

namespace stencil {

using SayLine = std::function<void(const std::string& line)>;

// Throws ArgumentError for waves that a run with these outputs and this accelerator cannot have.
// capsule: file of the first wrong call; empty: none is kept.
void check_trace(const TraceChoice& choice, const AcceleratorOptions& device, const std::string& capsule);

// One per rank.
class RunWaves {
 public:
  // report: file; with `all`, each rank writes "R-RANK.fst" beside "R.json", without one "trace-RANK.fst".
  RunWaves(MPI_Comm communicator, const TraceChoice& choice, const AcceleratorOptions& device,
           const std::string& report);
  RunWaves(const RunWaves&) = delete;
  RunWaves& operator=(const RunWaves&) = delete;

  // Collective, before a device is made: with `all`, has the traced module made and this rank's file. Throws
  // AgreedError.
  void prepare(const SayLine& say);
  // Makes what `maker` makes; until keep(), with `all`, of a traced module that writes the waves.
  AcceleratorMaker traced(const AcceleratorMaker& maker);

  // Collective: with `all`, puts the file of each rank in its place; once. `end_device` ends the device, which writes
  // until then; later ones write no waves. Throws AgreedError.
  void keep(const std::function<void()>& end_device);
  // The same on this rank, after a failure, which is told and not another one.
  void keep_what_there_is(const std::function<void()>& end_device) noexcept;

  // Collective: what watches the calls of `wrong` on the rank that has it, its operators with `failure`. Throws
  // AgreedError.
  DeviceWatch watch(const std::optional<Capsule>& wrong, const AcceleratorMaker& maker, const SayLine& say);
  // Collective, with `failure`: the rank that has kept a call in `capsule` writes its waves beside it, and rank 0 says
  // so. cause: as WaveRequest has it. Throws AgreedError.
  void of_failure(const std::optional<Capsule>& kept, const std::optional<OperatorEvent>& cause,
                  const std::string& capsule, const AcceleratorMaker& maker, const SayLine& say);

 private:
  // Collective; rank 0 builds it where it must be.
  void make_module(const SayLine& say);
  void keep_mine(const std::function<void()>& end_device);

  MPI_Comm communicator_;
  TraceChoice choice_;
  AcceleratorOptions device_;
  std::string path_;  // of this rank's file
  int rank_ = 0;
  std::string module_;
  std::unique_ptr<WaveFile> file_;  // null: not `all`, or kept already
};

}  // namespace stencil
