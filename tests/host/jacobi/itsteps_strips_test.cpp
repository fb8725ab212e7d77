// Joined steps over strips of one field: halo rows between them, or exchanges of others.
// SPDX-License-Identifier: Apache-2.0
#include "host/jacobi/steps/itsteps.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "host/base/errors.hpp"
#include "host/device/counts.hpp"
#include "tests/host/jacobi/fields.hpp"
#include "tests/host/jacobi/joined_job.hpp"
#include "tests/host/support/fake_accelerator.hpp"
#include "tests/host/support/seed.hpp"

namespace stencil {
namespace {

using test::FakeAccelerator;
using test::Field;
using test::problem;
using test::same_bits;
using test::swept;
using test::weights;
using Happens = FakeAccelerator::Happens;

// All strips of a field on one rank, in an array each with its halo rows.
class FieldInStrips {
 public:
  FieldInStrips(const Field& f, const Field& r, std::int64_t rows, std::int64_t cols, std::int64_t height,
                std::int64_t halo)
      : cols_(cols) {
    for (std::int64_t first = 0; first < rows; first += height) {
      Part part;
      part.owned = std::min(height, rows - first);
      part.halo = {std::min(halo, first), std::min(halo, rows - first - part.owned)};
      const auto begin = (first - part.halo.before) * cols, end = (first + part.owned + part.halo.after) * cols;
      part.first = first;
      part.f.assign(f.begin() + begin, f.begin() + end);
      part.r.assign(r.begin() + begin, r.begin() + end);
      parts_.push_back(std::move(part));
    }
  }
  std::vector<HaloStrip> strips(bool follow) {
    std::vector<HaloStrip> all;
    for (Part& part : parts_)
      all.push_back({{part.halo.before + part.owned + part.halo.after, cols_, part.f.data(), part.r.data()},
                     part.halo,
                     follow && !all.empty()});
    return all;
  }
  Field whole() const {
    Field field;
    for (const Part& part : parts_)
      field.insert(field.end(), part.f.begin() + part.halo.before * cols_, part.f.end() - part.halo.after * cols_);
    return field;
  }
  void exchange() {
    const Field field = whole();
    for (Part& part : parts_) {
      const auto above = part.halo.before * cols_, below = part.halo.after * cols_;
      const auto begin = field.begin() + part.first * cols_, end = begin + part.owned * cols_;
      std::copy(begin - above, begin, part.f.begin());
      std::copy(end, end + below, part.f.end() - below);
    }
  }

 private:
  struct Part {
    std::int64_t first = 0, owned = 0;
    RowHalo halo;
    Field f, r;
  };
  std::int64_t cols_;
  std::vector<Part> parts_;
};

TEST(Itsteps, ExchangeHaloRowsOfStripsBetweenThem) {
  test::Random random(test::test_seed());
  for (int i = 0; i < 1600; ++i) {
    const bool follow = i % 4 < 2;
    Job job;
    job.scheme.how.blocking = all_blockings[static_cast<std::size_t>(i % 2)];
    job.scheme.portion = random(3, i % 8 < 4 ? 12 : 40);
    job.scheme.interval =
        random(1, job.scheme.how.blocking == Blocking::skewed ? job.scheme.portion : job.scheme.portion / 3);
    job.scheme.even = random(0, 2) == 0;
    if (random(0, 1) == 0) job.scheme.chained_sweeps = 40;
    const std::int64_t height = job.scheme.interval + random(0, 2 * job.scheme.portion);
    job.rows = height * random(1, 4) + job.scheme.interval;
    job.cols = random(1, 5);
    job.iterations = random(1, 4 * job.scheme.interval + 2);
    const Happens orders[] = {Happens::at_random,    Happens::loads_first, Happens::stores_first,
                              Happens::sweeps_first, Happens::at_once,     Happens::at_wait};
    const auto seed = static_cast<std::uint64_t>(random(0, 1 << 30));
    const std::int64_t buffers = random(2, 4);
    SCOPED_TRACE(::testing::Message() << "case " << i << ": " << job.rows << "x" << job.cols << " in strips of "
                                      << height << ", portion " << job.scheme.portion << ", interval "
                                      << job.scheme.interval << ", " << job.iterations << " sweeps, "
                                      << name_of(job.scheme.how.blocking) << ", " << buffers << " buffers, seed "
                                      << seed << (follow ? ", a whole field" : ""));
    Job strip = job;
    strip.rows = height + 2 * job.scheme.interval;
    FakeAccelerator device(block_rows(strip) * job.cols, job.cols, orders[static_cast<std::size_t>(i / 4) % 6], buffers,
                           2 + static_cast<int>(seed % 2), seed);
    device.set_line_buffers(2, 1, (job.scheme.interval + 1) / 2 * job.cols);
    device.poisons_free_buffers = true;
    const Field before = problem(31, ProblemArray::f, job.rows, job.cols);
    const Field r = problem(31, ProblemArray::r, job.rows, job.cols);
    FieldInStrips field(before, r, job.rows, job.cols, height, job.scheme.interval);
    std::int64_t exchanged = 0;
    itsteps(
        device, field.strips(follow), weights, job.scheme, job.iterations,
        [&](std::int64_t step) {
          EXPECT_EQ(step, ++exchanged);
          EXPECT_TRUE(same_bits(field.whole(), swept(before, r, job.rows, job.cols, step * job.scheme.interval)));
          field.exchange();
        },
        nullptr);
    EXPECT_EQ(exchanged, (job.iterations - 1) / job.scheme.interval);
    EXPECT_TRUE(same_bits(field.whole(), swept(before, r, job.rows, job.cols, job.iterations)));
    if (::testing::Test::HasFailure()) return;
  }
}

// Strips, and the number of waits for all calls that they need: strips of a whole field drain only at the end.
TEST(Itsteps, OfAWholeFieldAreKnownByTheirStrips) {
  Field f(40), r(40);
  const auto strip = [&](std::int64_t before, std::int64_t own, std::int64_t after, bool follows) {
    return HaloStrip{{before + own + after, 2, f.data(), r.data()}, {before, after}, follows};
  };
  EXPECT_TRUE(are_whole_field({strip(0, 5, 0, false)}));
  EXPECT_TRUE(are_whole_field({strip(0, 5, 2, false), strip(2, 5, 1, true), strip(2, 1, 0, true)}));
  EXPECT_FALSE(are_whole_field({}));
  EXPECT_FALSE(are_whole_field({strip(1, 5, 2, false), strip(2, 5, 0, true)})) << "there are rows above";
  EXPECT_FALSE(are_whole_field({strip(0, 5, 2, false), strip(2, 5, 1, true)})) << "there are rows below";
  EXPECT_FALSE(are_whole_field({strip(0, 5, 2, false), strip(2, 5, 0, false)})) << "there may be rows between them";
  EXPECT_FALSE(are_whole_field({strip(0, 5, 2, false), strip(2, 1, 0, true)})) << "a halo of two owners";
  EXPECT_FALSE(are_whole_field({strip(0, 1, 2, false), strip(2, 5, 0, true)})) << "a halo of two owners";
}

TEST(Itsteps, WithoutStripsMakeTheExchangesOfOthers) {
  FakeAccelerator device(60, 3, Happens::at_once, 2, 2);
  std::vector<std::int64_t> steps;
  const BlockScheme scheme{{Schedule::joined, Blocking::skewed}, 9, 2};
  itsteps(
      device, {}, weights, scheme, 7, [&](std::int64_t step) { steps.push_back(step); }, nullptr);
  EXPECT_EQ(steps, (std::vector<std::int64_t>{1, 2, 3}));
  EXPECT_TRUE(device.calls.empty());
  EXPECT_THROW(itsteps(device, {}, weights, scheme, 7, StepExchange(), nullptr), ArgumentError);
}

}  // namespace
}  // namespace stencil
