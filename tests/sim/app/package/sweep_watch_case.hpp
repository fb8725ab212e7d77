// A program's calls on rows of ten words, as SweepWatch follows them, and what it warns of.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "sim/app/package/checks/sweep_watch.hpp"

namespace stencil {

class SweepWatchCase : public ::testing::Test {
 protected:
  void load(std::int64_t row, std::int64_t rows) { watch_.loaded(Bank::f, 10 * row, 10 * rows, memory_.data()); }
  void store(std::int64_t row, std::int64_t rows) { watch_.stored(10 * row, 10 * rows, memory_.data()); }
  void sweep(std::int64_t rows, std::int64_t niter = 1) {
    watch_.swept({rows, 10, niter, JacobiWeights{}}, block_++, device_.data(), right_.data());
  }
  // Changes all of these rows but the first.
  void changing_sweep(std::int64_t rows, std::int64_t niter) {
    sweep(rows, niter);
    for (std::int64_t word = 10; word < 10 * rows; ++word) device_[static_cast<std::size_t>(word)] = ++values_;
    watch_.sweep_ended(device_.data());
  }
  // From and to rows of the program's own; results are values that were never there.
  void load_from(std::int64_t row, std::int64_t rows, std::int64_t from) {
    watch_.loaded(Bank::f, 10 * row, 10 * rows, memory_.data() + 10 * from);
  }
  void store_to(std::int64_t row, std::int64_t rows, std::int64_t to) {
    for (std::int64_t word = 10 * to; word < 10 * (to + rows); ++word)
      memory_[static_cast<std::size_t>(word)] = ++values_;
    watch_.stored(10 * row, 10 * rows, memory_.data() + 10 * to);
  }
  // Rows of memory_: the shadow edge of an array that the rank's rows begin or end at.
  void update(std::int64_t shadow, std::int64_t rows, std::int64_t edge) {
    const auto* const array = reinterpret_cast<const std::byte*>(memory_.data());
    watch_.updated({array, 80, 80 * shadow, 80 * (shadow + rows), true, 3},
                   {array, 80, 80 * edge, 80 * (edge + rows), false, 3});
  }

  // The lines printed since the last call.
  std::string warnings() {
    std::string text = ::testing::internal::GetCapturedStderr();
    ::testing::internal::CaptureStderr();
    return text;
  }
  void SetUp() override { ::testing::internal::CaptureStderr(); }
  void TearDown() override { ::testing::internal::GetCapturedStderr(); }

  SweepWatch watch_{200};
  std::vector<double> memory_ = std::vector<double>(1000);
  std::vector<double> device_ = std::vector<double>(200);
  std::vector<double> right_ = std::vector<double>(200);
  double values_ = 0.0;
  std::int64_t block_ = 0;
};

}  // namespace stencil
