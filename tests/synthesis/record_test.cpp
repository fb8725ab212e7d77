// The record file: written, read, refused, compared.
// SPDX-License-Identifier: Apache-2.0
#include "ci/mapping/record.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

namespace stencil::synthesis {
namespace {

using Words = std::vector<std::string>;

RecordLine line_of(const std::string& module) {
  return {"wide", {module, 4, {1000, 40, 2000, 8, 3, 5}, {{7, 2}, "", ""}, {{9, 1}, "u_a.x[1]", "rows.0 (RAMB36E2)"}}};
}

Record record_of(const std::vector<RecordLine>& lines) {
  return {"Yosys 0.23", lines};
}

// Written to a file and read again.
Record through_file(const std::string& text) {
  const std::string path = ::testing::TempDir() + ::testing::UnitTest::GetInstance()->current_test_info()->name();
  std::ofstream(path) << text;
  const Record record = read_record(path);
  std::remove(path.c_str());
  return record;
}

TEST(Record, SurvivesItsFile) {
  RecordLine without_registers = line_of("engine");
  without_registers.row.arriving = {};
  const Record record = record_of({line_of("fifo DEPTH=4"), without_registers});
  EXPECT_EQ(differences(record, through_file(text_of(record))), Words{});
  EXPECT_EQ(text_of(through_file(text_of(record))), text_of(record));
}

TEST(Record, RefusesLinesThatAreNone) {
  const std::string head = text_of(record_of({}));
  EXPECT_THROW(through_file("something\nelse\n"), std::runtime_error);
  EXPECT_NO_THROW(through_file(head + "wide\tengine\t1\t2\t3\t4\t5\t6\t7\t8\t9\t10\t11\tx\ty\n"));
  EXPECT_THROW(through_file(head + "wide\tengine\t1\t2\n"), std::runtime_error);
  EXPECT_THROW(through_file(head + "wide\tengine\t1\t2\t3\t4\t5\t6\t7\t8\t9\t10\televen\tx\ty\n"), std::runtime_error);
  EXPECT_THROW(through_file(head + "wide\tengine\t1\t2\t3\t4\t5\t6\t7\t8\t9\t10\t11\tx\n"), std::runtime_error);
  EXPECT_THROW(through_file(head + "wide\tengine\t1\t2\t3\t4\t5\t6\t7\t8\t9\t10\t11\tx\ty\tz\n"), std::runtime_error);
  EXPECT_THROW(read_record("/nonexistent"), std::runtime_error);
}

std::vector<std::string> differences_after(const std::function<void(ModuleRow&)>& change) {
  RecordLine changed = line_of("engine");
  change(changed.row);
  return differences(record_of({line_of("engine")}), record_of({changed}));
}

TEST(Record, CallsWorseWhatGrew) {
  EXPECT_EQ(differences_after([](ModuleRow& row) {
              row.inside.steps = {8, 0};
            }),
            Words{"worse: wide, engine: depth inside was 7+2, is 8+0"});
  EXPECT_EQ(differences_after([](ModuleRow& row) {
              row.inside.steps = {7, 3};
            }),
            Words{"worse: wide, engine: depth inside was 7+2, is 7+3"});
  EXPECT_EQ(differences_after([](ModuleRow& row) {
              row.arriving.steps = {10, 0};
            }),
            Words{"worse: wide, engine: depth arriving was 9+1, is 10+0"});
  EXPECT_EQ(differences_after([](ModuleRow& row) { row.resources.luts = 1021; }),
            Words{"worse: wide, engine: LUT was 1000, is 1021"});
  EXPECT_EQ(differences_after([](ModuleRow& row) { row.resources.ultra_rams = 6; }),
            Words{"worse: wide, engine: UltraRAM was 5, is 6"});
}

TEST(Record, ReportsEveryOtherChangeToo) {
  EXPECT_EQ(differences_after([](ModuleRow& row) {
              row.inside.steps = {6, 9};
            }),
            Words{"changed: wide, engine: depth inside was 7+2, is 6+9"});
  EXPECT_EQ(differences_after([](ModuleRow& row) { row.resources.luts = 979; }),
            Words{"changed: wide, engine: LUT was 1000, is 979"});
  EXPECT_EQ(differences_after([](ModuleRow& row) { row.resources.memory_luts = 39; }),
            Words{"changed: wide, engine: memory LUT was 40, is 39"});
  EXPECT_EQ(differences_after([](ModuleRow& row) { row.resources.flip_flops = 1999; }),
            Words{"changed: wide, engine: FF was 2000, is 1999"});
  EXPECT_EQ(differences_after([](ModuleRow& row) { row.resources.dsps = 7; }),
            Words{"changed: wide, engine: DSP was 8, is 7"});
  EXPECT_EQ(differences_after([](ModuleRow& row) { row.resources.half_block_rams = 2; }),
            Words{"changed: wide, engine: half block RAM was 3, is 2"});
  EXPECT_EQ(differences_after([](ModuleRow& row) { row.instances = 3; }),
            Words{"changed: wide, engine: instances was 4, is 3"});
}

TEST(Record, IgnoresTheNoiseOfTheMapperAndNamesOfPaths) {
  EXPECT_EQ(differences_after([](ModuleRow& row) { row.resources.luts = 1020; }), Words{});
  EXPECT_EQ(differences_after([](ModuleRow& row) { row.resources.luts = 980; }), Words{});
  EXPECT_EQ(differences_after([](ModuleRow& row) { row.arriving.from = "elsewhere"; }), Words{});
}

TEST(Record, NamesModulesThatCameOrWent) {
  EXPECT_EQ(differences(record_of({line_of("old")}), record_of({line_of("new")})),
            (Words{"new: wide, new: not in the record", "gone: wide, old: only in the record"}));
}

TEST(Record, SaysWhenAnotherToolMadeIt) {
  Record other = record_of({line_of("engine")});
  other.tool = "Yosys 0.99";
  EXPECT_EQ(differences(record_of({line_of("engine")}), other), Words{});
  other.lines[0].row.inside.steps.levels = 99;
  EXPECT_EQ(differences(record_of({line_of("engine")}), other).back(),
            "note: recorded with Yosys 0.23, this is Yosys 0.99");
}

}  // namespace
}  // namespace stencil::synthesis
