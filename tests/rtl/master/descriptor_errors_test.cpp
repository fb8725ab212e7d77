// Descriptors at fault end a chain with their code, and nothing but what was right before them is moved.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "Vmaster_256.h"
#include "Vmaster_64.h"
#include "tests/rtl/master/master_bench.hpp"
#include "tests/rtl/support/random.hpp"

namespace stencil::test {
namespace {

// Tests on buses of 64 and 256 bits: the model, and the words of a beat.
template <class V, std::size_t words>
struct Bus {
  using Model = V;
  static constexpr std::size_t bus_words = words;
};
template <class B>
class DescriptorErrors : public ::testing::Test {
 protected:
  static constexpr std::uint64_t base = MasterBench<typename B::Model>::base, beat = 8 * B::bus_words;
  static constexpr std::uint64_t most = memory_words / B::bus_words * beat;  // bytes of a buffer, in whole beats
  static constexpr std::uint64_t from = base + 4096;
  static constexpr std::size_t kept_words = most / 8;

  DescriptorErrors() : bench(B::bus_words, 7, Stall::both) {
    Random random(5);
    for (std::uint64_t at = base; at < base + 8 * bench.card_words; at += 8) bench.card.at(at) = random.word();
    // All buffers hold something.
    for (const std::uint64_t to : {f_address(0), f_address(1), r_address(0), r_address(1)}) {
      bench.put(base, {base + 65536 + (to >> 20 & 0xfff), to, most, 1, most});
      EXPECT_EQ(bench.run(base), code::none);
    }
  }
  std::vector<std::vector<std::uint64_t>> buffers() {
    return {bench.buffer(f_address(0), kept_words), bench.buffer(f_address(1), kept_words),
            bench.buffer(r_address(0), kept_words), bench.buffer(r_address(1), kept_words)};
  }
  // A chain that begins at `at` ends with the code at `where`, after `count` descriptors, and moves nothing.
  void refused(const char* what, std::uint64_t at, unsigned expected, std::uint64_t where, unsigned count = 0) {
    SCOPED_TRACE(what);
    const auto device = buffers();
    const auto card = bench.card.words();
    EXPECT_EQ(bench.run(at), expected);
    EXPECT_EQ(bench.read(master_where), where);
    EXPECT_EQ(bench.read(master_count), count);
    EXPECT_TRUE(bench.card.words() == card) << "card memory has changed";
    EXPECT_TRUE(buffers() == device) << "a buffer has changed";
  }

  MasterBench<typename B::Model> bench;
};
class BusName {
 public:
  template <class B>
  static std::string GetName(int) {
    return std::to_string(64 * B::bus_words);
  }
};
using Buses = ::testing::Types<Bus<Vmaster_64, 1>, Bus<Vmaster_256, 4>>;
TYPED_TEST_SUITE(DescriptorErrors, Buses, BusName);

TYPED_TEST(DescriptorErrors, MoveNothing) {
  constexpr std::uint64_t base = TestFixture::base, beat = TestFixture::beat, most = TestFixture::most,
                          from = TestFixture::from, half = beat / 2, top = std::uint64_t{1} << 62;
  const Descriptor right{from + 32 * beat, f_address(1) + beat, 4 * beat, 3, 2 * beat, 0};
  const Descriptor back{f_address(0), from + 32 * beat, 4 * beat, 3, 2 * beat, 0};
  const auto with = [](Descriptor one, std::uint64_t Descriptor::*field, std::uint64_t value) {
    one.*field = value;
    return one;
  };
  struct Case {
    const char* what;
    unsigned code;
    Descriptor descriptor;
  };
  const std::uint64_t end = base + 8 * this->bench.card_words;
  const std::vector<Case> cases{
      {"source between beats", code::alignment, with(right, &Descriptor::source, from + half)},
      {"destination between beats", code::alignment, with(right, &Descriptor::destination, f_address(1) + half)},
      {"pitch of part of a beat", code::alignment, with(right, &Descriptor::pitch, 4 * beat + half)},
      {"row of part of a beat", code::alignment, with(right, &Descriptor::row_bytes, beat + half)},
      {"next not at 64 bytes", code::alignment, with(right, &Descriptor::next, base + 96)},
      {"no rows", code::shape, with(right, &Descriptor::rows, 0)},
      {"no bytes", code::shape, with(right, &Descriptor::row_bytes, 0)},
      {"rows that overlap", code::shape, with(right, &Descriptor::pitch, beat)},
      {"from memory to memory", code::shape, with(right, &Descriptor::destination, from + 512 * beat)},
      {"from device to device", code::shape, with(right, &Descriptor::source, f_address(0))},
      {"one beat past a buffer", code::buffer, {from, f_address(1) + beat, most, 1, most}},
      {"a row past a buffer", code::buffer, {from, f_address(0), beat, most / beat + 1, beat}},
      {"read past a buffer", code::buffer, {r_address(1) + beat, from, most, 1, most}},
      {"f buffer 2 of 2", code::buffer, with(right, &Descriptor::destination, f_address(2))},
      {"r buffer 2 of 2", code::buffer, with(right, &Descriptor::destination, r_address(2))},
      {"beyond the addresses of the device", code::buffer,
       with(right, &Descriptor::destination, f_address(0) | std::uint64_t{1} << 32)},
      {"far beyond", code::buffer, with(right, &Descriptor::destination, f_address(0) | top)},
      {"rows that wrap 64 bits in the device",
       code::buffer,
       {from, f_address(0), top, 0xffffffff, 0xffffffff / beat * beat}},
      {"before the window", code::window, with(right, &Descriptor::source, base - beat)},
      {"the last row past the window", code::window, with(right, &Descriptor::source, end - 9 * beat)},
      {"stored past the window", code::window, with(back, &Descriptor::destination, end - 9 * beat)},
      {"rows that wrap 64 bits in memory", code::window, {from, f_address(0), top, 5, beat}},
      {"rows that wrap 65 bits in memory", code::window, {from, f_address(0), top, 9, beat}},
      {"rows that wrap 66 bits in memory", code::window, {from, f_address(0), top, 13, beat}},
  };
  for (const Case& one : cases) {
    this->bench.put(base, one.descriptor);
    this->refused(one.what, base, one.code, base);
    // The same behind one that is right.
    this->bench.put(base + 64, with(with(right, &Descriptor::source, from), &Descriptor::next, base));
    EXPECT_EQ(this->bench.run(base + 64), one.code) << one.what;
    EXPECT_EQ(this->bench.read(master_where), base);
    EXPECT_EQ(this->bench.read(master_count), 1u);
  }
  this->refused("a chain that begins between descriptors", base + 8, code::alignment, base + 8);
  // At the limits all is right.
  for (const Descriptor& one :
       {Descriptor{from, f_address(1), most, 1, most}, Descriptor{from, r_address(1) + most - beat, 0, 1, beat},
        Descriptor{end - 10 * beat, f_address(0), 4 * beat, 3, 2 * beat},
        Descriptor{f_address(0), end - 10 * beat, 4 * beat, 3, 2 * beat}}) {
    this->bench.put(base, one);
    EXPECT_EQ(this->bench.run(base), code::none);
  }
}

TYPED_TEST(DescriptorErrors, ALoopEnds) {
  constexpr std::uint64_t base = TestFixture::base;
  // `lead` descriptors, then a loop of `length`.
  for (const auto& [lead, length] : {std::pair{0u, 1u}, {0u, 2u}, {3u, 1u}, {1u, 5u}, {6u, 7u}}) {
    const unsigned all = lead + length;
    for (unsigned i = 0; i < all; ++i)
      this->bench.put(base + 64 * i, {TestFixture::from, f_address(0), TestFixture::beat, 1, TestFixture::beat,
                                      base + 64 * (i + 1 < all ? i + 1 : lead)});
    EXPECT_EQ(this->bench.run(base), code::loop) << lead << ' ' << length;
    const std::uint64_t where = (this->bench.read(master_where) - base) / 64;
    EXPECT_TRUE(where >= lead && where < all) << where;
    EXPECT_LE(this->bench.read(master_count), 3 * all) << "times round";
  }
  this->bench.put(base, {TestFixture::from, f_address(0), TestFixture::beat, 1, TestFixture::beat, base});
  this->refused("a descriptor that is its own next", base, code::loop, base);
}

// What was moved before the beat at fault stays moved, nothing after it is.
TYPED_TEST(DescriptorErrors, AnErrorOfABusEndsTheChain) {
  constexpr std::uint64_t base = TestFixture::base, beat = TestFixture::beat, from = TestFixture::from;
  constexpr std::size_t bus_words = TypeParam::bus_words, row = 10 * bus_words, bad = 3 * row + 6 * bus_words;  // words
  this->bench.put(base, {from, f_address(0), 10 * beat, 5, 10 * beat, base + 64});
  this->bench.put(base + 64, {f_address(1), from + 16384, 10 * beat, 5, 10 * beat, 0});
  const auto before = this->buffers();
  auto card = this->bench.card.words();

  this->bench.card.spoil(from + 8 * bad);
  EXPECT_EQ(this->bench.run(base), code::memory) << "a beat that cannot be read";
  EXPECT_EQ(this->bench.read(master_where), base);
  EXPECT_EQ(this->bench.read(master_count), 0u);
  this->bench.card.heal();
  for (std::size_t i = 0; i < card.size() - 2048; ++i) ASSERT_EQ(this->bench.card.words()[i], card[i]) << i;
  auto after = this->buffers();
  for (std::size_t word = 0; word < TestFixture::kept_words; ++word)
    ASSERT_EQ(after[0][word], word < bad ? this->bench.card.at(from + 8 * word) : before[0][word]) << word;
  for (const std::size_t other : {1, 2, 3}) EXPECT_TRUE(after[other] == before[other]);

  card = this->bench.card.words();
  this->bench.card.spoil(from + 16384 + 8 * bad);
  EXPECT_EQ(this->bench.run(base + 64), code::memory) << "a beat that cannot be written";
  EXPECT_EQ(this->bench.read(master_where), base + 64);
  this->bench.card.heal();
  const std::size_t first = (from + 16384 - base) / 8;
  for (std::size_t i = 0; i < card.size(); ++i) {
    const bool moved = i >= first && i < first + 4 * row && (i < first + bad || i >= first + bad + bus_words);
    ASSERT_EQ(this->bench.card.words()[i], moved ? before[1][i - first] : card[i]) << i;
  }

  this->bench.card.spoil(base + 64);
  this->refused("a descriptor that cannot be read", base + 64, code::memory, base + 64);
  this->bench.card.heal();
  this->refused("a descriptor that is nowhere", base - 64, code::memory, base - 64);
}

// The device refuses a buffer in use, and the command brings what it would have brought.
TYPED_TEST(DescriptorErrors, ABufferInUseIsRefused) {
  constexpr std::uint64_t base = TestFixture::base, from = TestFixture::from, most = TestFixture::most;
  const auto sweep = [&](bool disturbed) {
    this->bench.put(base, {from, f_address(0), most, 1, most, base + 64});
    this->bench.put(base + 64, {from, r_address(0), most, 1, most, 0});
    EXPECT_EQ(this->bench.run(base), code::none);
    for (const auto& [address, value] : {std::pair<unsigned, std::uint64_t>{contract::REG_COLS, 40},
                                         {contract::REG_NITER, 9},
                                         {contract::REG_RDX2, 0x3fd0000000000000},
                                         {contract::REG_RDY2, 0x3fd0000000000000},
                                         {contract::REG_BETA, 0x3fe0000000000000},
                                         {contract::REG_COMMAND, 25}})
      EXPECT_EQ(this->bench.write(address, value), 0u);
    if (disturbed) {
      const auto card = this->bench.card.words();
      this->bench.put(base + 128, {from + most, f_address(0), 64, 1, 64, 0});
      this->bench.put(base + 192, {f_address(0), from + 16384, 64, 1, 64, 0});
      for (const std::uint64_t at : {base + 128, base + 192}) {
        EXPECT_EQ(this->bench.run(at), code::device);
        EXPECT_EQ(this->bench.read(contract::REG_STATUS) & 1, 1u) << "the command has ended: nothing was tested";
        EXPECT_EQ(this->bench.read(contract::REG_ERROR), 12u);
      }
      EXPECT_EQ(this->bench.card.at(from + 16384), card[(from + 16384 - base) / 8]);
    }
    while (this->bench.read(contract::REG_STATUS) & 1) {
    }
    return this->bench.buffer(f_address(0), TestFixture::kept_words);
  };
  const auto undisturbed = sweep(false);
  EXPECT_TRUE(sweep(true) == undisturbed);
}

TYPED_TEST(DescriptorErrors, RegistersReadAsTheyWereWritten) {
  const std::uint64_t end = TestFixture::base + 8 * this->bench.card_words;
  EXPECT_EQ(this->bench.read(master_first), TestFixture::base);
  EXPECT_EQ(this->bench.read(master_end), end);
  EXPECT_EQ(this->bench.write(master_end, ~end), 0u);
  EXPECT_EQ(this->bench.read(master_end), ~end);
  EXPECT_EQ(this->bench.read(master_first), TestFixture::base);
  EXPECT_EQ(this->bench.read(master_irq), 0u);
  EXPECT_EQ(this->bench.write(master_irq, ~std::uint64_t{0}), 0u);
  EXPECT_EQ(this->bench.read(master_irq), 1u) << "bit 0 alone is kept";
  EXPECT_EQ(this->bench.write(master_irq, ~std::uint64_t{1}), 0u);
  EXPECT_EQ(this->bench.read(master_irq), 0u);
  this->bench.reset();
  EXPECT_EQ(this->bench.read(master_end), 0u);
}

TYPED_TEST(DescriptorErrors, RegistersAreKeptWhileAChainRuns) {
  constexpr std::uint64_t base = TestFixture::base, from = TestFixture::from, most = TestFixture::most;
  this->bench.put(base, {from, f_address(0), most, 1, most, 0});
  EXPECT_EQ(this->bench.write(master_start, base), 0u);
  EXPECT_EQ(this->bench.read(master_state), 1u);
  for (const unsigned address : {master_start, master_first, master_end, master_state, 0x1040u})
    EXPECT_EQ(this->bench.write_half(address, 0), 2u) << address;
  EXPECT_EQ(this->bench.wait(), code::none);
  EXPECT_EQ(this->bench.read(master_first), base);
  EXPECT_EQ(this->bench.read(master_where), base);

  // A reset in a chain: the window is closed, and after it is open the same chain runs.
  for (const int cycles : {30, 100, 170, 240}) {
    EXPECT_EQ(this->bench.write(master_start, base), 0u);
    for (int i = 0; i < cycles; ++i) this->bench.tick();
    this->bench.reset();
    EXPECT_EQ(this->bench.read(master_state), 0u);
    EXPECT_EQ(this->bench.run(base), code::window) << "no window after a reset";
    this->bench.open_window();
    EXPECT_EQ(this->bench.run(base), code::none) << cycles;
  }
}

}  // namespace
}  // namespace stencil::test
