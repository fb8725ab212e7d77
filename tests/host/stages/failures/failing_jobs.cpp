// The stages of a random program: how they are made and varied, and what each asks of a row.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>

#include "host/stages/stage_lb.hpp"
#include "tests/host/stages/cheapest_row.hpp"
#include "tests/host/stages/failures/failing_program.hpp"
#include "tests/host/stages/versions.hpp"

namespace stencil {

RowRange FailingProgram::some_rows(const Versions& datum) {
  const std::int64_t first = random_(0, datum.rows());
  return {first, random_(first, datum.rows())};
}

void FailingProgram::add_plain() {
  Job job;
  for (std::int64_t n = random_(0, 3); n > 0; --n) {
    Versions& datum = *data_[static_cast<std::size_t>(random_(0, static_cast<std::int64_t>(data_.size()) - 1))];
    const RowRange rows = random_(0, 2) == 0 ? datum.all() : some_rows(datum);
    job.accesses.push_back({&datum, static_cast<Access::Kind>(random_(0, 4)), rows});
  }
  const std::size_t number = jobs_.size();
  auto on_host = [this, number] { work(jobs_[number], Side::host); };
  auto on_device = [this, number] { work(jobs_[number], Side::device); };
  const Side side = random_(0, 1) == 0 ? Side::host : Side::device;
  if (random_(0, 1) == 0) {
    job.stage = std::make_unique<Stage>("s", side, on_host, on_device, job.accesses);
  } else {
    auto choosing = std::make_unique<Choosing>("s", side, on_host, on_device, job.accesses);
    job.choosing = choosing.get();
    job.stage = std::move(choosing);
  }
  jobs_.push_back(std::move(job));
}

void FailingProgram::add_divided() {
  Job job;
  std::int64_t rows = most_rows;
  for (const auto& datum : data_) rows = std::min(rows, datum->rows());
  for (const auto& datum : data_) {
    if (random_(0, 1) == 0) continue;
    SplitAccess split{datum.get(),
                      static_cast<Access::Kind>(random_(0, 2)),
                      random_(0, datum->rows() - rows),
                      random_(0, 2),
                      random_(0, 2),
                      false};
    if (random_(0, 5) == 0) {
      split.kind = Access::Kind::read;
      split.whole = true;
    }
    job.splits.push_back(split);
  }
  const std::size_t number = jobs_.size();
  auto on_host = [this, number](const RowRange&) { work(jobs_[number], Side::host); };
  auto on_device = [this, number](const RowRange&) { work(jobs_[number], Side::device); };
  auto wait = [this, number](const RowRange&) { maybe_throw(jobs_[number]); };
  std::unique_ptr<StageLB> stage =
      random_(0, 1) == 0 ? std::make_unique<StageLB>("lb", 0.5, on_host, on_device, rows, job.splits)
                         : std::make_unique<StageLB>("lb", 0.5, on_host, on_device, wait, rows, job.splits);
  job.divided = stage.get();
  job.stage = std::move(stage);
  jobs_.push_back(std::move(job));
}

void FailingProgram::vary(Job& job) {
  if (random_(0, 1) == 0) return;
  const Side side = random_(0, 1) == 0 ? Side::host : Side::device;
  if (job.choosing != nullptr) {
    job.choosing->side = side;
  } else if (job.divided != nullptr) {
    job.divided->set_device_rows(random_(0, job.divided->rows()));
  } else {
    job.stage->set_target(side);
  }
}

Ask FailingProgram::ask_of(const Job& job, std::size_t d, std::int64_t row) const {
  Ask ask;
  const Versions* datum = data_[d].get();
  if (job.divided == nullptr) {
    const Side side = job.choosing != nullptr ? job.choosing->side : job.stage->target();
    for (const Access& access : job.accesses) {
      if (access.datum == datum && row >= access.rows.first && row < access.rows.last) ask.add(access.kind, side);
    }
    return ask;
  }
  for (const SplitAccess& split : job.splits) {
    if (split.datum != datum) continue;
    for (const Side side : {Side::host, Side::device}) {
      const RowRange rows = job.divided->rows_of(side);
      if (rows.empty()) continue;
      const bool own = row >= split.at + rows.first && row < split.at + rows.last;
      const bool near = row >= split.at + rows.first - split.before && row < split.at + rows.last + split.after;
      const bool read = split.kind == Access::Kind::read;
      if (split.whole || (read && near) || (own && !read)) ask.add(split.kind, side);
      if (split.kind == Access::Kind::update && near && !own) ask.add(Access::Kind::consume, side);
    }
  }
  // Rows that one side reads beyond its own need not be kept, since the other side has them.
  if (job.divided != nullptr) ask.kept = false;
  return ask;
}

bool FailingProgram::two_tenants(const Job& job) const {
  int tenants = 0;
  for (const auto& datum : data_) {
    if (datum->shared_place() == nullptr) continue;
    bool named = false;
    if (job.divided == nullptr) {
      const Side side = job.choosing != nullptr ? job.choosing->side : job.stage->target();
      named = std::any_of(job.accesses.begin(), job.accesses.end(), [&](const Access& access) {
        // Rows consumed on the host stay right on the device.
        const bool stays = access.kind == Access::Kind::consume && !access.rows.empty();
        return access.datum == datum.get() && (side == Side::device || stays);
      });
    } else if (!job.divided->rows_of(Side::device).empty()) {
      named = std::any_of(job.splits.begin(), job.splits.end(),
                          [&](const SplitAccess& split) { return split.datum == datum.get(); });
    }
    tenants += named ? 1 : 0;
  }
  return tenants > 1;
}

}  // namespace stencil
