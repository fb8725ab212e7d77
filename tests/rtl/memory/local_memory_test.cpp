// local_memory: accesses of lanes and beats at any word, against a plain array.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <vector>

#include "Vlocal_memory_1_1.h"
#include "Vlocal_memory_1_13.h"
#include "Vlocal_memory_2_13.h"
#include "Vlocal_memory_2_2.h"
#include "Vlocal_memory_4_37.h"
#include "Vlocal_memory_4_4.h"
#include "Vlocal_memory_4_64.h"
#include "Vlocal_memory_8_43.h"
#include "Vlocal_memory_8_8.h"
#include "tests/rtl/support/clocked.hpp"
#include "tests/rtl/support/ports.hpp"
#include "tests/rtl/support/random.hpp"

namespace stencil::test::local_memory_test {
namespace {

template <class V, std::size_t Banks, std::size_t Words>
struct Shape {
  using Model = V;
  static constexpr std::size_t banks = Banks, words = Words;
};

// Applies every access to the model and to a plain array.
template <class Shape>
class LocalMemory : public ::testing::Test {
 protected:
  static constexpr std::size_t banks = Shape::banks, words = Shape::words;

  void write(std::size_t address, std::uint64_t enables) {
    drive(memory->i_write, enables);
    drive(memory->i_write_addr, address);
    for (std::size_t lane = 0; lane < banks; ++lane) {
      const std::uint64_t value = random.word();
      set_word(memory->i_write_data, lane, value);
      if (enables >> lane & 1) expected.at(address + lane) = value;
    }
  }
  void read(std::size_t address) {
    memory->i_read = 1;
    drive(memory->i_read_addr, address);
  }
  void tick() {
    memory.tick();
    drive(memory->i_write, 0);
    memory->i_read = 0;
  }
  // Lanes past the end are unspecified.
  void expect_read(std::size_t address, const std::vector<std::uint64_t>& contents) {
    for (std::size_t lane = 0; lane < banks && address + lane < words; ++lane)
      ASSERT_EQ(get_word(memory->o_read_data, lane), contents[address + lane])
          << "word " << address << " lane " << lane;
  }
  std::uint64_t all_enables_at(std::size_t address) const {
    const std::size_t left = words - address;
    return (std::uint64_t{1} << (left < banks ? left : banks)) - 1;
  }
  void fill() {
    memory->i_read = 0;
    drive(memory->i_read_addr, 0);
    for (std::size_t address = 0; address < words; address += banks) {
      write(address, all_enables_at(address));
      tick();
    }
  }

  Clocked<typename Shape::Model> memory;
  Random random{21};
  std::vector<std::uint64_t> expected = std::vector<std::uint64_t>(words);
};

using Shapes =
    ::testing::Types<Shape<Vlocal_memory_1_1, 1, 1>, Shape<Vlocal_memory_1_13, 1, 13>, Shape<Vlocal_memory_2_2, 2, 2>,
                     Shape<Vlocal_memory_2_13, 2, 13>, Shape<Vlocal_memory_4_4, 4, 4>, Shape<Vlocal_memory_4_37, 4, 37>,
                     Shape<Vlocal_memory_4_64, 4, 64>, Shape<Vlocal_memory_8_8, 8, 8>,
                     Shape<Vlocal_memory_8_43, 8, 43>>;
TYPED_TEST_SUITE(LocalMemory, Shapes);

// Holds C4.9.
TYPED_TEST(LocalMemory, EveryAddressWithEveryEnable) {
  this->fill();
  for (std::size_t address = 0; address < this->words; ++address)
    for (std::uint64_t enables = 0; enables <= this->all_enables_at(address); ++enables) {
      this->write(address, enables);
      this->tick();
      // Neighbouring words must be unchanged, so compare a window around the write.
      const std::size_t first = address < this->banks ? 0 : address - this->banks;
      for (std::size_t at = first; at < this->words && at <= address + this->banks; at += this->banks) {
        this->read(at);
        this->tick();
        this->expect_read(at, this->expected);
        if (this->HasFatalFailure()) return;
      }
    }
}

TYPED_TEST(LocalMemory, ReadBesideWriteSeesTheOldWordsAndHolds) {
  this->fill();
  const auto last = static_cast<std::int64_t>(this->words) - 1;
  for (int round = 0; round < 3000; ++round) {
    const auto write_address = static_cast<std::size_t>(this->random.in(0, last));
    const auto read_address = static_cast<std::size_t>(this->random.in(0, last));
    const std::vector<std::uint64_t> before = this->expected;
    this->write(write_address, this->random.word() & this->all_enables_at(write_address));
    this->read(read_address);
    this->tick();
    this->expect_read(read_address, before);
    if (this->random.one_in(2)) {
      this->write(write_address, this->all_enables_at(write_address));
      drive(this->memory->i_read_addr, static_cast<std::uint64_t>(this->random.in(0, last)));
      this->tick();
      this->expect_read(read_address, before);
    }
    if (this->HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace stencil::test::local_memory_test
