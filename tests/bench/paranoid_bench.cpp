// The cost of run --paranoid, and of each check alone: time per device cycle relative to an accelerator without checks.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "host/device/accelerator.hpp"
#include "models/jacobi.hpp"
#include "tests/bench/interleaved.hpp"

namespace {

using namespace stencil;

constexpr std::int64_t rows = 25, cols = 500, niter = 8;
constexpr JacobiWeights weights{0.25, 0.25, 0.25};

// What a run does with a block: device made (with its poison), 4 blocks loaded, swept, stored, compared.
double run(const std::string& accel, const CheckingOptions& checking, bool compared) {
  AcceleratorOptions options;
  options.accel = accel;
  options.config = "small";
  options.checking = checking;
  const auto device = make_accelerator(options);
  const auto words = static_cast<std::size_t>(rows * cols);
  std::vector<double> r(words, 0.5), f(words), expected;
  for (std::size_t i = 0; i < words; ++i) f[i] = 1.0 / static_cast<double>(i + 1);
  for (int block = 0; block < 4; ++block) {
    if (compared) {
      expected = f;
      golden_sweeps(rows, cols, expected.data(), r.data(), weights, niter);
    }
    device->load(Bank::r, 0, r.data(), rows * cols);
    device->load(Bank::f, 0, f.data(), rows * cols);
    device->start(SweepCommand{rows, cols, niter, weights});
    device->store(Bank::f, 0, f.data(), rows * cols);
    device->wait();
    if (compared && expected != f) std::abort();
  }
  return 1.0;
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 7;
  CheckingOptions all = all_checks();
  all.poison_words = (rows + 1) * cols;
  CheckingOptions protocol, reads, poison;
  protocol.protocol = reads.reads = true;
  poison.poison_words = all.poison_words;
  for (const std::string accel : {"rtl", "model"}) {
    std::vector<bench::Candidate> candidates;
    const auto add = [&](const char* name, const CheckingOptions& checking, bool compared) {
      candidates.push_back({name, [=] { return run(accel, checking, compared); }, {}});
    };
    add("no checks", {}, false);
    add("no checks again", {}, false);
    if (accel == "rtl") add("port rules", protocol, false);
    add("uninitialised reads", reads, false);
    add("poison", poison, false);
    add("block check", {}, true);
    if (accel == "model") all.protocol = false;
    add("all: --paranoid", all, true);
    bench::interleave(candidates, rounds, 1);
    fmt::print("accelerator {}: device made, 4 blocks of {} x {}, {} sweeps; {} rounds in turn\n", accel, rows, cols,
               niter, rounds);
    for (const bench::Candidate& candidate : candidates)
      fmt::print("  {:<22} time / no checks: {:.3f}\n", candidate.name,
                 bench::median_time_ratio(candidate, candidates[0]));
  }
  fmt::print("(aim: --paranoid at most 2)\n");
  return 0;
}
