// The cost of TLM-2.0, the DMA and the ledger: device cycles per second of the platform, relative to a bare loop.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdlib>
#include <vector>

#include "host/device/accelerator.hpp"
#include "tests/bench/bare_loop.hpp"
#include "tests/bench/interleaved.hpp"

int main(int argc, char** argv) {
  using namespace stencil;
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 15;
  const std::int64_t rows = 25, cols = 1000, niter = 8;
  const auto words = static_cast<std::size_t>(rows * cols);
  std::vector<double> r(words, 0.5), bare_f(words), platform_f(words);
  for (std::size_t i = 0; i < words; ++i) bare_f[i] = platform_f[i] = 1.0 / static_cast<double>(i + 1);

  bench::BareLoop bare;
  const auto platform = make_accelerator({});
  std::vector<bench::Candidate> candidates(2);
  candidates[0].name = "bare Verilator loop";
  candidates[0].work = [&] { return static_cast<double>(bare.block(rows, cols, niter, r.data(), bare_f.data())); };
  candidates[1].name = "platform (TLM-2.0, DMA, ledger)";
  candidates[1].work = [&] {
    const std::int64_t began = platform->cycles().total();
    platform->load(Bank::r, 0, r.data(), rows * cols);
    platform->load(Bank::f, 0, platform_f.data(), rows * cols);
    platform->start(SweepCommand{rows, cols, niter, JacobiWeights{0.25, 0.25, 0.25}});
    platform->store(Bank::f, 0, platform_f.data(), rows * cols);
    platform->wait();
    return static_cast<double>(platform->cycles().total() - began);
  };
  bench::interleave(candidates, rounds, 2, bench::cpu_seconds);
  if (bare_f != platform_f) {
    fmt::print(stderr, "the two did not compute the same\n");
    return 1;
  }
  fmt::print("block of {} x {}, {} sweeps, {} rounds in turn\n", rows, cols, niter, rounds);
  for (const bench::Candidate& candidate : candidates)
    fmt::print("{:<34} best {:7.0f} kcycles/s  median {:7.0f} kcycles/s\n", candidate.name, candidate.best() / 1e3,
               candidate.median() / 1e3);
  fmt::print("platform / bare: best {:.3f}, median {:.3f} (aim: at least 0.90)\n",
             candidates[1].best() / candidates[0].best(), candidates[1].median() / candidates[0].median());
  std::vector<double> beyond;  // ns of CPU time a cycle, of each round
  for (std::size_t round = 0; round < candidates[0].rates.size(); ++round)
    beyond.push_back(1e9 / candidates[1].rates[round] - 1e9 / candidates[0].rates[round]);
  const bench::Spread spread = bench::spread_of(beyond);
  fmt::print("platform: {:.0f} ({:.0f} .. {:.0f}) ns a cycle beyond the bare loop\n", spread.median, spread.low,
             spread.high);
  return 0;
}
