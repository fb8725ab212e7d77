// Latencies of the arithmetic: what they cost by the laws and on the model, and their order by the clock estimate.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/explore/latencies/latencies.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "host/base/errors.hpp"
#include "sim/app/explore/latencies/latency_output.hpp"
#include "sim/app/explore/predict.hpp"
#include "sim/device/backends/platform_backends.hpp"
#include "sim/device/kernels/sweeps/engine_timing.hpp"

namespace stencil {
namespace {

AcceleratorOptions on_small() {
  AcceleratorOptions options;
  options.config = "small";
  return options;
}

// One block of the whole domain on one rank: one command.
TuneJob one_command(std::int64_t rows, std::int64_t cols, std::int64_t sweeps) {
  TuneJob job;
  job.rows = rows;
  job.cols = cols;
  job.iterations = sweeps;
  return job;
}

// Of the one command on the model, without loads and stores: its cycles in the engine and those in which passes wait.
std::int64_t model_cycles(const TuneJob& job, const Latencies& latencies) {
  const std::unique_ptr<Accelerator> dry = make_dry_accelerator(predicted_capabilities(on_small(), latencies), {});
  SweepCommand command{job.rows, job.cols, job.iterations, job.kernel->weights(job.rows, job.cols)};
  dry->start(command);
  dry->wait();
  return dry->cycles().compute + dry->cycles().stall;
}

// The whole job in one block, loads and stores too, as `tune` predicts it.
std::int64_t job_cycles(const TuneJob& job, const Latencies& latencies) {
  const BlockScheme whole{{Schedule::sequential, Blocking::overlapped_rows}, job.rows, job.iterations};
  return predict_cycles(predicted_capabilities(on_small(), latencies), {}, job, whole);
}

TEST(Latencies, AnElementOf39CyclesCostsWhatTheLawsSay) {
  struct Case {
    std::int64_t rows, cols, sweeps, at_29, at_39;
    double per_cent;
  };
  for (const Case& c :
       {Case{16, 1000, 8, 36119, 36159, 0.1}, Case{25, 77, 5, 4171, 4201, 0.7}, Case{8, 32, 8, 759, 828, 9.0}}) {
    const TuneJob job = one_command(c.rows, c.cols, c.sweeps);
    EXPECT_EQ(engine_timing({4, 1, 29}, c.rows, c.cols, c.sweeps).busy_cycles(), c.at_29) << c.rows;
    EXPECT_EQ(engine_timing({4, 1, 39}, c.rows, c.cols, c.sweeps).busy_cycles(), c.at_39) << c.rows;
    EXPECT_EQ(model_cycles(job, {5, 6, 2}), c.at_29) << c.rows;
    EXPECT_EQ(model_cycles(job, {7, 8, 4}), c.at_39) << c.rows;
    EXPECT_NEAR(100.0 * static_cast<double>(c.at_39 - c.at_29) / static_cast<double>(c.at_29), c.per_cent, 0.1);
  }
  const TuneJob job = one_command(25, 77, 5);
  EXPECT_EQ(job_cycles(job, {7, 8, 4}) - job_cycles(job, {5, 6, 2}), 4201 - 4171);
  EXPECT_EQ(job_cycles(job, {7, 8, 16}), job_cycles(job, {7, 8, 4}));  // sweeps do not divide by 5
}

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const ArgumentError& error) {
    return error.what();
  }
  return "no error";
}

const std::string head =
    "Yosys 0.23, OpenSTA 2.0.17\n"
    "configuration\tmodule\tdelays\trouted_ns\trouted_from\trouted_to\tunplaced_ns\tunplaced_from\tunplaced_to\n";

std::string written(const std::string& text) {
  const std::string path = testing::TempDir() + "latencies_test_clocks.tsv";
  std::ofstream(path) << text;
  return path;
}

TEST(Clocks, AreThoseOfTheSlowestModuleWithEachTable) {
  const std::string path =
      written(head + "small\ta\td1\t8.000\tx\ty\t6.000\tx\ty\n" + "small\tb\td1\t10.000\tx\ty\t5.000\tx\ty\n" +
              "wide\ta\td2\t4.000\tx\ty\t2.500\tx\ty\n");
  const std::map<std::string, ClockEstimate> clocks = read_clock_file(path);
  ASSERT_EQ(clocks.size(), 2u);
  EXPECT_DOUBLE_EQ(clocks.at("small").routed_mhz(), 100.0);
  EXPECT_DOUBLE_EQ(clocks.at("small").unplaced_mhz(), 1000.0 / 6.0);
  EXPECT_EQ(clocks.at("small").delays, "d1");
  EXPECT_EQ(clocks.at("wide").line, 5);
  EXPECT_DOUBLE_EQ(clocks.at("wide").unplaced_mhz(), 400.0);
}

TEST(Clocks, ABadFileIsRefusedWithLineValueAndWhatIsExpected) {
  const std::string good = "small\ta\td1\t8.0\tx\ty\t6.0\tx\ty\n";
  const auto refusal = [](const std::string& text) {
    const std::string path = written(text);
    const std::string message = message_of([&] { read_clock_file(path); });
    return message.rfind(path + ":", 0) == 0 ? message.substr(path.size() + 1) : message;
  };
  EXPECT_EQ(refusal(head), "3: the file ends here, must have lines of configurations from line 3");
  EXPECT_EQ(refusal(""), "1: the file ends here, must have lines of configurations from line 3");
  EXPECT_EQ(refusal("tools\nname\n" + good).substr(0, 54), "2: is 'name', must be the columns of ci/synthesis: con");
  EXPECT_EQ(refusal(head + good + "small\tb\td1\t8.0\n"), "4: has 4 fields between tabs, must have 9");
  EXPECT_EQ(refusal(head + "\n"), "3: has 1 field between tabs, must have 9");
  EXPECT_EQ(refusal(head + "\ta\td1\t8.0\tx\ty\t6.0\tx\ty\n"), "3: configuration is '', must be a name");
  EXPECT_EQ(refusal(head + good + good), "4: module is 'a' again, must be another one of small");
  for (const char* ns : {"0", "-1", "nan", "inf", "8.0x", ""}) {
    const std::string number = ns;
    EXPECT_EQ(refusal(head + "small\ta\td1\t" + number + "\tx\ty\t6.0\tx\ty\n"),
              "3: routed_ns is '" + number + "', must be a finite number of ns above 0");
    EXPECT_EQ(refusal(head + "small\ta\td1\t6.0\tx\ty\t" + number + "\tx\ty\n"),
              "3: unplaced_ns is '" + number + "', must be a finite number of ns above 0");
  }
  EXPECT_EQ(refusal(head + good + "small\tb\td2\t8.0\tx\ty\t6.0\tx\ty\n"),
            "4: delays is 'd2', must be 'd1' as in line 3, the first of small");
  EXPECT_EQ(message_of([] { read_clock_file("/no/such/file"); }),
            "/no/such/file: cannot be read: No such file or directory");
}

TEST(Latencies, AreParsedWithinTheRangesOfTheContract) {
  const std::vector<Latencies> all = parse_latencies("--latencies", "5/6/2,16/16/16");
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].text(), "5/6/2");
  EXPECT_EQ(all[1].text(), "16/16/16");
  const auto refusal = [](const char* text) { return message_of([&] { parse_latencies("--latencies", text); }); };
  EXPECT_EQ(refusal("4/6/2"), "--latencies ADD_LATENCY is 4, must be 5 .. 16");
  EXPECT_EQ(refusal("5/17/2"), "--latencies MUL_LATENCY is 17, must be 6 .. 16");
  EXPECT_EQ(refusal("5/6/1"), "--latencies DIV_LATENCY is 1, must be 2 .. 16");
  EXPECT_EQ(refusal("5/6"), "--latencies has '5/6', must be three latencies ADD/MUL/DIV, as 5/6/2");
  EXPECT_EQ(refusal("5/6/2/1"), "--latencies DIV_LATENCY is '2/1', must be an integer 2 .. 16");
  EXPECT_EQ(refusal("5/6/2,05/6/2"), "--latencies has 5/6/2 twice, must have each once");
}

TEST(Latencies, AreThoseOfAConfigurationThatIsAlikeOrNotMapped) {
  const std::map<std::string, ClockEstimate> clocks{{"small", {10.0, 5.0, "d", 3}}, {"wide", {8.0, 4.0, "e", 9}}};
  const LatencyChoice usual = latency_choice(on_small(), {5, 6, 2}, clocks, "F", {});
  EXPECT_EQ(usual.configuration, "small");
  EXPECT_EQ(usual.element_cycles, 29);
  ASSERT_TRUE(usual.clock);
  EXPECT_EQ(usual.clock->line, 3);
  const LatencyChoice other = latency_choice(on_small(), {9, 9, 9}, clocks, "F", {usual});
  EXPECT_EQ(other.configuration, "");
  EXPECT_EQ(other.element_cycles, 2 + 3 * 9 + 2 * 9);
  EXPECT_FALSE(other.clock);
  // Declared, but not in the file.
  AcceleratorOptions five = on_small();
  five.config = "five-point";
  const LatencyChoice missing = latency_choice(five, {5, 6, 2}, clocks, "F", {});
  EXPECT_EQ(missing.configuration, "five-point");
  EXPECT_FALSE(missing.clock);
  LatencyChoice elsewhere = usual;
  elsewhere.clock->delays = "e";
  EXPECT_EQ(message_of([&] {
              latency_choice(on_small(), {5, 6, 2}, clocks, "F", {elsewhere});
            }),
            "F:3: delays is 'd', must be 'e' as of small in line 3, or the clocks cannot be compared");
  // An operator made of a kernel file: 6*ADD_LATENCY + 3*MUL_LATENCY + 3.
  AcceleratorOptions nine = on_small();
  nine.config = "nine-point";
  EXPECT_EQ(latency_choice(nine, {5, 6, 2}, clocks, "F", {}).element_cycles, 51);
  EXPECT_EQ(latency_choice(nine, {7, 8, 4}, clocks, "F", {}).element_cycles, 69);
  ASSERT_FALSE(declared_latencies(on_small()).empty());
  EXPECT_EQ(declared_latencies(on_small()).front().text(), "5/6/2");
}

// A twin differs in latencies alone, also with the operator of a kernel file; the record of this tree has a faster
// clock for it, by which it can be ranked. RTL without DIV_LATENCY has none.
TEST(Latencies, OfATwinAreComparedWithThoseOfItsConfiguration) {
  const std::map<std::string, ClockEstimate> clocks = read_clock_file(STENCIL_CLOCKS);
  for (const Configuration& twin : configurations()) {
    if (!twin.on_demand) continue;
    AcceleratorOptions options;
    options.config = twin.name.substr(0, twin.name.rfind("-fast"));
    const std::vector<Latencies> all = declared_latencies(options);
    ASSERT_EQ(all.size(), 2u) << twin.name;
    EXPECT_EQ(all[0].text(), "5/6/2") << twin.name;
    EXPECT_EQ(all[1].text(), "7/8/4") << twin.name;
    const LatencyChoice plain = latency_choice(options, all[0], clocks, "F", {});
    const LatencyChoice fast = latency_choice(options, all[1], clocks, "F", {plain});
    EXPECT_EQ(fast.configuration, twin.name);
    ASSERT_TRUE(plain.clock && fast.clock) << twin.name;
    EXPECT_GT(fast.clock->routed_mhz(), plain.clock->routed_mhz()) << twin.name;
  }
}

// 1,000,000 points: 1 MHz and 1,000,000 cycles are a second.
TEST(Latencies, AreRankedByPointsPerSecondAndShownApart) {
  const TuneJob job = one_command(100, 100, 100);
  const auto choice = [](std::int64_t add, const char* name, std::int64_t cycles, double routed, double unplaced) {
    LatencyChoice made;
    made.latencies = {add, 6, 2};
    made.configuration = name;
    if (routed > 0.0) made.clock = {1000.0 / routed, 1000.0 / unplaced, "d", 3};
    made.element_cycles = 14 + 3 * add;
    made.best.device_cycles = cycles;
    return made;
  };
  // The fewest cycles are not the fastest, nor is the fastest clock; with wires unplaced a has more points than b.
  std::vector<LatencyChoice> choices{choice(5, "", 1, 0, 0),
                                     choice(6, "a", 1000000, 100.0, 300.0),
                                     choice(7, "c", 4000000, 400.0, 400.0),
                                     choice(8, "b", 1100000, 121.0, 220.0),
                                     choice(9, "d", 2000000, 200.0, 100.0),
                                     choice(10, "e", 2, 0, 0)};
  rank_latencies(job, choices);
  std::string order;
  for (const LatencyChoice& each : choices) order += each.configuration + " ";
  EXPECT_EQ(order, "b a d c  e ");
  EXPECT_DOUBLE_EQ(choices[0].routed_points(job), 110e6);
  EXPECT_DOUBLE_EQ(choices[1].unplaced_points(job), 300e6);
  const std::string text = latencies_text(job, choices, "F.tsv");
  EXPECT_NE(text.find("estimate, not placed, of\n  F.tsv\n"), std::string::npos) << text;
  EXPECT_NE(text.find("8/6/2"), std::string::npos) << text;
  EXPECT_LT(text.find("8/6/2"), text.find("6/6/2")) << text;
  EXPECT_NE(text.find("not mapped, not ranked: 5/6/2, element 29, 1 cycle:\n  no configuration has these latencies\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("not mapped, not ranked: 10/6/2, element 44, 2 cycles:\n  configuration e is not in F.tsv\n"),
            std::string::npos)
      << text;
  const Json json = latencies_json(job, choices, "F.tsv");
  EXPECT_EQ(json["choices"][0]["config"].text(), "b");
  EXPECT_EQ(json["choices"][0]["rank"].integer(), 1);
  EXPECT_DOUBLE_EQ(json["choices"][0]["unplaced_mhz"].number(), 220.0);
  EXPECT_TRUE(json["choices"][5]["rank"].is_null());
  EXPECT_EQ(json["choices"][5]["total_cycles"].number(), 2.0);
}

}  // namespace
}  // namespace stencil
