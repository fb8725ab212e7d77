// SPDX-License-Identifier: Apache-2.0
#include "sim/app/waves/run_waves.hpp"

#include <fmt/format.h>

#include <exception>
#include <utility>

#include "host/base/errors.hpp"
#include "host/mpi/agreement.hpp"
#include "sim/app/capsule/first_divergence.hpp"
#include "sim/app/capsule/rtl_cache.hpp"
#include "sim/app/waves/replay_waves.hpp"
#include "sim/device/capsule/replay.hpp"

namespace stencil {

using Which = TraceChoice::Which;

void check_trace(const TraceChoice& choice, const AcceleratorOptions& device, const std::string& capsule) {
  if (choice.which == Which::off) return;
  if (device.accel != "rtl") {
    throw ArgumentError(
        fmt::format("--trace is {}, must come with --accel rtl, this is {}", text_of(choice), device.accel));
  }
  if (choice.which == Which::failure && capsule.empty()) {
    throw ArgumentError(
        "--trace is failure, must come with --report or --capsule: the waves go beside the capsule of the first "
        "wrong call");
  }
}

RunWaves::RunWaves(MPI_Comm communicator, const TraceChoice& choice, const AcceleratorOptions& device,
                   const std::string& report)
    : communicator_(communicator), choice_(choice), device_(device) {
  MPI_Comm_rank(communicator, &rank_);
  path_ = wave_path(report.empty() ? "trace" : report, fmt::format("-{}", rank_));
}

void RunWaves::make_module(const SayLine& say) {
  const auto make = [&] {
    module_ = traced_module("", find_configuration(device_.config), device_.module, [&](const std::string& line) {
      if (say) say(line);
    });
  };
  agree(communicator_, [&] {
    if (rank_ == 0) make();
  });
  agree(communicator_, make);
}

void RunWaves::prepare(const SayLine& say) {
  if (choice_.which != Which::all) return;
  make_module(say);
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

void RunWaves::keep(const std::function<void()>& end_device) {
  if (choice_.which == Which::all) agree(communicator_, [&] { keep_mine(end_device); });
}

void RunWaves::keep_mine(const std::function<void()>& end_device) {
  if (!file_) return;
  end_device();
  const std::unique_ptr<WaveFile> file = std::move(file_);
  file->commit(std::nullopt);
}

void RunWaves::keep_what_there_is(const std::function<void()>& end_device) noexcept {
  try {
    keep_mine(end_device);
  } catch (const std::exception&) {
    // The failure before this one is the one to tell.
  }
}

DeviceWatch RunWaves::watch(const std::optional<Capsule>& wrong, const AcceleratorMaker& maker, const SayLine& say) {
  const Inside inside = choice_.which == Which::failure ? Inside::shown : Inside::hidden;
  if (inside == Inside::shown) make_module(say);
  if (!wrong) return {};
  AcceleratorOptions machine = searched_machine(wrong->device);
  if (inside == Inside::shown) machine.module = module_;
  return watch_of(machine, inside, maker);
}

void RunWaves::of_failure(const std::optional<Capsule>& kept, const std::optional<OperatorEvent>& cause,
                          const std::string& capsule, const AcceleratorMaker& maker, const SayLine& say) {
  if (choice_.which != Which::failure) return;
  int writer = kept ? rank_ : -1;
  MPI_Allreduce(MPI_IN_PLACE, &writer, 1, MPI_INT, MPI_MAX, communicator_);
  if (writer < 0) return;
  if (module_.empty()) make_module(say);  // of a call that was chosen
  std::string lines;
  agree(communicator_, [&] {
    if (!kept) return;
    Capsule played;
    {
      const std::unique_ptr<Accelerator> device = maker(kept->device);
      played = play(*kept, *device);
    }
    lines =
        write_replay_waves({choice_, wave_path(capsule), kept->device, "", cause}, played, maker, [](const auto&) {});
  });
  share_text(communicator_, lines, writer);
  while (!lines.empty() && lines.back() == '\n') lines.pop_back();
  if (rank_ == 0 && say) say(lines);
}

}  // namespace stencil
