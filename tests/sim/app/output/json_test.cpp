// The JSON report: every published field, the first mismatch, classes of blocks, and the file that it is.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/output/json.hpp"

#include <gtest/gtest.h>

#include "host/base/errors.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/app/json/json.hpp"
#include "tests/sim/app/report/sample_report.hpp"
#include "tests/support/scratch_directory.hpp"

namespace stencil {
namespace {

std::vector<std::string> keys(const Json& object) {
  std::vector<std::string> names;
  for (const auto& [name, value] : object.members()) names.push_back(name);
  return names;
}

TEST(ReportJson, HoldsEveryPublishedField) {
  const Json json = Json::parse(report_json(sample_report()));
  EXPECT_EQ(keys(json), (std::vector<std::string>{"schema", "ok", "compared", "mismatches", "first_mismatch", "error",
                                                  "problem", "machine", "classes", "blocks", "blocks_omitted", "stages",
                                                  "gauss_seidel", "totals", "simulation"}));
  EXPECT_EQ(json["schema"], "stencil-cosim/report/1");
  EXPECT_EQ(json["ok"], true);
  EXPECT_EQ(json["compared"], 7777);
  EXPECT_EQ(json["mismatches"], 0);
  EXPECT_TRUE(json["first_mismatch"].is_null());
  EXPECT_TRUE(json["error"].is_null());
  EXPECT_EQ(json["blocks_omitted"], 0);
  EXPECT_EQ(json["problem"]["rows"], 101);
  EXPECT_EQ(json["problem"]["cols"], 77);
  EXPECT_EQ(json["problem"]["iterations"], 20);
  EXPECT_EQ(json["problem"]["stw"], 5);
  EXPECT_EQ(json["problem"]["portion"], 15);
  EXPECT_EQ(json["problem"]["kernel"], "jacobi");
  EXPECT_EQ(json["problem"]["schedule"], "overlapped");
  EXPECT_EQ(json["problem"]["blocking"], "skewed");
  EXPECT_EQ(json["problem"]["distribution"], "cyclic");
  EXPECT_EQ(json["problem"]["block_rows"], 12);
  EXPECT_EQ(json["problem"]["seed"], 18446744073709551615u);
  EXPECT_TRUE(json["problem"]["input"].is_null());
  EXPECT_EQ(json["machine"]["ranks"], 2);
  EXPECT_EQ(json["machine"]["accel"], "rtl");
  EXPECT_EQ(json["machine"]["config"], "default");
  EXPECT_EQ(json["machine"]["pes"], 4);
  EXPECT_EQ(json["machine"]["lanes"], 1);
  EXPECT_EQ(json["machine"]["memory_words"], 1000000);
  EXPECT_EQ(json["machine"]["max_cols"], 10000);
  EXPECT_EQ(json["machine"]["axi_data_bits"], 64);
  EXPECT_EQ(json["machine"]["f_buffers"], 2);
  EXPECT_EQ(json["machine"]["r_buffers"], 2);
  EXPECT_EQ(json["machine"]["line_beats"], 10000);
  ASSERT_EQ(json["blocks"].size(), 5u);
  EXPECT_EQ(json["blocks"][4],
            Json::parse(
                R"({"rank":1,"step":1,"strip":7,"block":1,"before":0,"after":5,"rows":25,"cols":77,"niter":5,"keep":15,
              "above":false,"below":true,"tile_class":null,"backward":null,"place":"last","direction":null,
              "cycles":{"load":112,"compute":200,"store":50,"stall":3,"idle":7,"fill":20,"total":372},
              "fill_cycles":20,"model_cycles":255,
              "model":{"load":0,"compute":240,"store":10,"stall":2,"idle":3,"fill":15,"total":255},
              "ideal_cycles":240,"stream_cycles":150,"roofline_cycles":180,"pass_stall_cycles":20,"rows_swept":125,
              "bytes_to_device":800,"bytes_from_device":400,"transfers":3,"load_bursts":0,"store_bursts":0})"));
  EXPECT_EQ(json["totals"]["cycles"], 1102);
  EXPECT_EQ(json["totals"]["cycles_all_ranks"], 1832);
  EXPECT_EQ(json["totals"]["model_cycles"], 765);
  EXPECT_EQ(json["totals"]["ideal_cycles"], 720);
  EXPECT_DOUBLE_EQ(json["totals"]["efficiency"].number(), 720.0 / 1102.0);
  EXPECT_EQ(json["totals"]["roofline_cycles"], 540);
  EXPECT_EQ(json["totals"]["stream_cycles"], 750);
  EXPECT_EQ(json["totals"]["rows_swept"], 575);
  EXPECT_DOUBLE_EQ(json["totals"]["occupancy"].number(), 750.0 / 1832.0);
  EXPECT_DOUBLE_EQ(json["totals"]["useful_points_per_cycle"].number(), 101.0 * 77.0 * 20.0 / 1832.0);
  EXPECT_EQ(json["totals"]["dma"]["load_busy_cycles"], 550);
  EXPECT_EQ(json["totals"]["dma"]["store_busy_cycles"], 250);
  EXPECT_EQ(json["totals"]["dma"]["hidden_cycles"], 600);
  Report older = sample_report();
  older.machine.device.contract_version = 4;
  EXPECT_TRUE(Json::parse(report_json(older))["totals"]["dma"]["hidden_cycles"].is_null());
  EXPECT_DOUBLE_EQ(json["totals"]["dma"]["efficiency"].number(), 6000.0 / 6400.0);
  EXPECT_EQ(json["totals"]["bytes_to_device"], 4000);
  EXPECT_EQ(json["totals"]["bytes_from_device"], 2000);
  EXPECT_EQ(json["simulation"]["wall_s"], 0.5);
  EXPECT_EQ(json["simulation"]["device_cycles_per_s"], 3664.0);
  EXPECT_FALSE(json["machine"].contains("paranoid"));
  EXPECT_FALSE(json["machine"].contains("link_stalls"));
  older.machine.paranoid = true;
  older.machine.link.stalls = 9;
  EXPECT_EQ(Json::parse(report_json(older))["machine"]["paranoid"], true);
  EXPECT_EQ(Json::parse(report_json(older))["machine"]["link_stalls"], 9);
}

TEST(ReportJson, LocatesTheFirstMismatch) {
  Report report = sample_report();
  report.verdict.mismatches = 3;
  report.verdict.first_mismatch = LocatedMismatch{1, 2, 3, 4, Mismatch{50, 6, bits_of(1.0), bits_of(1.0) + 2}, 9};
  Json json = Json::parse(report_json(report));
  EXPECT_EQ(json["ok"], false);
  EXPECT_EQ(json["mismatches"], 3);
  EXPECT_EQ(json["first_mismatch"], Json::parse(R"({"rank":1,"step":2,"strip":9,"block":3,"sweep":4,"row":50,"col":6,
              "expected":"0x3ff0000000000000","got":"0x3ff0000000000002","ulp":2})"));
  report.verdict.first_mismatch->at.got_bits = canonical_nan_bits;
  json = Json::parse(report_json(report));
  EXPECT_TRUE(json["first_mismatch"]["ulp"].is_null());
}

TEST(ReportJson, SumsBlocksByClass) {
  Report report = sample_report();
  report.machine.link = {16, 8, 40};
  const Json json = Json::parse(report_json(report));
  ASSERT_EQ(json["classes"].size(), 3u);
  const Json& last = json["classes"][1];  // 25 rows, after the class that is first in its step
  const auto is = [&](const char* name, std::int64_t each) {
    EXPECT_EQ(last[name], (Json{{"minimum", each}, {"maximum", each}, {"sum", 2 * each}})) << name;
  };
  EXPECT_EQ(keys(last), (std::vector<std::string>{"kernel",        "config",          "schedule",
                                                  "blocking",      "distribution",    "rows",
                                                  "cols",          "niter",           "keep",
                                                  "above",         "below",           "tile_class",
                                                  "backward",      "place",           "link",
                                                  "count",         "label",           "cycles",
                                                  "model",         "difference",      "ideal_cycles",
                                                  "stream_cycles", "roofline_cycles", "pass_stall_cycles",
                                                  "rows_swept",    "bytes_to_device", "bytes_from_device",
                                                  "transfers",     "load_bursts",     "store_bursts"}));
  EXPECT_EQ(last["kernel"], "jacobi");
  EXPECT_EQ(last["config"], "default");
  EXPECT_EQ(last["schedule"], "overlapped");
  EXPECT_EQ(last["blocking"], "skewed");
  EXPECT_EQ(last["distribution"], "cyclic");
  EXPECT_EQ(last["rows"], 25);
  EXPECT_EQ(last["cols"], 77);
  EXPECT_EQ(last["niter"], 5);
  EXPECT_EQ(last["keep"], 15);
  EXPECT_EQ(last["above"], false);
  EXPECT_EQ(last["below"], true);
  EXPECT_EQ(last["place"], "last");
  EXPECT_EQ(last["link"], (Json{{"burst_beats", 16}, {"bytes_per_cycle", 8}, {"latency_cycles", 40}}));
  EXPECT_EQ(last["count"], 2);
  EXPECT_EQ(last["label"], "last block of 25 x 77, 5 sweeps, keep 15, joined below");
  const std::vector<std::string> causes{"load", "compute", "store", "stall", "idle", "fill", "total"};
  for (const char* group : {"cycles", "model", "difference"}) EXPECT_EQ(keys(last[group]), causes);
  EXPECT_EQ(last["cycles"]["load"], (Json{{"minimum", 110}, {"maximum", 112}, {"sum", 222}}));
  EXPECT_EQ(last["cycles"]["fill"], (Json{{"minimum", 20}, {"maximum", 20}, {"sum", 40}}));
  EXPECT_EQ(last["cycles"]["total"], (Json{{"minimum", 370}, {"maximum", 372}, {"sum", 742}}));
  EXPECT_EQ(last["model"]["compute"], (Json{{"minimum", 240}, {"maximum", 240}, {"sum", 480}}));
  EXPECT_EQ(last["difference"]["compute"], (Json{{"minimum", -40}, {"maximum", -40}, {"sum", -80}}));
  EXPECT_EQ(last["difference"]["total"], (Json{{"minimum", 115}, {"maximum", 117}, {"sum", 232}}));
  is("ideal_cycles", 240);
  is("stream_cycles", 150);
  is("roofline_cycles", 180);
  is("pass_stall_cycles", 20);
  is("rows_swept", 125);
  is("bytes_to_device", 800);
  is("bytes_from_device", 400);
  is("transfers", 3);
  is("load_bursts", 0);
  is("store_bursts", 0);
}

TEST(ReportJson, SaysWhatVerilogTheDeviceWasMadeFrom) {
  Report report = sample_report();
  EXPECT_TRUE(machine_json(report.machine)["rtl"].is_null()) << "no Verilated device";
  const std::string digest(64, 'a');
  report.machine.rtl = RtlSources{digest, {{"bus/fifo.v", "0123456789abcdef" + std::string(48, 'f')}}};
  EXPECT_EQ(machine_json(report.machine)["rtl"],
            (Json{{"digest", digest}, {"files", Json{{"bus/fifo.v", "0123456789abcdef"}}}}));
}

TEST(ReportJson, HoldsItsCommand) {
  Report report = sample_report();
  EXPECT_FALSE(Json::parse(report_json(report)).contains("command")) << "a C client";
  report.command = ReportCommand{{{"STENCIL_PLUSARGS", "+a=\"b\""}}, {"run", "--rows", "7"}};
  EXPECT_EQ(Json::parse(report_json(report))["command"].dump(),
            R"({"environment":{"STENCIL_PLUSARGS":"+a=\"b\""},"words":["run","--rows","7"]})");
  report.command->environment.clear();
  EXPECT_EQ(Json::parse(report_json(report))["command"]["environment"].dump(), "{}");
}

TEST(ReportJson, SaysHowManyBlocksItDoesNotList) {
  Report report = sample_report();
  const std::vector<BlockRecord> blocks = report.blocks;
  tell_blocks(report, {});
  report.most_listed = 3;
  for (const BlockRecord& block : blocks) report.add(block);
  const Json json = Json::parse(report_json(report));
  const Json whole = Json::parse(report_json(sample_report()));
  EXPECT_EQ(json["blocks"].size(), 3u);
  EXPECT_EQ(json["blocks_omitted"], 2);
  for (const char* name : {"classes", "totals", "simulation"}) EXPECT_EQ(json[name], whole[name]) << name;
}

TEST(WriteReport, LeavesOneWholeFile) {
  const testing_support::ScratchDirectory scratch;
  write_report(sample_report(), scratch / "r.json");
  EXPECT_EQ(testing_support::read_text(scratch / "r.json"), report_json(sample_report()));
  EXPECT_EQ(scratch.entries().size(), 1u);
  EXPECT_THROW(write_report(sample_report(), scratch / "none/r.json"), ArgumentError);
}

}  // namespace
}  // namespace stencil
