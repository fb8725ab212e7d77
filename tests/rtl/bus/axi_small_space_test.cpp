// An address space so small that a burst wraps around it: beats that have left its buffer do not come back to it.
// SPDX-License-Identifier: Apache-2.0
#include "Vaxi_read_port_small.h"
#include "Vaxi_write_port_small.h"
#include "tests/rtl/bus/axi_read_bench.hpp"
#include "tests/rtl/bus/axi_write_bench.hpp"

namespace stencil::test {
namespace {

// Buffers of 16 words fill the addresses of each: 128 bytes of 1024 in all, two words per beat, 4096 bytes in the
// longest burst.
constexpr std::uint64_t buffer_bytes = 128;
using SmallWritePort = AxiWritePort<AxiPortShape<Vaxi_write_port_small, 128, 16, 3>>;
using SmallReadPort = AxiReadPort<AxiPortShape<Vaxi_read_port_small, 128, 16, 3>>;

AxiAddress any_burst(Random& random) {
  AxiAddress at;
  at.buffer_bytes = buffer_bytes;
  at.id = static_cast<unsigned>(random.in(0, 7));
  at.size = random.one_in(3) ? 3 : 4;
  at.beats = static_cast<unsigned>(random.one_in(3) ? random.in(1, 10) : random.in(1, 256));
  at.address = static_cast<std::uint64_t>(random.in(0, 1023)) & ~std::uint64_t{7};
  return at;
}
// Whether a beat lies in the burst's buffer again after the wrap.
bool comes_back(const AxiAddress& at) {
  return at.beat_address(at.beats - 1) >= at.address / buffer_bytes * buffer_bytes + 8 * buffer_bytes;
}

// Holds C4.15.
TEST_F(SmallWritePort, ABurstThatHasLeftItsBufferWritesNothingMore) {
  start(Stall::none);
  int back = 0, exact = 0;
  for (int i = 0; i < 300; ++i) {
    AxiAddress at = any_burst(traffic->random());
    if (i % 3 == 0) at.beats = static_cast<unsigned>((buffer_bytes - at.address % buffer_bytes + 15) >> at.size);
    if (at.beats == 0) at.beats = 1;
    exact += at.beat_address(at.beats) % buffer_bytes == 0;
    back += comes_back(at);
    post(traffic->write(at));
  }
  EXPECT_GT(back, 50);
  EXPECT_GT(exact, 50);
  run_until_idle(100000);
  expect_all_as_modelled();
}

// Holds C4.18.
TEST_F(SmallReadPort, ABurstThatHasLeftItsBufferReadsNothingMore) {
  start(Stall::none);
  int back = 0;
  for (int i = 0; i < 300; ++i) {
    const AxiAddress at = any_burst(traffic->random());
    back += comes_back(at);
    post(at);
  }
  EXPECT_GT(back, 50);
  run_until_idle(100000);
  expect_all_as_modelled();
  EXPECT_GT(errors, 1000);
}

}  // namespace
}  // namespace stencil::test
