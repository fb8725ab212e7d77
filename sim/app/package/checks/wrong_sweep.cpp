// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/checks/wrong_sweep.hpp"

#include <cstddef>
#include <cstring>
#include <utility>

namespace stencil {

void WrongSweep::begins(const SweepCommand& command, std::int64_t block, const double* f) {
  if (found_) return;
  command_ = command;
  block_ = block;
  f_.assign(f, f + command.rows * command.cols);
}

void WrongSweep::ended(const double* r, const std::vector<double>& got, const std::vector<double>& expected) {
  if (found_) return;
  const std::optional<DeviceCommand> before = std::exchange(before_, command_);
  if (std::memcmp(got.data(), expected.data(), f_.size() * sizeof(double)) == 0) return;
  const auto words = static_cast<std::ptrdiff_t>(f_.size());
  CapsuleCall store;
  store.kind = CapsuleCall::Kind::store;
  store.after = {0};
  store.place = {Bank::f, 0, 0, words};
  store.data.assign(got.begin(), got.begin() + words);
  store.expected.assign(expected.begin(), expected.begin() + words);
  CapsuleCall sweep;
  sweep.kind = CapsuleCall::Kind::command;
  sweep.command = command_;
  found_.emplace();
  found_->origin.first_block = block_;
  found_->before = before;
  found_->contents = {{store.place, std::move(f_)}, {{Bank::r, 0, 0, words}, {r, r + words}}};
  found_->calls = {std::move(sweep), std::move(store)};
}

}  // namespace stencil
