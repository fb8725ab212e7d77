// The computed copies of a steady step equal the copies that a device counts.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/staged/copied_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "sim/app/kernels/staged/staged_solver.hpp"
#include "tests/host/support/fake_accelerator.hpp"
#include "tests/host/support/seed.hpp"

namespace stencil {
namespace {

constexpr std::int64_t cols = 5;

// Strips from north to south, each with as many halo rows as there are rows.
std::vector<Strip> strips_of(const std::vector<std::int64_t>& heights, std::int64_t halo) {
  std::int64_t all = 0;
  for (const std::int64_t rows : heights) all += rows;
  std::vector<Strip> strips;
  std::int64_t first = 0;
  std::int64_t at = 0;
  for (const std::int64_t rows : heights) {
    Strip strip;
    strip.number = static_cast<std::int64_t>(strips.size());
    strip.first_row = first;
    strip.owned = rows;
    strip.before = std::min(halo, first);
    strip.after = std::min(halo, all - first - rows);
    strip.at = at;
    at += strip.local_rows();
    first += rows;
    strips.push_back(strip);
  }
  return strips;
}

// Rows that the device moves in the sweeps of two steps, after all rows that are copied only once. The exchange changes
// the halo rows without fetching edge rows: it declares so itself.
TEST(CopiedRows, AreWhatADeviceCounts) {
  test::Random random(test::test_seed());
  for (int round = 0; round < 400; ++round) {
    const std::int64_t halo = random(1, 4);
    std::vector<std::int64_t> heights;
    for (std::int64_t n = random(1, 6); n > 0; --n) heights.push_back(random(halo, 12));
    const std::vector<Strip> strips = strips_of(heights, halo);
    const std::int64_t f_places = random(1, 3);
    const std::int64_t r_places = random(1, 3);
    test::FakeAccelerator device(1000, 100, test::FakeAccelerator::Happens::at_once, f_places, r_places);
    const std::int64_t local = strips.back().at + strips.back().local_rows();
    std::vector<double> f(static_cast<std::size_t>(local * cols), 1.0);
    std::vector<double> r(f.size(), 0.5);
    DeviceMemory memory(device);
    ResidentStrips data(memory, strips, cols, f.data(), r.data());
    std::vector<SplitStrip> split;
    std::vector<std::unique_ptr<StageLB>> stages;
    for (std::size_t k = 0; k < strips.size(); ++k) {
      StripData& strip = data.all()[k];
      const std::int64_t rows =
          random(0, 3) == 0 ? (random(0, 1) == 0 ? 0 : strips[k].owned) : random(0, strips[k].owned);
      split.push_back({strips[k], rows});
      const auto nothing = [](const RowRange&) {};
      stages.push_back(std::make_unique<StageLB>(
          "sweep", 0.0, nothing, nothing, strips[k].owned,
          std::vector<SplitAccess>{{strip.f.get(), Access::Kind::update, strips[k].before, halo, halo, false},
                                   {strip.r.get(), Access::Kind::read, strips[k].before, halo, halo, false}}));
      stages.back()->set_device_rows(rows);
    }
    std::int64_t before = 0;
    for (int step = 0; step < 6; ++step) {
      if (step == 4) before = device.traffic().bytes_to_device + device.traffic().bytes_from_device;
      for (std::size_t n = 0; n < stages.size(); ++n) runStage(*stages[step % 2 == 0 ? n : stages.size() - 1 - n]);
      for (StripData& strip : data.all()) {
        for (const RowRange& rows : {strip.north_halo(), strip.south_halo()}) {
          if (rows.empty()) continue;
          strip.f->mark_valid(Side::host, rows);
          strip.f->mark_invalid(Side::device, rows);
        }
      }
    }
    const std::int64_t bytes = device.traffic().bytes_to_device + device.traffic().bytes_from_device - before;
    EXPECT_EQ(copied_rows(split, halo, std::min<std::int64_t>(f_places, static_cast<std::int64_t>(strips.size())),
                          std::min<std::int64_t>(r_places, static_cast<std::int64_t>(strips.size()))),
              static_cast<double>(bytes) / (2.0 * 8.0 * cols))
        << "round " << round << ", " << strips.size() << " strips, " << f_places << " and " << r_places << " places";
  }
}

}  // namespace
}  // namespace stencil
