// What a session knows of its blocks and rows for a run that went wrong.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/sweeps/sweep_session.hpp"
#include "sim/app/kernels/sweeps/whole_domain.hpp"

namespace stencil {

std::optional<CapsulePlace> SweepSession::place_of(std::int64_t step, std::int64_t block) const {
  if (sweep_.place) return std::nullopt;  // stages choose their rows as they go
  return place_of_block(distribution_.mine(), steps_.niter(step), sweep_.scheme, block);
}

InputCheck& SweepSession::input_check() {
  if (!input_check_) input_check_ = std::make_unique<InputCheck>(source_, weights_, steps_, distribution_.strips());
  return *input_check_;
}

std::optional<WrongRow> SweepSession::wrong_load(const Capsule& calls) {
  return input_check().wrong_load(calls,
                                  [this](std::int64_t step, std::int64_t block) { return place_of(step, block); });
}

std::optional<WrongRow> SweepSession::wrong_result() {
  for (const Strip& strip : distribution_.mine()) {
    if (auto wrong = input_check().wrong_result(strip, f_.data() + strip.at * source_.cols())) return wrong;
  }
  return std::nullopt;
}

}  // namespace stencil
