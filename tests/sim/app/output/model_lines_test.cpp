// Lines that name classes of blocks whose cycles differ from the model.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/output/model_lines.hpp"

#include <gtest/gtest.h>

#include "sim/app/report/block_ledger.hpp"

namespace stencil {
namespace {

BlockRecord block(std::int64_t rows, std::int64_t load, std::int64_t stall) {
  BlockRecord record;
  record.rows = rows;
  record.cols = 77;
  record.niter = 5;
  record.cycles.load = 1000 + load;
  record.cycles.stall = 100 + stall;
  record.cycles.model.load = 1000;
  record.cycles.model.stall = 100;
  return record;
}

TEST(ModelLines, AreEmptyWhereAllIsAsPredicted) {
  BlockLedger ledger;
  ledger.add(block(20, 0, 0));
  EXPECT_TRUE(model_differences(ledger.classes).empty());
  EXPECT_EQ(model_lines({}), "");
}

TEST(ModelLines, NameClassAndCauses) {
  BlockLedger ledger;
  for (int i = 0; i < 12; ++i) {
    BlockRecord one = block(25, 120, -3);
    one.keep = 15;
    one.place = StepPlace::middle;
    ledger.add(one);
  }
  ledger.add(block(20, 0, -3));
  ledger.add(block(20, 0, 7));
  BlockRecord single = block(10, 1, 0);
  single.niter = 1;
  ledger.add(single);
  EXPECT_EQ(model_lines(model_differences(ledger.classes)),
            "not as the model: 12 blocks of 25 x 77, 5 sweeps, keep 15, middle: load +120,\n"
            "  stall -3 each\n"
            "not as the model: 2 blocks of 20 x 77, 5 sweeps: stall -3..+7 each\n"
            "not as the model: 1 block of 10 x 77, 1 sweep: load +1 each\n");
}

// +2 and -2 cancel in the sum; blocks as predicted do not hide others.
TEST(ModelLines, DoNotMissWhatCancels) {
  BlockLedger ledger;
  ledger.add(block(20, 2, 0));
  ledger.add(block(20, -2, 0));
  ledger.add(block(30, 0, 0));
  ledger.add(block(30, 0, 1));
  EXPECT_EQ(model_lines(model_differences(ledger.classes)),
            "not as the model: 2 blocks of 20 x 77, 5 sweeps: load -2..+2 each\n"
            "not as the model: 2 blocks of 30 x 77, 5 sweeps: stall +0..+1 each\n");
}

TEST(ModelLines, ShowTheLargestTenAndHowManyMore) {
  const auto lines = [](std::int64_t classes) {
    BlockLedger ledger;
    for (std::int64_t i = 1; i <= classes; ++i) ledger.add(block(100 - i, i, 0));
    return model_lines(model_differences(ledger.classes));
  };
  const std::string ten = lines(10);
  EXPECT_EQ(std::count(ten.begin(), ten.end(), '\n'), 10);
  EXPECT_EQ(ten.rfind("not as the model: 1 block of 90 x 77, 5 sweeps: load +10 each\n", 0), 0u) << ten;
  const std::string eleven = lines(11);
  EXPECT_EQ(std::count(eleven.begin(), eleven.end(), '\n'), 11);
  EXPECT_EQ(eleven.find("load +1 each"), std::string::npos) << "the least is left out";
  EXPECT_NE(eleven.find("load +2 each\nnot as the model: 1 more class of blocks\n"), std::string::npos) << eleven;
  EXPECT_NE(lines(13).find("\nnot as the model: 3 more classes of blocks\n"), std::string::npos);
}

}  // namespace
}  // namespace stencil
