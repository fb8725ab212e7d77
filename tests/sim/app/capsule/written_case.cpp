// Calls of rank 2, step 3, block 1 of a run, each word against the golden models. By `stencil-cosim replay --as-test`;
// stencil_add_test(NAME SOURCES THIS.cpp LIBRARIES stencil_simulator LABELS cosim PROGRAMS config-small) registers it.
// SPDX-License-Identifier: Apache-2.0
// clang-format off
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#include "host/device/accelerator.hpp"
#include "models/values/canonical_nan.hpp"

namespace stencil {
namespace {

std::vector<double> values(const std::vector<std::uint64_t>& bits) {
  std::vector<double> values;
  for (const std::uint64_t each : bits) values.push_back(from_bits(each));
  return values;
}

void expect_bits(const std::vector<double>& got, const std::vector<std::uint64_t>& expected) {
  ASSERT_EQ(got.size(), expected.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    EXPECT_EQ(bits_of(got[i]), expected[i]) << "word " << i << ": expected " << from_bits(expected[i]) << ", got " << got[i];
  }
}

TEST(Capsule, Rank2Step3Block1) {
  AcceleratorOptions options;
  options.accel = "software";
  options.config = "small";
  options.link = {16, 4, 3};
  setenv("STENCIL_PLUSARGS", "+variant=none", 0);
  const std::unique_ptr<Accelerator> device = make_accelerator(options);
  SweepCommand before;
  before.rows = 3;
  before.cols = 4;
  before.niter = 1;
  before.f_buffer = 0;
  before.r_buffer = 0;
  before.above = false;
  before.below = false;
  before.own_weights = false;
  before.weights = JacobiWeights{from_bits(0x3ff0000000000000), from_bits(0x4000000000000000), from_bits(0x3fc0000000000000)};
  device->post(before, {});
  device->wait();
  device->set_weight(Weight::rdx2, from_bits(0x3ff0000000000000));
  device->set_weight(Weight::rdy2, from_bits(0x4000000000000000));
  device->set_weight(Weight::beta, from_bits(0x3fc0000000000000));
  const std::vector<double> contents0 = values(
      {0x3fe8a06577767b92, 0xbfe017687a6a07f8, 0x3fc0c24400c95108, 0xbfefec93f30d9e18, 0x3fc1df2b16520028, 0x3fb4335ff6a033d6,
       0x3fc597e0588e3d58, 0x3fdf401b90ebb7b8, 0x3fb672aa373bdc70, 0xbfe70aff4c1f9b6e, 0x3fcb23df952a4c08, 0x3fe1973a652f7d4c});
  device->post_load({Bank::f, 0, 0, 12}, contents0.data(), {});
  const std::vector<double> contents1 = values(
      {0x408259758d230620, 0xc0848696c735464c, 0xc07866e00003b024, 0x40898a1fc4506102, 0xc08057d6271a89bc, 0x40888abc1d255cc2,
       0x40633c218a776240, 0x408c3016e66afe64, 0xc08acc448cc6e8ac, 0x408149c6d14ca792, 0x4073e092dbb73eb8, 0xc064c9fdde122a60});
  device->post_load({Bank::r, 1, 0, 12}, contents1.data(), {});
  const std::vector<double> contents2 = values(
      {0x3fe8e55dece29d68, 0xbfe9a1212e56efe4, 0xbfe013e6f1833ed8, 0xbfc7ae8f43b75870});
  device->post_load({Bank::f, 0, 12, 4}, contents2.data(), {});
  device->wait();
  SweepCommand command0;
  command0.rows = 3;
  command0.cols = 4;
  command0.niter = 1;
  command0.f_buffer = 0;
  command0.r_buffer = 1;
  command0.above = false;
  command0.below = true;
  command0.own_weights = true;
  command0.weights = JacobiWeights{from_bits(0x3ff0000000000000), from_bits(0x4000000000000000), from_bits(0x3fc0000000000000)};
  const Ticket call0 = device->post(command0, {});
  std::vector<double> got1(8);
  device->post_store({Bank::f, 0, 0, 8}, got1.data(), {call0});
  device->wait();
  const std::vector<double> data3 = values(
      {0x3fe8e55dece29d68, 0xbfe9a1212e56efe4, 0xbfe013e6f1833ed8, 0xbfc7ae8f43b75870, 0xbfd9012c04557138, 0x3fe57a5438abd402,
       0xbfe8f23ac25d5434, 0x3fd5356936469cc8});
  const Ticket call3 = device->post_load({Bank::f, 1, 0, 8}, data3.data(), {});
  SweepCommand command4;
  command4.rows = 2;
  command4.cols = 4;
  command4.niter = 1;
  command4.f_buffer = 1;
  command4.r_buffer = 1;
  command4.above = true;
  command4.below = false;
  command4.own_weights = true;
  command4.weights = JacobiWeights{from_bits(0x3ff0000000000000), from_bits(0x4000000000000000), from_bits(0x3fc0000000000000)};
  const Ticket call4 = device->post(command4, {call3});
  TileCommand command5;
  command5.rows = 4;
  command5.cols = 4;
  command5.sweeps = 2;
  command5.backward = true;
  command5.top.at = 1;
  command5.top.slope = 0;
  command5.bottom.at = 3;
  command5.bottom.slope = 0;
  command5.left.at = 2;
  command5.left.slope = -1;
  command5.right.at = 3;
  command5.right.slope = 0;
  command5.f_buffer = 0;
  const Ticket call5 = device->post(command5, {call4});
  std::vector<double> got6(12);
  device->post_store({Bank::f, 1, 0, 12}, got6.data(), {call4, call3});
  std::vector<double> got7(10);
  device->post_store({Bank::f, 0, 2, 10}, got7.data(), {call5});
  device->wait();
  expect_bits(got1,
      {0x3fe8a06577767b92, 0xbfe017687a6a07f8, 0x3fc0c24400c95108, 0xbfefec93f30d9e18, 0x3fc1df2b16520028, 0xc0588f95d5a92323,
       0xc0330cdb0e035194, 0x3fdf401b90ebb7b8});
  expect_bits(got6,
      {0x3fb672aa373bdc70, 0xc0514ac1d8026f45, 0xc043eb5d980bdeae, 0x3fe1973a652f7d4c, 0x3fe8e55dece29d68, 0x40548a9b57ee1909,
       0x40483e3e9995e1fd, 0xbfc7ae8f43b75870, 0xbfd9012c04557138, 0x3fe57a5438abd402, 0xbfe8f23ac25d5434, 0x3fd5356936469cc8});
  expect_bits(got7,
      {0x3fc0c24400c95108, 0xbfefec93f30d9e18, 0x3fc1df2b16520028, 0xc03d097c85723282, 0xc0397edbf53af2bf, 0x3fdf401b90ebb7b8,
       0x3fb672aa373bdc70, 0xc035153e61b4d0fb, 0xc016f3c8e11c3f75, 0x3fe1973a652f7d4c});
}

}  // namespace
}  // namespace stencil
