// SPDX-License-Identifier: Apache-2.0
#include "sim/app/diagnostics/search/run_capture.hpp"

#include <fmt/core.h>

#include <utility>

#include "host/mpi/agreement.hpp"
#include "sim/app/capsule/first_divergence.hpp"
#include "sim/app/capsule/platform_search.hpp"
#include "sim/app/run/estimate.hpp"
#include "sim/app/waves/run_waves.hpp"
#include "sim/device/capsule/replay.hpp"

namespace stencil {

RunCapture::RunCapture(MPI_Comm communicator, const std::optional<CaptureChoice>& choice, std::string path)
    : communicator_(communicator),
      choice_(choice),
      has_choice_(choice && choice->which == CaptureChoice::Which::call),
      keeps_failure_(choice && choice->which == CaptureChoice::Which::failure),
      path_(std::move(path)),
      failed_(keeps_failure_) {
  int rank = 0;
  MPI_Comm_rank(communicator, &rank);
  if (keeps_failure_ || !choice) capture_.emplace(failed_);
  if (!has_choice_ || choice->rank != rank) return;
  chosen_.emplace(choice->step, choice->block);
  capture_.emplace(*chosen_);
}

RunCapture::~RunCapture() = default;

void RunCapture::begin_step(std::int64_t step) {
  if (capture_) capture_->begin_step(step);
  if (transfers_) transfers_->begin_step(step);
}

AcceleratorMaker RunCapture::recorded(const AcceleratorMaker& maker) {
  maker_ = maker;
  if (!capture_) return maker;
  const AcceleratorMaker made = transfers_ ? watched(maker, *transfers_) : maker;
  // Made again, a run would warn again of what it reads and of the order of its calls.
  const AcceleratorMaker quiet = [made](AcceleratorOptions options) {
    options.checking.reads = false;
    return made(options);
  };
  const AcceleratorMaker recorded = capture_->recorded(searches_ ? quiet : made);
  return [this, maker, recorded](const AcceleratorOptions& options) {
    accel_ = options.accel;
    changes_devices_ = options.between != nullptr;
    // Unasked, the calls of a failure are recorded beside a simulation of RTL, which takes a thousand times as long.
    const bool unasked = !has_choice_ && !keeps_failure_ && !searches_;
    return unasked && options.accel != "rtl" ? maker(options) : recorded(options);
  };
}

void RunCapture::check_choice(Session& session) const {
  if (!has_choice_) return;
  agree(communicator_, [&] {
    int rank = 0;
    int ranks = 1;
    MPI_Comm_rank(communicator_, &rank);
    MPI_Comm_size(communicator_, &ranks);
    check_capture_rank(*choice_, ranks);
    // Stages do not say which blocks they make.
    if (choice_->rank != rank || !session.plan().reports_blocks) return;
    const CostEstimate mine = session.estimate(nullptr);
    check_capture_place(*choice_, mine.steps(), [&](std::int64_t step) { return mine.blocks(step); });
  });
}

void RunCapture::find_places(Session& session, const std::optional<Capsule>& found) {
  of_mixed_run_ = session.rtl_steps() != nullptr;
  places_.clear();
  if (!found) return;
  for (std::size_t i = 0; i < command_count(*found); ++i) {
    const auto place =
        session.reference().place_of(found->origin.step, found->origin.first_block + static_cast<std::int64_t>(i));
    if (!place) return places_.clear();
    places_.push_back(*place);
  }
}

std::optional<Capsule> RunCapture::complete(std::optional<Capsule> found) const {
  if (!found) return found;
  int rank = 0;
  MPI_Comm_rank(communicator_, &rank);
  found->program = STENCIL_VERSION;
  found->origin.rank = rank;
  found->origin.places = places_;
  found->of_mixed_run = of_mixed_run_;
  return found;
}

std::string RunCapture::write(const std::optional<Capsule>& found, int rank) {
  int mine = 0;
  MPI_Comm_rank(communicator_, &mine);
  std::string line = write_call(communicator_, found, rank, path_);
  if (mine == rank) kept_ = found;
  return line;
}

std::string RunCapture::keep_chosen(Session& session) {
  find_places(session, chosen_ ? chosen_->found() : std::nullopt);
  const std::optional<Capsule> found = complete(chosen_ ? chosen_->found() : std::nullopt);
  const std::optional<int> rank = earliest_rank(communicator_, found);
  return rank ? write(found, *rank) : "--capture: the accelerator of that rank has made no such call";
}

RunCapture::SearchedCalls RunCapture::search_calls(SecondRun& again, SecondRun::Order order,
                                                   CapsuleListener& listener) {
  capture_.emplace(listener);
  transfers_ = std::make_unique<PlatformWatch>();
  const auto place_of = [&](std::int64_t step, std::int64_t block) {
    return again.session().reference().place_of(step, block);
  };
  sweep_again(again, false, order);
  find_places(again.session(), wrong_.found());
  std::optional<Capsule> found = complete(wrong_.found());
  const std::optional<std::int64_t> wrong_step = found ? std::optional(found->origin.step) : std::nullopt;
  Json platform = earliest_platform_fault(communicator_, *transfers_, place_of, wrong_step);
  Json unordered = earliest_unordered_calls(communicator_, *transfers_, place_of, wrong_step);
  return {std::move(found), std::move(platform), std::move(unordered)};
}

// A difference in the result may come from any call before. The run is deterministic: a second one compares each call
// with the golden models.
KeptCall RunCapture::keep_first_wrong(SecondRun& again, RunWaves& waves, const AcceleratorMaker& maker) {
  maker_ = maker;
  searches_ = true;
  auto [found, platform, unordered] = search_calls(again, SecondRun::Order::one_by_one, wrong_);
  Session& session = again.session();
  const std::int64_t words = 3 * session.plan().most_block_words * session.estimate(nullptr).blocks();
  again.end();
  transfers_.reset();
  const std::optional<int> rank = earliest_rank(communicator_, found);
  // Only there is the order of calls drawn at random, and every one of them carried out right.
  if (platform.is_null() && accel_ == "shuffled") platform = unordered;
  if (!platform.is_null()) {
    KeptCall kept;
    if (rank && !path_.empty()) kept.line = "first wrong call: " + write(found, *rank);
    kept.divergence = std::move(platform);
    return kept;
  }
  if (!rank) {
    Json told = find_host_fault(again, true);
    if (told.is_null() || told["room"].is_null()) {
      KeptCall as_the_run = find_as_the_run(again, waves, words);
      if (!as_the_run.divergence.is_null()) return as_the_run;
    }
    // A load that puts right words in a wrong place makes the device wrong, though every call of it passes.
    // Nor is the register CHANGE what a call stores.
    if (!told.is_null() && (told["where"] != "host" || (told.contains("side") && told["side"] == "device")))
      return {"", std::move(told)};
    const bool of_host =
        !told.is_null() && told.contains("side") && (told["side"] == "host" || told["side"] == "input");
    return {of_host ? calls_are_right : "no call of an accelerator was wrong", std::move(told)};
  }
  KeptCall kept;
  if (!path_.empty()) kept.line = "first wrong call: " + write(found, *rank);
  kept.divergence = find_first(found, *rank, waves);
  const bool is_right_alone = kept.divergence.contains("where") && kept.divergence["where"] == "state of the device";
  bool is_of_order = kept.divergence.contains("room") && kept.divergence["room"] == "interlock";
  if (is_right_alone) {
    // The host may have overwritten the rows that a call stored, or put results into other rows. Of a row that no store
    // has brought right, what a store brought is what the device held, unless another store has set it since.
    Json host = find_host_fault(again, false);
    bool is_found = !host.is_null() && !host["room"].is_null();
    if (is_found && host.contains("unstored")) is_found = stores_overlap(communicator_, found, *rank);
    const bool is_late = is_found && !unordered.is_null() && host["step"].number() > unordered["step"].number();
    if (is_found) kept.divergence = std::move(host);
    is_of_order = !is_found || is_late;
  }
  if (is_of_order && !unordered.is_null()) kept.divergence = std::move(unordered);
  return kept;
}

// Where calls of several steps are under way, blocks count on from step to step.
void RunCapture::sweep_again(SecondRun& again, bool for_rows, SecondRun::Order order) {
  const auto step_begins = [&](std::int64_t step) {
    const auto first = again.session().reference().place_of(0, 0);
    const bool counts_on = first && (first->step || (order == SecondRun::Order::as_the_run && !first->strip));
    if (step == 0 || !counts_on) begin_step(step);
  };
  again.sweep(for_rows, recorded(maker_), step_begins, order);
}

Json RunCapture::find_host_fault(SecondRun& again, bool calls_are_right) {
  LoadListener loads([&](const Capsule& calls) { return again.rows().wrong_load(calls); });
  capture_.emplace(loads);
  sweep_again(again, true, SecondRun::Order::one_by_one);
  std::optional<WrongRow> found = loads.found();
  agree(communicator_, [&] {
    if (!found) found = again.rows().wrong_result();
  });
  int any = found ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &any, 1, MPI_INT, MPI_MAX, communicator_);
  if (calls_are_right && any == 0) found = again.wrong_collected();
  if (found && found->calls) find_places(again.session(), *found->calls);
  again.end();
  judge_mixed(again, found);
  judge_change(again, found);
  agree(communicator_, [&] {
    if (found && found->calls) found->searched = search_by_formula(*found);
  });
  return host_fault_json(communicator_, found);
}

// Of calls whose results the golden models give as well.
Json RunCapture::search_by_formula(const WrongRow& wrong) const {
  std::optional<Capsule> calls = complete(*wrong.calls);
  expect(*calls);
  return first_divergence(*calls, player_on(searched_machine(calls->device), maker_), {}).divergence;
}

// The rank that has the call replays it; the others wait for what it finds.
Json RunCapture::find_first(const std::optional<Capsule>& found, int rank, RunWaves& waves, bool model_is_wrong) {
  int mine = 0;
  MPI_Comm_rank(communicator_, &mine);
  const DeviceWatch watch = waves.watch(mine == rank ? found : std::nullopt, maker_);
  std::string text;
  agree(communicator_, [&] {
    if (mine != rank) return;
    const AcceleratorOptions machine = searched_machine(found->device);
    const FirstDivergence first =
        first_divergence(*found, player_on(machine, maker_), watch, {player_on_model(machine, maker_), model_is_wrong});
    cause_ = first.cause;
    text = first.divergence.dump();
  });
  share_text(communicator_, text, rank);
  return Json::parse(text);
}

}  // namespace stencil
