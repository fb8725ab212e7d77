// Each arithmetic makes the same run: bits of the result, cycles of every class, digests of all handshakes, for every
// kernel, schedule and blocking, with ordinary values and with NaNs, infinities and subnormals.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include "sim/app/json/json.hpp"
#include "tests/support/texts.hpp"
#include "tests/system/command.hpp"

namespace stencil {
namespace {

using test::holds;

constexpr std::int64_t rows = 34, cols = 30;

Words joined(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

// Every eleventh value is a special one: few enough that others stay finite for some sweeps.
void write_odd_npy(const std::string& file, std::size_t first) {
  std::string head = "{'descr': '<f8', 'fortran_order': False, 'shape': (" + std::to_string(rows) + ", " +
                     std::to_string(cols) + "), }";
  head.resize(117, ' ');
  std::ofstream out(file, std::ios::binary);
  out << std::string("\x93NUMPY\x01\x00v\x00", 10) << head << '\n';
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double special[] = {5e-324,    -0.0,   infinity, 1e308,  -2.2e-308,
                            -infinity, -1e308, 0.0,      3e-310, std::numeric_limits<double>::signaling_NaN()};
  for (std::size_t i = 0; i < static_cast<std::size_t>(rows * cols); ++i) {
    const double ordinary = (i % 3 == 0 ? 1e-308 : 1.0) / static_cast<double>(i + 1);
    const double value = (i + first) % 97 == 0 ? special[(i / 97 + first) % 10] : ordinary;
    char bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    out.write(bytes, sizeof bytes);
  }
}

struct Ended {
  std::string result;  // bytes of the .npy file
  std::string classes, digests;
  Json machine;
  std::string last;
};

class Arithmetics : public ::testing::Test {
 protected:
  Ended run(const std::string& config, const Words& more) const {
    const ProgramResult ran = alone(joined(
        {"run", "--config", config, "--digest", "--report", scratch_ / "r.json", "--output", scratch_ / "out.npy"},
        more));
    EXPECT_EQ(ran.status, 0) << config << "\n" << ran.out << ran.err;
    const Json report = Json::parse(read_text(scratch_ / "r.json"));
    std::string classes;
    for (Json one : report["classes"].items()) {
      one.put("config", "");
      classes += one.dump() + "\n";
    }
    return {read_text(scratch_ / "out.npy"), classes, report["machine"]["digests"].dump(), report["machine"],
            last_line(ran.out)};
  }
  void expect_equal(const Words& options) const {
    std::string told;
    for (const std::string& word : options) told += word + " ";
    const Ended rtl = run("rtl", options);
    for (const char* name : {"operators", "points"}) {
      const Ended other = run(name, options);
      EXPECT_TRUE(other.result == rtl.result) << told << name << ": other bits";
      EXPECT_EQ(other.classes, rtl.classes) << told << name;
      EXPECT_EQ(other.digests, rtl.digests) << told << name;
      EXPECT_EQ(other.machine["arithmetic"].text(), name) << told;
      EXPECT_TRUE(holds(other.last, std::string("blocks, arithmetic ") + name) ||
                  holds(other.last, std::string("tiles, arithmetic ") + name))
          << other.last;
    }
    EXPECT_EQ(rtl.machine["arithmetic"].text(), "rtl");
    EXPECT_FALSE(holds(rtl.last, "arithmetic")) << rtl.last;
  }
  void expect_equal_sweeps(const Words& kernel) const {
    for (const char* schedule : {"sequential", "overlapped"})
      for (const char* blocking : {"overlapped-rows", "skewed"})
        expect_equal(joined(kernel, {"--rows", "34", "--cols", "30", "--iterations", "9", "--stw", "5", "--portion",
                                     "15", "--schedule", schedule, "--blocking", blocking}));
    for (const std::size_t first : {0u, 5u}) {
      write_odd_npy(scratch_ / "f.npy", first);
      write_odd_npy(scratch_ / "r.npy.in", first + 41);
      expect_equal(joined(kernel, {"--input", scratch_ / "f.npy", "--rhs", scratch_ / "r.npy.in", "--iterations", "3",
                                   "--stw", "3", "--portion", "15"}));
    }
  }

  const ScratchDirectory scratch_;
};

TEST_F(Arithmetics, Jacobi) {
  expect_equal_sweeps({});
}

TEST_F(Arithmetics, FivePoint) {
  expect_equal_sweeps({"--kernel", "five-point"});
}

TEST_F(Arithmetics, Formula) {
  expect_equal_sweeps({"--kernel", STENCIL_AWKWARD});
}

TEST_F(Arithmetics, Tiles) {
  const Words tiles{"--kernel", "gauss-seidel", "--sweeps", "3"};
  for (const char* fuse : {"on", "off"})
    expect_equal(joined(tiles, {"--rows", "34", "--cols", "30", "--tiles", "2x2", "--fuse", fuse}));
  write_odd_npy(scratch_ / "f.npy", 0);
  expect_equal(joined(tiles, {"--input", scratch_ / "f.npy", "--tiles", "2x2"}));
}

// A capsule says what computed; replay does so again, or on another one, with the same values and cycles.
TEST_F(Arithmetics, CapsulesKeepTheirs) {
  const std::string capsule = scratch_ / "c.capsule";
  const ProgramResult kept =
      alone({"run", "--config", "points", "--rows", "20", "--cols", "20", "--capture", "0:0:0", "--capsule", capsule});
  ASSERT_EQ(kept.status, 0) << kept.err;
  const ProgramResult again = alone({"replay", capsule});
  EXPECT_EQ(again.status, 0) << again.err;
  EXPECT_TRUE(holds(again.out, "configuration points, arithmetic points,"));
  EXPECT_TRUE(holds(again.out, "cycles by cause: as captured"));
  EXPECT_EQ(last_line(again.out).substr(0, 5), "PASS:") << again.out;
  EXPECT_TRUE(holds(again.out, "0 differ, arithmetic points"));
  const ProgramResult other = alone({"replay", capsule, "--config", "rtl", "--arithmetic", "rtl"});
  EXPECT_EQ(other.status, 0) << other.err;
  EXPECT_TRUE(holds(other.out, "cycles by cause: as captured"));
  EXPECT_TRUE(holds(other.out, "captured on accelerator rtl, configuration points,\n  arithmetic points"));
}

TEST_F(Arithmetics, ComparisonsNameThem) {
  for (const char* config : {"rtl", "points"}) {
    const ProgramResult ran = alone({"run", "--config", config, "--rows", "20", "--cols", "20", "--report",
                                     scratch_ / (std::string(config) + ".json")});
    ASSERT_EQ(ran.status, 0) << ran.err;
  }
  // As two recordings of one configuration.
  std::string text = read_text(scratch_ / "points.json");
  const std::string own = R"("config":"points")";
  for (std::size_t at = text.find(own); at != std::string::npos; at = text.find(own, at))
    text.replace(at, own.size(), R"("config":"rtl")");
  write_text(scratch_ / "points.json", text);
  const ProgramResult compared = alone({"compare", scratch_ / "rtl.json", scratch_ / "points.json"});
  EXPECT_TRUE(holds(compared.out, "arithmetic was rtl, is points")) << compared.out << compared.err;
  EXPECT_FALSE(holds(compared.out, "RTL differs")) << compared.out;
}

}  // namespace
}  // namespace stencil
