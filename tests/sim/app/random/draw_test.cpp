// Drawn cases: each works, all kinds occur, a case depends on its seed and number alone.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <map>
#include <set>
#include <string>

#include "host/base/errors.hpp"
#include "sim/app/kernels/kernels.hpp"
#include "sim/app/random/draw.hpp"

namespace stencil {
namespace {

RandomMachine machine() {
  RandomMachine machine;
  machine.sweeps = {{"jacobi", {"small", "wide"}}, {"five-point", {"five-point"}}, {"examples/heat.stencil", {"heat"}}};
  machine.tiles = {"small"};
  machine.arithmetics = {"rtl", "points"};
  machine.steps_from_c = true;
  machine.lines["wide"] = {1, 1, 60};
  return machine;
}

TEST(DrawCase, EachWorksAndEachKindOccurs) {
  std::map<std::string, int> kinds;
  for (std::uint64_t number = 0; number < 4000; ++number) {
    const RandomCase drawn = draw_case(5, number, machine());
    ASSERT_TRUE(works(drawn)) << number << ": " << command_line_of(drawn, {});
    ASSERT_LE(drawn.ranks, 4) << number;
    const std::string text = text_of(drawn);
    const RandomCase again = read_case("--case", text);
    ASSERT_EQ(text_of(again), text);
    ASSERT_EQ(command_line_of(again, {}), command_line_of(drawn, {}));
    if (drawn.config == "wide" && drawn.blocking == "skewed") {
      ASSERT_LE(drawn.stw * drawn.cols, 60) << text;
    }
    if (drawn.arithmetic != "rtl") ++kinds["arithmetic"];
    const std::string machine_kind = drawn.from_c ? "from C" : !drawn.rtl_steps.empty() ? "mixed" : "run";
    ++kinds[machine_kind + (drawn.has_tiles() ? " tiles" : " " + drawn.schedule)];
    if (!drawn.paranoid && !drawn.check_blocks && drawn.has_tiles() && drawn.fuse) ++kinds["fused"];
    if (!drawn.paranoid && !drawn.check_blocks && drawn.schedule == "resident") ++kinds["stays"];
    ++kinds[drawn.kernel + " on " + drawn.config];
    ++kinds[std::to_string(drawn.ranks) + " ranks"];
    if (drawn.special) ++kinds["special"];
    if (drawn.paranoid) ++kinds["paranoid"];
    if (drawn.burst != 256) ++kinds["burst"];
    if (drawn.link_bytes != 0) ++kinds["link bytes"];
    if (drawn.link_latency != 0) ++kinds["link latency"];
    if (drawn.link_stalls != 0) ++kinds["link stalls"];
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
                           "examples/heat.stencil on heat",
                           "arithmetic",
                           "from C tiles",
                           "from C joined",
                           "from C resident",
                           "from C sequential",
                           "mixed tiles",
                           "mixed overlapped",
                           "mixed resident",
                           "run joined",
                           "fused",
                           "stays",
                           "1 ranks",
                           "2 ranks",
                           "3 ranks",
                           "4 ranks",
                           "special",
                           "paranoid",
                           "burst",
                           "link bytes",
                           "link latency",
                           "link stalls",
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
    const std::string line = command_line_of(draw_case(9, number, machine()), {});
    EXPECT_EQ(line, command_line_of(draw_case(9, number, machine()), {}));
    EXPECT_NE(line, command_line_of(draw_case(10, number, machine()), {}));
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

TEST(Works, RefusesStepsAndStagesThatAreNotThere) {
  const auto refused = [](const std::string& text) {
    try {
      read_case("--case", text);
    } catch (const ArgumentError&) {
      return true;
    }
    return false;
  };
  EXPECT_FALSE(refused("iterations=5 stw=2 portion=6 rows=12 rtl-steps=2"));
  EXPECT_TRUE(refused("iterations=5 stw=2 portion=6 rows=12 rtl-steps=3")) << "steps 0 to 2";
  EXPECT_TRUE(refused("rows=12 rtl-steps=first schedule=joined"));
  EXPECT_FALSE(refused("rows=12 schedule=joined"));
  EXPECT_TRUE(refused("rows=12 rtl-steps=first accel=model"));
  EXPECT_TRUE(refused("rows=12 rtl-steps=first from-c=yes"));
  EXPECT_TRUE(refused("kernel=gauss-seidel rtl-steps=first")) << "fused";
  EXPECT_FALSE(refused("kernel=gauss-seidel rtl-steps=first fuse=no"));
  EXPECT_FALSE(refused("place=exchange=accel,sweep=accel rows=6"));
  EXPECT_TRUE(refused("place=exchange=accel,sweep=accel rows=7")) << "three blocks for two buffers";
  EXPECT_FALSE(refused("place=sweep=accel rows=7"));
  EXPECT_TRUE(refused("kernel=a.stencil from-c=yes check-blocks=no")) << "nothing would be compared";
  EXPECT_TRUE(refused("kernel=gauss-seidel from-c=yes ranks=2 grid-cols=2 rows=9 cols=9")) << "columns are whole in C";
  EXPECT_FALSE(refused("from-c=yes ranks=2 rows=6 stw=2 iterations=2 portion=6"));
  EXPECT_TRUE(refused("from-c=yes ranks=2 rows=4 stw=2 iterations=2 portion=6")) << "the halo ends with the field";
  EXPECT_FALSE(refused("ranks=2 rows=4 stw=2 iterations=2 portion=6"));
  EXPECT_FALSE(refused("kernel=gauss-seidel from-c=yes ranks=2 grid-rows=2 rows=9 cols=9"));
}

TEST(CommandLine, OfStepsFromCIsOneOfEnv) {
  const RandomCase drawn = read_case("--case",
                                     "ranks=2 rows=20 cols=9 iterations=4 stw=2 portion=6 schedule=overlapped "
                                     "blocking=skewed from-c=yes burst=3 link-stalls=8 special=yes "
                                     "seed=5");
  CaseFiles files;
  files.steps = "/a b/steps";
  EXPECT_EQ(command_line_of(drawn, files),
            "env STENCIL_ACCEL=rtl STENCIL_CONFIG=small STENCIL_BURST=3 STENCIL_LINK_STALLS=8 STENCIL_CHECK=block "
            "STENCIL_CHECK_STATUS=1 STENCIL_SUMMARY=1 STENCIL_SCHEDULE=overlapped STENCIL_BLOCKING=skewed "
            "STENCIL_PORTION=6 mpirun -n 2 "
            "--oversubscribe '/a b/steps' step jacobi 20 9 4 2 0 5 special even");
}

TEST(CommandLine, OfARunHasItsLink) {
  const std::string case_text = "burst=3 link-bytes=5 link-latency=7 link-stalls=8 seed=5";
  const RandomCase drawn = read_case("--case", case_text);
  EXPECT_EQ(text_of(drawn), "seed=5 burst=3 link-bytes=5 link-latency=7 link-stalls=8");
  EXPECT_NE(command_line_of(drawn, {}).find(" --burst 3 --link-bytes 5 --link-latency 7 --link-stalls 8 --check block"),
            std::string::npos)
      << command_line_of(drawn, {});
}

// The words are those of the kernel: five-point has six numbers, Jacobi one, a kernel file none.
TEST(CommandLine, HasUnevenNumbersOfItsKernel) {
  RandomCase drawn;
  drawn.uneven = true;
  for (const SweepKernel* kernel : sweep_kernels()) {
    drawn.kernel = kernel->name();
    ASSERT_EQ(kernel->uneven_words().size(), 2u) << drawn.kernel;
    const std::string words = " " + kernel->uneven_words()[0] + " " + kernel->uneven_words()[1];
    drawn.uneven = true;
    EXPECT_NE(command_line_of(drawn, {}).find(words), std::string::npos) << command_line_of(drawn, {});
    drawn.uneven = false;
    EXPECT_EQ(command_line_of(drawn, {}).find(words), std::string::npos) << command_line_of(drawn, {});
  }
  EXPECT_EQ(named_sweeps(drawn)->name(), drawn.kernel);
  for (const char* other : {"gauss-seidel", "examples/heat.stencil"}) {
    drawn.kernel = other;
    EXPECT_EQ(named_sweeps(drawn), nullptr) << other;
  }
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
