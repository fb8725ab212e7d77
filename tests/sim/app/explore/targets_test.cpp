// How close the accelerator must come to its limits. Counts are the model's, which equal the RTL's in every cycle.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "sim/app/explore/cycles_rows.hpp"
#include "sim/device/kernels/sweeps/engine_timing.hpp"

namespace stencil {
namespace {

constexpr Schedule overlapped = Schedule::overlapped;

// The sum over all blocks of a run with every bit right and every cycle predicted.
CyclesRow swept(const Shape& shape, const LinkOptions& link = {}) {
  AcceleratorOptions options;
  options.accel = "model";
  options.link = link;
  const Measurement measurement = measure(shape, options);
  EXPECT_EQ(measurement.refused, "") << readable(shape);
  EXPECT_TRUE(measurement.right()) << readable(shape);
  EXPECT_EQ(first_model_difference(measurement), "") << readable(shape);
  return rows_of(measurement).back();
}

// Both channels together: bytes moved over the bytes that the link could move while they were busy.
double dma_efficiency(const Shape& shape, const LinkOptions& link) {
  AcceleratorOptions options;
  options.accel = "model";
  options.link = link;
  const Measurement measurement = measure(shape, options);
  return measurement.report.dma_efficiency().value();
}

struct Bound {
  const char* what;
  Shape shape;  // rows: 12 blocks
  LinkOptions link;
};

// Each shape is once limited by the engine and once by the link.
std::vector<Bound> bounds() {
  std::vector<Bound> list;
  for (const Blocking blocking : all_blockings) {
    list.push_back({"engine", {"small", {{overlapped, blocking}, 60, 12}, 0, 100}, {}});
    list.push_back({"link", {"small", {{overlapped, blocking}, 60, 4}, 0, 100}, {}});
    list.push_back({"slow link", {"small", {{overlapped, blocking}, 60, 8}, 0, 77}, {64, 4, 20}});
    list.push_back({"engine", {"wide", {{overlapped, blocking}, 60, 16}, 0, 1000}, {}});
    list.push_back({"link", {"wide", {{overlapped, blocking}, 60, 8}, 0, 500}, {}});
  }
  return list;
}

TEST(Targets, AnOverlappedIntervalComesNearTheMakespanOfItsSchedule) {
  for (Bound bound : bounds()) {
    bound.shape.rows = 12 * bound.shape.scheme.portion;
    EXPECT_GE(swept(bound.shape, bound.link).efficiency().value(), 0.95) << bound.what << " " << readable(bound.shape);
    bound.shape.rows = 40 * bound.shape.scheme.portion;
    EXPECT_GE(swept(bound.shape, bound.link).efficiency().value(), 0.97) << bound.what << " " << readable(bound.shape);
  }
}

TEST(Targets, TheLinkIsUsedWhileItIsBusy) {
  for (Bound bound : bounds()) {
    bound.shape.rows = 12 * bound.shape.scheme.portion;
    EXPECT_GE(dma_efficiency(bound.shape, bound.link), 0.97) << bound.what << " " << readable(bound.shape);
  }
}

TEST(Targets, BytesAndRowsObeyTheirLaws) {
  for (const std::int64_t rows : {120, 131, 497}) {
    for (const std::int64_t niter : {1, 5, 13}) {
      const std::int64_t cols = 41;
      const std::int64_t portion = 40;
      const CyclesRow overlap = swept({"small", {{overlapped, Blocking::overlapped_rows}, portion, niter}, rows, cols});
      const std::int64_t loaded = rows + 2 * niter * (overlap.of_blocks - 1);
      EXPECT_EQ(overlap.traffic.bytes_to_device, 8 * cols * 2 * loaded) << rows << " " << niter;
      EXPECT_EQ(overlap.traffic.bytes_from_device, 8 * cols * rows) << rows << " " << niter;
      EXPECT_EQ(overlap.limits.rows_swept, niter * loaded) << rows << " " << niter;
      const CyclesRow skewed = swept({"small", {{overlapped, Blocking::skewed}, portion, niter}, rows, cols});
      EXPECT_EQ(skewed.traffic.bytes_to_device, 8 * cols * 2 * rows) << rows << " " << niter;
      EXPECT_EQ(skewed.traffic.bytes_from_device, 8 * cols * rows) << rows << " " << niter;
      EXPECT_EQ(skewed.limits.rows_swept, niter * rows) << rows << " " << niter;
    }
  }
}

TEST(Targets, TheWideConfigurationNearsItsPeak) {
  const Shape shape{"wide", {{overlapped, Blocking::overlapped_rows}, 252, 24}, 40 * 252, 1000};
  const CyclesRow rows = swept(shape);
  EXPECT_EQ(rows.of_blocks, 40);
  EXPECT_GE(rows.points_per_cycle().value(), 26.0);
  Shape skewed = shape;
  skewed.scheme.how.blocking = Blocking::skewed;
  EXPECT_GT(swept(skewed).points_per_cycle().value(), rows.points_per_cycle().value());
}

// 5 sweeps on 4 elements: passes of 2 and 3, so the next block waits a row and Lp lest it overtake.
TEST(Targets, StallsAreToldApart) {
  const std::int64_t lag = 77 + 29;
  const Shape even{"small", {{overlapped, Blocking::overlapped_rows}, 15, 4}, 12 * 15, 77};
  EXPECT_EQ(swept(even).cycles.stall, 0);
  Shape uneven = even;
  uneven.scheme.interval = 5;
  EXPECT_EQ(swept(uneven).limits.pass_stall_cycles, 0);
  // The second block starts when the first has drained: until then it was being loaded.
  EXPECT_EQ(swept(uneven).order_stalls(), swept(uneven).cycles.stall);
  EXPECT_EQ(swept(uneven).cycles.stall % lag, 0);
  EXPECT_GE(swept(uneven).cycles.stall, lag);
  // 3 rows of 23 columns are shorter than the way through 4 elements: every pass but the last waits, 3*(23 + 29) + 1 -
  // 69 cycles after one of 3 sweeps and 52 more after one of 4.
  const Shape short_rows{"small", {{Schedule::sequential, Blocking::overlapped_rows}, 60, 11}, 3, 23};
  EXPECT_EQ(swept(short_rows).limits.pass_stall_cycles, 88 + 140);
  EXPECT_EQ(swept(short_rows).order_stalls(), 0);
}

TEST(Targets, ACommandCostsWhatItsFormulaSays) {
  int judged = 0;
  for (const char* config : {"small", "wide"}) {
    for (const std::int64_t cols : {3, 50, 199}) {
      for (const std::int64_t rows : {60, 82}) {
        for (const std::int64_t niter : {1, 4, 11, 40}) {
          const Shape alone{config, {{Schedule::sequential, Blocking::overlapped_rows}, rows * 2, niter}, rows, cols};
          const CyclesRow row = swept(alone);
          const bool wide = config[0] == 'w';
          const EngineTiming timing = engine_timing({wide ? 8 : 4, wide ? 4 : 1, 29}, {rows, cols, niter});
          if (timing.stream_cycles < 2000 || timing.stall_cycles > 0) continue;
          ++judged;
          const double model = static_cast<double>(timing.model_cycles());
          EXPECT_GE(model / static_cast<double>(row.cycles.compute), 0.99) << readable(alone);
          EXPECT_EQ(row.cycles.stall, 0) << readable(alone);
        }
      }
    }
  }
  EXPECT_GE(judged, 20);
}

}  // namespace
}  // namespace stencil
