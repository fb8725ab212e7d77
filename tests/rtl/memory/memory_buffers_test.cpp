// memory_buffers: engine and bus at work at once, each on its buffers.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "Vmemory_buffers_1_1.h"
#include "Vmemory_buffers_1_4.h"
#include "Vmemory_buffers_2_2.h"
#include "Vmemory_buffers_4_1.h"
#include "tests/rtl/support/clocked.hpp"
#include "tests/rtl/support/ports.hpp"
#include "tests/rtl/support/random.hpp"

namespace stencil::test::memory_buffers_test {
namespace {

constexpr std::size_t memory_words = 37;

template <class V, std::size_t Words, std::size_t Lanes, unsigned FBuffers>
struct Shape {
  using Model = V;
  static constexpr std::size_t words = Words, lanes = Lanes;
  static constexpr unsigned f_buffers = FBuffers;
};

template <class Shape>
class MemoryBuffers : public ::testing::Test {};
using Shapes = ::testing::Types<Shape<Vmemory_buffers_1_1, 1, 1, 2>, Shape<Vmemory_buffers_4_1, 4, 1, 3>,
                                Shape<Vmemory_buffers_1_4, 1, 4, 3>, Shape<Vmemory_buffers_2_2, 2, 2, 2>>;
TYPED_TEST_SUITE(MemoryBuffers, Shapes);

// All four sides move in the same cycle, at full rate, wherever the buffers allow it: the engine reads f and r and
// writes f and r of the same or other buffers; the bus reads and writes buffers that the engine does not use.
// Holds C4.1, C4.2, C4.21, C8.9.
TYPED_TEST(MemoryBuffers, EverySideAtOnce) {
  constexpr std::size_t words = TypeParam::words, lanes = TypeParam::lanes;
  constexpr unsigned f_buffers = TypeParam::f_buffers, first_r = 4;
  Clocked<typename TypeParam::Model> memory;
  Random random(31);
  std::array<std::vector<std::uint64_t>, 8> contents;
  std::vector<unsigned> numbers;
  for (unsigned number = 0; number < 8; ++number)
    if (number < first_r ? number < f_buffers : number < first_r + 2) numbers.push_back(number);
  const auto any_number = [&] {
    return numbers[static_cast<std::size_t>(random.in(0, static_cast<std::int64_t>(numbers.size()) - 1))];
  };
  const auto address_for = [&](std::size_t width) {
    return static_cast<std::size_t>(random.in(0, static_cast<std::int64_t>(memory_words - width)));
  };

  memory->i_without_r = 0;
  memory->i_read = memory->i_write_r = memory->i_bus_read = 0;
  drive(memory->i_write, 0);
  for (const unsigned number : numbers)
    for (std::size_t word = 0; word < memory_words; ++word) {
      contents[number].push_back(random.word());
      drive(memory->i_bus_write, 1);
      drive(memory->i_bus_granted, 3);
      drive(memory->i_bus_write_buffer, number);
      drive(memory->i_bus_write_addr, word);
      set_word(memory->i_bus_write_data, 0, contents[number][word]);
      memory.tick();
    }

  int four_sides = 0;
  for (int cycle = 0; cycle < 20000; ++cycle) {
    const bool reads = random.one_in(2), writes_f = random.one_in(2);
    // A command without r leaves both r buffers to the bus.
    const bool without_r = random.one_in(3), writes_r = writes_f && !without_r && random.one_in(2);
    const auto read_f = static_cast<unsigned>(random.in(0, f_buffers - 1));
    const auto write_f = static_cast<unsigned>(random.in(0, f_buffers - 1));
    const auto read_r = static_cast<unsigned>(random.in(0, 1)), write_r = static_cast<unsigned>(random.in(0, 1));
    const std::size_t read_at = address_for(lanes), write_at = address_for(lanes);
    const std::size_t bus_read_at = address_for(words), bus_write_at = address_for(words);
    const unsigned bus_read_from = any_number(), bus_write_to = any_number();
    const auto engine_has = [&](unsigned number) {
      return (reads && (number == read_f || (number == first_r + read_r && !without_r))) ||
             (writes_f && number == write_f) || (writes_r && number == first_r + write_r);
    };
    const bool bus_reads = !engine_has(bus_read_from) && !random.one_in(4);
    const bool bus_writes = !engine_has(bus_write_to) && !random.one_in(4);
    four_sides += reads && writes_f && bus_reads && bus_writes;

    memory->i_without_r = without_r;
    memory->i_read = reads;
    drive(memory->i_read_addr, read_at);
    drive(memory->i_read_f_buffer, read_f);
    drive(memory->i_read_r_buffer, read_r);
    // At least lane 0, as in the engine.
    drive(memory->i_write, writes_f ? (random.word() & ((1u << lanes) - 1)) | 1 : 0);
    // Ignored without i_write, or without r.
    memory->i_write_r = writes_f && !without_r ? writes_r : random.one_in(2);
    drive(memory->i_write_addr, write_at);
    drive(memory->i_write_f_buffer, write_f);
    drive(memory->i_write_r_buffer, write_r);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      set_word(memory->i_write_f_data, lane, random.word());
      set_word(memory->i_write_r_data, lane, random.word());
    }
    memory->i_bus_read = bus_reads;
    drive(memory->i_bus_read_buffer, bus_read_from);
    drive(memory->i_bus_read_addr, bus_read_at);
    drive(memory->i_bus_write_buffer, bus_write_to);
    drive(memory->i_bus_write_addr, bus_write_at);
    drive(memory->i_bus_write, bus_writes ? random.word() & ((1u << words) - 1) : 0);
    drive(memory->i_bus_granted, random.one_in(2) ? 3 : static_cast<unsigned>(random.in(0, 2)));
    for (std::size_t lane = 0; lane < words; ++lane) set_word(memory->i_bus_write_data, lane, random.word());

    const auto before = contents;
    for (std::size_t lane = 0; lane < lanes; ++lane)
      if (memory->i_write >> lane & 1) {
        contents[write_f][write_at + lane] = get_word(memory->i_write_f_data, lane);
        if (writes_r) contents[first_r + write_r][write_at + lane] = get_word(memory->i_write_r_data, lane);
      }
    for (std::size_t lane = 0; lane < words; ++lane)
      if (memory->i_bus_granted == 3 && memory->i_bus_write >> lane & 1)
        contents[bus_write_to][bus_write_at + lane] = get_word(memory->i_bus_write_data, lane);
    memory.tick();
    for (std::size_t lane = 0; lane < lanes && reads; ++lane) {
      ASSERT_EQ(get_word(memory->o_read_f, lane), before[read_f][read_at + lane]) << "cycle " << cycle << ", seed 31";
      if (without_r) continue;
      ASSERT_EQ(get_word(memory->o_read_r, lane), before[first_r + read_r][read_at + lane]) << "cycle " << cycle;
    }
    for (std::size_t lane = 0; lane < words && bus_reads; ++lane)
      ASSERT_EQ(get_word(memory->o_bus_read_data, lane), before[bus_read_from][bus_read_at + lane])
          << "cycle " << cycle << ", seed 31";
  }
  EXPECT_GT(four_sides, 200);
}

}  // namespace
}  // namespace stencil::test::memory_buffers_test
