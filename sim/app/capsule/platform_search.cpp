// SPDX-License-Identifier: Apache-2.0
#include "sim/app/capsule/platform_search.hpp"

#include <functional>
#include <limits>
#include <memory>

#include "host/base/errors.hpp"
#include "host/mpi/agreement.hpp"
#include "sim/device/capsule/replay.hpp"

namespace stencil {

AcceleratorMaker watched(const AcceleratorMaker& maker, PlatformWatch& watch) {
  return [&watch, maker](const AcceleratorOptions& options) -> std::unique_ptr<Accelerator> {
    return std::make_unique<WatchedAccelerator>(maker, options, watch);
  };
}

Json platform_fault_of(const Capsule& capsule, const AcceleratorOptions& machine, const AcceleratorMaker& maker) {
  PlatformWatch watch;
  watch.begin_step(capsule.origin.step);
  try {
    const std::unique_ptr<Accelerator> device = watched(maker, watch)(machine);
    play(capsule, *device);
  } catch (const DeviceError&) {  // what the device fails with is reported by others
  }
  if (!watch.found()) return nullptr;
  // Blocks count as those of the run do; the command before the calls is played too.
  PlatformWatch::Found found = *watch.found();
  found.commands += capsule.origin.first_block - (capsule.before ? 1 : 0);
  return platform_fault_json(found, capsule.origin.rank,
                             [&](std::int64_t, std::int64_t block) -> std::optional<CapsulePlace> {
                               const auto command = static_cast<std::size_t>(block - capsule.origin.first_block);
                               const auto& places = capsule.origin.places;
                               return command < places.size() ? std::optional(places[command]) : std::nullopt;
                             });
}

namespace {

using Found = std::optional<PlatformWatch::Found>;

// limit: the first wrong call of this rank; a rank that has none has no value.
Json earliest(MPI_Comm communicator, const Found& mine, std::optional<std::int64_t> limit,
              const std::function<Json(const PlatformWatch::Found&, std::int64_t rank)>& json_of) {
  constexpr long none = std::numeric_limits<long>::max();
  int rank = 0;
  MPI_Comm_rank(communicator, &rank);
  long wrong = limit ? static_cast<long>(*limit) : none;
  MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_LONG, MPI_MIN, communicator);
  struct {
    long step;
    int rank;
  } first{mine ? static_cast<long>(mine->step) : none, rank};
  MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_LONG_INT, MPI_MINLOC, communicator);
  if (first.step == none || first.step > wrong) return nullptr;
  std::string text;
  if (rank == first.rank) text = json_of(*mine, rank).dump();
  share_text(communicator, text, first.rank);
  return Json::parse(text);
}

}  // namespace

Json earliest_platform_fault(MPI_Comm communicator, const PlatformWatch& watch, const BlockPlaces& place_of,
                             std::optional<std::int64_t> wrong_call) {
  return earliest(communicator, watch.found(), wrong_call, [&](const PlatformWatch::Found& found, std::int64_t rank) {
    return platform_fault_json(found, rank, place_of);
  });
}

Json earliest_unordered_calls(MPI_Comm communicator, const PlatformWatch& watch, const BlockPlaces& place_of,
                              std::optional<std::int64_t> wrong_call) {
  return earliest(communicator, watch.unordered(), wrong_call,
                  [&](const PlatformWatch::Found& found, std::int64_t rank) {
                    return unordered_calls_json(found, rank, place_of);
                  });
}

}  // namespace stencil
