// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/checks/wrong_sweep.hpp"

#include <algorithm>
#include <utility>

#include "sim/device/capsule/replay.hpp"

namespace stencil {

void WrongSweep::begins(const SweepCommand& command, std::int64_t block, const double* f, const double* r) {
  if (found_) return;
  const std::int64_t words = command.rows * command.cols;
  now_ = Capsule();
  now_.origin.first_block = block;
  now_.before = std::exchange(before_, command);
  now_.contents = {{{Bank::f, 0, 0, words}, {f, f + words}}, {{Bank::r, 0, 0, words}, {r, r + words}}};
  CapsuleCall sweep;
  sweep.kind = CapsuleCall::Kind::command;
  sweep.command = command;
  CapsuleCall store;
  store.kind = CapsuleCall::Kind::store;
  store.after = {0};
  store.place = {Bank::f, 0, 0, words};
  now_.calls = {std::move(sweep), std::move(store)};
}

void WrongSweep::ended(const std::vector<double>& got, const std::vector<double>& expected) {
  if (found_ || now_.calls.empty()) return;
  CapsuleCall& store = now_.calls.back();
  const auto words = static_cast<std::ptrdiff_t>(store.place.length_words);
  store.data.assign(got.begin(), got.begin() + words);
  store.expected.assign(expected.begin(), expected.begin() + words);
  if (!same_bits(store.data, store.expected)) found_ = now_;
}

}  // namespace stencil
