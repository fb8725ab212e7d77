// stencil_edge_wait: halo rows of a part between two others, exchanged with one neighbour after the other.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "host/arrays/vsda/tokens/step_memory.hpp"
#include "host/c/process_accelerator.hpp"
#include "host/c/running_step.hpp"
#include "models/jacobi.hpp"
#include "step.h"
#include "tests/host/support/fake_accelerator.hpp"
#include "tests/host/support/fatal_catcher.hpp"

namespace stencil {

using test::expect_fatal;
using test::FakeAccelerator;
using Happens = FakeAccelerator::Happens;

namespace {

Happens order = Happens::at_wait;
constexpr long rows = 20, cols = 10, sweeps = 3, steps = 4;
constexpr double weights[3] = {1.0, 0.5, 0.25};

}  // namespace

std::unique_ptr<Accelerator> make_accelerator(const AcceleratorOptions&) {
  return std::make_unique<FakeAccelerator>(200, 20, order);
}

namespace {

// Rows 3 .. 16 of 20 are the rank's.
class EdgeWait : public ::testing::Test {
 protected:
  EdgeWait() {
    for (const char* variable :
         {"STENCIL_CHECK", "STENCIL_PARANOID", "STENCIL_ACCEL", "STENCIL_CONFIG", "STENCIL_KERNEL"})
      unsetenv(variable);
    make_part(cols);
  }
  ~EdgeWait() override { reset_steps(); }

  void make_part(long stride) {
    reset_steps();
    reset_process_accelerator();
    f_.assign(static_cast<std::size_t>(rows * stride), -7.0);
    r_.assign(f_.size(), -7.0);
    expected_.clear();
    packed_r_.clear();
    for (long i = 0; i < rows * cols; ++i) {
      expected_.push_back(static_cast<double>((i * 31 + i / cols * 17) % 13));
      packed_r_.push_back(static_cast<double>(i * 5 % 7));
      f_[static_cast<std::size_t>(i / cols * stride + i % cols)] = expected_.back();
      r_[static_cast<std::size_t>(i / cols * stride + i % cols)] = packed_r_.back();
    }
    part_ = {};
    part_.f = f_.data();
    part_.r = r_.data();
    part_.rows = rows;
    part_.cols = cols;
    part_.stride = stride;
    part_.first_owned = part_.global_row = 3;
    part_.owned = 14;
  }
  void begin(long left) { stencil_resident_begin(&part_, "jacobi", weights, sweeps, left); }
  // What neighbours send before the step with so many left.
  void set_rows(long first, long left) {
    for (long i = first * cols; i < (first + 3) * cols; ++i)
      part_.f[i / cols * part_.stride + i % cols] = static_cast<double>(left * 100 + i);
  }
  void expect_rows(long first, long last) const {
    for (long i = first * cols; i < last * cols; ++i)
      ASSERT_EQ(part_.f[i / cols * part_.stride + i % cols], expected_[static_cast<std::size_t>(i)]) << i;
  }
  void sweep_expected(long left) {
    for (long row = 0; left < steps && row < rows; ++row)
      for (long col = 0; (row < 3 || row >= 17) && col < cols; ++col)
        expected_[static_cast<std::size_t>(row * cols + col)] = static_cast<double>(left * 100 + row * cols + col);
    golden_sweeps(rows, cols, expected_.data(), packed_r_.data(), JacobiWeights{1.0, 0.5, 0.25}, sweeps);
  }

  std::vector<double> f_, r_, expected_, packed_r_;
  stencil_part part_{};
};

TEST_F(EdgeWait, HasTheRowsOfOneNeighbourAfterTheOther) {
  for (const Happens happens : {Happens::at_wait, Happens::at_once, Happens::loads_first, Happens::stores_first}) {
    for (const long stride : {cols, cols + 2}) {
      for (const bool in_turn : {true, false}) {
        order = happens;
        make_part(stride);
        for (long left = steps; left > 0; --left) {
          begin(left);
          sweep_expected(left);
          if (in_turn) {
            stencil_edge_wait();
            EXPECT_NE(step_in_flight.load(), nullptr) << "updates of f are refused";
            expect_rows(3, 6);
            set_rows(17, left - 1);
          }
          stencil_step_wait();
          EXPECT_EQ(step_in_flight.load(), nullptr);
          expect_rows(14, 17);
          if (left == 1) break;
          EXPECT_NE(f_[static_cast<std::size_t>(10 * stride + 4)], expected_[10 * cols + 4]) << "not stored";
          if (!in_turn) set_rows(17, left - 1);
          set_rows(0, left - 1);
        }
        expect_rows(3, 17);
        EXPECT_EQ(describe_step_in_flight(), "");
      }
    }
  }
}

TEST_F(EdgeWait, OfAPartWithOneNeighbourEndsTheStep) {
  part_.rows = 17;
  begin(steps);
  stencil_edge_wait();
  const std::vector<double> f = f_;
  set_rows(0, 2);
  stencil_step_wait();
  set_rows(0, 2);
  EXPECT_NE(f_, f);
  std::copy_n(f.begin(), 3 * cols, f_.begin());
  EXPECT_EQ(f_, f) << "nothing comes behind it";
  set_rows(0, 1);
  begin(steps - 1);
  stencil_step_wait();
}

TEST_F(EdgeWait, IsRefusedWhereNoStepOfAPartThatStaysIsInFlight) {
  expect_fatal(exit_usage,
               "stencil_edge_wait: no step is in flight, must be begun by stencil_resident_begin before each "
               "stencil_edge_wait",
               [] { stencil_edge_wait(); });
  stencil_step_begin(&part_, "jacobi", weights, 1, "sequential", "overlapped-rows", 5);
  expect_fatal(exit_usage,
               "stencil_edge_wait: a step of stencil_step_begin is in flight, must be one of stencil_resident_begin",
               [] { stencil_edge_wait(); });
  stencil_step_wait();
  begin(2);
  stencil_edge_wait();
  expect_fatal(exit_usage, "stencil_edge_wait: called twice for a step, must be followed by stencil_step_wait",
               [] { stencil_edge_wait(); });
}

TEST_F(EdgeWait, HaloRowsThatChangeWhenTheDeviceHasLoadedThemAreRefused) {
  for (const bool in_turn : {true, false}) {
    make_part(cols + 2);
    begin(3);
    if (in_turn) stencil_edge_wait();
    stencil_step_wait();
    set_rows(17, 2);
    if (!in_turn) {
      begin(2);
      continue;
    }
    expect_fatal(exit_usage,
                 "stencil_resident_begin: halo rows below the part have changed since stencil_step_wait, must be set "
                 "between stencil_edge_wait and stencil_step_wait",
                 [&] { begin(2); });
  }
}

}  // namespace
}  // namespace stencil
