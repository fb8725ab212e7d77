// Device cycles in a CPU second of each arithmetic of the RTL, whose modules take turns. Making devices does not count.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "host/device/accelerator.hpp"
#include "sim/device/rtl/configurations.hpp"
#include "tests/bench/interleaved.hpp"

namespace stencil {
namespace {

constexpr std::int64_t cols = 1000, rows = 100, sweeps = 40;

struct Device {
  explicit Device(const std::string& config) : f(static_cast<std::size_t>(rows * cols)) {
    AcceleratorOptions options;
    options.config = config;
    accelerator = make_accelerator(options);
    for (std::size_t i = 0; i < f.size(); ++i) f[i] = 1.0 / static_cast<double>(i + 1);
  }

  std::unique_ptr<Accelerator> accelerator;
  std::vector<double> f;
  std::vector<double> rates;  // cycles in a CPU second, one a round
};

void sweep(Device& device, const std::vector<double>& r) {
  Accelerator& accelerator = *device.accelerator;
  accelerator.load(Bank::r, 0, r.data(), rows * cols);
  accelerator.load(Bank::f, 0, device.f.data(), rows * cols);
  accelerator.start(SweepCommand{rows, cols, sweeps, JacobiWeights{0.25, 0.25, 0.25}});
  accelerator.store(Bank::f, 0, device.f.data(), rows * cols);
  accelerator.wait();
}

// Others may have the machine: a turn counts the CPU time of this process alone, and each round has its own ratios.
void take_turns(std::vector<Device>& devices, const std::vector<double>& r, int rounds) {
  constexpr int warm_up = 1;
  for (int round = -warm_up; round < rounds; ++round)
    for (std::size_t turn = 0; turn < devices.size(); ++turn) {
      Device& device = devices[(turn + static_cast<std::size_t>(round + warm_up)) % devices.size()];
      const std::int64_t before = device.accelerator->cycles().total();
      const double began = bench::cpu_seconds();
      sweep(device, r);
      const double took = bench::cpu_seconds() - began;
      if (round >= 0) device.rates.push_back(static_cast<double>(device.accelerator->cycles().total() - before) / took);
    }
}

bench::Spread ratios_of(const Device& device, const Device& base) {
  std::vector<double> ratios;
  for (std::size_t round = 0; round < base.rates.size(); ++round)
    ratios.push_back(device.rates[round] / base.rates[round]);
  return bench::spread_of(ratios);
}

bool same(const Device& a, const Device& b) {
  return a.f == b.f && a.accelerator->cycles().total() == b.accelerator->cycles().total();
}

int run(int rounds) {
  const std::vector<double> r(static_cast<std::size_t>(rows * cols), 0.5);
  fmt::print("block of {} x {}, {} sweeps, {} rounds in turn; CPU time, median and its 95 % interval\n", rows, cols,
             sweeps, rounds);
  const std::vector<Configuration>& all = configurations();
  for (std::size_t first = 0; first + 2 < all.size(); first += 3) {  // rtl, operators, points of a device
    std::vector<Device> devices;
    for (std::size_t k = first; k < first + 3; ++k) devices.emplace_back(all[k].name);
    take_turns(devices, r, rounds);
    for (std::size_t k = 0; k < 3; ++k) {
      if (!same(devices[k], devices[0])) {
        fmt::print(stderr, "{} and {} did not do the same\n", all[first].name, all[first + k].name);
        return 1;
      }
      const bench::Spread rate = bench::spread_of(devices[k].rates);
      const bench::Spread ratio = ratios_of(devices[k], devices[0]);
      fmt::print("{:<18} {:7.0f} kcycles/s  {:.2f} ({:.2f} .. {:.2f}) times {}\n", all[first + k].name,
                 rate.median / 1e3, ratio.median, ratio.low, ratio.high, all[first].name);
    }
  }
  return 0;
}

}  // namespace
}  // namespace stencil

int main(int argc, char** argv) {
  return stencil::run(argc > 1 ? std::atoi(argv[1]) : 15);
}
