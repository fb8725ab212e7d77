// stencil-cosim cycles: rows, sums, columns, refused shapes and differences from the model.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/explore/cycles_output.hpp"

#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "sim/app/output/blocks_json.hpp"
#include "sim/app/output/json.hpp"
#include "tests/sim/app/report/all_numbers.hpp"

namespace stencil {
namespace {

BlockRecord block(std::int64_t index, std::int64_t compute) {
  BlockRecord record;
  record.block = index;
  record.rows = 12;
  record.keep = 10;
  record.cols = 5;
  record.niter = 2;
  record.limits = {24, 100, 110};
  record.cycles.load = 7;
  record.cycles.compute = compute;
  record.cycles.fill = 3;
  record.cycles.model = record.cycles;
  record.cycles.ideal = 120;
  record.traffic = {960, 400, 3};
  return record;
}

Measurement measurement() {
  Measurement m;
  m.shape = {"small", {{Schedule::overlapped, Blocking::skewed}, 10, 2}, 30, 5};
  m.report.machine.device.timed = true;
  for (std::int64_t i = 0; i < 3; ++i) m.report.add(block(i, 193 + i));
  return m;
}

std::vector<Json> json_rows(const Measurement& m) {
  std::vector<Json> rows;
  for (const CyclesRow& row : rows_of(m)) rows.push_back(row_json(row));
  return rows;
}

TEST(CyclesRows, TheLastIsTheSumAndRatiosAreOfItsTotal) {
  const std::vector<CyclesRow> rows = rows_of(measurement());
  ASSERT_EQ(rows.size(), 4u);
  const CyclesRow& all = rows.back();
  EXPECT_FALSE(all.block);
  EXPECT_EQ(all.cycles.total(), 3 * 200 + 3);
  EXPECT_EQ(all.useful_points, 3 * 10 * 5 * 2);
  EXPECT_DOUBLE_EQ(*all.efficiency(), 360.0 / 603.0);
  EXPECT_DOUBLE_EQ(*all.occupancy(), 300.0 / 603.0);
  EXPECT_DOUBLE_EQ(*all.roofline_share(), 330.0 / 603.0);
  EXPECT_DOUBLE_EQ(*all.points_per_cycle(), 300.0 / 603.0);
  EXPECT_DOUBLE_EQ(*all.flops_per_cycle(), 2100.0 / 603.0);
}

TEST(CyclesOutput, CsvHasAsManyFieldsInEveryLine) {
  std::vector<Json> rows = json_rows(measurement());
  Measurement refused = measurement();
  refused.refused = "portion is 7, must be \"more\", or so";
  rows.push_back(json_rows(refused).front());
  std::istringstream lines(to_csv(rows));
  std::string line;
  std::getline(lines, line);
  const auto commas = std::count(line.begin(), line.end(), ',');
  EXPECT_EQ(line.rfind("config,schedule,blocking,cols,portion,niter,rows,blocks,block,", 0), 0u);
  for (int i = 0; i < 4; ++i) {
    std::getline(lines, line);
    EXPECT_EQ(std::count(line.begin(), line.end(), ','), commas) << line;
  }
  std::getline(lines, line);
  EXPECT_NE(line.find("\"portion is 7, must be \"\"more\"\", or so\""), std::string::npos) << line;
}

// Every count of a block stands in its row, under some name.
TEST(CyclesOutput, ARowHasEveryCount) {
  BlockRecord record = block(0, 0);
  number_counts(record);
  Measurement m;
  m.report.add(record);
  const std::vector<Json> rows = json_rows(m);
  ASSERT_EQ(rows.size(), 2u);
  for (const Json& row : rows) {
    const std::set<std::int64_t> told = numbers_in(row);
    visit_counts(record, [&](std::int64_t count) { EXPECT_EQ(told.count(count), 1u) << count; });
    EXPECT_EQ(told.count(record.cycles.total()), 1u);
    EXPECT_EQ(told.count(record.cycles.model.total()), 1u);
  }
}

// Scripts rely on the columns and their order.
TEST(CyclesOutput, ColumnsKeepTheirPlaces) {
  const std::string csv = to_csv(json_rows(measurement()));
  EXPECT_EQ(
      csv.substr(0, csv.find('\n')),
      "config,schedule,blocking,cols,portion,niter,rows,blocks,block,block_rows,rows_swept,load,compute,fill,stall,"
      "store,idle,pass_stalls,order_stalls,total,model,model_load,model_compute,model_fill,model_stall,model_store,"
      "model_idle,ideal,roofline,stream,efficiency,roofline_share,occupancy,useful_points_per_cycle,"
      "flops_per_cycle,bytes_to_device,bytes_from_device,useful_points,refused,transfers,load_bursts,store_bursts");
  EXPECT_EQ(csv.substr(csv.find('\n') + 1, 64),
            "\"small\",\"overlapped\",\"skewed\",5,10,2,30,3,0,12,24,7,193,3,0,0,0,");
}

TEST(CyclesOutput, ClassesAreThoseOfAReport) {
  Measurement m = measurement();
  m.report.machine.link = {16, 8, 40};
  const std::vector<Json> classes = classes_of(m);
  ASSERT_EQ(classes.size(), 1u);
  EXPECT_EQ(classes, classes_json({"jacobi", "small", "overlapped", "skewed", "", {16, 8, 40}}, m.report.classes));
  EXPECT_EQ(classes[0]["config"], "small");
  EXPECT_EQ(classes[0]["blocking"], "skewed");
  EXPECT_TRUE(classes[0]["distribution"].is_null()) << "one rank";
  EXPECT_EQ(classes[0]["count"], 3);
  EXPECT_EQ(classes[0]["cycles"]["compute"], (Json{{"minimum", 193}, {"maximum", 195}, {"sum", 582}}));
  const Json machine = machine_json(m.report.machine);
  const Json all = document({{"model", "small", {16, 8, 40}}, true, {machine}, json_rows(m), classes});
  EXPECT_EQ(all["schema"], "stencil-cosim/cycles/1");
  EXPECT_EQ(all["ok"], true);
  EXPECT_EQ(all["machines"].items(), std::vector<Json>{machine});
  EXPECT_EQ(all["link"], classes[0]["link"]);
  EXPECT_EQ(all["classes"].items(), classes);
  EXPECT_EQ(all["rows"].size(), 4u);
}

TEST(CyclesOutput, TheTableShowsAMiddleBlockAndTheInterval) {
  EXPECT_EQ(to_table(json_rows(measurement()), "jacobi", false),
            "jacobi: cycles per block, and of all; fill: in compute; pred: = predicted\n"
            "shares of total: eff ideal, roof roofline, occ streaming; pts: useful/cycle\n"
            "blk load compute fill stall store idle total pred  eff roof  occ  pts\n"
            "small overlapped skewed: 5 columns, portion 10, 2 sweeps, 3 blocks\n"
            "  1    7     194    3     0     0    0   201    = .597 .547 .498 .498\n"
            "all   21     582    9     0     0    0   603    = .597 .547 .498 .498\n");
  const std::string every = to_table(json_rows(measurement()), "jacobi", true);
  EXPECT_EQ(std::count(every.begin(), every.end(), '\n'), 8) << every;
  Measurement slower = measurement();
  slower.report = {};
  slower.report.machine.device.timed = true;
  BlockRecord late = block(0, 193);
  late.cycles.stall += 5;
  slower.report.add(late);
  EXPECT_NE(to_table(json_rows(slower), "jacobi", true).find(" 205   +5 "), std::string::npos);
}

TEST(CyclesOutput, ARefusedShapeIsNotSilent) {
  Measurement refused = measurement();
  refused.refused = "niter is 9, must be 1 .. 3";
  EXPECT_NE(to_table(json_rows(refused), "jacobi", false)
                .find("refused: small overlapped skewed: 5 columns, portion 10, 2 sweeps: niter is 9,\n"
                      "  must be 1 .. 3\n"),
            std::string::npos);
}

TEST(ModelDifference, NamesTheFirstBlockAndCause) {
  Measurement m = measurement();
  EXPECT_EQ(first_model_difference(m), "");
  BlockRecord computes = block(3, 194);
  computes.cycles.model.compute += 2;
  BlockRecord loads = block(4, 194);
  loads.cycles.model.load += 2;
  m.report.add(computes);
  m.report.add(loads);
  EXPECT_EQ(first_model_difference(m), "block 3: compute 194, predicted 196");
}

}  // namespace
}  // namespace stencil
