// Tests of bursts and commands of stencil_accel at the same time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/rtl/support/accel_shapes.hpp"

namespace stencil::test::stencil_accel_overlap_test {

using namespace stencil::contract;

inline constexpr unsigned f0 = 0, f1 = 1, r0 = axi_first_r, r1 = axi_first_r + 1;

class StencilAccelOverlap : public AccelTest {
 protected:
  // Runs until `bursts` full-width bursts of 64 beats in each of these directions are done; returns the cycles it took.
  AxiAddress long_burst(unsigned number) const {
    AxiAddress at;
    at.address = number * axi_buffer_bytes;
    at.beats = 64;
    at.size = AxiTraffic(shape().memory_words, shape().bus_words, 1, 0).full_size();
    return at;
  }
  void post_writes(unsigned number, int bursts) {
    AxiTraffic traffic(shape().memory_words, shape().bus_words, 1, 231);
    for (int i = 0; i < bursts; ++i) {
      AxiWrite write = traffic.write(long_burst(number));
      bench_->post_write(write);
    }
  }
  // A command with as many cycles as possible, on these buffers.
  AccelCommand long_command(unsigned f_buffer, unsigned r_buffer) {
    bench_->job(3, static_cast<std::uint64_t>(6 * shape().pes));
    return {200, f_buffer, r_buffer};
  }
  std::int64_t cycle_of(const std::function<bool()>& event, const char* what) {
    bench_->tick_until(event, what);
    return bench_->cycles() - 1;  // the cycle in which it became true
  }
};

}  // namespace stencil::test::stencil_accel_overlap_test
