// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "Vmemory_switch_1_1.h"
#include "Vmemory_switch_1_4.h"
#include "Vmemory_switch_2_2.h"
#include "Vmemory_switch_4_1.h"
#include "tests/rtl/support/clocked.hpp"
#include "tests/rtl/support/ports.hpp"
#include "tests/rtl/support/random.hpp"

namespace stencil::test {
namespace {

constexpr std::size_t memory_words = 37;
constexpr std::size_t bank_f = 0, bank_r = 1;

template <class V, std::size_t Words, std::size_t Lanes>
struct Shape {
  using Model = V;
  static constexpr std::size_t words = Words, lanes = Lanes;
};

template <class Shape>
class MemorySwitch : public ::testing::Test {};
using Shapes = ::testing::Types<Shape<Vmemory_switch_1_1, 1, 1>, Shape<Vmemory_switch_4_1, 4, 1>,
                                Shape<Vmemory_switch_1_4, 1, 4>, Shape<Vmemory_switch_2_2, 2, 2>>;
TYPED_TEST_SUITE(MemorySwitch, Shapes);

// Both clients ask for something in every cycle; only the one in charge may be heard.
TYPED_TEST(MemorySwitch, OneClientAtATime) {
  constexpr std::size_t words = TypeParam::words, lanes = TypeParam::lanes;
  Clocked<typename TypeParam::Model> memory;
  Random random(31);
  std::array<std::vector<std::uint64_t>, 2> banks;

  const auto address_for = [&](std::size_t width) {
    return static_cast<std::size_t>(random.in(0, static_cast<std::int64_t>(memory_words - width)));
  };
  memory->i_engine = 0;
  memory->i_engine_read = memory->i_bus_read = 0;
  drive(memory->i_engine_write, 0);
  for (std::size_t bank : {bank_f, bank_r})
    for (std::size_t word = 0; word < memory_words; ++word) {
      banks[bank].push_back(random.word());
      drive(memory->i_bus_write, 1);
      memory->i_bus_write_r = bank == bank_r;
      drive(memory->i_bus_write_addr, word);
      set_word(memory->i_bus_write_data, 0, banks[bank][word]);
      memory.tick();
    }

  for (int cycle = 0; cycle < 5000; ++cycle) {
    const bool engine = random.one_in(2);
    const std::size_t engine_read_at = address_for(lanes), engine_write_at = address_for(lanes);
    const std::size_t bus_read_at = address_for(words), bus_write_at = address_for(words);
    const std::size_t bus_read_bank = random.one_in(2) ? bank_r : bank_f;
    const std::size_t bus_write_bank = random.one_in(2) ? bank_r : bank_f;
    memory->i_engine = engine;
    memory->i_engine_read = engine || random.one_in(2);
    drive(memory->i_engine_read_addr, engine_read_at);
    drive(memory->i_engine_write_addr, engine_write_at);
    drive(memory->i_engine_write, random.word() & ((1u << lanes) - 1));
    for (std::size_t lane = 0; lane < lanes; ++lane) set_word(memory->i_engine_write_data, lane, random.word());
    // The data port writes nothing while the engine has the memory: its ports hold their bursts.
    memory->i_bus_read = !engine || random.one_in(2);
    memory->i_bus_read_r = bus_read_bank == bank_r;
    drive(memory->i_bus_read_addr, bus_read_at);
    memory->i_bus_write_r = bus_write_bank == bank_r;
    drive(memory->i_bus_write_addr, bus_write_at);
    drive(memory->i_bus_write, engine ? 0 : random.word() & ((1u << words) - 1));
    for (std::size_t lane = 0; lane < words; ++lane) set_word(memory->i_bus_write_data, lane, random.word());

    const std::array<std::vector<std::uint64_t>, 2> before = banks;
    if (engine) {
      for (std::size_t lane = 0; lane < lanes; ++lane)
        if (memory->i_engine_write >> lane & 1)
          banks[bank_f][engine_write_at + lane] = get_word(memory->i_engine_write_data, lane);
    } else {
      for (std::size_t lane = 0; lane < words; ++lane)
        if (memory->i_bus_write >> lane & 1)
          banks[bus_write_bank][bus_write_at + lane] = get_word(memory->i_bus_write_data, lane);
    }
    memory.tick();
    if (engine) {
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        ASSERT_EQ(get_word(memory->o_f, lane), before[bank_f][engine_read_at + lane]) << "cycle " << cycle;
        ASSERT_EQ(get_word(memory->o_r, lane), before[bank_r][engine_read_at + lane]) << "cycle " << cycle;
      }
    } else {
      for (std::size_t lane = 0; lane < words; ++lane)
        ASSERT_EQ(get_word(memory->o_bus_read_data, lane), before[bus_read_bank][bus_read_at + lane])
            << "cycle " << cycle << ", seed 31";
    }
  }
}

}  // namespace
}  // namespace stencil::test
