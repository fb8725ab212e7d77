// Devices without some kernels, at their pins: their capabilities, what they refuse, and that they go on.
// SPDX-License-Identifier: Apache-2.0
#include <set>

#include "tests/rtl/support/accel_shapes.hpp"

namespace stencil::test::stencil_accel_kernels_test {
namespace {

using namespace stencil::contract;

class StencilAccelKernels : public AccelTest {
 protected:
  StencilAccelKernels() : AccelTest(0) {}
  unsigned read_response(unsigned address) {
    bench_->registers().post_read(address);
    bench_->tick_until([&] { return bench_->registers().idle(); }, "a register read");
    return bench_->registers().read_answers().back().response;
  }
  std::set<unsigned> missing() const {
    std::set<unsigned> addresses;
    if (!has(kernel_jacobi)) addresses.insert({REG_RDX2, REG_RDY2});
    if (!has(kernel_jacobi | kernel_five_point)) addresses.insert(REG_BETA);
    if (!has(kernel_five_point)) addresses.insert({REG_AN, REG_AS, REG_AW, REG_AE, REG_AC});
    if (!has(kernel_tiles)) addresses.insert({REG_TILE_ROWS, REG_TILE_COLS});
    if (!has(kernel_change)) addresses.insert(REG_CHANGE);
    return addresses;
  }
};
INSTANTIATE_TEST_SUITE_P(Shapes, StencilAccelKernels, ::testing::ValuesIn(partial_shapes), name_of_shape);

TEST_P(StencilAccelKernels, SayWhatTheyHave) {
  auto& bench = make();
  EXPECT_EQ(bench.read_register(REG_KERNELS), shape().kernels);
  // Without their kernel these have no meaning; ours read as 0.
  const auto expect = [&](unsigned address, std::uint64_t kernels, std::int64_t value) {
    if (!has(kernels) && kernels_as_shown()) return;
    EXPECT_EQ(bench.read_register(address), has(kernels) ? static_cast<std::uint64_t>(value) : 0u);
  };
  expect(REG_PE_LATENCY, kernel_jacobi | kernel_five_point, shape().pe_latency);
  expect(REG_TILE_LATENCY, kernel_tiles, shape().tile_latency);
  expect(REG_TILE_SLOTS, kernel_tiles, shape().slots_min | shape().slots_max << tile_slots_max_bit);
}

TEST_P(StencilAccelKernels, RefuseAccessesToRegistersThatAreNotThere) {
  if (kernels_as_shown()) GTEST_SKIP() << "a device may have the registers of kernels that it does not show";
  auto& bench = make(Stall::both);
  for (const unsigned address : missing()) {
    EXPECT_EQ(read_response(address), axi_slverr) << "register " << address;
    EXPECT_EQ(bench.write_register(address, 1), axi_slverr) << "register " << address;
  }
  EXPECT_EQ(bench.read_register(REG_STATUS), 0u);
  EXPECT_EQ(bench.read_register(REG_ERROR), ERROR_NONE);
}

// No bit of the block changes, the engine takes no cycle, and the next command runs as if nothing had been.
TEST_P(StencilAccelKernels, RefuseCommandsOfKernelsThatAreNotThere) {
  auto& bench = make(Stall::both);
  load_random();
  bench.must_write(REG_COLS, 5);
  bench.must_write(REG_NITER, 3);
  // The last of these needs two kernels at once, which no device has.
  std::vector<std::uint64_t> asked;
  if (!has(kernel_jacobi)) asked.push_back(0);
  if (!has(kernel_five_point)) asked.push_back(tile_five_point);
  if (!has(kernel_tiles)) asked.push_back(~tile_five_point);
  asked.push_back(tile_kernel | tile_five_point);
  for (const std::uint64_t tile : asked) {
    bench.must_write(REG_TILE, tile);
    for (const AccelCommand& command :
         {AccelCommand{7}, AccelCommand{7, 1, 1, true, false}, AccelCommand{7, 0, 1, false, true}}) {
      bench.queue(command);
      bench.wait_until_idle();
      EXPECT_EQ(bench.read_register(REG_STATUS), status_failed) << "TILE " << tile;
      EXPECT_EQ(bench.read_register(REG_ERROR), ERROR_KERNEL) << "TILE " << tile;
      bench.must_write(REG_STATUS, status_failed);
    }
  }
  bench.queue({0});
  bench.wait_until_idle();
  EXPECT_EQ(bench.read_register(REG_ERROR), ERROR_ROWS) << "errors of the block come first";
  bench.must_write(REG_STATUS, status_failed);
  EXPECT_EQ(bench.causes()[CAUSE_COMPUTE], 0);
  EXPECT_EQ(bench.read_register(REG_COMMANDS), 0u);
  EXPECT_EQ(bench.first_difference(), "");
  if (!has(kernel_jacobi | kernel_five_point)) return;
  bench.must_write(REG_TILE, 0);
  Weights weights;
  if (!has(kernel_jacobi)) weights.five_point.emplace();
  bench.job(5, 3, weights);
  bench.queue({7});
  bench.wait_until_idle();
  bench.sweep_model({7}, 5, 3, weights);
  EXPECT_EQ(bench.read_register(REG_STATUS), status_done);
  EXPECT_EQ(bench.first_difference(), "");
}

}  // namespace
}  // namespace stencil::test::stencil_accel_kernels_test
