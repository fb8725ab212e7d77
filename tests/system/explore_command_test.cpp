// The subcommands cycles, tune and configs as a user runs them.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sim/app/json/json.hpp"
#include "tests/system/command.hpp"

namespace stencil {
namespace {

ProgramResult run(const Words& options, int ranks = 0) {
  return ranks > 0 ? under_mpirun(ranks, STENCIL_COSIM, options) : alone(options);
}

const Words some_shapes = {"cycles",
                           "--configs",
                           "small",
                           "--schedules",
                           "sequential,overlapped",
                           "--blockings",
                           "overlapped-rows,skewed",
                           "--cols",
                           "23,40",
                           "--portions",
                           "15",
                           "--niters",
                           "3",
                           "--blocks",
                           "4",
                           "--format",
                           "json"};

Words with(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

TEST(CyclesCommand, RtlAndModelListTheSameCycles) {
  const ProgramResult rtl = run(with(some_shapes, {"--accel", "rtl", "--expect-model"}));
  const ProgramResult model = run(with(some_shapes, {"--accel", "model", "--expect-model"}));
  ASSERT_EQ(rtl.status, 0) << rtl.err;
  ASSERT_EQ(model.status, 0) << model.err;
  const auto measured = Json::parse(rtl.out);
  EXPECT_EQ(measured["schema"], "stencil-cosim/cycles/1");
  EXPECT_EQ(measured["rows"].size(), 8u * 5u);
  EXPECT_EQ(measured["rows"], Json::parse(model.out)["rows"]);
  for (const auto& row : measured["rows"]) {
    EXPECT_EQ(row["total"], row["model"]);
    EXPECT_EQ(row["total"].integer(), row["load"].integer() + row["compute"].integer() + row["stall"].integer() +
                                          row["store"].integer() + row["idle"].integer());
    if (row["block"] == "all") {
      EXPECT_LE(row["ideal"].integer(), row["total"].integer());
      EXPECT_LE(row["roofline"].integer(), row["ideal"].integer());
    }
  }
}

// The same code writes both outputs: one strip on one rank is one interval. Only a run has a distribution of rows.
TEST(CyclesCommand, ListsTheClassesThatARunReports) {
  const ScratchDirectory scratch;
  const ProgramResult cycles = run({"cycles", "--accel", "model", "--configs", "small", "--cols", "30", "--portions",
                                    "15", "--niters", "5", "--blocks", "4", "--format", "json"});
  const ProgramResult whole = run({"run", "--accel", "model", "--config", "small", "--cols", "30", "--rows", "60",
                                   "--iterations", "5", "--report", scratch / "r.json"});
  ASSERT_EQ(cycles.status, 0) << cycles.err;
  ASSERT_EQ(whole.status, 0) << whole.err;
  const Json document = Json::parse(cycles.out);
  const Json listed = document["classes"];
  Json reported = Json::array();
  const Json report = Json::parse(read_text(scratch / "r.json"));
  for (Json one : report["classes"]) {
    EXPECT_EQ(one["distribution"], "blocked");
    one.put("distribution", nullptr);
    reported.push_back(one);
  }
  EXPECT_EQ(listed, reported);
  ASSERT_EQ(listed.size(), 3u);
  EXPECT_EQ(listed[0]["place"], "middle");
  EXPECT_EQ(listed[0]["count"], 2);
}

// Cycles that differ from the prediction are data; --expect-model makes them an error.
TEST(CyclesCommand, DifferencesToTheModelAreDataUnlessAskedFor) {
  const Words slower{"cycles", "--accel",  "model", "--configs", "small", "--cols",
                     "30",     "--niters", "2,3",   "--blocks",  "3"};
  for (const int ranks : {1, 2}) {
    const ProgramResult table = under_mpirun(ranks, STENCIL_FAULTY_COSIM, slower);
    EXPECT_EQ(table.status, 0) << table.err;
    EXPECT_EQ(count(table.out,
                    "\nnot as the model: small overlapped overlapped-rows: 45 x 30 in blocks of 15\n  rows, 3 "
                    "sweeps: 1 block of 21 x 30, 3 sweeps, keep 15, middle: load +"),
              1)
        << table.out;
    EXPECT_EQ(count(table.out, "\nnot as the model: "), 6);
    EXPECT_EQ(table.err, "");

    const ProgramResult json = under_mpirun(ranks, STENCIL_FAULTY_COSIM, with(slower, {"--format", "json"}));
    EXPECT_EQ(json.status, 0) << json.err;
    const Json document = Json::parse(json.out);
    const Json& classes = document["classes"];
    ASSERT_EQ(classes.size(), 6u);
    for (const Json& one : classes) {
      EXPECT_EQ(one["difference"]["idle"]["sum"], 10);
      EXPECT_EQ(one["cycles"]["idle"]["sum"], 10);
      EXPECT_EQ(one["model"]["idle"]["sum"], 0);
    }

    const ProgramResult expected = under_mpirun(ranks, STENCIL_FAULTY_COSIM, with(slower, {"--expect-model"}));
    EXPECT_EQ(expected.status, 1);
    EXPECT_EQ(count(expected.err,
                    "stencil-cosim: small overlapped overlapped-rows: 45 x 30 in blocks of 15 rows, 2 "
                    "sweeps: block 0: load "),
              1)
        << expected.err;
    EXPECT_EQ(count(expected.err, "stencil-cosim: "), 2) << "one a shape";
    // Only the verdict differs.
    const std::string same = table.out.substr(0, table.out.rfind("PASS: "));
    EXPECT_EQ(expected.out,
              same + "FAIL: 2 shapes measured, every value right, 6 classes of blocks not as predicted\n");
    EXPECT_EQ(table.out, same + "PASS: 2 shapes measured, every value right, 6 classes of blocks not as predicted\n");
  }
}

// A wrong bit is an error without any flag.
TEST(CyclesCommand, AWrongBitIsStatusOne) {
  const ProgramResult wrong = under_mpirun(1, STENCIL_FAULTY_COSIM, {"cycles", "--accel", "model"}, {"FAULT=flip"});
  EXPECT_EQ(wrong.status, 1);
  EXPECT_EQ(count(wrong.err, " values differ from the golden solver\n"), 1) << wrong.err;
  EXPECT_EQ(last_line(wrong.out).rfind("FAIL: 1 shape measured, 1 with wrong values, ", 0), 0u) << wrong.out;
}

TEST(CyclesCommand, ShapesAreDealtOutToTheRanks) {
  const ProgramResult alone = run(with(some_shapes, {"--accel", "model"}));
  for (const int ranks : {2, 3}) {
    const ProgramResult together = run(with(some_shapes, {"--accel", "model"}), ranks);
    EXPECT_EQ(together.status, 0) << together.err;
    EXPECT_EQ(together.out, alone.out) << ranks;
  }
}

TEST(CyclesCommand, WhatDoesNotFitIsListedAndNothingThatFitsIsAnError) {
  const ProgramResult some = run({"cycles", "--accel", "model", "--configs", "small", "--portions", "15,30000"});
  EXPECT_EQ(some.status, 0) << some.err;
  EXPECT_NE(
      some.out.find(
          "refused: small overlapped overlapped-rows: 77 columns, portion 30,000, 5 sweeps:\n  portion = 30000 rows"),
      std::string::npos)
      << some.out;
  const ProgramResult none = run({"cycles", "--accel", "model", "--portions", "30000"});
  EXPECT_EQ(none.status, 2);
  EXPECT_EQ(none.err.rfind("stencil-cosim: no shape fits its configuration; the first: ", 0), 0u) << none.err;
}

TEST(CyclesCommand, BadInputIsOneLineAndStatusTwo) {
  const std::vector<std::pair<Words, std::string>> cases = {
      {{"--accel", "software"}, "--accel is 'software', which has no clock, must be one of: model, rtl"},
      {{"--cols", "5,,6"}, "--cols is '5,,6', must be a list like a,b without gaps"},
      {{"--niters", "5,5"}, "--niters is '5,5', must name '5' once"},
      {{"--blocks", "0"}, "--blocks is 0, must be 1 .. 1000000"},
      {{"--schedules", "late"}, "--schedules is 'late', must be one of: sequential, overlapped"},
      {{"--format", "xml"}, "--format is 'xml', must be one of: table, csv, json"},
      {{"--output", "/no/such/c.csv"}, "/no/such/c.csv: cannot create a file there: No such file or directory"},
  };
  for (const auto& [options, line] : cases) {
    const ProgramResult result = run(with({"cycles"}, options));
    EXPECT_EQ(result.status, 2) << line;
    EXPECT_EQ(result.err, "stencil-cosim: " + line + "\n");
    EXPECT_EQ(result.out, "");
  }
}

TEST(TuneCommand, FindsAChoiceAndVerifiesItOnTheRtl) {
  const ScratchDirectory scratch;
  const ProgramResult result = run({"tune", "--config", "small", "--rows", "200", "--cols", "50", "--iterations", "12",
                                    "--ranks", "2", "--show", "5", "--output", scratch / "t.json"});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(last_line(result.out).rfind("PASS: the first interval took ", 0), 0u) << result.out;
  const auto json = Json::parse(read_text(scratch / "t.json"));
  EXPECT_EQ(json["verification"]["ok"], true);
  EXPECT_EQ(json["verification"]["measured_cycles"], json["verification"]["predicted_cycles"]);
  ASSERT_EQ(json["best"].size(), 5u);
  for (std::size_t i = 1; i < 5; ++i)
    EXPECT_LE(json["best"][i - 1]["total_cycles"].number(), json["best"][i]["total_cycles"].number());

  // The line runs as it is printed.
  const std::size_t begin = result.out.find("mpirun -n 2 ");
  ASSERT_NE(begin, std::string::npos) << result.out;
  const std::string line = result.out.substr(begin, result.out.find('\n', begin) - begin);
  const ProgramResult printed = run_program({"bash", "-c", line});
  EXPECT_EQ(printed.status, 0) << line << "\n" << printed.err;
  EXPECT_EQ(last_line(printed.out).rfind("PASS: 10,000 values compared, 0 differ", 0), 0u) << printed.out;

  // The prediction for the busiest rank equals the cycles of a run.
  const auto& best = json["best"][0];
  const std::string text[] = {std::to_string(best["stw"].integer()), std::to_string(best["portion"].integer())};
  const ProgramResult job = run({"run",
                                 "--accel",
                                 "model",
                                 "--config",
                                 "small",
                                 "--rows",
                                 "200",
                                 "--cols",
                                 "50",
                                 "--iterations",
                                 "12",
                                 "--stw",
                                 text[0],
                                 "--portion",
                                 text[1],
                                 "--schedule",
                                 best["schedule"].text(),
                                 "--blocking",
                                 best["blocking"].text(),
                                 "--report",
                                 scratch / "r.json"},
                                2);
  ASSERT_EQ(job.status, 0) << job.err;
  EXPECT_EQ(Json::parse(read_text(scratch / "r.json"))["totals"]["cycles"], best["device_cycles"]);
}

TEST(TuneCommand, WhatIsTooLongToVerifyIsSaidSo) {
  const ProgramResult result = run({"tune", "--config", "small", "--rows", "200", "--cols", "50", "--iterations", "12",
                                    "--show", "1", "--verify-cycles", "100"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(last_line(result.out).rfind("NOT CHECKED: first interval takes ", 0), 0u) << result.out;
}

TEST(TuneCommand, NothingThatFitsIsRefusedWithTheNumbers) {
  const ProgramResult result = run({"tune", "--config", "small", "--cols", "5000"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err,
            "stencil-cosim: nothing fits: --rows 1001 --cols 5000 on 1 rank, configuration small with 16384 words per "
            "buffer, rows of up to 1024 columns\n");
}

TEST(TuneCommand, AJobTooLargeToPredictIsRefused) {
  const ProgramResult result = run({"tune", "--rows", "1000000000000"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(
      result.err,
      "stencil-cosim: --rows 1000000000000 --cols 1000 on 1 rank leave 1000000000000 rows per rank, must be at most "
      "8589934 (8589934592 values)\n");
}

TEST(ConfigsCommand, ListsEveryConfigurationTheOtherCommandsTake) {
  const ProgramResult result = run({"configs", "--json"});
  ASSERT_EQ(result.status, 0) << result.err;
  for (const auto& configuration : Json::parse(result.out)) {
    const std::string name = configuration["name"].text();
    std::vector<std::string> words{"run", "--accel", "model", "--config", name, "--iterations", "5"};
    // A device may have the operator of a kernel file alone.
    if (!configuration["formula"].is_null())
      words.insert(words.end(), {"--kernel", EXAMPLES "/formula/" + configuration["formula"].text()});
    const ProgramResult small = run(words);
    EXPECT_EQ(small.status, 0) << name << small.err;
  }
}

}  // namespace
}  // namespace stencil
