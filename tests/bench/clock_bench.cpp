// Clocks of one kind alone: their CPU time, and for ci/instructions --modules, which counts what the Verilated model
// does in them.
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include CLOCK_BENCH_HEADER
#include "tests/bench/bare_pins.hpp"
#include "tests/bench/interleaved.hpp"

namespace {

using namespace stencil;

constexpr std::int64_t rows = 27, cols = 302, sweeps = 8, idle_clocks = 4096;
constexpr std::array<const char*, 4> kinds{"load", "compute", "store", "idle"};
using Pins = bench::BarePins<CLOCK_BENCH_MODEL>;

// Counting begins and ends with this function. `run`: a whole block, 40 sweeps. Returns clocks.
[[gnu::noinline]] std::int64_t counted_clocks(Pins& pins, const std::string& kind, std::vector<double>& f) {
  const std::int64_t began = pins.cycles;
  if (kind == "load" || kind == "run") pins.load(contract::base_f, f.data(), rows * cols);
  if (kind == "compute" || kind == "run") pins.sweep(rows, cols, kind == "run" ? 40 : sweeps);
  if (kind == "store" || kind == "run") pins.store(contract::base_f, f.data(), rows * cols);
  if (kind == "idle")
    for (std::int64_t i = 0; i < idle_clocks; ++i) pins.settle(), pins.edge();
  return pins.cycles - began;
}

// CPU time of a clock of each kind, in turn.
void print_times(Pins& pins, std::vector<double>& f, int rounds) {
  std::vector<bench::Candidate> candidates;
  for (const char* kind : kinds)
    candidates.push_back({kind,
                          [&pins, &f, kind] {
                            double clocks = 0;
                            while (clocks < 100000) clocks += static_cast<double>(counted_clocks(pins, kind, f));
                            return clocks;
                          },
                          {}});
  bench::interleave(candidates, rounds, 1, bench::cpu_seconds);
  for (const bench::Candidate& candidate : candidates) {
    const bench::Spread spread = bench::spread_of(bench::time_ratios(candidate, candidates[1]));
    std::printf("%-8s %7.1f ns a clock, %.3f (%.3f .. %.3f) of a computing one\n", candidate.name.c_str(),
                1e9 / candidate.median(), spread.median, spread.low, spread.high);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string kind = argc >= 2 ? argv[1] : "";
  bool known = kind == "run" || kind == "time";
  for (const char* each : kinds) known = known || kind == each;
  const int rounds = argc == 3 ? std::atoi(argv[2]) : 15;
  if (!known || argc > 3 || rounds < 1) {
    std::fprintf(stderr, "clock_bench: argument '%s' must be load, compute, store, idle, run or time [ROUNDS]\n",
                 kind.c_str());
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
  if (kind == "time")
    print_times(pins, f, rounds);
  else
    std::printf("%lld\n", static_cast<long long>(counted_clocks(pins, kind, f)));
}
