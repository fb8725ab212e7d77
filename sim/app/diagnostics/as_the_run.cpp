// A fault that shows only in the order of the run: calls made one by one give right rows.
// SPDX-License-Identifier: Apache-2.0
#include <mpi.h>

#include <fmt/core.h>

#include <utility>

#include "sim/app/diagnostics/run_capture.hpp"

namespace stencil {
namespace {

// Memory limit: in joined steps a capsule holds the loads and stores of the whole run, 1 GiB at most.
constexpr std::int64_t most_words = std::int64_t{1} << 27;

Json too_many_words(std::int64_t words) {
  return {{"where", "host"},
          {"room", nullptr},
          {"text", fmt::format("first divergence: not found: made one by one, the run gives every call and every row\n"
                               "  the values of the golden solver; made as the run has it, its calls move\n"
                               "  about {} words, which is more than the {} that are kept at once",
                               words, most_words)}};
}

}  // namespace

KeptCall RunCapture::find_as_the_run(SecondRun& again, RunWaves& waves, std::int64_t words) {
  int mine = 0;
  MPI_Comm_rank(communicator_, &mine);
  MPI_Allreduce(MPI_IN_PLACE, &words, 1, MPI_INT64_T, MPI_MAX, communicator_);
  if (words > most_words) return {"", too_many_words(words)};
  auto [found, platform, unordered] = search_calls(again, SecondRun::Order::as_the_run);
  std::optional<WrongRow> wrong = again.wrong_result();
  again.end();
  transfers_.reset();
  if (!platform.is_null()) return {"", std::move(platform)};
  if (!unordered.is_null()) return {calls_are_right, std::move(unordered)};
  if (const std::optional<int> rank = earliest_rank(communicator_, found)) {
    KeptCall kept;
    if (!path_.empty()) kept.line = "first wrong call: " + write(found, *rank);
    kept.divergence = find_first(found, *rank, waves);
    return kept;
  }
  if (!wrong) return {};
  wrong->whose =
      "though every call of an accelerator is right, and right rows come of the same blocks and tiles one by one: what "
      "the schedule hands on from one to the next, or leaves out, is wrong (host/jacobi/steps, "
      "host/gauss_seidel/pipeline)";
  const bool is_mine = wrong->owner == mine;
  return {calls_are_right, host_fault_json(communicator_, is_mine ? wrong : std::nullopt)};
}

}  // namespace stencil
