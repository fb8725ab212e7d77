// SPDX-License-Identifier: Apache-2.0
#include "host/c/steps/joined/joined_parts.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "host/base/check.hpp"
#include "host/base/errors.hpp"
#include "models/values/canonical_nan.hpp"

namespace stencil {
namespace {

constexpr const char* of_joined = "as in the first of the joined steps";

struct GivenUp {};

}  // namespace

StepShape joined_shape(StepShape shape, const std::vector<stencil_part>& parts, std::int64_t iterations) {
  shape.iterations = iterations;
  std::vector<HaloStrip> strips;
  std::int64_t next = -1;  // row of the field after those of the part before
  for (const stencil_part& part : parts) {
    if (parts.size() > 1) shape.strips.push_back(part.rows);
    const RowHalo halo{part.first_owned, part.rows - part.first_owned - part.owned};
    shape.halos.push_back(halo);
    strips.push_back({{part.rows, part.cols, part.f, part.r}, halo, part.global_row == next});
    next = part.global_row + part.owned;
  }
  shape.whole_field = are_whole_field(strips);
  return shape;
}

JoinedParts::JoinedParts(Accelerator& device, std::shared_ptr<SweptParts> parts, const StepInfo& step,
                         std::vector<stencil_part> given, std::int64_t iterations)
    : device_(device),
      parts_(std::move(parts)),
      given_(std::move(given)),
      weights_(step.weights),
      scheme_(step.scheme),
      iterations_(iterations),
      left_(iterations) {}

JoinedParts::~JoinedParts() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    given_up_ = true;
  }
  turns_.notify_all();
  thread_.join();
}

void JoinedParts::check_next(const StepInfo& step, const std::vector<stencil_part>& given,
                             std::int64_t iterations) const {
  check_range("iterations", iterations, left_, left_, "those that are left of the joined steps");
  check_range("sweeps", step.scheme.interval, scheme_.interval, scheme_.interval, of_joined);
  if (!same_bits(step.weights, weights_))
    throw ArgumentError("kernel and weights are others, must be those of the first of the joined steps");
  check_range("count of parts with rows", static_cast<std::int64_t>(given.size()),
              static_cast<std::int64_t>(given_.size()), static_cast<std::int64_t>(given_.size()), of_joined);
  for (std::size_t k = 0; k < given.size(); ++k) check_same_part(given[k], given_[k], of_joined);
}

void JoinedParts::begin(std::int64_t number) {
  const std::int64_t sweeps = std::min(left_, scheme_.interval);
  const bool is_first = left_ == iterations_;
  left_ -= sweeps;
  if (parts_ == nullptr) return;
  parts_->renumber(number, sweeps, is_first ? StepInfo::Behind::any : StepInfo::Behind::joined);
  parts_->copy_in();
  if (!is_first && are_whole_field(strips())) check_halos();
}

std::vector<HaloStrip> JoinedParts::strips() const {
  std::vector<HaloStrip> strips;
  std::int64_t next = -1;  // row of the field after those of the part before
  for (const StepInfo& part : parts_->all()) {
    const RowHalo halo{part.first_owned, part.strip.rows - part.first_owned - part.owned};
    strips.push_back({part.strip, halo, part.global_row == next});
    next = part.global_row + part.owned;
  }
  return strips;
}

void JoinedParts::check_halos() const {
  const std::vector<StepInfo>& parts = parts_->all();
  for (std::size_t k = 1; k < parts.size(); ++k) {
    const StepInfo &north = parts[k - 1], &south = parts[k];
    const std::int64_t own_end = north.first_owned + north.owned;
    check_rows(k, 0, k - 1, own_end - south.first_owned, south.first_owned);
    check_rows(k - 1, own_end, k, south.first_owned, north.strip.rows - own_end);
  }
}

// Rows of a part, from `first` on, against those of their owner, from `owned` on.
void JoinedParts::check_rows(std::size_t part, std::int64_t first, std::size_t owner, std::int64_t owned,
                             std::int64_t rows) const {
  const StepInfo &info = parts_->all()[part], &own = parts_->all()[owner];
  const std::int64_t cols = info.strip.cols;
  for (std::int64_t row = 0; row < rows; ++row) {
    const double *const halo = info.strip.f + (first + row) * cols, *const right = own.strip.f + (owned + row) * cols;
    std::int64_t col = 0;
    while (col < cols && bits_of(halo[col]) == bits_of(right[col])) ++col;
    if (col == cols) continue;
    throw ArgumentError(fmt::format(
        "row {} of f of part {}, a halo row, has {} in column {}, must have {} as part {}, which owns it, row {} of "
        "the "
        "field: the parts are the whole field, and joined steps take halo rows from their owners",
        first + row, part, halo[col], col, right[col], owner, own.global_row + owned + row - own.first_owned));
  }
}

void JoinedParts::sweep(BlockObserver& observer) {
  std::unique_lock lock(mutex_);
  steps_turn_ = true;
  if (thread_.joinable()) {
    turns_.notify_all();
  } else {
    thread_ = std::thread([this] { make_all(); });
  }
  turns_.wait(lock, [this] { return !steps_turn_; });
  if (failure_) std::rethrow_exception(failure_);
  for (const BlockRun& run : blocks_.runs) observer.after_block(run);
  blocks_.runs.clear();
}

void JoinedParts::make_all() {
  std::exception_ptr failure;
  try {
    itsteps(
        device_, strips(), weights_, scheme_, iterations_, [this](std::int64_t) { let_program_exchange(); }, &blocks_);
  } catch (const GivenUp&) {
    return;
  } catch (...) {
    failure = std::current_exception();
  }
  const std::lock_guard lock(mutex_);
  failure_ = failure;
  steps_turn_ = false;
  turns_.notify_all();
}

void JoinedParts::let_program_exchange() {
  std::unique_lock lock(mutex_);
  steps_turn_ = false;
  turns_.notify_all();
  turns_.wait(lock, [this] { return steps_turn_ || given_up_; });
  if (given_up_) throw GivenUp{};
}

}  // namespace stencil
