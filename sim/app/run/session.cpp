// SPDX-License-Identifier: Apache-2.0
#include "sim/app/run/session.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <exception>
#include <optional>

#include "host/base/errors.hpp"
#include "host/device/refused_call.hpp"
#include "host/mpi/agreement.hpp"
#include "sim/app/fidelity/fidelity_report.hpp"
#include "sim/app/progress/progress.hpp"
#include "sim/device/contract/call_error.hpp"
#include "sim/device/contract/device_hang.hpp"

namespace stencil {
namespace {

// Waves show the inside of RTL. Those of a failure are looked for where it is found.
void refuse_waves_of_model(const RunOptions& options, const RtlSteps& steps) {
  if (steps.on_rtl() == steps.steps()) return;
  const std::string named = steps.on_rtl() == 0 ? "none" : steps.text();
  if (options.trace.which == TraceChoice::Which::all)
    throw ArgumentError(
        fmt::format("--trace is {}, must be off or failure with --accel mixed: waves are of RTL, and only these steps "
                    "are on RTL: {}",
                    text_of(options.trace), named));
  if (options.trace.which == TraceChoice::Which::failure && options.capture &&
      options.capture->which == CaptureChoice::Which::call && !steps.holds(options.capture->step))
    throw ArgumentError(
        fmt::format("--trace is failure, must be off with --capture {}: step {} is on model, on RTL are: {}",
                    text_of(*options.capture), options.capture->step, named));
}

// Drops the last blocks of a ledger that lists more, as those of stages may.
void list_at_most(BlockLedger& ledger, std::int64_t most) {
  ledger.most_listed = most;
  while (static_cast<std::int64_t>(ledger.blocks.size()) > most) {
    ledger.blocks.pop_back();
    ++ledger.blocks_omitted;
  }
}

}  // namespace

Session::Session(MPI_Comm communicator, const RunOptions& options, const ProblemFiles& files)
    : communicator_(communicator), options_(options), source_(options, files) {
  MPI_Comm_rank(communicator, &rank_);
  MPI_Comm_size(communicator, &ranks_);
  ledger_.most_listed = options.list_blocks;
}

void Session::plan_steps(std::int64_t steps, const std::vector<std::int64_t>& each_class, bool buffers_stay) {
  if (!options_.fidelity.mixed) return;
  rtl_steps_.emplace(options_.fidelity.rtl_steps, steps, each_class);
  refuse_waves_of_model(options_, *rtl_steps_);
  between_.emplace(static_cast<double>(rtl_steps_->on_rtl()) / static_cast<double>(steps), buffers_stay);
  ledger_.on_rtl = [on = *rtl_steps_](std::int64_t step) { return on.holds(step); };
}

void Session::sweep(const BlocksDone& done) {
  const std::int64_t cycles_before = device_->cycles().total();
  others_may_wait_ = ranks_ > 1;
  std::exception_ptr failure;
  try {
    run_observed_sweeps(done);
    list_at_most(ledger_, options_.list_blocks);
  } catch (...) {
    list_at_most(ledger_, options_.list_blocks);
    if (others_may_wait_) throw;
    failure = std::current_exception();
  }
  agree(communicator_, [&] {
    if (failure) std::rethrow_exception(failure);
    check_ledger(cycles_before);
    device_->audit();
  });
}

void Session::run_observed_sweeps(const BlocksDone& done) {
  device_->observe(observers_.device);
  if (observers_.blocks != nullptr) observers_.blocks->blocks_begin(device_->cycles().total());
  ledger_.listener = observers_.blocks;
  try {
    run_sweeps([&](std::size_t blocks) {
      blocks_ += static_cast<std::int64_t>(blocks);
      if (done) done(blocks);
    });
  } catch (const CallError& error) {
    throw DeviceError(with_block(error.what(), error.command));
  } catch (const DeviceHang& hang) {
    if (!hang.command) throw;
    throw DeviceHang(with_block(hang.what(), *hang.command), hang.state);
  } catch (const RefusedCall& refused) {
    // The options were checked before: the blocking itself is wrong.
    const std::string before = refused.commands_before == 0
                                   ? fmt::format("before the first command of step {}", failed_block(0).first)
                                   : "after the command of " + with_block("", refused.commands_before - 1).substr(2);
    throw DeviceError(fmt::format("side: host, whose blocking makes a call that no device takes: {}; posted {}",
                                  refused.what(), before));
  }
  ledger_.listener = nullptr;
  device_->observe(nullptr);
}

void Session::begin_step(std::int64_t step) {
  if (step != step_) blocks_before_ = blocks_;
  step_ = step;
  if (between_) between_->to(rtl_steps_->holds(step));
  if (step_listener_) step_listener_(step);
}

std::pair<std::int64_t, std::int64_t> Session::step_and_block(std::int64_t step, std::int64_t block) const {
  if (overlapping_.blocks == 0) return {step, block};
  const std::int64_t own = std::min(step + block / overlapping_.blocks, overlapping_.steps - 1);
  return {own, block - (own - step) * overlapping_.blocks};
}

std::pair<std::int64_t, std::int64_t> Session::failed_block(std::int64_t command) const {
  if (overlapping_.blocks > 0) return step_and_block(0, idle_after_ + command);
  return {step_, blocks_ - blocks_before_ + command};
}

// "...; step 1, strip 0, block 3". Of stages the step alone is known.
std::string Session::with_block(const std::string& error, std::int64_t command) {
  const auto [step, block] = failed_block(command);
  std::string text = fmt::format("{}; step {}", error, step);
  const auto place = reference().place_of(step, block);
  if (!place) return text;
  if (place->strip) text += fmt::format(", strip {}", *place->strip);
  return text + fmt::format(", {} {}", place->strip ? "block" : "tile", place->block);
}

void Session::check_ledger(std::int64_t cycles_before) const {
  const auto mine = ledger_.ranks.find(rank_);
  const std::int64_t in_blocks = mine == ledger_.ranks.end() ? 0 : mine->second.cycles.total();
  const std::int64_t counted = device_->cycles().total() - cycles_before;
  if (in_blocks != counted) {
    throw DeviceError(fmt::format("ledger: the blocks add up to {} cycles, the device counted {}", in_blocks, counted));
  }
}

void Session::report_to(ProgressLine* progress) {
  progress_ = progress;
  source_.report_to(progress);
}

void Session::try_device(const DeviceMaker& make) const {
  AcceleratorOptions asked = options_.device;
  asked.checking = {};
  asked.between = between_ ? &*between_ : nullptr;
  check_device(make(asked)->capabilities());
}

void Session::make_device(const DeviceMaker& make) {
  std::optional<Work> work;
  AcceleratorOptions asked = options_.device;
  asked.between = between_ ? &*between_ : nullptr;
  if (asked.checking.poison_words > 0) asked.checking.poison_words = plan().most_block_words;
  asked.making.check = [this](const Capabilities& read) { check_device(read); };
  asked.making.poisoned = [&](std::int64_t done, std::int64_t all) {
    if (!work) work.emplace(progress_, "NaNs loaded into the device");
    work->at_units(done, all);
  };
  device_ = make(asked);
  check_device(device());
}

void Session::describe_problem(Report& report) const {
  report.problem = source_.description(options_);
}

void Session::describe(Report& report) const {
  describe_problem(report);
  if (between_)
    report.parts.put(fidelity_of(communicator_, options_.fidelity.rtl_steps, *rtl_steps_, between_->cost(), report));
}

CostEstimate Session::estimate_dry(const AcceleratorOptions& options, const DeviceMaker& make_dry) {
  if (!device().timed || !make_dry) return estimate(nullptr);
  const std::unique_ptr<Accelerator> dry = make_dry(options);
  try {
    return estimate(dry.get());
    // The sweeps fail there as well, and then the block is known.
  } catch (const DeviceError&) {
    return estimate(nullptr);
  } catch (const RefusedCall&) {
    return estimate(nullptr);
  }
}

}  // namespace stencil
