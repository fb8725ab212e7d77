// Frame and window: the edges of every sweep, in the order of processing.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <tuple>

#include "Vtile_frame.h"
#include "Vtile_window.h"
#include "tests/rtl/kernels/tiles/tile_cases.hpp"
#include "tests/rtl/support/clocked.hpp"
#include "tests/rtl/support/random.hpp"

namespace stencil::test::tile_frame_test {
namespace {

unsigned slope_bits(const Edge& edge) {
  return static_cast<unsigned>(edge.slope) & 3U;
}

class TileFrame : public ::testing::Test {
 protected:
  void take(const TileJob& job, std::int64_t rows) {
    frame_->i_take = 1;
    frame_->i_pass_ends = 0;
    frame_->i_backward = job.backward;
    frame_->i_rows = static_cast<std::uint16_t>(rows);
    frame_->i_cols = static_cast<std::uint8_t>(job.cols);
    frame_->i_top = static_cast<std::uint16_t>(job.top.at);
    frame_->i_bottom = static_cast<std::uint16_t>(job.bottom.at);
    frame_->i_left = static_cast<std::uint8_t>(job.left.at);
    frame_->i_right = static_cast<std::uint8_t>(job.right.at);
    frame_->i_slopes = static_cast<std::uint8_t>(slope_bits(job.top) | slope_bits(job.bottom) << 2 |
                                                 slope_bits(job.left) << 4 | slope_bits(job.right) << 6);
    frame_.tick();
    frame_->i_take = 0;
    frame_.settle();
  }
  void end_pass(std::int64_t depth) {
    frame_->i_pass_ends = 1;
    frame_->i_depth = static_cast<std::uint8_t>(depth);
    frame_.tick();
    frame_->i_pass_ends = 0;
    frame_.settle();
  }

  Clocked<Vtile_frame> frame_;
  Clocked<Vtile_window> window_;
  Random random_{312};
};

// Element p has row r of the block, counted in the order of processing, in row r + 1 + p of the frame.
TEST_F(TileFrame, EverySweepOfEveryPassHasItsWindow) {
  for (int i = 0; i < 60; ++i) {
    const std::int64_t rows = random_.in(3, 30), cols = random_.in(3, 25), passes = random_.in(1, 4),
                       depth = random_.in(1, 5);
    const TileJob job = random_job(rows, cols, passes * depth, 13, random_);
    take(job, rows);
    for (std::int64_t pass = 0; pass < passes; ++pass) {
      window_->i_run = 1;
      window_->i_slopes = frame_->o_slopes;
      window_->i_row_begin = frame_->o_row_begin;
      window_->i_row_end = frame_->o_row_end;
      window_->i_col_begin = frame_->o_col_begin;
      window_->i_col_end = frame_->o_col_end;
      for (std::int64_t element = 0; element < depth; ++element) {
        const std::int64_t sweep = pass * depth + element;
        for (std::int64_t row = 0; row < rows; ++row)
          for (std::int64_t col = 0; col < cols; ++col) {
            const std::int64_t down = job.backward ? rows - 1 - row : row, right = job.backward ? cols - 1 - col : col;
            window_->i_valid = random_.in(0, 9) > 0;
            window_->i_row = static_cast<std::uint16_t>(down + 1 + element);
            window_->i_col = static_cast<std::uint16_t>(right);
            window_.tick();
            window_.settle();
            const bool inside = job.top.in(sweep) <= row && row < job.bottom.in(sweep) && job.left.in(sweep) <= col &&
                                col < job.right.in(sweep);
            ASSERT_EQ(window_->o_inside, window_->i_valid && inside)
                << "seed 312, case " << i << ", sweep " << sweep << ", row " << row << " col " << col;
          }
        window_->i_row_begin = window_->o_next_row_begin;
        window_->i_row_end = window_->o_next_row_end;
        window_->i_col_begin = window_->o_next_col_begin;
        window_->i_col_end = window_->o_next_col_end;
      }
      end_pass(depth);
    }
  }
}

// Between the ends of passes the edges stay, whatever the inputs of the next command are.
TEST_F(TileFrame, EdgesStayWithinAPass) {
  const auto edges = [&] {
    return std::make_tuple(frame_->o_row_begin, frame_->o_row_end, frame_->o_col_begin, frame_->o_col_end,
                           frame_->o_slopes);
  };
  for (int i = 0; i < 300; ++i) {
    const std::int64_t rows = random_.in(3, 500), cols = random_.in(3, 63), depth = random_.in(1, 5);
    take(random_job(rows, cols, depth, 13, random_), rows);
    const auto taken = edges();
    frame_->i_slopes = static_cast<std::uint8_t>(random_.word());
    frame_->i_top = static_cast<std::uint16_t>(random_.word() & 511);
    frame_->i_left = static_cast<std::uint8_t>(random_.word() & 63);
    frame_->i_backward = random_.one_in(2);
    frame_->i_depth = static_cast<std::uint8_t>(random_.word() & 7);
    frame_.tick();
    frame_.settle();
    ASSERT_EQ(edges(), taken) << "seed 312, case " << i;
  }
}

}  // namespace
}  // namespace stencil::test::tile_frame_test
