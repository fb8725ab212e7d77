// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/sweeps/input_check/stage_check.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "models/compare.hpp"

namespace stencil {
namespace {

constexpr std::int64_t phases = 3;

bool meet(const RowRange& a, const RowRange& b) {
  return a.first < b.last && b.first < a.last && !a.empty() && !b.empty();
}

// Whether the stage sets any of these rows, on this side or, without one, on either.
bool sets(const Stage& stage, const SharedDatum& datum, const RowRange& rows,
          const std::optional<Side>& side = std::nullopt) {
  for (const StagePart& part : stage.parts()) {
    for (const Access& access : part.accesses) {
      if (access.writes() && access.datum == &datum && meet(access.rows, rows) && side.value_or(part.side) == part.side)
        return true;
    }
  }
  return false;
}

}  // namespace

StageCheck::StageCheck(const ProblemSource& source, const SweepWeights& weights, const Steps& steps,
                       const Strips& strips, StagedSolver& solver)
    : weights_(weights), steps_(steps), strips_(strips), next_(solver.observer()), golden_(source, weights) {
  for (StripData& strip : solver.strips()) mine_.push_back({&strip});
}

void StageCheck::begin_step(std::int64_t step) {
  if (!looks()) return;
  golden_.advance(step * steps_.stw + steps_.niter(step));
  for (Mine& mine : mine_) mine.swept = false;
  step_ = step;
  phase_ = step == 0 ? 2 : 0;  // the first step needs no exchange
  device_exchanges_ = false;
}

void StageCheck::begins(const Stage& stage) {
  next_.begins(stage);
  copies_.clear();
}

void StageCheck::copied(const StageCopy& copy) {
  next_.copied(copy);
  copies_.push_back(copy);
  if (copy.to == Side::device) left_by_.erase(copy.datum);
}

void StageCheck::runs(const Stage& stage) {
  next_.runs(stage);
  stage_ = &stage;
  if (!looks()) return;
  const bool exchanges = sets_halos(stage);
  if (!exchanges) phase_ = 2;
  // The halo rows are those of the step before until they are exchanged.
  std::optional<WrongRow> wrong = wrong_on_host(!exchanges);
  if (!wrong) {
    const char* did = "reads";
    wrong = wrong_read_on_host(stage);
    if (!wrong && exchanges && stage.target() == Side::host) {
      did = "sends";
      wrong = wrong_sent();
    }
    return find(std::move(wrong), Component::stages, false,
                fmt::format("where stage {} {} it without a copy from the device", stage.name(), did));
  }
  const StripData& data = strip_of(*wrong);
  const SharedArray& datum = wrong->bank == Bank::f ? *data.f : *data.r;
  const bool copied = was_copied(datum, wrong->row - data.strip.first_local(), Side::host);
  find(std::move(wrong), Component::stages, false,
       copied ? "after its copy, right on the device" : fmt::format("after the copies for stage {}", stage.name()));
}

void StageCheck::ended(const Stage& stage) {
  next_.ended(stage);
  stage_ = nullptr;
  if (!looks()) return;
  for (Mine& mine : mine_) mine.swept = mine.swept || sets(stage, *mine.data->f, mine.data->owned());
  if (sets_halos(stage)) {
    phase_ = 1;
    device_exchanges_ = stage.target() == Side::device;
    return find(wrong_on_host(true), Component::halo_exchange, false, "after the exchange");
  }
  std::optional<WrongRow> wrong = wrong_on_host(true);
  if (!wrong) return;
  const StripData& data = strip_of(*wrong);
  const std::int64_t at = wrong->row - data.strip.first_local();
  const bool swept = wrong->bank == Bank::f && sets(stage, *data.f, {at, at + 1}, Side::host);
  find(std::move(wrong), swept ? Component::host_sweep : Component::stages, false,
       swept ? "after the host's sweeps" : fmt::format("after stage {}", stage.name()));
}

// A stage that sets halo rows is the exchange.
bool StageCheck::sets_halos(const Stage& stage) const {
  return std::any_of(mine_.begin(), mine_.end(), [&](const Mine& mine) {
    return sets(stage, *mine.data->f, mine.data->north_halo()) || sets(stage, *mine.data->f, mine.data->south_halo());
  });
}

const StripData& StageCheck::strip_of(const WrongRow& wrong) const {
  const auto found = std::find_if(mine_.begin(), mine_.end(),
                                  [&](const Mine& mine) { return mine.data->strip.number == wrong.staged->strip; });
  return *found->data;
}

const StageCheck::Mine* StageCheck::owner_of(const SharedDatum* datum) const {
  const auto found = std::find_if(mine_.begin(), mine_.end(), [&](const Mine& mine) {
    return datum == mine.data->f.get() || datum == mine.data->r.get();
  });
  return found == mine_.end() ? nullptr : &*found;
}

bool StageCheck::was_copied(const SharedDatum& datum, std::int64_t row, Side to) const {
  return std::any_of(copies_.begin(), copies_.end(), [&](const StageCopy& copy) {
    return copy.datum == &datum && copy.to == to && row >= copy.rows.first && row < copy.rows.last;
  });
}

// swept: the owned rows are to be those after the step. Halo rows are always those before it.
std::optional<WrongRow> StageCheck::compare(const Rows& rows, bool swept) const {
  const StripData& data = *rows.mine.data;
  const std::int64_t cols = golden_.cols();
  for (std::int64_t at = rows.range.first; at < rows.range.last; ++at) {
    const bool own = at >= data.owned().first && at < data.owned().last;
    const std::vector<double>& right = rows.bank == Bank::r ? golden_.r()
                                       : own && swept       ? golden_.f()
                                                            : golden_.before();
    const std::int64_t row = data.strip.first_local() + at;
    const Comparison found =
        compare_rows(right.data() + row * cols, rows.words + (at - rows.range.first) * cols, row, 1, cols);
    if (!found.first) continue;
    WrongRow wrong = WrongRow::at(row, *found.first);
    wrong.step = step_;
    wrong.order = phases * step_ + phase_;
    wrong.bank = rows.bank;
    wrong.owner = strips_.at_row(row).rank;
    wrong.staged = StagedRow{data.strip.number, false, !own, ""};
    wrong.detail = golden_.held_row(rows.bank, row, rows.words + (at - rows.range.first) * cols, own && swept);
    return wrong;
  }
  return std::nullopt;
}

std::optional<WrongRow> StageCheck::wrong_on_host(bool with_halos) const {
  std::optional<WrongRow> wrong;
  for (const Mine& mine : mine_) {
    for (const SharedArray* datum : {mine.data->f.get(), mine.data->r.get()}) {
      const Bank bank = datum->place().bank;
      datum->valid(Side::host)
          .for_each_present(
              with_halos || bank == Bank::r ? datum->all() : mine.data->owned(), [&](const RowRange& rows) {
                if (wrong) return;
                wrong = compare({mine, bank, rows, datum->host() + rows.first * datum->cols()}, mine.swept);
              });
    }
  }
  return wrong;
}

// Rows that the stage reads on the host must be right there, also those that are not marked so: they were not copied.
std::optional<WrongRow> StageCheck::wrong_read_on_host(const Stage& stage) const {
  for (const StagePart& part : stage.parts()) {
    for (const Access& access : part.accesses) {
      const Mine* const mine = part.side == Side::host && access.needs_old() ? owner_of(access.datum) : nullptr;
      if (mine == nullptr) continue;
      const bool is_f = access.datum == mine->data->f.get();
      const SharedArray& datum = is_f ? *mine->data->f : *mine->data->r;
      const double* const words = datum.host() + access.rows.first * datum.cols();
      if (auto wrong = compare({*mine, is_f ? Bank::f : Bank::r, access.rows, words}, mine->swept)) return wrong;
    }
  }
  return std::nullopt;
}

// Rows that other strips have as halo rows must be right on the host when they are sent, whatever the stage says it
// reads.
std::optional<WrongRow> StageCheck::wrong_sent() const {
  for (const Mine& mine : mine_) {
    const RowRange owned = mine.data->owned();
    const std::int64_t first = mine.data->strip.first_local();
    const SharedArray& f = *mine.data->f;
    for (const Strip& other : strips_.all()) {
      const std::int64_t begin = other.first_local() - first, end = begin + other.local_rows();
      const RowRange sent{std::max(owned.first, begin), std::min(owned.last, end)};
      if (other.number == mine.data->strip.number || sent.first >= sent.last) continue;
      if (auto wrong = compare({mine, Bank::f, sent, f.host() + sent.first * f.cols()}, mine.swept)) return wrong;
    }
  }
  return std::nullopt;
}

void StageCheck::find(std::optional<WrongRow> wrong, Component component, bool on_device, const std::string& when) {
  if (!wrong) return;
  wrong->component = component;
  wrong->staged->on_device = on_device;
  wrong->staged->when = when;
  judge_golden(golden_, *wrong);
  if (component == Component::halo_exchange && wrong->staged->halo)
    wrong->staged->when += fmt::format(", from rank {}", wrong->owner);
  found_ = std::move(wrong);
}

std::optional<WrongRow> StageCheck::wrong_row() {
  if (!looks()) return found_;
  phase_ = phases;
  for (const Mine& mine : mine_) {
    const RowRange owned = mine.data->owned();
    const SharedArray& f = *mine.data->f;
    find(compare({mine, Bank::f, owned, f.host() + owned.first * f.cols()}, true), Component::stages, false,
         "after the last copy");
    if (found_) break;
  }
  return found_;
}

}  // namespace stencil
