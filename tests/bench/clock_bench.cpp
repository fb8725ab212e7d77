// Clocks of one kind alone, for ci/instructions --modules, which counts what the Verilated model does in them.
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include CLOCK_BENCH_HEADER
#include "tests/bench/bare_pins.hpp"

namespace {

using namespace stencil;

constexpr std::int64_t rows = 27, cols = 302, sweeps = 8, idle_clocks = 4096;
using Pins = bench::BarePins<CLOCK_BENCH_MODEL>;

// Counting begins and ends with this function. Returns clocks.
[[gnu::noinline]] std::int64_t counted_clocks(Pins& pins, const std::string& kind, std::vector<double>& f) {
  const std::int64_t began = pins.cycles;
  if (kind == "load") pins.load(contract::base_f, f.data(), rows * cols);
  if (kind == "compute") pins.sweep(rows, cols, sweeps);
  if (kind == "store") pins.store(contract::base_f, f.data(), rows * cols);
  if (kind == "idle")
    for (std::int64_t i = 0; i < idle_clocks; ++i) pins.settle(), pins.edge();
  return pins.cycles - began;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string kind = argc == 2 ? argv[1] : "";
  if (kind != "load" && kind != "compute" && kind != "store" && kind != "idle") {
    std::fprintf(stderr, "clock_bench: argument '%s' must be load, compute, store or idle\n", kind.c_str());
    return 2;
  }
  std::vector<double> f(static_cast<std::size_t>(rows * cols)), r(f.size(), 0.5);
  for (std::size_t i = 0; i < f.size(); ++i) f[i] = 1.0 / static_cast<double>(i + 1);
  Pins pins;
  // Each kind follows a whole block, so that no register holds what it held after the reset.
  pins.load(contract::base_r, r.data(), rows * cols);
  pins.load(contract::base_f, f.data(), rows * cols);
  pins.sweep(rows, cols, sweeps);
  pins.store(contract::base_f, f.data(), rows * cols);
  std::printf("%lld\n", static_cast<long long>(counted_clocks(pins, kind, f)));
}
