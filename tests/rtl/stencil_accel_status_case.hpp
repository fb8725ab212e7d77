// Tests of registers, interrupt and counters of stencil_accel.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/rtl/support/accel_shapes.hpp"

namespace stencil::test::stencil_accel_status_test {

using namespace stencil::contract;

class StencilAccelStatus : public AccelTest {
 protected:
  void expect_status(std::uint64_t status, std::uint64_t error) {
    EXPECT_EQ(bench_->read_register(REG_STATUS), status);
    EXPECT_EQ(bench_->read_register(REG_ERROR), error);
  }
};

}  // namespace stencil::test::stencil_accel_status_test
