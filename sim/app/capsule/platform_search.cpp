// SPDX-License-Identifier: Apache-2.0
#include "sim/app/capsule/platform_search.hpp"

#include <limits>
#include <memory>

#include "host/base/errors.hpp"
#include "host/mpi/agreement.hpp"
#include "sim/device/capsule/replay.hpp"

namespace stencil {

AcceleratorMaker watched(const AcceleratorMaker& maker, PlatformWatch& watch) {
  return [&watch, maker](const AcceleratorOptions& options) -> std::unique_ptr<Accelerator> {
    if (options.accel != "rtl" && options.accel != "model") return maker(options);
    return std::make_unique<WatchedAccelerator>(maker, options, watch);
  };
}

Json platform_fault_of(const Capsule& capsule, const AcceleratorOptions& machine, const AcceleratorMaker& maker) {
  PlatformWatch watch;
  watch.begin_step(capsule.origin.step);
  try {
    const std::unique_ptr<Accelerator> device = watched(maker, watch)(machine);
    play(capsule, *device);
  } catch (const DeviceError&) {
    return nullptr;  // what the device fails with is reported by others
  }
  if (!watch.found()) return nullptr;
  const std::int64_t before = capsule.before ? 1 : 0;
  return platform_fault_json(*watch.found(), capsule.origin.rank,
                             [&](std::int64_t, std::int64_t block) -> std::optional<CapsulePlace> {
                               const auto command = static_cast<std::size_t>(block - before);
                               const auto& places = capsule.origin.places;
                               return command < places.size() ? std::optional(places[command]) : std::nullopt;
                             });
}

Json earliest_platform_fault(MPI_Comm communicator, const PlatformWatch& watch, const BlockPlaces& place_of,
                             std::optional<std::int64_t> wrong_call) {
  constexpr long none = std::numeric_limits<long>::max();
  int rank = 0;
  MPI_Comm_rank(communicator, &rank);
  long wrong = wrong_call ? static_cast<long>(*wrong_call) : none;
  MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_LONG, MPI_MIN, communicator);
  struct {
    long step;
    int rank;
  } earliest{watch.found() ? static_cast<long>(watch.found()->step) : none, rank};
  MPI_Allreduce(MPI_IN_PLACE, &earliest, 1, MPI_LONG_INT, MPI_MINLOC, communicator);
  if (earliest.step == none || earliest.step > wrong) return nullptr;
  std::string text;
  if (rank == earliest.rank) text = platform_fault_json(*watch.found(), rank, place_of).dump();
  share_text(communicator, text, earliest.rank);
  return Json::parse(text);
}

}  // namespace stencil
