// Tile commands on the model device: registers, errors, the cycles of a command, and bits as on the software
// accelerator.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>
#include <string>

#include "host/base/errors.hpp"
#include "models/compare.hpp"
#include "sim/device/backends/platform_backends.hpp"
#include "sim/device/kernels/tiles/tile_registers.hpp"
#include "sim/device/kernels/tiles/tile_timing.hpp"
#include "sim/device/model/model_device.hpp"
#include "sim/device/rtl/configurations.hpp"
#include "tests/sim/device/model/cases.hpp"
#include "tests/sim/device/model/random_program.hpp"
#include "tests/support/refusal.hpp"

namespace stencil {
namespace {

using namespace contract;

// Register accesses on one device, each waited for.
class Registers {
 public:
  explicit Registers(const Capabilities& capabilities) : has(capabilities), device(has) {}
  explicit Registers(const char* config) : Registers(capabilities_of(find_configuration(config))) {}

  std::uint64_t read(std::uint32_t address) {
    std::uint64_t value = 0;
    device.post_register_read(address, &value, {});
    device.run({});
    return value;
  }
  void write(std::uint32_t address, std::uint64_t value) {
    device.post_register_write(address, value, {});
    device.run({});
  }
  void job(const TileCommand& command, std::int64_t slots) {
    const TileRegisters tile = tile_registers(command, slots);
    write(REG_NITER, static_cast<std::uint64_t>(command.sweeps));
    write(REG_COLS, static_cast<std::uint64_t>(command.cols));
    write(REG_TILE, tile.tile);
    write(REG_TILE_ROWS, tile.rows);
    write(REG_TILE_COLS, tile.cols);
  }
  // The error of a command with the present job; 0 if it ran.
  std::uint64_t error_of(std::uint64_t word) {
    write(REG_COMMAND, word);
    for (int waits = 0; read(REG_STATUS) & status_busy; ++waits) {
      if (waits == test::most_waits) throw std::runtime_error("the command does not end");
      device.tick_cycles(100);
    }
    const std::uint64_t error = read(REG_ERROR);
    write(REG_STATUS, status_failed);
    return error;
  }

  const Capabilities has;
  ModelDevice device;
};

// A refused access ends the device's run.
bool has_register(const Capabilities& capabilities, std::uint32_t address) {
  try {
    Registers(capabilities).read(address);
    return true;
  } catch (const DeviceError&) {
    return false;
  }
}

TileCommand whole(std::int64_t rows, std::int64_t cols, std::int64_t sweeps) {
  return {rows, cols, sweeps, false, {1, 0}, {rows - 1, 0}, {1, 0}, {cols - 1, 0}, 0};
}

TEST(TileCommands, TheDeviceSaysWhatTheKernelCanDo) {
  Registers device("four");
  EXPECT_EQ(device.read(REG_KERNELS), kernel_jacobi | kernel_tiles | kernel_change);
  const auto slots = device.read(REG_TILE_SLOTS);
  EXPECT_EQ(slots & 0xff, static_cast<std::uint64_t>(device.has.tile_slots_min));
  EXPECT_EQ(slots >> 8, static_cast<std::uint64_t>(device.has.tile_slots_max));
  EXPECT_EQ(device.read(REG_TILE_LATENCY), 4u * 5 + 2);
  for (const Register address : {REG_TILE, REG_TILE_ROWS, REG_TILE_COLS}) EXPECT_EQ(device.read(address), 0u);
  device.write(REG_TILE_ROWS, 0x100000002);
  EXPECT_EQ(device.read(REG_TILE_ROWS), 0x100000002u);
  EXPECT_THROW(device.write(REG_TILE_SLOTS, 1), DeviceError);
}

TEST(TileCommands, TheJobIsRefusedWhileATileIsInFlight) {
  for (const Register address : {REG_TILE, REG_TILE_ROWS, REG_TILE_COLS}) {
    Registers device("four");
    device.job(whole(20, 20, 4), device.has.tile_slots_min);
    device.write(REG_COMMAND, 20);
    EXPECT_THROW(device.write(address, 0), DeviceError);
  }
}

TEST(TileCommands, EveryIllegalOneHasItsErrorAndIsDropped) {
  Registers device("four");  // 1501 words, 61 columns, 3 buffers of f
  const std::int64_t least = device.has.tile_slots_min, most = device.has.tile_slots_max;
  const auto error = [&](const std::function<void(TileCommand&)>& change, std::int64_t slots, std::uint64_t bits = 0) {
    TileCommand command = whole(5, 6, 3);
    change(command);
    device.job(command, slots);
    return device.error_of(static_cast<std::uint64_t>(command.rows) | bits);
  };
  const auto as_it_is = [](TileCommand&) {};
  EXPECT_EQ(error(as_it_is, least), ERROR_NONE);
  EXPECT_EQ(error(as_it_is, most), ERROR_NONE);
  EXPECT_EQ(error(as_it_is, least - 1), ERROR_TILE);
  EXPECT_EQ(error(as_it_is, most + 1), ERROR_TILE);
  EXPECT_EQ(error(as_it_is, least, command_above), ERROR_TILE);
  EXPECT_EQ(error(as_it_is, least, command_below), ERROR_TILE);
  EXPECT_EQ(error([](auto& c) { c.rows = 2, c.top = c.bottom = {1, 0}; }, least), ERROR_TILE);
  EXPECT_EQ(error([](auto& c) { c.cols = 2, c.left = c.right = {1, 0}; }, least), ERROR_TILE);
  for (TileEdge TileCommand::*edge :
       {&TileCommand::top, &TileCommand::bottom, &TileCommand::left, &TileCommand::right}) {
    const bool is_row = edge == &TileCommand::top || edge == &TileCommand::bottom;
    const std::int64_t last = is_row ? 4 : 5;
    const auto at = [&](std::int64_t place, int slope) {
      return error([&](auto& c) { c.*edge = {place, slope}; }, least);
    };
    EXPECT_EQ(at(0, 0), ERROR_TILE);
    EXPECT_EQ(at(0, 1), ERROR_TILE);
    EXPECT_EQ(at(last + 1, 0), ERROR_TILE);
    EXPECT_EQ(at(last + 1, -1), ERROR_TILE);
    EXPECT_EQ(at(0xffffffff, 1), ERROR_TILE);
    EXPECT_EQ(at(2, -1), ERROR_TILE) << "0 in sweep 3";
    EXPECT_EQ(at(3, -1), ERROR_NONE);
    EXPECT_EQ(at(last - 1, 1), ERROR_TILE);
    EXPECT_EQ(at(last - 2, 1), ERROR_NONE);
    EXPECT_EQ(at(2, -2), ERROR_TILE) << "the slope that is none";
  }
  // Errors of any command come first.
  EXPECT_EQ(error([](auto& c) { c.rows = 0; }, 0), ERROR_ROWS);
  EXPECT_EQ(error([](auto& c) { c.cols = 62; }, 0), ERROR_COLS);
  EXPECT_EQ(error([](auto& c) { c.sweeps = 0; }, 0), ERROR_NITER);
  EXPECT_EQ(error([](auto& c) { c.rows = 251; }, 0), ERROR_FIT);
  EXPECT_EQ(error(as_it_is, 0, std::uint64_t{3} << command_f_buffer_bit), ERROR_BUFFER);
  // A sweep ignores the bits of tiles.
  device.write(REG_TILE, 0xaa0000);
  EXPECT_EQ(device.error_of(2), ERROR_NONE);
}

// Taken in its third cycle in the queue, then timed by the laws; the next one is taken when it is over.
TEST(TileCommands, CostWhatTheLawsSay) {
  for (const char* config : {"narrow", "four", "slow"}) {
    SCOPED_TRACE(config);
    Registers device(config);
    const Capabilities& has = device.has;
    const TileEngineShape engine{has.pes, has.tile_latency, has.tile_slots_min, has.tile_slots_max};
    for (const TileCommand& command : {whole(15, 40, 1), whole(3, 3, 2), whole(9, 30, 13)})
      for (const std::int64_t slots : {engine.slots_min, engine.slots_max}) {
        device.job(command, slots);
        device.write(REG_CONTROL, control_clear_counters);
        device.device.take_sweep_ends();
        const TileTiming law = tile_timing(engine, {command.rows, command.cols, command.sweeps}, slots);
        std::uint64_t done_at[2];
        for (const std::uint64_t buffer : {0, 1})  // side by side in the queue
          device.device.post_register_write(
              REG_COMMAND, static_cast<std::uint64_t>(command.rows) | buffer << command_f_buffer_bit, {});
        for (std::uint64_t& cycle : done_at) {
          for (int waits = 0; device.device.take_sweep_ends().empty(); ++waits) {
            ASSERT_LT(waits, test::most_waits);
            device.device.tick_cycles(1);
          }
          cycle = static_cast<std::uint64_t>(device.device.now());
        }
        EXPECT_EQ(device.read(REG_CYCLES_COMPUTE), static_cast<std::uint64_t>(2 * law.busy_cycles));
        EXPECT_EQ(device.read(REG_CYCLES_FILL), static_cast<std::uint64_t>(2 * law.fill_cycles));
        EXPECT_EQ(device.read(REG_CYCLES_STALL), 0u);
        EXPECT_EQ(done_at[1] - done_at[0], static_cast<std::uint64_t>(law.busy_cycles + 1));
        device.write(REG_STATUS, status_done);
      }
  }
}

TEST(TileCommands, ADeviceWithoutTheKernelRefusesThem) {
  Capabilities without = capabilities_of(find_configuration("four"));
  without.tile_slots_min = without.tile_slots_max = without.tile_latency = 0;
  Registers device(without);
  EXPECT_EQ(device.read(REG_KERNELS), kernel_jacobi | kernel_change);
  device.write(REG_COLS, 6);
  device.write(REG_NITER, 3);
  device.write(REG_TILE, ~std::uint64_t{0});
  EXPECT_EQ(device.read(REG_TILE), tile_kernel | tile_five_point) << "the rest is not there";
  EXPECT_EQ(device.error_of(5), ERROR_KERNEL) << "before the tile is looked at";
  EXPECT_EQ(device.error_of(0), ERROR_ROWS) << "and after errors of the block's shape";
  device.write(REG_TILE, 0);
  EXPECT_EQ(device.error_of(5), ERROR_NONE);
  const auto accelerator = make_dry_accelerator(without, {});
  EXPECT_EQ(test::refusal([&] { accelerator->post(whole(5, 6, 3), {}); }),
            "tile: accelerator dry of configuration four has no Gauss-Seidel kernel, only Jacobi");
}

// Bit 3 of TILE exists on every device, so that a job can select a missing operator.
TEST(TileCommands, AJobAsksForOneOperatorThatIsThere) {
  const auto errors = [](std::uint64_t kernels) {
    Capabilities some = capabilities_of(find_configuration("four"));
    some.operators = {(kernels & kernel_jacobi) != 0, (kernels & kernel_five_point) != 0};
    if ((kernels & kernel_tiles) == 0) some.tile_slots_min = some.tile_slots_max = some.tile_latency = 0;
    Registers device(some);
    EXPECT_EQ(device.read(REG_KERNELS) & ~kernel_change, kernels);
    device.job(whole(5, 6, 3), 16);
    const std::uint64_t tile = device.read(REG_TILE);
    std::vector<std::uint64_t> found;
    for (const std::uint64_t choice : {0u, 8u, 1u, 9u}) {
      device.write(REG_TILE, (tile & ~std::uint64_t{9}) | choice);
      EXPECT_EQ(device.read(REG_TILE) & 9, choice);
      found.push_back(device.error_of(5));
    }
    return found;
  };
  using Errors = std::vector<std::uint64_t>;
  constexpr std::uint64_t none = ERROR_NONE, missing = ERROR_KERNEL;
  EXPECT_EQ(errors(kernel_jacobi | kernel_tiles), (Errors{none, missing, none, missing}));
  EXPECT_EQ(errors(kernel_five_point | kernel_tiles), (Errors{missing, none, none, missing}));
  EXPECT_EQ(errors(kernel_jacobi | kernel_tiles | kernel_five_point), (Errors{none, none, none, missing}));
}

TEST(TileCommands, WithoutTilesTheChoiceOfTheOperatorStays) {
  for (const std::uint64_t kernels : {kernel_jacobi, kernel_five_point, kernel_jacobi | kernel_five_point}) {
    Capabilities sweeps = capabilities_of(find_configuration("four"));
    sweeps.operators = {(kernels & kernel_jacobi) != 0, (kernels & kernel_five_point) != 0};
    sweeps.tile_slots_min = sweeps.tile_slots_max = sweeps.tile_latency = 0;
    Registers device(sweeps);
    device.write(REG_COLS, 6);
    device.write(REG_NITER, 3);
    device.write(REG_TILE, ~std::uint64_t{0});
    EXPECT_EQ(device.read(REG_TILE), 9u);
    EXPECT_EQ(device.error_of(5), ERROR_KERNEL);
    device.write(REG_TILE, tile_five_point);
    EXPECT_EQ(device.error_of(5), kernels & kernel_five_point ? ERROR_NONE : ERROR_KERNEL);
    device.write(REG_TILE, 0);
    EXPECT_EQ(device.error_of(5), kernels & kernel_jacobi ? ERROR_NONE : ERROR_KERNEL);
    for (const std::uint32_t address : {REG_RDX2, REG_RDY2}) {
      EXPECT_EQ(has_register(sweeps, address), (kernels & kernel_jacobi) != 0) << address;
    }
    for (const std::uint32_t address : {REG_AN, REG_AS, REG_AW, REG_AE, REG_AC}) {
      EXPECT_EQ(has_register(sweeps, address), (kernels & kernel_five_point) != 0) << address;
    }
    EXPECT_TRUE(has_register(sweeps, REG_BETA));
  }
}

TEST(TileCommands, MayBeTheOnlyKernel) {
  Capabilities tiles = capabilities_of(find_configuration("four"));
  tiles.operators = {}, tiles.measures_change = false;
  Registers device(tiles);
  EXPECT_EQ(device.read(REG_KERNELS), kernel_tiles);
  device.job(whole(5, 6, 3), tiles.tile_slots_min);
  EXPECT_EQ(device.error_of(5), ERROR_NONE);
  device.write(REG_TILE, 0);
  EXPECT_EQ(device.error_of(5), ERROR_KERNEL);
  EXPECT_EQ(device.error_of(5 | command_above), ERROR_KERNEL) << "before the chain is looked at";
}

class TilePrograms : public ::testing::TestWithParam<std::string> {};

TEST_P(TilePrograms, LeaveTheBitsOfTheSoftwareAccelerator) {
  std::int64_t tiles = 0;
  for (const std::uint64_t seed : test::seeds(12)) {
    SCOPED_TRACE(fmt::format("{} seed {}", GetParam(), seed));
    AcceleratorOptions options;
    options.config = GetParam();
    options.accel = "model";
    const auto model = make_accelerator(options);
    options.accel = "software";
    const auto software = make_accelerator(options);
    const test::RandomProgram program(seed, model->capabilities(), 60);
    const test::Played got = test::play(program, *model, seed);
    const test::Played expected = test::play(program, *software, seed);
    const Comparison bits =
        compare_rows(expected.host.data(), got.host.data(), 0, 1, static_cast<std::int64_t>(got.host.size()));
    ASSERT_EQ(bits.mismatches, 0) << "first at host word " << bits.first->col;
    ASSERT_EQ(got.ends.size(), expected.ends.size());
    for (const test::Played::End& end : got.ends) {
      ASSERT_LE(end.cycles.ideal, end.cycles.total()) << program.describe(end.call);
      tiles += program.calls()[end.call].kind == test::ProgramCall::Kind::tile ? 1 : 0;
    }
  }
  EXPECT_TRUE(find_configuration(GetParam()).tiles() ? tiles > 50 : tiles == 0) << tiles;
}

INSTANTIATE_TEST_SUITE_P(Configurations, TilePrograms, ::testing::ValuesIn(accelerator_configs()),
                         [](const auto& each) { return test::test_name(each.param); });

}  // namespace
}  // namespace stencil
