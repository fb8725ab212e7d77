// The verdict of the JSON report: unchecked runs are neither good nor bad, an error is never ok, unknown is null.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/output/json.hpp"

#include <gtest/gtest.h>

#include "sim/app/json/json.hpp"
#include "tests/sim/app/report/sample_report.hpp"
#include "tests/support/scratch_directory.hpp"

namespace stencil {
namespace {

TEST(ReportJson, SaysNullForWhatACClientCannotTell) {
  Report report = sample_report();
  report.problem.reset();
  report.client_kernel = "five-point";
  report.verdict.compared.reset();
  BlockRecord block = report.blocks[0];
  block.step.reset();
  block.strip.reset();
  block.keep.reset();
  block.chain.reset();
  block.place.reset();
  block.before.reset();
  block.after.reset();
  block.cycles = {};
  tell_blocks(report, {block});
  report.machine.device.timed = false;
  const Json json = Json::parse(report_json(report));
  for (const char* name : {"ok", "compared", "mismatches", "problem", "first_mismatch"}) {
    EXPECT_TRUE(json[name].is_null()) << name;
  }
  for (const char* name : {"step", "strip", "keep", "before", "after", "above", "below", "place"}) {
    EXPECT_TRUE(json["blocks"][0][name].is_null()) << name;
  }
  for (const char* name : {"keep", "above", "below", "place", "schedule", "blocking", "distribution"}) {
    EXPECT_TRUE(json["classes"][0][name].is_null()) << name;
  }
  EXPECT_EQ(json["classes"][0]["kernel"], "five-point");
  report.client_kernel.clear();
  EXPECT_TRUE(Json::parse(report_json(report))["classes"][0]["kernel"].is_null()) << "several";
  EXPECT_TRUE(json["totals"]["efficiency"].is_null());
  EXPECT_TRUE(json["totals"]["occupancy"].is_null());
  EXPECT_TRUE(json["totals"]["useful_points_per_cycle"].is_null());
}

TEST(ReportJson, UncheckedRunsAreNeitherGoodNorBad) {
  Report report = sample_report();
  report.verdict.compared = 0;
  report.problem->seed.reset();
  report.problem->block_rows.reset();
  report.problem->input = "f \"quoted\".npy";
  tell_blocks(report, {});
  const Json json = Json::parse(report_json(report));
  EXPECT_TRUE(json["ok"].is_null());
  EXPECT_EQ(json["compared"], 0);
  EXPECT_EQ(json["mismatches"], 0);
  EXPECT_TRUE(json["problem"]["seed"].is_null());
  EXPECT_TRUE(json["problem"]["block_rows"].is_null());
  EXPECT_EQ(json["problem"]["input"], "f \"quoted\".npy");
  EXPECT_TRUE(json["blocks"].is_array());
  EXPECT_TRUE(json["classes"].is_array());
}

TEST(ReportJson, AnErrorIsNeverOk) {
  Report report = sample_report();
  report.error = ReportError{3, "no answer to \"start\"", 3};
  const Json json = Json::parse(report_json(report));
  EXPECT_EQ(json["ok"], false);
  EXPECT_EQ(json["error"], Json::parse(R"({"rank":3,"text":"no answer to \"start\"","status":3})"));
  report.verdict = {};
  EXPECT_EQ(Json::parse(report_json(report))["ok"], false) << "also where nothing was compared";
}

}  // namespace
}  // namespace stencil
