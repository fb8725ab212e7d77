// The speed of the model relative to the RTL: device cycles per second of both, same blocks, in one run. In a round the
// RTL makes one block, which takes it a second, and the model 50, one after another as in a run: the first ones find
// caches full of what the RTL needs.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include "host/device/accelerator.hpp"
#include "tests/bench/interleaved.hpp"

int main(int argc, char** argv) {
  using namespace stencil;
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 7;
  // Compute-bound: the sweeps take ten times as long as the transfers.
  constexpr std::int64_t rows = 100, cols = 1000, niter = 40;
  const auto words = static_cast<std::size_t>(rows * cols);
  const std::vector<double> r(words, 0.5);
  std::vector<double> input(words);
  for (std::size_t i = 0; i < words; ++i) input[i] = 1.0 / static_cast<double>(i + 1);
  std::vector<std::vector<double>> results(2, std::vector<double>(words));

  AcceleratorOptions options;
  std::vector<std::unique_ptr<Accelerator>> accelerators;
  std::vector<std::int64_t> block_cycles(2);  // of the last one: the first writes the weights as well
  std::vector<bench::Candidate> candidates;
  for (const char* accel : {"rtl", "model"}) {
    options.accel = accel;
    accelerators.push_back(make_accelerator(options));
    Accelerator& accelerator = *accelerators.back();
    double* result = results[candidates.size()].data();
    const int blocks = candidates.empty() ? 1 : 50;
    bench::Candidate candidate;
    candidate.name = accel;
    candidate.work = [&accelerator, &r, &input, &last = block_cycles[candidates.size()], result, blocks] {
      const std::int64_t began = accelerator.cycles().total();
      for (int block = 0; block < blocks; ++block) {
        last = accelerator.cycles().total();
        accelerator.load(Bank::r, 0, r.data(), rows * cols);
        accelerator.load(Bank::f, 0, input.data(), rows * cols);
        accelerator.start(SweepCommand{rows, cols, niter, JacobiWeights{0.25, 0.25, 0.25}});
        accelerator.store(Bank::f, 0, result, rows * cols);
        accelerator.wait();
      }
      last = accelerator.cycles().total() - last;
      return static_cast<double>(accelerator.cycles().total() - began);
    };
    candidates.push_back(candidate);
  }
  bench::interleave(candidates, rounds, 1, bench::cpu_seconds);
  if (std::memcmp(results[0].data(), results[1].data(), words * sizeof(double)) != 0 ||
      block_cycles[0] != block_cycles[1]) {
    fmt::print(stderr, "the two did not do the same\n");
    return 1;
  }
  fmt::print("block of {} x {}, {} sweeps on configuration {}, {} rounds in turn\n", rows, cols, niter, options.config,
             rounds);
  for (const bench::Candidate& candidate : candidates)
    fmt::print("{:<6} best {:9.0f} kcycles/s  median {:9.0f} kcycles/s\n", candidate.name, candidate.best() / 1e3,
               candidate.median() / 1e3);
  fmt::print("model / rtl: best {:.0f}, median {:.0f} (aim: 1,000)\n", candidates[1].best() / candidates[0].best(),
             candidates[1].median() / candidates[0].median());
  return 0;
}
