// SPDX-License-Identifier: Apache-2.0
#include "host/stages/stage.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "host/stages/run_stage.hpp"
#include "tests/support/refusal.hpp"

namespace stencil {
namespace {

using test::refusal;

// A user's own datum: text on either side.
class Text final : public SharedDatum {
 public:
  Text(const char* name, Contents contents, std::int64_t rows = 1) : SharedDatum(name, contents, rows) {}
  void copyToDevice() override { log += "to "; }
  void copyFromDevice() override { log += "from "; }
  std::int64_t bytes(const RowRange& rows) const override { return rows.rows(); }

  std::string log;
};

TEST(Stage, RunsWhereItIsTold) {
  Text a("a", Contents::host);
  std::string ran;
  Stage stage(
      "s", Side::device, [&] { ran += "host "; }, [&] { ran += "device "; }, {&a}, {&a});
  runStage(&stage);
  stage.set_target(Side::host);
  runStage(stage);
  runStage(stage);
  EXPECT_EQ(ran, "device host host ");
  EXPECT_EQ(a.log, "to from ");
  EXPECT_TRUE(a.validOnHost());
  EXPECT_FALSE(a.validOnDevice());
}

// As published: lists that end with a null pointer, a loop over them.
TEST(Stage, RunsProgramsOfThePublishedForm) {
  Text a("a", Contents::none);
  Text b("b", Contents::none);
  Stage first("first", Side::host, [] {}, {}, {}, {&a});
  Stage second("second", Side::device, {}, [] {}, {&a}, {&b});
  Stage third("third", Side::host, [] {}, {}, {&a, &b}, {});
  Stage* stages[] = {&first, &second, &third, nullptr};
  for (int pass = 0; pass < 2; ++pass) {
    Stage** s = stages;
    while (*s) runStage(*s++);
  }
  EXPECT_EQ(a.log, "to to ");
  EXPECT_EQ(b.log, "from from ");
}

TEST(Stage, MayChooseItsFunctionsItself) {
  class Twice final : public Stage {
   public:
    using Stage::Stage;
    void run() override {
      runOnDevice();
      runOnDevice();
    }
  };
  Text a("a", Contents::host);
  int calls = 0;
  Twice stage("twice", Side::device, {}, [&] { ++calls; }, {updates(a)});
  runStage(stage);
  EXPECT_EQ(calls, 2);
}

TEST(Stage, ReadsTheSameDatumTwiceForOneCopy) {
  Text a("a", Contents::host);
  Stage stage("s", Side::device, {}, [] {}, {reads(a), reads(a), updates(a), overwrites(a)});
  runStage(stage);
  EXPECT_EQ(a.log, "to ");
}

TEST(Stage, RefusesToReadWhatWasNeverWritten) {
  Text a("a", Contents::none, 4);
  Stage stage("s", Side::host, [] {}, {}, {reads(a, {1, 3})});
  EXPECT_EQ(
      refusal([&] { runStage(stage); }),
      "stage s on the host needs rows [1, 3) of a: right on the host: none; on the device: none; must be written, "
      "or be there from the beginning");
  a.mark_valid(Side::host, {1, 2});
  EXPECT_NE(refusal([&] { runStage(stage); }).find("right on the host: [1, 2)"), std::string::npos);
  a.mark_valid(Side::host, {2, 3});
  EXPECT_EQ(refusal([&] { runStage(stage); }), "accepted");
}

// The other side does not change.
TEST(Stage, LeavesNothingRightWhereItFailedToWrite) {
  Text a("a", Contents::both, 2);
  Stage stage("s", Side::device, {}, [] { throw std::runtime_error("no"); }, {overwrites(a, {0, 1}), reads(a)});
  EXPECT_THROW(runStage(stage), std::runtime_error);
  EXPECT_EQ(describe(a.valid(Side::host)), "[0, 2)");
  EXPECT_EQ(describe(a.valid(Side::device)), "[1, 2)");
}

TEST(Stage, RefusesWhatItCannotBe) {
  Text a("a", Contents::host, 3);
  const auto make = [&](Side side, Stage::Function host, Stage::Function device, std::vector<Access> accesses) {
    return refusal([&] { Stage("s", side, std::move(host), std::move(device), std::move(accesses)); });
  };
  EXPECT_EQ(make(Side::host, [] {}, {}, {}), "accepted");
  EXPECT_EQ(make(Side::host, {}, [] {}, {}),
            "stage s: target is host, must be device: it has no function for the host");
  EXPECT_EQ(make(Side::device, [] {}, {}, {}),
            "stage s: target is device, must be host: it has no function for the device");
  EXPECT_EQ(make(Side::host, [] {}, {}, {reads(a, {1, 4})}), "stage s: rows [1, 4) of a, must lie in [0, 3)");
  EXPECT_NE(make(Side::host, [] {}, {}, {Access{}}), "accepted");
  EXPECT_NE(refusal([&] {
              Stage(
                  "", Side::host, [] {}, {}, std::vector<Access>{});
            }),
            "accepted");
  EXPECT_NE(refusal([&] { Stage("s", Side::host, [] {}, {}, {nullptr}, {}); }), "accepted");
  Stage stage("s", Side::host, [] {}, {}, {reads(a)});
  EXPECT_NE(refusal([&] { stage.set_target(Side::device); }), "accepted");
  EXPECT_EQ(stage.target(), Side::host);
}

TEST(SharedDatum, MustOutliveItsStages) {
  auto a = std::make_unique<Text>("a", Contents::host);
  auto stage = std::make_unique<Stage>(
      "s", Side::host, [] {}, Stage::Function{}, std::vector<Access>{reads(*a)});
  stage.reset();
  a.reset();  // no stage names it any more
}

TEST(SharedDatum, HasRowsOrIsCopiedWhole) {
  Text a("a", Contents::host, 3);
  EXPECT_EQ(refusal([&] {
              a.copyRowsToDevice({0, 2});
            }),
            "a: rows [0, 2) of 3 cannot be copied alone, must be all of them");
  EXPECT_EQ(refusal([&] { a.copyRowsToDevice({0, 3}); }), "accepted");
  EXPECT_NE(refusal([&] { Text("", Contents::host); }), "accepted");
  EXPECT_NE(refusal([&] { Text("a", Contents::host, -1); }), "accepted");
}

TEST(SharedDatum, DestroyedWhileInUseIsFatal) {
  ASSERT_EXIT(
      {
        auto a = std::make_unique<Text>("a", Contents::host);
        const Stage stage("s", Side::host, [] {}, {}, {reads(*a)});
        a.reset();
      },
      ::testing::ExitedWithCode(2), "SharedDatum: a is destroyed while 1 stage names it, must outlive them");
}

}  // namespace
}  // namespace stencil
