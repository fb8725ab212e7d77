// Waves of a run: of all its devices as they run, or of its first wrong call.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "host/mpi/agreed_error.hpp"
#include "sim/app/capsule/capture.hpp"
#include "sim/app/choices/trace_choice.hpp"
#include "sim/app/modules/module_maker.hpp"
#include "sim/app/waves/device_watch.hpp"
#include "sim/app/waves/wave_file.hpp"

namespace stencil {

// One per rank.
class RunWaves {
 public:
  using Warn = std::function<void(const std::string& line)>;

  // report: file; with `all`, each rank writes "R-RANK.fst" beside "R.json", without one "trace-RANK.fst". listener,
  // warn: called on rank 0; may be empty.
  RunWaves(MPI_Comm communicator, const TraceChoice& choice, const AcceleratorOptions& device,
           const std::string& report, ModuleListener listener, Warn warn);
  RunWaves(const RunWaves&) = delete;
  RunWaves& operator=(const RunWaves&) = delete;

  // Collective, before a device is made: refuses what cannot work. With `all`, has the traced module made and this
  // rank's file; with `failure`, rank 0 tries its tools and the cache, if the module is not there yet. Throws
  // AgreedError.
  void prepare();
  // Makes what `maker` makes; until keep(), with `all`, of a traced module that writes the waves.
  AcceleratorMaker traced(const AcceleratorMaker& maker);

  // Collective, when the device has ended, which writes until then: with `all`, puts the file of each rank in its
  // place; once. Later devices write no waves. For a file that cannot be written see report_lost().
  void keep();
  // On all ranks, after the verdict. A difference stands, with a warning; throws AgreedError where a run that is right
  // has not written a file it was asked for.
  void report_lost(int exit_status) const;
  // The same on this rank, after a failure, which is reported and not another one.
  void keep_what_there_is() noexcept;

  // Collective: what watches the calls of `wrong` on the rank that has it; with `failure` its operators too, unless the
  // traced module cannot be had: a warning says so, once.
  DeviceWatch watch(const std::optional<Capsule>& wrong, const AcceleratorMaker& maker);
  // Collective, with `failure`: the rank that has kept a call in `capsule` writes its waves beside it, and rank 0 names
  // them, or warns that there are none. cause: as WaveRequest has it. rtl_steps: of
  // a mixed run, those on RTL, as its text has them; calls of the others have no waves.
  void of_failure(const std::optional<Capsule>& kept, const std::optional<OperatorEvent>& cause,
                  const std::string& capsule, const AcceleratorMaker& maker, const std::string& rtl_steps);

 private:
  // Collective; rank 0 builds it where it is missing, others where they do not see its file. Throws AgreedError.
  void make_module();
  // Collective: whether there is one, after an attempt.
  bool has_module();
  void warn_of_none(const AgreedError& error) const;
  void keep_mine();

  MPI_Comm communicator_;
  TraceChoice choice_;
  AcceleratorOptions device_;
  std::string path_;  // of this rank's file
  ModuleListener listener_;
  Warn warn_;
  int rank_ = 0;
  std::string module_;
  bool has_no_module_ = false;  // it cannot be had
  std::optional<AgreedError> lost_;
  std::unique_ptr<WaveFile> file_;  // null: not `all`, or kept already
};

}  // namespace stencil
