// SPDX-License-Identifier: Apache-2.0
#include "host/stages/stage_lb.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <future>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "host/stages/ledger/ledger.hpp"
#include "host/stages/run_stage.hpp"
#include "tests/host/support/seed.hpp"
#include "tests/support/refusal.hpp"

namespace stencil {
namespace {

using test::Random;
using test::refusal;

// One number per row, on either side.
class Numbers final : public SharedDatum {
 public:
  Numbers(const std::string& name, std::vector<std::int64_t> start)
      : SharedDatum(name, Contents::host, static_cast<std::int64_t>(start.size())),
        host(std::move(start)),
        device(host.size(), -1000) {}
  void copyToDevice() override { copyRowsToDevice(all()); }
  void copyFromDevice() override { copyRowsFromDevice(all()); }
  void copyRowsToDevice(const RowRange& rows) override {
    std::copy(host.begin() + rows.first, host.begin() + rows.last, device.begin() + rows.first);
  }
  void copyRowsFromDevice(const RowRange& rows) override {
    std::copy(device.begin() + rows.first, device.begin() + rows.last, host.begin() + rows.first);
  }
  std::int64_t bytes(const RowRange& rows) const override { return 8 * rows.rows(); }

  std::vector<std::int64_t> host;
  std::vector<std::int64_t> device;
};

// `reach` steps in place of x[i] = x[i-1] + 2*x[i] + x[i+1], with operands of the step before; the ends do not change.
void smooth(std::vector<std::int64_t>& x, std::int64_t first, std::int64_t last, std::int64_t reach) {
  for (std::int64_t step = 0; step < reach; ++step) {
    const std::vector<std::int64_t> old = x;
    for (std::int64_t i = first + 1; i < last - 1; ++i) {
      const auto k = static_cast<std::size_t>(i);
      x[k] = (old[k - 1] + 2 * old[k] + old[k + 1]) % 1000003;
    }
  }
}

class Program {
 public:
  Program(std::int64_t rows, std::int64_t reach, double share) : rows_(rows), reach_(reach), x_("x", start(rows)) {
    const auto part = [this](std::vector<std::int64_t>& memory, const RowRange& own) {
      smooth(memory, std::max<std::int64_t>(own.first - reach_, 0), std::min(own.last + reach_, rows_), reach_);
    };
    stage_ = std::make_unique<StageLB>(
        "smooth", share, [this, part](const RowRange& own) { part(x_.host, own); },
        [this, part](const RowRange& own) { part(x_.device, own); }, rows,
        std::vector<SplitAccess>{{&x_, Access::Kind::update, 0, reach, reach, false}});
    ledger_.join(x_);
  }

  static std::vector<std::int64_t> start(std::int64_t rows) {
    std::vector<std::int64_t> x;
    for (std::int64_t i = 0; i < rows; ++i) x.push_back(i * i % 97);
    return x;
  }

  StageLB& stage() { return *stage_; }
  StageLedger& ledger() { return ledger_; }
  void run() { runStage(*stage_, &ledger_); }
  std::vector<std::int64_t> result() {
    ledger_.flushing(x_, "end");
    flush(x_, &ledger_);
    return x_.host;
  }

 private:
  std::int64_t rows_;
  std::int64_t reach_;
  Numbers x_;
  std::unique_ptr<StageLB> stage_;
  StageLedger ledger_;
};

TEST(StageLB, GivesTheSameForEveryShare) {
  constexpr std::int64_t rows = 40;
  constexpr std::int64_t reach = 3;
  std::vector<std::int64_t> expected = Program::start(rows);
  for (int step = 0; step < 4; ++step) smooth(expected, 0, rows, reach);
  for (std::int64_t device_rows = 0; device_rows <= rows; ++device_rows) {
    Program program(rows, reach, static_cast<double>(device_rows) / rows);
    EXPECT_EQ(program.stage().device_rows(), device_rows);
    for (int step = 0; step < 4; ++step) program.run();
    EXPECT_EQ(program.result(), expected) << device_rows;
    EXPECT_EQ(program.ledger().total().bytes(), program.ledger().optimum_bytes()) << device_rows;
  }
}

TEST(StageLB, GivesTheSameForSharesThatChangeOnTheWay) {
  Random random(test::test_seed());
  for (int round = 0; round < 300; ++round) {
    const std::int64_t rows = random(1, 60);
    const std::int64_t reach = random(0, 5);
    std::vector<std::int64_t> expected = Program::start(rows);
    Program program(rows, reach, 0.5);
    for (std::int64_t step = random(1, 8); step > 0; --step) {
      program.stage().set_device_rows(random(0, rows));
      program.run();
      smooth(expected, 0, rows, reach);
    }
    ASSERT_EQ(program.result(), expected) << rows << " rows, reach " << reach;
    ASSERT_EQ(program.ledger().total().bytes(), program.ledger().optimum_bytes());
  }
}

TEST(StageLB, CopiesTheHaloAloneWhileTheShareStays) {
  Program program(100, 2, 0.6);
  program.run();
  EXPECT_EQ(program.ledger().total().to_device, 8 * 62);
  EXPECT_EQ(program.ledger().total().from_device, 0);
  program.run();
  EXPECT_EQ(program.ledger().total().to_device, 8 * (62 + 2));
  EXPECT_EQ(program.ledger().total().from_device, 8 * 2);
}

TEST(StageLB, GivesASideWithoutRowsNoCopies) {
  Program host(50, 2, 0.0);
  host.run();
  EXPECT_EQ(host.ledger().total().bytes(), 0);
  Program device(50, 2, 1.0);
  device.run();
  device.run();
  EXPECT_EQ(device.ledger().total().to_device, 8 * 50);
  EXPECT_EQ(device.ledger().total().from_device, 0);
}

// The device works while the host's function runs.
TEST(StageLB, HasBothSidesAtWorkAtTheSameTime) {
  Numbers x("x", Program::start(10));
  std::string log;
  std::string throws_in;
  const auto say = [&](const char* what) {
    return [&log, &throws_in, what](const RowRange& rows) {
      log += std::string(what) + " [" + std::to_string(rows.first) + ", " + std::to_string(rows.last) + ") ";
      if (throws_in.find(what) != std::string::npos) throw std::runtime_error(what);
    };
  };
  StageLB stage("s", 0.3, say("host"), say("start"), say("wait"), 10, {{&x, Access::Kind::update, 0, 1, 1, false}});
  const auto run = [&](const char* where) {
    log.clear();
    throws_in = where;
    try {
      runStage(stage);
    } catch (const std::runtime_error& error) {
      log += std::string("threw ") + error.what();
    }
    return log;
  };
  EXPECT_EQ(run(""), "start [0, 3) host [3, 10) wait [0, 3) ");
  stage.set_share(0.0);
  EXPECT_EQ(run(""), "host [0, 10) ");
  stage.set_share(1.0);
  EXPECT_EQ(run(""), "start [0, 10) wait [0, 10) ");
  flush(x);
  const auto again = [&] {
    for (const Side side : {Side::host, Side::device}) x.mark_valid(side, x.all());
    stage.set_share(0.3);
  };
  again();
  EXPECT_EQ(run("start"), "start [0, 3) threw start") << "the device does not work";
  again();
  EXPECT_EQ(run("host"), "start [0, 3) host [3, 10) wait [0, 3) threw host");
  EXPECT_EQ(describe(x.valid(Side::host)), "[0, 2)") << "row 2 was a working copy";
  EXPECT_EQ(describe(x.valid(Side::device)), "[4, 10)");
  again();
  EXPECT_EQ(run("host, wait"), "start [0, 3) host [3, 10) wait [0, 3) threw host") << "the first error";
  again();
  EXPECT_EQ(run("wait"), "start [0, 3) host [3, 10) wait [0, 3) threw wait");
}

// A device that finishes only while the host works: with one side after the other the run would never end.
TEST(StageLB, NeedsNoSideToWaitForTheOther) {
  Numbers x("x", Program::start(10));
  std::promise<void> host_works;
  std::promise<void> device_works;
  std::future<bool> device;
  const auto within = std::chrono::minutes(10);
  const auto on_host = [&](const RowRange&) {
    host_works.set_value();
    EXPECT_EQ(device_works.get_future().wait_for(within), std::future_status::ready);
  };
  const auto start = [&](const RowRange&) {
    device = std::async(std::launch::async, [&] {
      device_works.set_value();
      return host_works.get_future().wait_for(within) == std::future_status::ready;
    });
  };
  const auto wait = [&](const RowRange&) { EXPECT_TRUE(device.get()); };
  StageLB stage("s", 0.5, on_host, start, wait, 10, {{&x, Access::Kind::update, 0, 1, 1, false}});
  runStage(stage);
  EXPECT_EQ(describe(x.valid(Side::device)), "[0, 5)");
  EXPECT_EQ(describe(x.valid(Side::host)), "[5, 10)");
}

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
