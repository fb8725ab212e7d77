// A device that has failed: its calls as a capsule, and what was wrong before.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <string>
#include <vector>

#include "host/base/errors.hpp"
#include "host/base/text.hpp"
#include "sim/app/capsule/capsule_file.hpp"
#include "sim/app/capsule/first_divergence.hpp"
#include "sim/app/capsule/platform_search.hpp"
#include "sim/app/diagnostics/search/failing_group.hpp"
#include "sim/app/diagnostics/search/run_capture.hpp"
#include "sim/app/divergence/probed_command.hpp"
#include "sim/app/json/utf8.hpp"
#include "sim/device/capsule/replay.hpp"
#include "sim/device/capsule/touched_words.hpp"
#include "sim/device/divergence/calls/shorter_calls.hpp"
#include "sim/device/kernels/checked_numbers.hpp"

namespace stencil {

std::string RunCapture::keep_failure() noexcept {
  if (!failed_.found() && !keeps_failure_) return "";
  if (!failed_.found()) return "--capture failure: no call of this rank's device failed, none is kept";
  try {
    const std::optional<Capsule> found = complete(failed_.found());
    if (path_.empty()) return "";
    write_capsule(*found, path_);
    return fmt::format(
        "rank {}, step {}, block {} and the calls after it until the device failed are kept in {};\n"
        "  alone: stencil-cosim replay {}",
        found->origin.rank, found->origin.step, found->origin.block(), path_, path_);
  } catch (const std::exception& error) {
    return error.what();
  }
}

// The command that hangs, or leaves wrong values, need not be the one that others wait for: the first that does so
// where no call behind it is made.
std::string RunCapture::first_failing() const {
  const Capsule& all = *failed_.found();
  const CapsulePlayer play = player_on(failing_machine(all.device), maker_);
  const std::vector<std::size_t> positions = command_positions(all);
  for (std::size_t number = 0; number < positions.size(); ++number) {
    const std::string which = fmt::format("made alone, the calls up to the command of block {} of the step",
                                          all.origin.first_block + static_cast<std::int64_t>(number));
    Capsule calls = calls_before(all, positions[number] + 1);
    look_at(calls, {words_written(calls.calls.back().command)});
    expect(calls);
    try {
      const Capsule played = play(calls);
      if (difference(played).mismatches == 0) continue;
      return wrapped(which + " leave wrong values:", 2, 0) + "\n" +
             first_divergence(played, player_on(searched_machine(all.device), maker_), {}).divergence["text"].text();
    } catch (const std::exception& error) {
      const std::string why = one_line(error.what());
      const bool is_refused = why.rfind(refused_command, 0) == 0;
      std::vector<std::string> lines;
      if (is_refused && number > 0)
        lines.push_back(wrapped(
            fmt::format(
                "the command of block {} of the step is the one refused ({}): made alone, the calls up to those "
                "of the block before pass",
                all.origin.first_block + static_cast<std::int64_t>(number),
                checked_numbers(all.calls[positions[number]].command, all.capabilities)),
            2, 0));
      else if (number + 1 < positions.size())
        lines.push_back(
            wrapped(fmt::format("{} fail as well ({})", which, why.substr(0, why.find_first_of(":;"))), 2, 0));
      if (is_refused) lines.push_back(taken_otherwise(calls, positions[number], play));
      if (const auto* hang = dynamic_cast<const DeviceHang*>(&error))
        lines.push_back(hang->state.commands == 0 ? hang_without_commands(calls, play)
                                                  : hang_of_other_sweeps(calls, positions[number], play));
      lines.erase(std::remove(lines.begin(), lines.end(), ""), lines.end());
      return fmt::format("{}", fmt::join(lines, "\n"));
    }
  }
  return "";
}

std::string RunCapture::explain_failure(SecondRun* again, RunWaves& waves, const AcceleratorMaker& maker) {
  if (accel_ != "rtl" && accel_ != "model") return "";
  maker_ = maker;
  const bool is_rtl = accel_ == "rtl";  // of the run that failed
  int ranks = 1;
  MPI_Comm_size(communicator_, &ranks);
  if (ranks > 1 && again != nullptr) {
    int found = failed_.found() ? 1 : 0;
    MPI_Allreduce(MPI_IN_PLACE, &found, 1, MPI_INT, MPI_MAX, communicator_);
    int rank = 0;
    MPI_Comm_rank(communicator_, &rank);
    if (found == 0 && is_rtl) {
      const std::string side = side_of_counters(*again);
      return rank == 0 ? side : "";  // the same on all
    }
    again = nullptr;
  }
  if (!failed_.found() && again != nullptr) fail_again(*again);
  if (!failed_.found()) return is_rtl && again != nullptr ? side_of_counters(*again) : "";
  if (!is_rtl) return side_without_rtl();
  failed_.shorten(failing_group(*failed_.found(), failing_machine(failed_.found()->device), maker_));
  std::string side = side_of_failure();
  if (side.rfind("side: device", 0) != 0) return side;  // what fails at fewer calls says nothing more
  const std::string before = again == nullptr ? "" : wrong_before(*again, waves);
  // Calls of many steps that no fewer could be found for: each would be made again with all before it.
  if (before.empty() && !failed_.found()->steps.empty()) return side;
  const std::string more = before.empty() ? first_failing() : before;
  return more.empty() ? side : side + "\n" + more;
}

// Calls that read what earlier ones have left in the device are kept with it in a second run alone: reading it costs
// cycles.
void RunCapture::fail_again(SecondRun& again) {
  failed_ = FailedCall(true);
  capture_.emplace(failed_);
  searches_ = true;
  try {
    sweep_again(again, false, SecondRun::Order::one_by_one);
  } catch (const std::exception&) {  // that it fails again is what is to be explained
  }
  again.end();
}

std::string RunCapture::wrong_before(SecondRun& again, RunWaves& waves) {
  capture_.emplace(wrong_);
  searches_ = true;
  transfers_ = std::make_unique<PlatformWatch>();
  try {
    sweep_again(again, false, SecondRun::Order::one_by_one);
  } catch (const std::exception&) {  // that it fails again is what is to be explained
  }
  if (!wrong_.found()) return "";
  find_places(again.session(), wrong_.found());
  const std::optional<Capsule> found = complete(wrong_.found());
  Json told = earliest_platform_fault(
      communicator_, *transfers_,
      [&](std::int64_t step, std::int64_t block) { return again.session().reference().place_of(step, block); },
      found->origin.step);
  again.end();
  transfers_.reset();
  if (told.is_null()) told = find_first(found, static_cast<int>(found->origin.rank), waves);
  return "before it failed, a value was wrong:\n" + told["text"].text();
}

}  // namespace stencil
