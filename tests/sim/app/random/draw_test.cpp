// Drawn cases: each works, all kinds occur, a case depends on its seed and number alone.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <map>
#include <set>
#include <string>

#include "sim/app/random/draw.hpp"

namespace stencil {
namespace {

RandomMachine machine() {
  RandomMachine machine;
  machine.sweeps = {{"jacobi", {"small", "wide"}}, {"five-point", {"five-point"}}};
  machine.tiles = {"small"};
  return machine;
}

TEST(DrawCase, EachWorksAndEachKindOccurs) {
  std::map<std::string, int> kinds;
  for (std::uint64_t number = 0; number < 4000; ++number) {
    const RandomCase drawn = draw_case(5, number, machine());
    ASSERT_TRUE(works(drawn)) << number << ": " << command_line_of(drawn, "F");
    ASSERT_LE(drawn.ranks, 4) << number;
    ++kinds[drawn.kernel + " on " + drawn.config];
    ++kinds[std::to_string(drawn.ranks) + " ranks"];
    if (drawn.special) ++kinds["special"];
    if (drawn.paranoid) ++kinds["paranoid"];
    if (drawn.burst != 256) ++kinds["burst"];
    if (drawn.link_bytes != 0) ++kinds["link bytes"];
    if (drawn.link_latency != 0) ++kinds["link latency"];
    if (drawn.has_tiles()) {
      if (drawn.tiles_rows * drawn.tiles_cols == 1) ++kinds["one tile"];
      if (drawn.grid_rows > 1 && drawn.grid_cols > 1) ++kinds["grid both ways"];
    } else {
      ++kinds[drawn.place.empty() ? drawn.schedule + " " + drawn.blocking : "stages"];
      if (drawn.strip_rows > 0) ++kinds["cyclic"];
      if (drawn.iterations % drawn.stw != 0) ++kinds["last interval shorter"];
      if (drawn.portion < drawn.rows / drawn.ranks) ++kinds["several blocks"];
    }
  }
  for (const char* kind : {"jacobi on small",
                           "jacobi on wide",
                           "five-point on five-point",
                           "gauss-seidel on small",
                           "1 ranks",
                           "2 ranks",
                           "3 ranks",
                           "4 ranks",
                           "special",
                           "paranoid",
                           "burst",
                           "link bytes",
                           "link latency",
                           "one tile",
                           "grid both ways",
                           "sequential overlapped-rows",
                           "sequential skewed",
                           "overlapped overlapped-rows",
                           "overlapped skewed",
                           "stages",
                           "cyclic",
                           "last interval shorter",
                           "several blocks"})
    EXPECT_GE(kinds[kind], 40) << kind;
}

TEST(DrawCase, IsTheSameForTheSameSeedAndNumberOnly) {
  std::set<std::string> lines;
  for (std::uint64_t number = 0; number < 100; ++number) {
    const std::string line = command_line_of(draw_case(9, number, machine()), "F");
    EXPECT_EQ(line, command_line_of(draw_case(9, number, machine()), "F"));
    EXPECT_NE(line, command_line_of(draw_case(10, number, machine()), "F"));
    lines.insert(line);
  }
  EXPECT_GE(lines.size(), 99u);
}

TEST(DrawCase, UsesWhatThereIs) {
  RandomMachine few;
  few.tiles = {"only"};
  few.most_ranks = 2;
  for (std::uint64_t number = 0; number < 200; ++number) {
    const RandomCase drawn = draw_case(1, number, few);
    ASSERT_EQ(drawn.kernel, "gauss-seidel");
    ASSERT_EQ(drawn.config, "only");
    ASSERT_LE(drawn.ranks, 2);
  }
}

TEST(Works, RefusesWhatRunRefuses) {
  const RandomCase good = [] {
    RandomCase drawn;
    drawn.ranks = 2;
    drawn.rows = 20;
    drawn.iterations = 4;
    drawn.stw = 2;
    drawn.portion = 6;
    return drawn;
  }();
  EXPECT_TRUE(works(good));
  const auto but = [&](auto change) {
    RandomCase changed = good;
    change(changed);
    return works(changed);
  };
  EXPECT_FALSE(but([](RandomCase& drawn) { drawn.stw = 3; })) << "interval above portion/3";
  EXPECT_TRUE(but([](RandomCase& drawn) { drawn.stw = 6, drawn.blocking = "skewed"; }));
  EXPECT_FALSE(but([](RandomCase& drawn) { drawn.rows = 3; })) << "two rows and one";
  EXPECT_FALSE(but([](RandomCase& drawn) { drawn.strip_rows = 1; })) << "strips lower than the interval";
  EXPECT_FALSE(but([](RandomCase& drawn) { drawn.strip_rows = 11; })) << "one strip for two ranks";
  EXPECT_FALSE(but([](RandomCase& drawn) { drawn.place = "sweep=accel", drawn.blocking = "skewed"; }));
  EXPECT_FALSE(but([](RandomCase& drawn) { drawn.cols = 2; }));
  EXPECT_FALSE(but([](RandomCase& drawn) { drawn.kernel = "gauss-seidel"; })) << "one subdomain for two ranks";
}

TEST(SpecialField, HasEachKindOfValueAndSmallOnes) {
  const std::vector<double> field = special_field(60, 60, 3);
  std::set<std::string> kinds;
  for (const double value : field) {
    if (std::isnan(value)) kinds.insert("nan");
    if (std::isinf(value)) kinds.insert(value > 0 ? "inf" : "-inf");
    if (value == 0) kinds.insert(std::signbit(value) ? "-0" : "0");
    if (std::fpclassify(value) == FP_SUBNORMAL) kinds.insert(value > 0 ? "subnormal" : "-subnormal");
    if (std::fabs(value) > 0.1 && std::fabs(value) < 1000) kinds.insert("ordinary");
    if (std::isfinite(value) && std::fabs(value) > 0x1p900) kinds.insert("huge");
  }
  EXPECT_EQ(kinds,
            (std::set<std::string>{"nan", "inf", "-inf", "0", "-0", "subnormal", "-subnormal", "ordinary", "huge"}));
  const std::vector<double> again = special_field(60, 60, 3);
  EXPECT_EQ(std::memcmp(field.data(), again.data(), field.size() * sizeof(double)), 0);
}

}  // namespace
}  // namespace stencil
