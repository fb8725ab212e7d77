// A fault that shows only in the order of the run: calls made one by one give right rows.
// SPDX-License-Identifier: Apache-2.0
#include <mpi.h>

#include <fmt/core.h>

#include <utility>

#include "sim/app/capsule/platform_search.hpp"
#include "sim/app/diagnostics/run_capture.hpp"

namespace stencil {
namespace {

// The calls between two waits for all may be all of the run: so many words of their loads and stores are kept.
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
  capture_.emplace(wrong_);  // which has found nothing yet
  transfers_ = std::make_unique<PlatformWatch>();
  const auto place_of = [&](std::int64_t step, std::int64_t block) {
    return again.session().reference().place_of(step, block);
  };
  // Where calls of several steps are under way, blocks count on from step to step.
  const auto step_begins = [&](std::int64_t step) {
    const auto first = place_of(0, 0);
    if (step == 0 || !first || !first->step) begin_step(step);
  };
  again.sweep(false, recorded(maker_), step_begins, SecondRun::Order::as_the_run);
  find_places(again.session(), wrong_.found());
  const std::optional<Capsule> found = complete(wrong_.found());
  Json platform = earliest_platform_fault(communicator_, *transfers_, place_of, std::nullopt);
  Json unordered = earliest_unordered_calls(communicator_, *transfers_, place_of, std::nullopt);
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
