// SPDX-License-Identifier: Apache-2.0
#include "sim/app/waves/run_waves.hpp"

#include <fmt/core.h>

#include <exception>
#include <utility>

#include "host/base/errors.hpp"
#include "host/mpi/agreement.hpp"
#include "sim/app/capsule/first_divergence.hpp"
#include "sim/app/modules/traced_module.hpp"
#include "sim/app/shared_modules/shared_module.hpp"
#include "sim/app/waves/replay_waves.hpp"
#include "sim/device/capsule/replay.hpp"
#include "sim/device/rtl/module_loader.hpp"

namespace stencil {

using Which = TraceChoice::Which;

RunWaves::RunWaves(MPI_Comm communicator, const TraceChoice& choice, const AcceleratorOptions& device,
                   const std::string& report, ModuleListener listener, Warn warn)
    : communicator_(communicator),
      choice_(choice),
      device_(device),
      listener_(std::move(listener)),
      warn_(std::move(warn)) {
  MPI_Comm_rank(communicator, &rank_);
  path_ = wave_path(report.empty() ? "trace" : report, fmt::format("-{}", rank_));
}

void RunWaves::make_module() {
  const TracedRequest request{configuration_of(device_), "", device_.module};
  module_ = shared_module(
      communicator_, [&](const ModuleListener& to) { return traced_module(request, to); }, listener_);
}

bool RunWaves::has_module() {
  if (!module_.empty() || has_no_module_) return !has_no_module_;
  try {
    make_module();
  } catch (const AgreedError& error) {
    has_no_module_ = true;
    warn_of_none(error);
  }
  return !has_no_module_;
}

void RunWaves::warn_of_none(const AgreedError& error) const {
  if (rank_ == 0 && warn_) warn_(fmt::format("--trace is {}, there are no waves: {}", text_of(choice_), error.what()));
}

void RunWaves::prepare() {
  if (choice_.which == Which::off) return;
  if (choice_.which == Which::failure) {
    agree(communicator_, [&] {
      if (rank_ == 0) check_traced_module({configuration_of(device_), "", device_.module});
    });
    return;
  }
  make_module();
  agree(communicator_, [&] { file_ = std::make_unique<WaveFile>(path_, choice_); });
}

AcceleratorMaker RunWaves::traced(const AcceleratorMaker& maker) {
  return [this, maker](const AcceleratorOptions& options) {
    if (!file_) return maker(options);
    AcceleratorOptions inspected = options;
    inspected.module = module_;
    inspected.inspection = &file_->inspection();
    return maker(inspected);
  };
}

void RunWaves::keep() {
  if (choice_.which != Which::all) return;
  try {
    agree(communicator_, [&] { keep_mine(); });
  } catch (const AgreedError& error) {
    lost_.emplace(error);
  }
}

void RunWaves::report_lost(int exit_status) const {
  if (!lost_) return;
  if (exit_status == exit_ok) throw AgreedError(*lost_);
  warn_of_none(*lost_);
}

void RunWaves::keep_mine() {
  if (!file_) return;
  const std::unique_ptr<WaveFile> file = std::move(file_);
  file->commit(std::nullopt);
}

void RunWaves::keep_what_there_is() noexcept {
  try {
    keep_mine();
  } catch (const std::exception&) {
    // The failure before this one is the one to tell.
  }
}

DeviceWatch RunWaves::watch(const std::optional<Capsule>& wrong, const AcceleratorMaker& maker) {
  const Inside inside = choice_.which == Which::failure && has_module() ? Inside::shown : Inside::hidden;
  if (!wrong) return {};
  AcceleratorOptions machine = searched_machine(wrong->device);
  if (inside == Inside::shown) machine.module = module_;
  return watch_of(machine, inside, maker);
}

void RunWaves::of_failure(const std::optional<Capsule>& kept, const std::optional<OperatorEvent>& cause,
                          const std::string& capsule, const AcceleratorMaker& maker, const std::string& rtl_steps) {
  if (choice_.which != Which::failure) return;
  int writer = kept ? rank_ : -1;
  MPI_Allreduce(MPI_IN_PLACE, &writer, 1, MPI_INT, MPI_MAX, communicator_);
  if (writer < 0 || !has_module()) return;
  std::string lines;
  try {
    agree(communicator_, [&] {
      if (!kept) return;
      if (kept->device.accel != "rtl")
        throw ArgumentError(fmt::format("--trace failure: step {}, of that call, is on {}, waves are of RTL{}",
                                        kept->origin.step, kept->device.accel,
                                        rtl_steps.empty() ? "" : "; on RTL are: " + rtl_steps));
      Capsule played;
      {
        const std::unique_ptr<Accelerator> device = maker(kept->device);
        played = play(*kept, *device);
      }
      lines = write_replay_waves({choice_, wave_path(capsule), kept->device, module_, cause}, played, maker);
    });
  } catch (const AgreedError& error) {
    return warn_of_none(error);
  }
  share_text(communicator_, lines, writer);
  while (!lines.empty() && lines.back() == '\n') lines.pop_back();
  if (rank_ == 0 && listener_.print) listener_.print(lines);
}

}  // namespace stencil
