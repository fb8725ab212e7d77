// The register map while no access is offered.
// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/control/registers_bench.hpp"

namespace stencil::test {
namespace {

class RegistersIdle : public RegistersBench {};

// No address does anything without an access, idle or busy.
// Holds C2.6.
TEST_F(RegistersIdle, AnAddressAloneDoesNothing) {
  Random random(96);
  for (const unsigned address : job_registers) EXPECT_TRUE(write(address, 7));
  dut->i_read = dut->i_write = 0;
  drive(dut->i_write_halves, 3);
  dut->i_write_data = ~std::uint64_t{0};
  for (unsigned address = 0; address < 4096; ++address) {
    drive(dut->i_write_addr, address);
    drive(dut->i_read_addr, address);
    dut->i_busy = random.one_in(2);
    dut->i_queue_full = random.one_in(2);
    dut.settle();
    ASSERT_FALSE(dut->o_push || dut->o_clear || dut->o_clear_change || dut->o_job_written || dut->o_niter_written)
        << "register " << address;
    dut.edge();
  }
  for (const unsigned address : job_registers) EXPECT_EQ(read(address), 7u) << "register " << address;
  EXPECT_EQ(read(REG_ERROR), ERROR_NONE);
  EXPECT_EQ(read(REG_MODE), 0u);
}

}  // namespace
}  // namespace stencil::test
