// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/block_cyclic/sizes.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "host/base/errors.hpp"

namespace stencil {
namespace {

constexpr std::int64_t most_elements = 9223372036854775807;

void expect_refused(const std::string& text, const std::function<void()>& call) {
  try {
    call();
  } catch (const ArgumentError& error) {
    EXPECT_EQ(error.what(), text);
    return;
  }
  ADD_FAILURE() << "not refused, expected: " << text;
}

TEST(Sizes, ALeadingDimensionIsAtLeastTheLocalRowsAndOne) {
  const BlockCyclicLayout layout{{9, 2, 0, 2}, {9, 2, 0, 3}};
  for (std::int64_t rank = 0; rank < 6; ++rank) {
    const std::int64_t rows = rank < 3 ? 5 : 4;
    EXPECT_EQ(smallest_lld(layout, rank), rows);
    EXPECT_NO_THROW(check_local_matrix(layout, rank, rows, 8, "lld"));
  }
  expect_refused(
      "lld = 4, must be 5 .. 288230376151711743 (5 local rows and 4 local columns, elements of 8 bytes; byte offsets "
      "have "
      "64 bits)",
      [&] { check_local_matrix(layout, 0, 4, 8, "lld"); });
  // Outside the process grid, and without rows.
  EXPECT_EQ(smallest_lld(layout, 6), 1);
  EXPECT_EQ(smallest_lld({{0, 2, 0, 1}, {9, 2, 0, 1}}, 0), 1);
  expect_refused(
      "LLD_ = 0, must be 1 .. 1152921504606846975 (0 local rows and 0 local columns, elements of 8 bytes; byte offsets "
      "have 64 bits)",
      [&] { check_local_matrix(layout, 6, 0, 8, "LLD_"); });
}

TEST(Sizes, BytesOfALocalMatrixHaveNumbers) {
  const BlockCyclicLayout layout{{3, 3, 0, 1}, {std::int64_t{1} << 30, 1, 0, 1}};
  const std::int64_t high = most_elements / 8 / (std::int64_t{1} << 30);
  EXPECT_NO_THROW(check_local_matrix(layout, 0, high, 8, "lld"));
  expect_refused(
      "lld = 1073741824, must be 3 .. 1073741823 (3 local rows and 1073741824 local columns, elements of 8 bytes; byte "
      "offsets have 64 bits)",
      [&] { check_local_matrix(layout, 0, high + 1, 8, "lld"); });
  const BlockCyclicLayout none{{std::int64_t{1} << 40, 1, 0, 1}, {std::int64_t{1} << 20, 1, 0, 1}};
  expect_refused(
      "lld = 1099511627776, but no value is allowed (1099511627776 local rows and 1048576 local columns, elements of 8 "
      "bytes; byte offsets have 64 bits)",
      [&] { check_local_matrix(none, 0, std::int64_t{1} << 40, 8, "lld"); });
}

TEST(Sizes, ElementsOfAMatrixHaveNumbers) {
  const CyclicAxis rows(std::int64_t{1} << 32, 64, 0, 1);
  EXPECT_NO_THROW(check_element_numbers({rows, {2147483647, 64, 0, 1}}, "n"));
  expect_refused("n = 2147483648, must be 0 .. 2147483647 (4294967296 rows; elements have 64-bit numbers)", [&] {
    check_element_numbers({rows, {2147483648, 64, 0, 1}}, "n");
  });
  EXPECT_NO_THROW(check_element_numbers({{0, 1, 0, 1}, {most_elements, 1, 0, 1}}, "n"));
  EXPECT_NO_THROW(check_element_numbers({{1, 1, 0, 1}, {most_elements, 1, 0, 1}}, "n"));
}

}  // namespace
}  // namespace stencil
