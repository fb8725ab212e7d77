// SPDX-License-Identifier: Apache-2.0
#include "tests/synthesis/record.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

namespace stencil::synthesis {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

RecordLine line_of(const std::string& module) {
  return {"wide", module, 4, {1000, 40, 2000, 8, 3, 5}, {7, 2}, {9, 1}};
}

// Written to a file and read again.
std::vector<RecordLine> through_file(const std::string& text) {
  const std::string path = ::testing::TempDir() + ::testing::UnitTest::GetInstance()->current_test_info()->name();
  std::ofstream(path) << text;
  const std::vector<RecordLine> record = read_record(path);
  std::remove(path.c_str());
  return record;
}

TEST(Record, SurvivesItsFile) {
  const std::vector<RecordLine> record = {line_of("fifo DEPTH=4"), line_of("engine")};
  EXPECT_THAT(differences(record, through_file(text_of(record))), IsEmpty());
  EXPECT_EQ(text_of(through_file(text_of(record))), text_of(record));
}

TEST(Record, RefusesLinesThatAreNone) {
  const std::string head = text_of({});
  EXPECT_THROW(through_file("something\n"), std::runtime_error);
  EXPECT_THROW(through_file(head + "wide\tengine\t1\t2\n"), std::runtime_error);
  EXPECT_THROW(through_file(head + "wide\tengine\t1\t2\t3\t4\t5\t6\t7\t8\t9\t10\televen\n"), std::runtime_error);
  EXPECT_THROW(through_file(head + "wide\tengine\t1\t2\t3\t4\t5\t6\t7\t8\t9\t10\t11\t12\n"), std::runtime_error);
  EXPECT_THROW(read_record("/nonexistent"), std::runtime_error);
}

std::vector<std::string> differences_after(const std::function<void(RecordLine&)>& change) {
  RecordLine changed = line_of("engine");
  change(changed);
  return differences({line_of("engine")}, {changed});
}

TEST(Record, CallsWorseWhatGrew) {
  EXPECT_THAT(differences_after([](RecordLine& l) {
                l.inside = {8, 0};
              }),
              ElementsAre("worse: wide, engine: depth inside was 7+2, is 8+0"));
  EXPECT_THAT(differences_after([](RecordLine& l) {
                l.inside = {7, 3};
              }),
              ElementsAre("worse: wide, engine: depth inside was 7+2, is 7+3"));
  EXPECT_THAT(differences_after([](RecordLine& l) {
                l.arriving = {10, 0};
              }),
              ElementsAre("worse: wide, engine: depth arriving was 9+1, is 10+0"));
  EXPECT_THAT(differences_after([](RecordLine& l) { l.resources.luts = 1051; }),
              ElementsAre("worse: wide, engine: LUT was 1000, is 1051"));
  EXPECT_THAT(differences_after([](RecordLine& l) { l.resources.ultra_rams = 6; }),
              ElementsAre("worse: wide, engine: UltraRAM was 5, is 6"));
}

TEST(Record, ReportsEveryOtherChangeToo) {
  EXPECT_THAT(differences_after([](RecordLine& l) {
                l.inside = {6, 9};
              }),
              ElementsAre("changed: wide, engine: depth inside was 7+2, is 6+9"));
  EXPECT_THAT(differences_after([](RecordLine& l) { l.resources.luts = 1050; }),
              ElementsAre("changed: wide, engine: LUT was 1000, is 1050"));
  EXPECT_THAT(differences_after([](RecordLine& l) { l.resources.memory_luts = 39; }),
              ElementsAre("changed: wide, engine: memory LUT was 40, is 39"));
  EXPECT_THAT(differences_after([](RecordLine& l) { l.resources.flip_flops = 1999; }),
              ElementsAre("changed: wide, engine: FF was 2000, is 1999"));
  EXPECT_THAT(differences_after([](RecordLine& l) { l.resources.dsps = 7; }),
              ElementsAre("changed: wide, engine: DSP was 8, is 7"));
  EXPECT_THAT(differences_after([](RecordLine& l) { l.resources.half_block_rams = 2; }),
              ElementsAre("changed: wide, engine: half block RAM was 3, is 2"));
  EXPECT_THAT(differences_after([](RecordLine& l) { l.instances = 3; }),
              ElementsAre("changed: wide, engine: instances was 4, is 3"));
}

TEST(Record, NamesModulesThatCameOrWent) {
  EXPECT_THAT(differences({line_of("old")}, {line_of("new")}),
              ElementsAre("new: wide, new: not in the record", "gone: wide, old: only in the record"));
}

}  // namespace
}  // namespace stencil::synthesis
