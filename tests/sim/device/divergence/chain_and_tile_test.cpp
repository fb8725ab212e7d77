// Chains of skewed blocks and tiles: the row, the sweep and the operands of the first wrong value.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "sim/device/divergence/divergence.hpp"
#include "sim/device/divergence/field/swept_field.hpp"
#include "tests/sim/device/divergence/lying_device.hpp"

namespace stencil::capsule_tests {
namespace {

using Where = Divergence::Where;

// A software device whose commands are wrong where `spoil` says, after the right sweeps.
class SpoilingDevice final : public testing_support::WrappedDevice {
 public:
  using Spoil = std::function<void(const DeviceCommand& command, std::vector<double>& words)>;
  explicit SpoilingDevice(Spoil spoil)
      : WrappedDevice(make_accelerator(options("software"))), spoil_(std::move(spoil)) {}

 private:
  void do_command(Ticket, const DeviceCommand& command, const After&) override {
    inner_->post(command, {});
    const Place place = words_written(command);
    std::vector<double> words(static_cast<std::size_t>(place.length_words));
    inner_->post_store(place, words.data(), {});
    spoil_(command, words);
    inner_->post_load(place, words.data(), {});
  }
  std::vector<CycleCounts> do_wait() override {
    inner_->wait();
    return std::vector<CycleCounts>(posted_commands());
  }

  Spoil spoil_;
};

Divergence found(Capsule capsule, const SpoilingDevice::Spoil& spoil) {
  const CapsulePlayer player = [&](const Capsule& calls) {
    SpoilingDevice device(spoil);
    return play(calls, device);
  };
  expect(capsule);
  const auto divergence = find_divergence(player(capsule), player);
  if (!divergence) throw std::runtime_error("nothing was found");
  return *divergence;
}

// The row of the field that a middle block finishes first moves north with every sweep: with a fault in row 21 of the
// field, which the second block finishes in its first rows after a few sweeps and the first block after none.
TEST(ChainDivergence, FindsTheRowAndTheSweepOfAChain) {
  for (const ItstepOptions& how : {all_ways[2], all_ways[3]}) {
    KeepAll listener;
    const auto device = recorded(make_accelerator(options("software")), options("software"), listener);
    sweep(*device, how, 1, device.get(), lying_weights);
    const Capsule capsule = listener.kept.back();
    const std::vector<std::size_t> rows_before = [&] {
      std::vector<std::size_t> starts;
      std::size_t at = 0;
      for (const CapsuleCall& call : capsule.calls) {
        if (call.kind != CapsuleCall::Kind::command) continue;
        starts.push_back(at);
        at += static_cast<std::size_t>(command_block(call.command).rows);
      }
      return starts;
    }();
    ASSERT_GT(rows_before.size(), 2u);
    // Row 25 of the field is wrong from the third sweep on.
    constexpr std::int64_t row = 25;
    constexpr std::int64_t col = 6;
    const auto spoil = [&](const DeviceCommand& command, std::vector<double>& words) {
      const auto& sweep = std::get<SweepCommand>(command);
      if (sweep.niter < 3) return;
      static std::int64_t start;  // of the chain's next block
      if (!sweep.above) start = 0;
      const std::int64_t at = row - (start - (sweep.above ? sweep.niter : 0));
      start += sweep.rows;
      if (at < 0 || at * 20 + col >= static_cast<std::int64_t>(words.size())) return;
      words[static_cast<std::size_t>(at * 20 + col)] = 0.5;
    };
    const Divergence divergence = found(capsule, spoil);
    EXPECT_EQ(divergence.where, Where::sweep);
    EXPECT_EQ(*divergence.sweep, 2);
    EXPECT_EQ(divergence.col, col);
    EXPECT_EQ(divergence.row + static_cast<std::int64_t>(rows_before[divergence.command]), row);
    EXPECT_EQ(divergence.got, bits_of(0.5));
    EXPECT_EQ(divergence.differing, 1);
    ASSERT_EQ(divergence.operands.size(), 8u);
    EXPECT_EQ(divergence.operands[4].value, field(ProblemArray::r, 60, 20)[row * 20 + col]);
  }
}

Capsule tile_calls(bool backward, const std::vector<double>& f = field(ProblemArray::f, 8, 9)) {
  const auto words = static_cast<std::int64_t>(f.size());
  TileCommand tile;
  tile.rows = words / 9;
  tile.cols = 9;
  tile.sweeps = 4;
  tile.backward = backward;
  tile.top = {1, 0};
  tile.bottom = {tile.rows - 2, 0};
  tile.left = {1, 0};
  tile.right = {7, 0};
  KeepAll listener;
  const auto device = recorded(make_accelerator(options("software")), options("software"), listener);
  std::vector<double> out(f.size());
  const Ticket load = device->post_load({Bank::f, 0, 0, words}, f.data(), {});
  const Ticket command = device->post(tile, {load});
  device->post_store({Bank::f, 0, 0, words}, out.data(), {command});
  device->wait();
  return listener.kept.back();
}

TEST(TileDivergence, FindsTheSweepAndTheOperandsInTheOrderOfATile) {
  for (const bool backward : {false, true}) {
    // Wrong in the second sweep, and what the tile makes of it after.
    const auto spoil = [](const DeviceCommand& command, std::vector<double>& words) {
      if (std::get<TileCommand>(command).sweeps < 2) return;
      words[3 * 9 + 4] = 0.5;
      words[4 * 9 + 2] = 0.25;
    };
    const Divergence divergence = found(tile_calls(backward), spoil);
    EXPECT_EQ(divergence.where, Where::sweep);
    EXPECT_EQ(*divergence.sweep, 1);
    EXPECT_EQ(divergence.row, backward ? 4 : 3);
    EXPECT_EQ(divergence.col, backward ? 2 : 4);
    EXPECT_FALSE(divergence.element);
    ASSERT_EQ(divergence.results.size(), 5u);
    EXPECT_EQ(bits_of(divergence.results.back().value), divergence.expected);
    EXPECT_EQ(divergence.operands[0].name, "north");
    EXPECT_EQ(divergence.operands[0].from, backward ? "sweep 0" : "sweep 1");
    EXPECT_EQ(divergence.operands[1].from, backward ? "sweep 1" : "sweep 0");
  }
}

TEST(TileDivergence, NamesTheDivision) {
  const auto spoil = [](const DeviceCommand& command, std::vector<double>& words) {
    if (std::get<TileCommand>(command).sweeps < 3) return;
    words[5 * 9 + 6] = from_bits(bits_of(words[5 * 9 + 6]) ^ (1ull << 30));
  };
  Capsule capsule = tile_calls(false);
  const Divergence divergence = found(capsule, spoil);
  EXPECT_EQ(*divergence.sweep, 2);
  EXPECT_EQ(divergence.row, 5);
  EXPECT_EQ(divergence.col, 6);
  EXPECT_EQ(component_of(divergence), "division");
  EXPECT_EQ(divergence.explanation->as_if, "division '(...)/5' had given bit 30 of its result flipped");
}

TEST(TileDivergence, AWholeRowMayBeginTheSecondBand) {
  for (const std::int64_t row : {4, 12}) {
    const auto spoil = [row](const DeviceCommand& command, std::vector<double>& words) {
      if (std::get<TileCommand>(command).sweeps != 1 || words.size() != 20 * 9) return;
      for (std::int64_t col = 1; col < 7; ++col)
        words[static_cast<std::size_t>(row * 9 + col)] = 2.0 + 0.37 * static_cast<double>(col * col);
    };
    Capsule capsule = tile_calls(false, field(ProblemArray::f, 20, 9));
    for (CapsuleCall& call : capsule.calls) {
      if (call.kind == CapsuleCall::Kind::command) std::get<TileCommand>(call.command).sweeps = 1;
    }
    const Divergence divergence = found(capsule, spoil);
    EXPECT_EQ(divergence.row, row);
    const std::string component = component_of(divergence);
    EXPECT_EQ(component == "bands or line buffer", row == 12) << component;  // row 4 would leave the third band wrong
  }
}

TEST(TileDivergence, ValuesThatAreOffByLittleAreOfAnOperator) {
  for (const double part : {0x1p-12, 0x1p-3}) {
    const auto spoil = [part](const DeviceCommand&, std::vector<double>& words) {
      if (words.size() != 8 * 9) return;
      for (std::size_t row = 1; row < 6; ++row)
        for (std::size_t col = 1; col < 7; ++col)
          words[row * 9 + col] += part * words[row * 9 + col] * (1.0 + static_cast<double>(7 * row % 5 + col) / 13.0);
    };
    const std::string component = component_of(found(tile_calls(false), spoil));
    EXPECT_EQ(component == "operator", part < 0x1p-6) << component;
  }
}

// Of a field of -0 only the first point has nothing but -0 around it once it is +0: all others follow from it.
TEST(TileDivergence, AZeroOfTheOtherSignMayBeOfAnyOperator) {
  const auto spoil = [](const DeviceCommand&, std::vector<double>& words) {
    if (words.size() != 8 * 9) return;
    for (std::size_t row = 1; row < 6; ++row)
      for (std::size_t col = 1; col < 7; ++col) words[row * 9 + col] = 0.0;
  };
  const Divergence divergence = found(tile_calls(false, std::vector<double>(8 * 9, -0.0)), spoil);
  EXPECT_EQ(*divergence.sweep, 0);
  EXPECT_EQ(divergence.row, 1);
  EXPECT_EQ(divergence.col, 1);
  ASSERT_TRUE(divergence.explanation);
  EXPECT_EQ(component_of(divergence), "operator");
  EXPECT_EQ(divergence.explanation->as_if,
            "an adder or a division had given a 0 of the other sign where its result is 0");
  EXPECT_EQ(divergence.explanation->suspects, 5u);
}

// Chains of four blocks too: of the rows before, only those are kept that the next block needs.
TEST(ByFormula, ExpectsWhatRightGoldenModelsGive) {
  for (const ItstepOptions& how : all_ways) {
    KeepAll listener;
    const auto device = recorded(make_accelerator(options("software")), options("software"), listener);
    sweep(*device, how, 2, device.get(), lying_weights);
    for (Capsule capsule : listener.kept) {
      capsule.by_formula = true;
      expect(capsule);
      EXPECT_EQ(difference(capsule).mismatches, 0) << name_of(how.blocking) << ", " << name_of(how.schedule);
      EXPECT_GT(difference(capsule).compared, 0);
    }
  }
}

// The device computes with the golden models, so that they are wrong: no processing element, no room of the device.
TEST(ByFormula, BlamesTheModelsThatADeviceWithoutRtlComputesWith) {
  KeepAll listener;
  const auto device = recorded(make_accelerator(options("software")), options("software"), listener);
  sweep(*device, all_ways[0], 1, device.get(), lying_weights);
  Capsule capsule = listener.kept.back();
  for (const char* accel : {"software", "rtl"}) {
    capsule.device.accel = accel;
    capsule.by_formula = true;
    const Divergence divergence =
        found(capsule, [](const DeviceCommand&, std::vector<double>& words) { words[30] += 1; });
    EXPECT_EQ(divergence.side, accel == std::string("rtl") ? WrongSide::unknown : WrongSide::reference);
    EXPECT_EQ(divergence.source, "models/jacobi.cpp, models/local_memory.cpp");
    EXPECT_FALSE(divergence.element);
  }
}

}  // namespace
}  // namespace stencil::capsule_tests
