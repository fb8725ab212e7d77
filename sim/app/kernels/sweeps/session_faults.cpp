// Finds the block and the rows of a session that a wrong call belongs to.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "models/formula/exact_sweeps.hpp"
#include "sim/app/kernels/sweeps/input_check/other_change.hpp"
#include "sim/app/kernels/sweeps/input_check/read_check.hpp"
#include "sim/app/kernels/sweeps/sweep_session.hpp"
#include "sim/app/kernels/sweeps/whole_domain.hpp"

namespace stencil {

LocatedMismatch SweepSession::locate(const Mismatch& mismatch) const {
  // Stages sweep a strip as one block, whatever its number of rows.
  BlockScheme scheme = this->scheme();
  if (sweep_.place) {
    scheme.portion = portion_range.most;
    scheme.even = false;
  }
  return locate_in_result(distribution_.strips(), steps_, scheme, mismatch);
}

std::optional<CapsulePlace> SweepSession::place_of(std::int64_t step, std::int64_t block) const {
  if (sweep_.place) return std::nullopt;  // stages choose their rows as they go
  if (!joined()) return place_of_block(distribution_.mine(), steps_.niter(step), scheme(), block);
  const auto [own_step, own_block] = step_and_block(step, block);
  auto place = place_of_block(distribution_.mine(), steps_.niter(own_step), scheme(), own_block);
  if (place) place->step = own_step;
  return place;
}

RowSearch& SweepSession::search_rows() {
  read_wrong_ = wrong_strips(distribution_.strips(), distribution_.rank(), source_.rows());
  if (!read_wrong_)
    read_wrong_ = wrong_as_read(source_, distribution_.strips(), distribution_.mine(), f_.data(), r_.data());
  if (!stages_) {
    input_check_ =
        std::make_unique<InputCheck>(source_, weights_, steps_, distribution_.strips(), f_.data(), r_.data());
    if (scheme().how.schedule == Schedule::resident) input_check_->set_stays();
    return *this;
  }
  stage_check_ = std::make_unique<StageCheck>(source_, weights_, steps_, distribution_.strips(), *stages_);
  stages_->observe(*stage_check_);
  return *this;
}

std::optional<WrongRow> SweepSession::wrong_load(const Capsule& calls) {
  if (read_wrong_) return read_wrong_;
  if (input_check_) {
    return input_check_->wrong_load(calls,
                                    [this](std::int64_t step, std::int64_t block) { return place_of(step, block); });
  }
  stage_check_->made(calls);
  return std::nullopt;
}

std::optional<WrongRow> SweepSession::wrong_buffer(const Capsule& calls) {
  if (!input_check_) return std::nullopt;
  if (!buffer_check_) buffer_check_ = std::make_unique<BufferCheck>(source_, weights_, steps_, distribution_.strips());
  return (*buffer_check_)(calls, [this](std::int64_t step, std::int64_t block) { return place_of(step, block); });
}

std::optional<WrongRow> SweepSession::wrong_result() {
  if (read_wrong_) return read_wrong_;
  if (stage_check_) {
    if (auto wrong = stage_check_->wrong_row()) return wrong;
  } else {
    for (const Strip& strip : distribution_.mine()) {
      if (auto wrong = input_check_->wrong_result(strip, f_.data() + strip.at * source_.cols())) return wrong;
    }
  }
  if (auto wrong = wrong_check()) return wrong;
  return wrong_solution();
}

// Every row that the rank owns is right after every step; a block check says otherwise.
std::optional<WrongRow> SweepSession::wrong_check() const {
  const Verdict checks = block_checks();
  if (!checks.first_mismatch) return std::nullopt;
  const LocatedMismatch& first = *checks.first_mismatch;
  constexpr const char* source = "sim/app/kernels/sweeps/block_check.cpp";
  WrongRow wrong = WrongRow::at(first.at.row, first.at);
  wrong.found = WrongRow::Found::result;
  wrong.step = first.step;
  wrong.order = std::numeric_limits<std::int64_t>::max() - 1;  // any other row came before
  wrong.owner = distribution_.strips().at_row(wrong.row).rank;
  if (distribution_.strips().at_row(wrong.row).number == first.strip) {
    wrong.blame_reference(source);
    wrong.whose =
        "golden sweeps of the whole field give what the rank has, the check of its blocks expects another value";
  } else {
    wrong.whose = fmt::format(
        "a halo row of strip {}, which the next exchange sets: left so by block {}, or expected "
        "wrong by {}",
        *first.strip, first.block, source);
  }
  return wrong;
}

// "; it is the field after 8 of 12 sweeps"; empty: after no number of them, or the field is too large to try.
std::string SweepSession::sweeps_of(const GoldenSolution& solution) const {
  constexpr std::int64_t most_points = 1'000'000'000;
  const std::int64_t all = steps_.last() * steps_.stw + steps_.niter(steps_.last());
  if (source_.rows() * source_.cols() > most_points / std::max<std::int64_t>(1, all)) return "";
  GoldenField field(source_, weights_);
  for (std::int64_t sweeps = 0; sweeps < all; ++sweeps) {
    field.advance(sweeps);
    if (!solution.compare(0, source_.rows(), field.f().data()).first)
      return fmt::format("; it is the field after {} of {} sweeps", sweeps, all);
  }
  return "";
}

// Where the rows are those of golden sweeps, made again: the verdict compares them with a solution of its own.
std::optional<WrongRow> SweepSession::wrong_solution() const {
  GoldenField field(source_, weights_);
  for (std::int64_t step = 0; step <= steps_.last(); ++step) field.advance(step * steps_.stw + steps_.niter(step));
  const auto rows = [&](const Strip& strip) { return f_.data() + (strip.at + strip.before) * source_.cols(); };
  for (const Strip& strip : distribution_.mine()) {
    const double* const golden = field.f().data() + strip.first_row * source_.cols();
    if (compare_rows(golden, rows(strip), strip.first_row, strip.owned, source_.cols()).first) return std::nullopt;
  }
  const GoldenSolution solution = golden();
  for (const Strip& strip : distribution_.mine()) {
    const Comparison found = solution.compare(strip.first_row, strip.owned, rows(strip));
    if (!found.first) continue;
    WrongRow wrong;
    wrong.blame_reference(
        "sim/app/kernels/sweeps/golden_rows.cpp, or models/jacobi.cpp where it makes more sweeps at once than a step "
        "has");
    wrong.detail = sweeps_of(solution);
    wrong.only_solution = true;
    wrong.found = WrongRow::Found::result;
    wrong.step = steps_.last();
    wrong.order = std::numeric_limits<std::int64_t>::max() - 1;  // any other row came before
    wrong.row = found.first->row;
    wrong.col = found.first->col;
    wrong.expected = found.first->expected_bits;
    wrong.got = found.first->got_bits;
    wrong.owner = strip.rank;
    return wrong;
  }
  return has_changes() ? wrong_change(solution.changes()) : std::nullopt;
}

// Every value is right: what is left are the changes, of this rank's rows and, of all, those of the golden solution. A
// device measures all rows that it sets in the first sweep, those of halos too.
std::optional<WrongRow> SweepSession::wrong_change(const std::vector<double>& golden) const {
  GoldenField field(source_, weights_);
  const std::int64_t cols = field.cols();
  const bool on_device = sweep_.place->norm == Where::accel;
  for (std::int64_t step = 0; step < steps_.count(); ++step) {
    field.advance(step * steps_.stw);
    std::vector<double> swept = field.f();
    exact_sweeps(field.rows(), cols, swept.data(), field.r().data(), weights_, 1);
    std::uint64_t mine = 0, all = 0;  // magnitudes have the order of their bits
    std::vector<char> is_mine(static_cast<std::size_t>(field.rows()));
    for (const Strip& strip : distribution_.mine()) {
      const std::int64_t end = strip.first_row + strip.owned;
      const std::int64_t first = on_device ? strip.first_local() + 1 : strip.first_row;
      std::fill(is_mine.begin() + first, is_mine.begin() + (on_device ? end + strip.after - 1 : end), 1);
    }
    for (std::int64_t row = 1; row + 1 < field.rows(); ++row) {
      for (std::int64_t word = row * cols + 1; word < (row + 1) * cols - 1; ++word) {
        const auto at = static_cast<std::size_t>(word);
        const std::uint64_t change = bits_of(std::fabs(exact_sum(swept[at], -field.f()[at])));
        all = std::max(all, change);
        if (is_mine[static_cast<std::size_t>(row)] != 0) mine = std::max(mine, change);
      }
    }
    const double norm = stages_->norms().at(static_cast<std::size_t>(step));
    const double of_all = golden.at(static_cast<std::size_t>(step));
    const bool own = bits_of(norm) != mine;
    if (!own && bits_of(of_all) == all) continue;
    WrongRow wrong;
    wrong.found = WrongRow::Found::change;
    wrong.step = step;
    wrong.order = std::numeric_limits<std::int64_t>::max() - 1 - (steps_.count() - step);
    wrong.change_on_device = on_device;
    wrong.expected = own ? mine : bits_of(of_all);
    wrong.got = own ? bits_of(norm) : all;
    wrong.component = WrongRow::Component::change;
    if (!own) wrong.blame_reference("models/largest_change.cpp, models/jacobi.cpp");
    const bool is_stale =
        own && step > 0 && bits_of(norm) == bits_of(stages_->norms().at(static_cast<std::size_t>(step - 1)));
    const RtlSteps* const rtl = rtl_steps();
    if (is_stale && rtl != nullptr && rtl->holds(step) != rtl->holds(step - 1)) {
      wrong.component = WrongRow::Component::handover;
      wrong.detail = fmt::format(
          "; it still is that of step {}, after which the device goes from {}: --accel mixed has kept it "
          "(sim/device/mixed/mixed_device.cpp), unless --accel rtl or model alone gives it too",
          step - 1, rtl->holds(step) ? "the model to RTL" : "RTL to the model");
    } else if (is_stale)
      wrong.detail = fmt::format(
          "; it still is that of step {}: not cleared, or the write that clears it is lost before the register port",
          step - 1);
    else if (own)
      wrong.detail = other_change(field, weights_, steps_.niter(step), wrong.expected, wrong.got);
    // Only the device knows the changes of other points.
    wrong.change_on_the_way = own && wrong.change_on_device && wrong.component == WrongRow::Component::change &&
                              wrong.detail.find("the change of row") == std::string::npos;
    return wrong;
  }
  return std::nullopt;
}

}  // namespace stencil
