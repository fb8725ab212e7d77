// Divided stages whose halves fail, and rows, shares and functions that cannot be.
// SPDX-License-Identifier: Apache-2.0
#include "host/stages/stage_lb.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "host/stages/ledger/ledger.hpp"
#include "host/stages/run_stage.hpp"
#include "tests/host/stages/divided_program.hpp"
#include "tests/host/support/seed.hpp"
#include "tests/support/refusal.hpp"

namespace stencil {
namespace {

using test::Random;
using test::refusal;

// A half that fails loses no row that the other has not touched. Where the other has updated rows in place, a second
// try is refused and not computed from them; where it has overwritten them, it is right.
TEST(StageLB, GivesNoWrongValueAfterAHalfHasFailed) {
  enum class Fails { start, host, wait };
  for (const Fails fails : {Fails::start, Fails::host, Fails::wait}) {
    for (const bool update : {true, false}) {
      Numbers x("x", std::vector<std::int64_t>(10, 7));
      StageLedger ledger;
      ledger.join(x);
      bool broken = true;
      const auto fail = [&](Fails where) {
        if (broken && fails == where) throw std::runtime_error("no answer");
      };
      const auto work = [&](std::vector<std::int64_t>& memory, const RowRange& rows) {
        for (std::int64_t row = rows.first; row < rows.last; ++row) {
          auto& number = memory[static_cast<std::size_t>(row)];
          number = update ? number + 1 : 8;
        }
      };
      StageLB stage(
          "s", 0.5,
          [&](const RowRange& rows) {
            work(x.host, rows);
            fail(Fails::host);
          },
          [&](const RowRange&) { fail(Fails::start); },
          [&](const RowRange& rows) {
            fail(Fails::wait);
            work(x.device, rows);
          },
          10, {{&x, update ? Access::Kind::update : Access::Kind::overwrite, 0, 0, 0, false}});
      EXPECT_THROW(runStage(stage, &ledger), std::runtime_error);
      broken = false;
      EXPECT_EQ(describe(x.valid(Side::host)), fails == Fails::start ? "[0, 10)" : "[0, 5)");
      const bool lost = update && fails != Fails::start;
      EXPECT_EQ(refusal([&] { runStage(stage, &ledger); }),
                lost ? "stage s on the host needs rows [5, 10) of x: right on the host: [0, 5); on the device: none; "
                       "must be written, or be there from the beginning"
                     : "accepted");
      if (lost) {
        // As from a checkpoint.
        Stage restore("restore", Side::host, [&] { x.host.assign(10, 7); }, {}, {overwrites(x)});
        runStage(restore, &ledger);
        runStage(stage, &ledger);
      }
      flush(x, &ledger);
      EXPECT_EQ(x.host, std::vector<std::int64_t>(10, 8));
      EXPECT_EQ(ledger.total().bytes(), ledger.optimum_bytes());
    }
  }
}

TEST(StageLB, RefusesRowsThatOverflow) {
  constexpr std::int64_t huge = std::numeric_limits<std::int64_t>::max();
  Numbers x("x", std::vector<std::int64_t>(10, 7));
  std::int64_t sum = 0;
  const auto on_device = [&](const RowRange& rows) {
    for (std::int64_t row = rows.first; row < rows.last; ++row) sum += x.device[static_cast<std::size_t>(row)];
  };
  const auto run = [&](const SplitAccess& access) {
    sum = 0;
    return refusal([&] {
      StageLB stage("s", 1.0, [](const RowRange&) {}, on_device, 10, {access});
      runStage(stage);
    });
  };
  const Access::Kind read = Access::Kind::read;
  EXPECT_EQ(run({&x, read, 0, -3, -3, false}), "stage s: before of x = -3, must be >= 0");
  EXPECT_EQ(
      run({&x, read, 0, 0, -3, false}),
      "stage s: after of x = -3, must be 0 .. 9223372036854775797 (at + after + rows of the stage is below 2^63)");
  EXPECT_EQ(run({&x, read, -1, 0, 0, false}),
            "stage s: at of x = -1, must be 0 .. 9223372036854775797 (at + after + rows of the stage is below 2^63)");
  EXPECT_NE(run({&x, read, huge - 9, 0, 0, false}), "accepted");
  EXPECT_NE(run({&x, read, 0, 0, huge, false}), "accepted");
  EXPECT_EQ(
      run({&x, read, 3, 0, huge - 12, false}),
      "stage s: after of x = 9223372036854775795, must be 0 .. 9223372036854775794 (at + after + rows of the stage "
      "is below 2^63)");
  EXPECT_TRUE(x.valid(Side::device).empty()) << "refused before any copy";
  EXPECT_EQ(run({&x, read, huge - 10, huge, 0, false}), "accepted");
  EXPECT_EQ(run({&x, read, 0, huge, huge - 10, false}), "accepted");
  EXPECT_EQ(sum, 70);
  EXPECT_EQ(run({&x, read, -1, -1, -1, true}), "accepted") << "whole";
}

// Each side would have its own result.
TEST(StageLB, RefusesToWriteARowOnBothSides) {
  Numbers x("x", std::vector<std::int64_t>(30, 7));
  Numbers y("y", std::vector<std::int64_t>(30, 7));
  const auto none = [](const RowRange&) {};
  const auto make = [&](double share, const std::vector<SplitAccess>& accesses) {
    return refusal([&] { StageLB("s", share, none, none, 10, accesses); });
  };
  const Access::Kind overwrite = Access::Kind::overwrite;
  const Access::Kind update = Access::Kind::update;
  const std::vector<SplitAccess> shifted{{&x, overwrite, 0, 0, 0, false}, {&x, overwrite, 5, 0, 0, false}};
  EXPECT_EQ(make(0.5, shifted),
            "stage s: rows [5, 10) of x are written on the host and on the device, must be written on one side");
  EXPECT_EQ(make(0.0, shifted), "accepted");
  EXPECT_EQ(make(1.0, shifted), "accepted");
  EXPECT_EQ(make(0.5, {{&x, update, 9, 0, 0, false}, {&x, overwrite, 0, 0, 0, false}}),
            "stage s: rows [9, 10) of x are written on the host and on the device, must be written on one side");
  EXPECT_EQ(make(0.5, {{&x, overwrite, 10, 0, 0, false}, {&x, overwrite, 0, 0, 0, false}}), "accepted");
  EXPECT_EQ(make(0.5, {{&x, overwrite, 3, 0, 0, false}, {&x, update, 3, 2, 2, false}}), "accepted");
  EXPECT_EQ(make(0.5, {{&x, overwrite, 0, 0, 0, false}, {&y, overwrite, 5, 0, 0, false}}), "accepted");
  EXPECT_EQ(make(0.5, {{&x, overwrite, 0, 0, 0, false}, {&x, Access::Kind::read, 5, 0, 0, false}}), "accepted");
  StageLB stage("s", 1.0, none, none, 10, shifted);
  EXPECT_NE(refusal([&] { stage.set_device_rows(9); }), "accepted");
  EXPECT_EQ(stage.device_rows(), 10);
  EXPECT_EQ(stage.parts().size(), 1u) << "nothing has changed";
}

TEST(StageLB, RefusesSharesAndFunctionsThatCannotBe) {
  Numbers x("x", Program::start(10));
  const auto none = [](const RowRange&) {};
  const std::vector<SplitAccess> accesses{{&x, Access::Kind::update, 0, 1, 1, false}};
  const auto make = [&](double share, StageLB::Function host, StageLB::Function device, std::int64_t rows = 10) {
    return refusal([&] { StageLB("s", share, std::move(host), std::move(device), rows, accesses); });
  };
  EXPECT_EQ(make(0.5, none, none), "accepted");
  EXPECT_EQ(make(-0.25, none, none), "stage s: share = -0.25, must be 0 .. 1");
  EXPECT_NE(make(1.0000001, none, none), "accepted");
  EXPECT_NE(make(std::nan(""), none, none), "accepted");
  EXPECT_NE(make(0.5, none, none, 0), "accepted");
  EXPECT_EQ(make(0.0, none, {}), "accepted");
  EXPECT_EQ(make(1.0, {}, none), "accepted");
  EXPECT_EQ(make(0.5, {}, none), "stage s: 5 rows for the host, must be 0: it has no function for it");
  EXPECT_NE(make(0.5, none, {}), "accepted");
  EXPECT_NE(refusal([&] {
              StageLB("s", 0.5, none, none, 10, {{&x, Access::Kind::update, 0, 0, 0, true}});
            }),
            "accepted");
  EXPECT_NE(refusal([&] { StageLB("s", 0.5, none, none, 10, {{}}); }), "accepted");
  StageLB stage("s", 0.0, none, {}, 10, accesses);
  EXPECT_NE(refusal([&] { stage.set_share(0.5); }), "accepted");
  EXPECT_EQ(stage.device_rows(), 0);
  EXPECT_NE(refusal([&] { stage.set_device_rows(11); }), "accepted");
}

}  // namespace
}  // namespace stencil
