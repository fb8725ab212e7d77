// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/client_divergence.hpp"

#include <fmt/core.h>

#include <exception>

#include "host/c/process_accelerator.hpp"
#include "host/io/output_file.hpp"
#include "host/mpi/agreement.hpp"
#include "sim/app/capsule/capsule_file.hpp"
#include "sim/app/capsule/first_divergence.hpp"
#include "sim/app/json/json_file.hpp"
#include "sim/device/capsule/machine.hpp"
#include "sim/device/capsule/replay.hpp"

namespace stencil {
namespace {

// Calls of a program that steps do not divide have one place: the block of the report.
Capsule complete(Capsule found, int rank) {
  found.program = STENCIL_VERSION;
  found.device = process_accelerator_options();
  describe_machine(found, made_process_accelerator()->capabilities(), found.device.module);
  found.origin.rank = rank;
  CapsulePlace place;
  place.strip = rank;
  place.block = found.origin.first_block;
  found.origin.places = {place};
  return found;
}

std::string keep(const Capsule& found, const std::string& report_path) {
  if (report_path.empty() || is_stream(report_path)) return "";
  const std::string path = without_json(report_path) + ".capsule";
  write_capsule(found, path);
  return fmt::format("first wrong call: rank {}, block {} is kept in {};\n  alone: stencil-cosim replay {}\n",
                     found.origin.rank, found.origin.block(), path, path);
}

// The same calls on new devices. Values that do not come again depend on what the program did before.
Json search(const Capsule& found) {
  const AcceleratorOptions machine = searched_machine(found.device);
  const AcceleratorMaker maker = [](const AcceleratorOptions& options) { return make_accelerator(options); };
  return first_divergence(found, player_on(machine, maker), {}, {player_on_model(machine, maker)}).divergence;
}

struct Found {
  Json divergence = nullptr;
  std::string line;
};

// Diagnosis must not hide the verdict.
Found found_on(const std::optional<Capsule>& mine, int rank, std::int64_t block, const std::string& report_path) {
  if (!mine || mine->origin.first_block != block || made_process_accelerator() == nullptr) return {};
  Found found;
  try {
    const Capsule calls = complete(*mine, rank);
    reset_process_accelerator();  // one device at a time
    found.line = keep(calls, report_path);
    found.divergence = search(calls);
  } catch (const std::exception& error) {
    found.line += fmt::format("stencil: warning: the first wrong call was not looked into: {}\n", error.what());
  }
  return found;
}

}  // namespace

void find_client_divergence(MPI_Comm communicator, const std::optional<Capsule>& mine, const std::string& report_path,
                            Report& report) {
  int rank = 0;
  const bool alone = communicator == MPI_COMM_NULL;
  if (!alone) MPI_Comm_rank(communicator, &rank);
  // Rank and block of the first difference; block -1: nothing to look for. Steps are checked as wholes, not by calls.
  const auto& first = report.verdict.first_mismatch;
  std::int64_t place[] = {0, -1};
  if (rank == 0 && first && first->step == 0) {
    place[0] = first->rank;
    place[1] = first->block;
  }
  if (!alone) MPI_Bcast(place, 2, MPI_INT64_T, 0, communicator);
  if (place[1] < 0) return;
  Found found;
  if (rank == place[0]) found = found_on(mine, rank, place[1], report_path);
  if (!alone) {
    const int owner = static_cast<int>(place[0]);
    std::string text = found.divergence.dump();
    share_text(communicator, text, owner);
    share_text(communicator, found.line, owner);
    found.divergence = Json::parse(text);
  }
  if (rank != 0) return;
  report.divergence = found.divergence;
  fmt::print(stderr, "{}", found.line);
}

}  // namespace stencil
