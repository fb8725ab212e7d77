// Random systems and what a host may ask of them: no legal run reaches the limit at which a device counts as hung.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <type_traits>
#include <vector>

#include "sim/device/accelerator/platform_accelerator.hpp"
#include "tests/sim/device/accelerator/model_device.hpp"

namespace stencil::random_limit_test {
namespace {

// A device of any legal size, and what a host may ask of it: blocks and tiles in buffers that are loaded, swept and
// stored side by side, chains, links that are slow or late.
class RandomSystem {
 public:
  explicit RandomSystem(unsigned seed) : random_(seed) {
    machine_.name = "random";
    machine_.pes = number(1, 9);
    machine_.lanes = std::int64_t{1} << number(0, 2);
    machine_.max_cols = number(3, 90);
    machine_.memory_words = std::max<std::int64_t>(machine_.max_cols * number(3, 40), 64);
    machine_.axi_data_bits = std::int64_t{64} << number(0, 3);
    machine_.f_buffers = number(2, 3);
    machine_.line_beats = ((machine_.max_cols - 1) / machine_.lanes + 1) * number(1, 4);
    machine_.add_latency = number(5, 16);
    machine_.mul_latency = number(6, 16);
    link_.latency_cycles = number(0, 3) == 0 ? number(1, 900) : 0;
    link_.bytes_per_cycle = number(0, 2) == 0 ? number(1, 16) : 0;
  }

  // Throws DeviceHang if the limit is reached.
  void run() {
    PlatformAccelerator accelerator("test", machine_.name, make_model(machine_), link_);
    std::vector<double> field(static_cast<std::size_t>(machine_.memory_words), 1.0);
    std::vector<Ticket> free(static_cast<std::size_t>(machine_.f_buffers), 0);  // the store of what was there
    std::vector<Ticket> r_free(2, 0);
    for (int round = 0; round < 20; ++round) {
      const std::vector<DeviceCommand> commands = number(0, 4) == 0 ? chain() : std::vector<DeviceCommand>{single()};
      for (std::size_t i = 0; i < commands.size(); ++i) {
        const int f = static_cast<int>((round + static_cast<int>(i)) % machine_.f_buffers);
        const int r = static_cast<int>(i) % 2;
        const std::int64_t words = words_of(commands[i]);
        Ticket& f_free = free[static_cast<std::size_t>(f)];
        Ticket& r_before = r_free[static_cast<std::size_t>(r)];
        const Ticket f_load = accelerator.post_load({Bank::f, f, 0, words}, field.data(), {f_free});
        const Ticket r_load = accelerator.post_load({Bank::r, r, 0, words}, field.data(), {r_before});
        std::visit(
            [&](auto of) {
              of.f_buffer = f;
              if constexpr (std::is_same_v<decltype(of), SweepCommand>) of.r_buffer = r;
              r_before = accelerator.post(of, {f_load, r_load, last_});
            },
            commands[i]);
        last_ = r_before;
        f_free = accelerator.post_store({Bank::f, f, 0, words}, field.data(), {last_});
      }
      if (number(0, 3) == 0) accelerator.wait();
    }
    accelerator.wait();
  }

 private:
  std::int64_t number(std::int64_t least, std::int64_t most) {
    return std::uniform_int_distribution<std::int64_t>(least, most)(random_);
  }
  static std::int64_t words_of(const DeviceCommand& command) {
    const CommandBlock block = command_block(command);
    return block.rows * block.cols;
  }
  DeviceCommand single() {
    const std::int64_t cols = number(3, machine_.max_cols);
    const std::int64_t rows = number(3, machine_.memory_words / cols);
    const std::int64_t sweeps = number(0, 9) == 0 ? number(200, 600) : number(1, 3 * machine_.pes);
    return number(0, 1) == 0 ? DeviceCommand(sweep(rows, cols, sweeps)) : tile(rows, cols, std::min(sweeps, rows));
  }
  // First, middle and last block, or one that is none where they do not fit.
  std::vector<DeviceCommand> chain() {
    const std::int64_t niter = number(1, machine_.pes);
    const std::int64_t cols = number(3, machine_.max_cols);
    if (machine_.memory_words / cols < 2 * niter + 3) return {single()};
    SweepCommand first = sweep(niter + number(1, 3), cols, niter);
    first.below = true;
    SweepCommand middle = sweep(number(1, 4), cols, niter);
    middle.rows = std::min(middle.rows, machine_.memory_words / cols);
    middle.above = middle.below = true;
    SweepCommand last = sweep(1, cols, niter);
    last.above = true;
    return {first, middle, last};
  }

  std::mt19937 random_;
  Configuration machine_;
  LinkOptions link_;
  Ticket last_ = 0;
};

TEST(QuietLimit, NoRandomSystemReachesIt) {
  for (unsigned seed = 1; seed <= 1000; ++seed) {
    SCOPED_TRACE(seed);
    EXPECT_NO_THROW(RandomSystem(seed).run());
  }
}

}  // namespace
}  // namespace stencil::random_limit_test
