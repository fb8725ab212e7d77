// window_corners: the four corners of each lane's point, a cycle after its rows.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "Vwindow_corners_1.h"
#include "Vwindow_corners_2.h"
#include "Vwindow_corners_4.h"
#include "tests/rtl/support/clocked.hpp"
#include "tests/rtl/support/ports.hpp"
#include "tests/rtl/support/random.hpp"

namespace stencil::test::window_corners_test {
namespace {

template <class V, std::size_t Lanes>
struct Shape {
  using Model = V;
  static constexpr std::size_t lanes = Lanes;
};

template <class Shape>
class WindowCorners : public ::testing::Test {};
using Shapes = ::testing::Types<Shape<Vwindow_corners_1, 1>, Shape<Vwindow_corners_2, 2>, Shape<Vwindow_corners_4, 4>>;
TYPED_TEST_SUITE(WindowCorners, Shapes);

// A row and the one two below it come beat by beat: a point's neighbours are those of the columns beside its own.
TYPED_TEST(WindowCorners, AreThoseOfTheColumnsBeside) {
  constexpr std::size_t lanes = TypeParam::lanes;
  Clocked<typename TypeParam::Model> dut;
  Random random(171);
  std::array<std::vector<std::uint64_t>, 2> rows;  // north, south: words by column
  for (std::size_t beat = 0; beat < 200; ++beat) {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      for (std::vector<std::uint64_t>& row : rows) row.push_back(random.word());
      set_word(dut->i_north, lane, rows[0].back());
      set_word(dut->i_south, lane, rows[1].back());
    }
    dut.settle();
    if (beat >= 2) {
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        const std::size_t column = (beat - 1) * lanes + lane;
        for (std::size_t corner = 0; corner < 4; ++corner)
          ASSERT_EQ(get_word(dut->o_corners, 4 * lane + corner), rows[corner / 2][column - 1 + 2 * (corner % 2)])
              << "beat " << beat << ", lane " << lane << ", corner " << corner << ", seed 171";
      }
    }
    dut.edge();
  }
}

}  // namespace
}  // namespace stencil::test::window_corners_test
