// The cost of an unused kernel in simulation: device cycles per second of sweeps, with tiles and without.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdlib>
#include <memory>
#include <vector>

#include "host/device/accelerator.hpp"
#include "sim/device/rtl/configurations.hpp"
#include "tests/bench/interleaved.hpp"

namespace stencil {
namespace {

struct Device {
  Device(const std::string& config, std::int64_t words) : f(static_cast<std::size_t>(words)) {
    AcceleratorOptions options;
    options.config = config;
    accelerator = make_accelerator(options);
    for (std::size_t i = 0; i < f.size(); ++i) f[i] = 1.0 / static_cast<double>(i + 1);
  }

  std::unique_ptr<Accelerator> accelerator;
  std::vector<double> f;
};

int run(int rounds) {
  const std::int64_t rows = 16, cols = 1000, niter = 8;
  const std::vector<double> r(static_cast<std::size_t>(rows * cols), 0.5);
  std::vector<std::unique_ptr<Device>> devices;
  std::vector<bench::Candidate> candidates;
  for (const Configuration& configuration : configurations()) {
    devices.push_back(std::make_unique<Device>(configuration.name, rows * cols));
    Device& device = *devices.back();
    candidates.emplace_back();
    candidates.back().name = configuration.name;
    candidates.back().work = [&device, &r] {
      Accelerator& accelerator = *device.accelerator;
      const std::int64_t began = accelerator.cycles().total();
      accelerator.load(Bank::r, 0, r.data(), rows * cols);
      accelerator.load(Bank::f, 0, device.f.data(), rows * cols);
      accelerator.start(SweepCommand{rows, cols, niter, JacobiWeights{0.25, 0.25, 0.25}});
      accelerator.store(Bank::f, 0, device.f.data(), rows * cols);
      accelerator.wait();
      return static_cast<double>(accelerator.cycles().total() - began);
    };
  }
  bench::interleave(candidates, rounds);
  if (devices[0]->f != devices[1]->f) {
    fmt::print(stderr, "the two did not compute the same\n");
    return 1;
  }
  fmt::print("block of {} x {}, {} sweeps, {} rounds in turn\n", rows, cols, niter, rounds);
  for (const bench::Candidate& candidate : candidates)
    fmt::print("{:<14} best {:7.0f} kcycles/s  median {:7.0f} kcycles/s\n", candidate.name, candidate.best() / 1e3,
               candidate.median() / 1e3);
  fmt::print("{} / {}: best {:.3f}, median {:.3f}\n", candidates[1].name, candidates[0].name,
             candidates[1].best() / candidates[0].best(), candidates[1].median() / candidates[0].median());
  return 0;
}

}  // namespace
}  // namespace stencil

int main(int argc, char** argv) {
  return stencil::run(argc > 1 ? std::atoi(argv[1]) : 15);
}
