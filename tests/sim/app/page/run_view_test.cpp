// The data of the page: verdicts, sums, the command that repeats the run, differences from a baseline.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/page/run_view.hpp"

#include <gtest/gtest.h>

#include "models/values/canonical_nan.hpp"
#include "sim/app/cluster/time/cluster_report.hpp"
#include "sim/app/kernels/gauss_seidel/tiles_report.hpp"
#include "sim/app/kernels/staged/stages_report.hpp"
#include "sim/app/output/json.hpp"
#include "sim/app/output/report_fields.hpp"
#include "sim/app/page/differences.hpp"
#include "sim/app/page/reproduce.hpp"
#include "tests/sim/app/report/sample_report.hpp"

namespace stencil {
namespace {

Json json_of(const Report& report) {
  return Json::parse(report_json(report));
}

Json view_of(const Report& report) {
  return run_view(json_of(report), "r.json", {problem_labels(), machine_labels()});
}

TEST(RunView, TellsEveryVerdict) {
  Report report = sample_report();
  EXPECT_EQ(view_of(report)["word"], "PASS");
  report.verdict.mismatches = 1;
  EXPECT_EQ(view_of(report)["said"], "The result differs from the golden solver.");
  report.verdict.first_mismatch = LocatedMismatch{1, 2, 3, 4, Mismatch{50, 6, bits_of(1.0), bits_of(1.0) + 2}, 9};
  EXPECT_EQ(view_of(report)["word"], "FAIL");
  EXPECT_EQ(view_of(report)["said"],
            "First difference at row 50, column 6 (rank 1, step 2, strip 9, block 3, sweep 4): expected "
            "0x3ff0000000000000, got 0x3ff0000000000002, 2 ULP apart.");
  report.verdict.first_mismatch->strip.reset();
  report.verdict.first_mismatch->at.got_bits = canonical_nan_bits;
  EXPECT_EQ(view_of(report)["said"],
            "First difference at row 50, column 6 (rank 1, step 2, block 3, sweep 4): expected 0x3ff0000000000000, got "
            "0x7ff8000000000000, a NaN has no ULP distance.");
  report.error = ReportError{1, "device quiet", 3};
  EXPECT_EQ(view_of(report)["word"], "ERROR");
  EXPECT_EQ(view_of(report)["said"], "rank 1: device quiet");
  report.error.reset();
  report.verdict = {};
  EXPECT_EQ(view_of(report)["word"], "NOT CHECKED");
}

TEST(RunView, HasTheFirstRanksOfAClusterAndTheLastStretches) {
  EXPECT_TRUE(view_of(sample_report())["cluster"].is_null());
  Report report = sample_report();
  ClusterReport cluster;
  cluster.time.messages = 3;
  for (int rank = 0; rank < 70; ++rank) cluster.time.ranks.push_back({450, rank});
  for (int k = 0; k < 519; ++k) cluster.time.critical_path.push_back({k % 2, 0, k, k + 1});
  report.parts.put(cluster);
  const Json view = view_of(report)["cluster"];
  EXPECT_EQ(view["makespan_cycles"], 519);
  EXPECT_EQ(view["messages"], 3);
  EXPECT_EQ(view["rank_count"], 70);
  EXPECT_EQ(view["ranks"].size(), most_page_ranks);
  EXPECT_EQ(view["path_message_cycles"], 259);
  EXPECT_EQ(view["stretches"].size(), most_page_stretches);
  EXPECT_EQ(view["stretches"][most_page_stretches - 1]["end_cycle"], 519);
  EXPECT_EQ(view["stretches_omitted"], 119);
}

TEST(RunView, SumsClassesRanksAndBars) {
  const Json view = view_of(sample_report());
  std::int64_t total = 0;
  std::int64_t before = INT64_MAX;
  for (const Json& one : view["classes"]) {
    EXPECT_LE(one["total"]["sum"].integer(), before) << "the most expensive first";
    before = one["total"]["sum"].integer();
    total += before;
  }
  EXPECT_EQ(total, 1832);
  ASSERT_EQ(view["ranks"].size(), 2u);
  EXPECT_EQ(view["ranks"][0].dump(),
            R"({"rank":0,"blocks":2,"compute":400,"stall":6,"load":210,"store":100,"idle":14,"total":730})");
  EXPECT_EQ(view["ranks"][1]["total"], 1102);
  const Json& first = view["sequence"]["ranks"][0];
  EXPECT_EQ(first["blocks_a_bar"], 1);
  EXPECT_EQ(first["bars"].dump(), "[[1,0,200,3,100,50,7,360,100,50],[1,0,200,3,110,50,7,370,100,50]]");
  EXPECT_EQ(view["sequence"]["link_bytes"], 8);
  EXPECT_EQ(view["sequence"]["other_ranks"], 0);
  EXPECT_EQ(view["other_classes"].dump(), R"({"classes":0,"count":0,"total":0})");
}

TEST(RunView, TheLinkIsTheNarrowerOfTheTwo) {
  Report report = sample_report();
  report.machine.device.axi_data_bits = 256;
  EXPECT_EQ(view_of(report)["sequence"]["link_bytes"], 32);
  report.machine.link.bytes_per_cycle = 4;
  const Json view = view_of(report);
  EXPECT_EQ(view["sequence"]["link_bytes"], 4);
  EXPECT_EQ(view["sequence"]["ranks"][0]["bars"][0][8], 200);
  report.machine.link.bytes_per_cycle = 64;
  EXPECT_EQ(view_of(report)["sequence"]["link_bytes"], 32);
}

// Nothing is lost: entries not shown by themselves are in a sum, and omitted ones are counted.
TEST(RunView, ALargeReportIsSummedUp) {
  Report report = sample_report();
  std::vector<BlockRecord> blocks;
  for (std::int64_t i = 0; i < 1000; ++i) blocks.push_back(sample_block(0, i / 10, i % 10, 10 + i % 150, 100));
  for (std::int64_t rank = 1; rank < 80; ++rank) blocks.push_back(sample_block(rank, 0, 0, 20, 100));
  tell_blocks(report, blocks);
  const Json view = view_of(report);
  EXPECT_EQ(view["classes"].size(), most_page_classes);
  std::int64_t classes = view["other_classes"]["total"].integer();
  std::int64_t counted = view["other_classes"]["count"].integer();
  for (const Json& one : view["classes"]) {
    classes += one["total"]["sum"].integer();
    counted += one["count"].integer();
  }
  EXPECT_EQ(classes, 1079 * 360);
  EXPECT_EQ(counted, 1079);
  EXPECT_GT(view["other_classes"]["classes"].integer(), 0);
  EXPECT_EQ(view["ranks"].size(), most_page_ranks);
  EXPECT_EQ(view["other_ranks"], 80 - static_cast<int>(most_page_ranks));
  EXPECT_EQ(view["sequence"]["ranks"].size(), most_page_sequences);
  const Json& first = view["sequence"]["ranks"][0];
  EXPECT_EQ(first["blocks_a_bar"], 5);
  EXPECT_EQ(first["bars"].size(), 200u);
  std::int64_t in_bars = 0;
  for (const Json& bar : first["bars"]) in_bars += bar[7].integer();
  EXPECT_EQ(in_bars, 1000 * 360);
}

TEST(RunView, KernelPartsKeepTheirEnds) {
  Report report = sample_report();
  report.parts.put(StagesReport{}).place = "exchange=cpu,sweep=accel,norm=accel";
  report.parts.find<StagesReport>()->data = {{"f", 100, 50, 3, 150}};
  report.parts.find<StagesReport>()->norms = {4.0, 3.0, 2.5};
  TilesReport& tiles = report.parts.put(TilesReport{});
  tiles.messages = 6;
  const Json view = view_of(report);
  EXPECT_EQ(view["stages"]["norms"].dump(), R"({"first":4.0,"last":2.5,"values":3})");
  EXPECT_EQ(view["stages"]["data"][0]["optimum_bytes"], 150);
  EXPECT_EQ(view["subdomains"]["messages"], 6);
  EXPECT_TRUE(view["subdomains"]["residuals"].is_null());
  EXPECT_FALSE(view["stages"].contains("norm_bits"));
}

// The value of a fact; null where it is not shown.
Json fact(const Json& facts, const std::string& label) {
  for (const Json& pair : facts) {
    if (pair[0].text() == label) return pair[1];
  }
  return nullptr;
}

TEST(RunView, FactsHaveTheLabelsOfTheirFields) {
  Report report = sample_report();
  report.problem->beta = 3.169371196754564e-05;
  const Json view = view_of(report);
  EXPECT_EQ(fact(view["problem"], "rows a block keeps"), "15");
  EXPECT_EQ(fact(view["problem"], "schedule"), "overlapped");
  EXPECT_EQ(fact(view["problem"], "seed"), "18446744073709551615");
  EXPECT_EQ(fact(view["problem"], "beta"), "3.169371196754564e-05");
  EXPECT_TRUE(fact(view["problem"], "rounds").is_null()) << "not of this kernel";
  EXPECT_EQ(fact(view["machine"], "configuration"), "default");
  EXPECT_EQ(fact(view["machine"], "words of a buffer"), "1,000,000");
  EXPECT_EQ(view["pes"], 4);
  report.problem.reset();
  EXPECT_TRUE(view_of(report)["problem"].is_null());
}

TEST(RunView, TheDigestOfTheRtlIsShownWhereItIsThere) {
  Report report = sample_report();
  EXPECT_TRUE(fact(view_of(report)["machine"], "RTL digest").is_null());
  report.machine.rtl = RtlSources{"0123", {{"bus/fifo.v", "4567"}}};
  EXPECT_EQ(fact(view_of(report)["machine"], "RTL digest"), "0123");
}

TEST(RunView, ShowsThatARunWasParanoid) {
  Report report = sample_report();
  EXPECT_TRUE(fact(view_of(report)["machine"], "every check there is").is_null());
  report.machine.paranoid = true;
  EXPECT_EQ(fact(view_of(report)["machine"], "every check there is"), "yes");
}

TEST(Reproduce, QuotesEnvironmentAndWords) {
  Report report = sample_report();
  report.command = ReportCommand{{{"STENCIL_PARANOID", "1"}, {"STENCIL_PLUSARGS", "+SLOW=3 +B=$x"}},
                                 {"run", "--rows", "101", "--input", "it's f.npy", "--paranoid"}};
  const Json made = view_of(report)["reproduce"];
  EXPECT_EQ(made["command"],
            "STENCIL_PARANOID=1 STENCIL_PLUSARGS='+SLOW=3 +B=$x' mpirun -n 2 -x STENCIL_PARANOID -x STENCIL_PLUSARGS "
            "stencil-cosim run --rows 101 --input 'it'\\''s f.npy' --paranoid");
  EXPECT_TRUE(made["note"].is_null());
  report.command->environment.clear();
  EXPECT_EQ(reproduce(json_of(report))["command"].text().rfind("mpirun -n 2 stencil-cosim run --rows", 0), 0u);
}

TEST(Reproduce, NamesWhatAReportLacks) {
  Report report = sample_report();
  EXPECT_TRUE(reproduce(json_of(report))["command"].is_null());
  EXPECT_EQ(reproduce(json_of(report))["note"],
            "The report does not hold its command line: an older stencil-cosim wrote it.");
  report.problem.reset();
  EXPECT_TRUE(reproduce(json_of(report))["command"].is_null());
  EXPECT_EQ(reproduce(json_of(report))["note"].text().rfind("A program of its own made this report", 0), 0u);
}

TEST(Differences, AreThoseOfTheComparison) {
  const Json comparison =
      Json::parse(R"({"schema":"stencil-cosim/comparison/1","base":"b.json","new":"n.json","equal":false,"trouble":null,
    "compared":9,"said":[{"field":"rtl","base":"1","new":"2","text":"RTL differs in bus/fifo.v"}],
    "classes":[{"class":{},"label":"middle block","count":{"base":4,"new":4},
      "total":{"base":{"minimum":1,"maximum":2,"sum":400},"new":{"minimum":1,"maximum":2,"sum":410}},
      "causes":{"stall":{"base":{"minimum":0,"maximum":0,"sum":0},"new":{"minimum":0,"maximum":0,"sum":10},"each":null}},
      "verdict":"slower","sentence":"10 more"},
     {"class":{},"label":"gone","count":{"base":1,"new":0},"total":{"base":{"minimum":5,"maximum":5,"sum":5},"new":null},
      "causes":{},"verdict":"missing","sentence":"is missing"}],
    "explanations":[{"cause":"stall","term":"pass gap","cycles_per_term":1,"classes":1,"sentence":"1 cycle more at each change of passes"}]})");
  EXPECT_EQ(
      differences_view(comparison),
      Json::parse(R"({"base":"b.json","equal":false,"compared":9,"said":["RTL differs in bus/fifo.v"],"differing":2,
    "classes":[{"label":"middle block","verdict":"slower","sentence":"10 more","base":400,"new":410,"count_base":4,
      "count_new":4,"causes":[{"cause":"stall","base":0,"new":10,"each":null}]},
     {"label":"gone","verdict":"missing","sentence":"is missing","base":5,"new":null,"count_base":1,"count_new":0,
      "causes":[]}],
    "explanations":["1 cycle more at each change of passes"]})"));
}

TEST(Differences, ARunThatIsWrongIsSaidFirst) {
  const Json view = differences_view(Json::parse(R"({"base":"b","new":"n","equal":false,"trouble":"3 values differ",
    "compared":9,"said":[{"field":"rtl","base":"1","new":"2","text":"RTL differs"}],"classes":[],"explanations":[]})"));
  EXPECT_EQ(view["said"].dump(), R"(["3 values differ","RTL differs"])");
  EXPECT_EQ(view["equal"], false);
  EXPECT_EQ(view["differing"], 0);
}

}  // namespace
}  // namespace stencil
