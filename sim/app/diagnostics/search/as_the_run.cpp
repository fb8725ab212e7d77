// A fault that shows only in the order of the run: calls made one by one give right rows.
// SPDX-License-Identifier: Apache-2.0
#include <mpi.h>

#include <fmt/core.h>

#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "host/base/text.hpp"
#include "sim/app/diagnostics/search/run_capture.hpp"
#include "sim/app/diagnostics/stores/changed_words.hpp"
#include "sim/app/diagnostics/stores/last_stores.hpp"
#include "sim/app/diagnostics/stores/point_versions.hpp"

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

// The host changed the words of this load while it was pending. They may have been those of a wrong row before.
bool is_late_load(const Json& divergence) {
  return divergence.contains("where") && divergence["where"] == "load" && divergence.contains("side") &&
         divergence["side"] == "host";
}

// Beside the first wrong call: the first command that does not make the sweeps of its step, rows of which no store
// brings the last values.
class ScheduleFaults final : public CapsuleListener {
 public:
  ScheduleFaults(FirstWrongCall& calls, SecondRun& again)
      : calls_(calls),
        again_(again),
        versions_([this](std::int64_t tile) { return again_.session().reference().place_of(0, tile); }) {}

  bool wants(std::int64_t step) override { return calls_.wants(step) || !found_; }
  bool wants_results() const override { return calls_.wants_results(); }
  void after_wait(const Capsule& capsule) override {
    calls_.after_wait(capsule);
    stores_.add(capsule, again_.session().reference(), again_.session().source().rows());
    versions_.add(capsule);
    changed_.add(capsule);
    std::int64_t block = capsule.origin.first_block;
    for (std::size_t i = 0; i < capsule.calls.size() && !found_; ++i) {
      const CapsuleCall& call = capsule.calls[i];
      if (call.kind == CapsuleCall::Kind::command) check(capsule.origin.step, block++, call.command, i);
    }
  }

  // A word that the device has changed by itself.
  std::optional<WrongRow> changed() const {
    if (!changed_.found()) return std::nullopt;
    const ChangedWords::Found& word = *changed_.found();
    WrongRow row;
    row.order = word.step;
    row.component = WrongRow::Component::local_memory;
    row.found = WrongRow::Found::changed;
    row.step = word.step;
    row.bank = word.word.bank;
    row.row = word.row;
    row.col = word.col;
    row.expected = word.expected;
    row.got = word.got;
    row.whose = word.text;
    return row;
  }

  // wrong: a row of the result.
  std::optional<std::string> found(const WrongRow& wrong) const {
    if (found_) return found_;
    if (const auto stale = versions_.found()) return *stale + " (host/gauss_seidel/pipeline)";
    if (stores_.unloaded()) return *stores_.unloaded() + " (host/jacobi/steps)";
    if (const auto missing = stores_.missing(wrong.row, wrong.step)) return *missing + " (host/jacobi/steps)";
    const std::string storing = stores_.storing(wrong.row);
    if (!wrong.detail.empty() && !storing.empty())
      return storing + ", has brought it: rows of the block lie elsewhere than the plan has them (host/jacobi/steps)";
    return std::nullopt;
  }

 private:
  void check(std::int64_t step, std::int64_t block, const DeviceCommand& command, std::size_t call) {
    const auto* const sweep = std::get_if<SweepCommand>(&command);
    const auto place = again_.session().reference().place_of(step, block);
    if (sweep == nullptr || !place || !place->sweeps || sweep->niter == *place->sweeps) return;
    found_ = fmt::format("the command of block {} of step {} (call {}) makes {}, its step {}", place->block,
                         place->step.value_or(step), call, counted(sweep->niter, "sweep"), *place->sweeps);
  }

  FirstWrongCall& calls_;
  SecondRun& again_;
  LastStores stores_;
  PointVersions versions_;
  ChangedWords changed_;
  std::optional<std::string> found_;
};

}  // namespace

// A halo row that a step was given wrong, or a row that it made wrong of right ones, though both are right one by one.
Json RunCapture::find_unstored_halo(SecondRun& again) {
  LoadListener loads([&](const Capsule& calls) { return again.rows().wrong_load(calls); });
  capture_.emplace(loads);
  sweep_again(again, true, SecondRun::Order::as_the_run);
  std::optional<RtlSteps> rtl;
  if (again.session().rtl_steps() != nullptr) rtl = *again.session().rtl_steps();
  again.end();
  std::optional<WrongRow> found = loads.found();
  const bool is_load = found && found->found == WrongRow::Found::load;
  const bool is_halo = is_load && found->component == WrongRow::Component::halo_exchange;
  const bool is_result = found && found->found == WrongRow::Found::results;
  if (!is_halo && !is_result) found.reset();
  if (is_halo && found->is_ahead) {
    found->whose = fmt::format(
        "a halo row from rank {0}, which is loaded for step {1} before step {2} has ended: before the exchange had "
        "brought it, from elsewhere, or as rank {0} has sent it without its results of step {2}, which it had not "
        "stored (host/jacobi/steps/resident.cpp, host/arrays/rows/exchange_in_turn.hpp)",
        found->owner, found->step, found->step - 1);
  } else if (is_halo) {
    found->whose = fmt::format(
        "a halo row from rank {0}: one by one it is right, so the steps have not brought row {1} of rank {0} home "
        "before it was sent, or have put it elsewhere (host/jacobi/steps)",
        found->owner, found->row);
    found->detail.clear();
  } else if (is_result) {
    found->detail =
        ", though the rows that it loaded are right, and one by one it is right: the steps have left out a row of the "
        "load, or kept another (host/jacobi/steps)";
  }
  if (found) found->component = WrongRow::Component::blocking;
  if (is_result && rtl && found->step > 0 && rtl->holds(found->step) != rtl->holds(found->step - 1)) {
    found->component = WrongRow::Component::handover;
    found->detail = fmt::format(
        ", though the rows that it loaded are right: before step {} the device goes from {}, and its buffers have not "
        "come along whole",
        found->step, rtl->holds(found->step) ? "the model to RTL" : "RTL to the model");
  }
  judge_mixed(again, found);
  int any = found ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &any, 1, MPI_INT, MPI_MAX, communicator_);
  return any == 0 ? Json() : host_fault_json(communicator_, found);
}

// Collective: the first word that a device has changed with no call. Such words make later calls wrong, not earlier
// ones. Where devices change, what one has kept need not have come to the other.
Json RunCapture::find_changed(SecondRun& again, std::optional<WrongRow> changed) {
  if (changes_devices_) return nullptr;
  int any = changed ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &any, 1, MPI_INT, MPI_MAX, communicator_);
  if (any == 0) return nullptr;
  const bool model_too = accel_ == "model" || !is_right_on_model(again);
  if (changed) changed->model_too = model_too;
  return host_fault_json(communicator_, changed);
}

// A row that a command finds wrong in its buffer, though right rows come of the same blocks one by one.
Json RunCapture::find_wrong_buffer(SecondRun& again) {
  LoadListener loads([&](const Capsule& calls) { return again.rows().wrong_buffer(calls); });
  capture_.emplace(loads);
  sweep_again(again, true, SecondRun::Order::as_the_run);
  again.end();
  std::optional<WrongRow> found = loads.found();
  judge_mixed(again, found);
  int any = found ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &any, 1, MPI_INT, MPI_MAX, communicator_);
  return any == 0 ? Json() : host_fault_json(communicator_, found);
}

KeptCall RunCapture::find_as_the_run(SecondRun& again, RunWaves& waves, std::int64_t words) {
  int mine = 0;
  MPI_Comm_rank(communicator_, &mine);
  MPI_Allreduce(MPI_IN_PLACE, &words, 1, MPI_INT64_T, MPI_MAX, communicator_);
  if (words > most_words) return {"", too_many_words(words)};
  ScheduleFaults faults(wrong_, again);
  auto [found, platform, unordered] = search_calls(again, SecondRun::Order::as_the_run, faults);
  std::optional<WrongRow> wrong = again.wrong_result();
  // Steps of rows of which each ends before the next begins: what goes from one to the next goes by the host.
  const auto first = again.session().reference().place_of(0, 0);
  const bool has_steps = first && first->strip && !first->step;
  const bool has_stages = again.session().reference().has_stages();
  again.end();
  transfers_.reset();
  if (!platform.is_null()) return {"", std::move(platform)};
  if (!unordered.is_null()) return {calls_are_right, std::move(unordered)};
  if (Json changed = find_changed(again, faults.changed()); !changed.is_null()) return {"", std::move(changed)};
  if (const std::optional<int> rank = earliest_rank(communicator_, found)) {
    KeptCall kept;
    if (!path_.empty()) kept.line = "first wrong call: " + write(found, *rank);
    kept.divergence = find_first(found, *rank, waves, accel_ == "rtl" && !is_right_on_model(again));
    if (is_late_load(kept.divergence) && !has_stages) {
      Json told = has_steps ? find_unstored_halo(again) : find_wrong_buffer(again);
      if (!told.is_null() && told["step"].number() <= kept.divergence["step"].number())
        kept.divergence = std::move(told);
    }
    return kept;
  }
  if (!wrong) return {};
  const auto cause = faults.found(*wrong);
  int causes = cause && wrong->owner == mine ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &causes, 1, MPI_INT, MPI_MAX, communicator_);
  if (causes == 0 && !has_stages) {
    Json told = has_steps ? find_unstored_halo(again) : find_wrong_buffer(again);
    if (!told.is_null()) return {calls_are_right, std::move(told)};
  }
  wrong->whose =
      "though every call of an accelerator is right, and right rows come of the same blocks and tiles one by one: what "
      "the schedule hands on from one to the next, or leaves out, is wrong (host/jacobi/steps, "
      "host/gauss_seidel/pipeline)";
  if (has_stages) {
    wrong->component = WrongRow::Component::stages;
    wrong->whose =
        "though every call of an accelerator is right, and the row is right where nothing is copied for a stage before "
        "the stage before it has ended: of the copies made ahead, to the device or home from it, one is missing, short "
        "or early (host/stages/ahead)";
  }
  if (cause) wrong->whose = "though every call of an accelerator is right: " + *cause;
  judge_mixed(again, wrong);
  const bool is_mine = wrong->owner == mine;
  return {calls_are_right, host_fault_json(communicator_, is_mine ? wrong : std::nullopt)};
}

}  // namespace stencil
