// The checker finds stages that read or write rows they do not name, and names the datum.
// SPDX-License-Identifier: Apache-2.0
#include "host/stages/checker.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "host/base/errors.hpp"
#include "host/stages/ledger/ledger.hpp"
#include "host/stages/memory/shared_array.hpp"
#include "host/stages/memory/shared_var.hpp"
#include "host/stages/run_stage.hpp"
#include "host/stages/stage_lb.hpp"
#include "tests/host/support/fake_accelerator.hpp"
#include "tests/support/refusal.hpp"

namespace stencil {
namespace {

using test::refusal;

class CheckedStages : public ::testing::Test {
 protected:
  CheckedStages() {
    ledger.join(f);
    ledger.join(r);
    ledger.join(beta);
    checker.join(f);
    checker.join(r);
    checker.join(beta);
  }

  // Runs the stage with all copies right on both sides.
  std::string on_device(Stage::Function function, std::vector<Access> accesses) {
    flush(f);
    flush(r);
    Stage bring("bring", Side::device, {}, [] {}, {reads(f), reads(r), reads(beta)});
    runStage(bring);
    Stage stage("s", Side::device, {}, std::move(function), std::move(accesses));
    return refusal([&] { runStage(stage, &checker); });
  }

  double& device_f(std::size_t word) { return device.f[0][word]; }
  double& device_r(std::size_t word) { return device.r[0][word]; }

  test::FakeAccelerator device{100};
  DeviceMemory memory{device};
  std::vector<double> host_f = std::vector<double>(6, 1.0);
  std::vector<double> host_r = std::vector<double>(6, 2.0);
  double host_beta = 0.5;
  SharedArray f{memory, "f", host_f.data(), 3, 2, Bank::f, 0, 0};
  SharedArray r{memory, "r", host_r.data(), 3, 2, Bank::r, 0, 0};
  SharedVar beta{memory, "beta", host_beta};
  StageLedger ledger;
  StageChecker checker{&ledger};
};

TEST_F(CheckedStages, AreLeftAloneWhereTheyAreHonest) {
  const auto sum = [&] {
    for (std::size_t k = 0; k < 6; ++k) device_f(k) = device_r(k) + device.weight(Weight::beta);
  };
  EXPECT_EQ(on_device(sum, {overwrites(f), reads(r), reads(beta)}), "accepted");
  flush(f);
  EXPECT_EQ(host_f, std::vector<double>(6, 2.5));
  EXPECT_EQ(on_device([&] { device_f(2) += 1.0; }, {updates(f, {1, 2})}), "accepted");
  EXPECT_EQ(device.r[0][0], 2.0) << "poisoned rows are restored";
  EXPECT_EQ(device.weight(Weight::beta), 0.5);
  flush(f);
  EXPECT_EQ(host_f, (std::vector<double>{2.5, 2.5, 3.5, 2.5, 2.5, 2.5}));
  EXPECT_EQ(on_device([&] { std::fill_n(device.f[0].begin(), 6, -1.0); }, {spoils(f)}), "accepted");
}

TEST_F(CheckedStages, AreToldToReadWhatTheyDoNotName) {
  const std::string nan =
      "stage s on the device: row 0 of f is NaN after it, though all values that the stage reads are finite: it "
      "must name all data it reads";
  const auto sum = [&] {
    for (std::size_t k = 0; k < 6; ++k) device_f(k) = device_r(k) + device.weight(Weight::beta);
  };
  EXPECT_EQ(on_device(sum, {overwrites(f), reads(beta)}), nan);
  EXPECT_FALSE(f.validOnDevice());
  EXPECT_TRUE(r.validOnDevice());
  EXPECT_EQ(device_r(3), 2.0);
  EXPECT_EQ(on_device(sum, {overwrites(f), reads(r)}), nan);
  EXPECT_EQ(on_device(sum, {overwrites(f), reads(r, {1, 3}), reads(beta)}), nan);
  EXPECT_EQ(on_device([&] { device_f(0) += device_f(5); }, {updates(f, {0, 1})}), nan);
  const auto old = [&] {
    for (std::size_t k = 0; k < 6; ++k) device_f(k) += 1.0;
  };
  EXPECT_EQ(on_device(old, {overwrites(f)}), nan) << "it is an update";
}

TEST_F(CheckedStages, AreToldToWriteWhatTheyDoNotName) {
  EXPECT_EQ(on_device([&] { device_r(4) = 9.0; }, {reads(f)}),
            "stage s on the device: row 2 of r has changed, must be named as written: the stage does not name it");
  EXPECT_EQ(device_r(4), 2.0) << "restored";
  EXPECT_EQ(
      on_device([&] { device_f(2) = 9.0; }, {reads(f)}),
      "stage s on the device: row 1 of f has changed, must be written only where it is named as written: the stage "
      "reads it");
  EXPECT_EQ(device_f(2), 1.0);
  EXPECT_EQ(on_device([&] { device_f(1) = device_f(0) = device_f(2) = 9.0; }, {overwrites(f, {0, 1})}),
            "stage s on the device: row 1 of f has changed, must be named as written: the stage does not name it");
}

TEST_F(CheckedStages, AreToldToWriteAllTheyOverwrite) {
  EXPECT_EQ(on_device([&] { std::fill_n(device.f[0].begin(), 4, 3.0); }, {overwrites(f)}),
            "stage s on the device: row 2 of f has not changed, must be written whole: the stage overwrites it");
}

TEST_F(CheckedStages, MayHaveNaNsOfTheirOwn) {
  host_r[3] = std::nan("");
  r.mark_valid(Side::host, r.all());
  r.mark_invalid(Side::device, r.all());
  EXPECT_EQ(on_device([&] { std::copy_n(device.r[0].begin(), 6, device.f[0].begin()); }, {overwrites(f), reads(r)}),
            "accepted");
}

TEST_F(CheckedStages, OnTheHostAreSo) {
  Stage liar("liar", Side::host, [&] { host_f[0] = host_r[0]; }, {}, {updates(f)});
  EXPECT_EQ(refusal([&] { runStage(liar, &checker); }),
            "stage liar on the host: row 0 of f is NaN after it, though all values that the stage reads are finite: it "
            "must name all data it reads");
  EXPECT_EQ(host_r[0], 2.0);
}

TEST_F(CheckedStages, AreLookedAtOnBothSidesWhereTheyAreDivided) {
  StageLB stage(
      "lb", 0.34, [&](const RowRange&) { host_r[5] = 1.0; }, [&](const RowRange&) { device_f(0) = device_f(1) = 4.0; },
      3, {{&f, Access::Kind::overwrite, 0, 0, 0, false}});
  EXPECT_EQ(refusal([&] { runStage(stage, &checker); }),
            "stage lb on the host: row 1 of f has not changed, must be written whole: the stage overwrites it");
}

TEST_F(CheckedStages, ThatThrowAreNotJudged) {
  const auto fail = [&] {
    device_r(0) = 7.0;
    throw ArgumentError("its own");
  };
  EXPECT_EQ(on_device(fail, {reads(f)}), "its own");
  EXPECT_EQ(device_r(0), 2.0);
}

TEST_F(CheckedStages, MayRunOthers) {
  Stage inner("inner", Side::device, {}, [&] { EXPECT_EQ(device_r(0), 2.0) << "not poisoned for it"; }, {reads(r)});
  EXPECT_EQ(on_device([&] { runStage(inner, &checker); }, {reads(f)}), "accepted");
}

}  // namespace
}  // namespace stencil
