// memory_bank: a read shows the contents before the write of the same cycle, and holds them until the next read.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <vector>

#include "Vmemory_bank_1.h"
#include "Vmemory_bank_2.h"
#include "Vmemory_bank_5.h"
#include "tests/rtl/support/clocked.hpp"
#include "tests/rtl/support/ports.hpp"
#include "tests/rtl/support/random.hpp"

namespace stencil::test::memory_bank_test {
namespace {

template <class V, std::size_t Depth>
struct Bank {
  using Model = V;
  static constexpr std::size_t depth = Depth;
};

template <class Set>
class MemoryBank : public ::testing::Test {};
using Sets = ::testing::Types<Bank<Vmemory_bank_1, 1>, Bank<Vmemory_bank_2, 2>, Bank<Vmemory_bank_5, 5>>;
TYPED_TEST_SUITE(MemoryBank, Sets);

TYPED_TEST(MemoryBank, ReadsOldContentsAndHoldsThem) {
  Clocked<typename TypeParam::Model> bank;
  Random random(11);
  std::vector<std::uint64_t> rows(TypeParam::depth);
  bank->i_read = 0;
  drive(bank->i_read_row, 0);
  bank->i_write = 1;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    drive(bank->i_write_row, row);
    bank->i_write_data = rows[row] = random.word();
    bank.tick();
  }
  bool read_before = false;
  std::uint64_t expected = 0;
  for (int cycle = 0; cycle < 2000; ++cycle) {
    const auto last = static_cast<std::int64_t>(rows.size()) - 1;
    const auto write_row = static_cast<std::size_t>(random.in(0, last));
    const auto read_row = static_cast<std::size_t>(random.in(0, last));
    const bool write = random.one_in(2), read = random.one_in(2);
    bank->i_write = write;
    drive(bank->i_write_row, write_row);
    bank->i_write_data = random.word();
    bank->i_read = read;
    drive(bank->i_read_row, read_row);
    if (read) {
      expected = rows[read_row];
      read_before = true;
    }
    if (write) rows[write_row] = bank->i_write_data;
    bank.tick();
    if (read_before) {
      ASSERT_EQ(bank->o_read_data, expected) << "cycle " << cycle << ", seed 11";
    }
  }
}

}  // namespace
}  // namespace stencil::test::memory_bank_test
