// Finds the block and the rows of a session that a wrong call belongs to.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/sweeps/input_check/read_check.hpp"
#include "sim/app/kernels/sweeps/sweep_session.hpp"
#include "sim/app/kernels/sweeps/whole_domain.hpp"

namespace stencil {

std::optional<CapsulePlace> SweepSession::place_of(std::int64_t step, std::int64_t block) const {
  if (sweep_.place) return std::nullopt;  // stages choose their rows as they go
  return place_of_block(distribution_.mine(), steps_.niter(step), sweep_.scheme, block);
}

void SweepSession::look_for_wrong_rows() {
  read_wrong_ = wrong_as_read(source_, distribution_.strips(), distribution_.mine(), f_.data(), r_.data());
  if (!stages_) {
    input_check_ = std::make_unique<InputCheck>(source_, weights_, steps_, distribution_.strips());
    return;
  }
  stage_check_ = std::make_unique<StageCheck>(source_, weights_, steps_, distribution_.strips(), *stages_);
  stages_->observe(*stage_check_);
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

std::optional<WrongRow> SweepSession::wrong_result() {
  if (read_wrong_) return read_wrong_;
  if (stage_check_) return stage_check_->wrong_row();
  for (const Strip& strip : distribution_.mine()) {
    if (auto wrong = input_check_->wrong_result(strip, f_.data() + strip.at * source_.cols())) return wrong;
  }
  return std::nullopt;
}

}  // namespace stencil
