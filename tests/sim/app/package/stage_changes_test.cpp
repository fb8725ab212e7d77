// Stages that change host data which they do not list as updated are named, as are results left on the device.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/checks/stages/stage_changes.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "host/stages/memory/shared_array.hpp"
#include "host/stages/run_stage.hpp"
#include "host/stages/stage_lb.hpp"
#include "tests/sim/app/package/stage_changes_case.hpp"

namespace stencil {
namespace {

TEST_F(StageChangesCase, DataNamedOnlyAsReadAreToldOnce) {
  const auto change = [&] { host_f[3] += 1.0, host_f[4] += 1.0; };
  EXPECT_EQ(on_host(change, {reads(f)}),
            warning("s", "row 1, column 1 of f (f, buffer 0)", "which it names only as read", "f"));
  EXPECT_EQ(on_host(change, {reads(f)}), "") << "the first alone";
  EXPECT_EQ(changes.words(), 4);
}

// The calls of a stage's function reach the check of calls, which tells of sweeps.
TEST_F(StageChangesCase, AStageThatSweepsMustSayThatItChangesF) {
  const auto sweeping = [&](std::vector<Access> accesses) {
    Stage stage(
        "s", Side::device, {}, [&] { sweep(3, 2); }, std::move(accesses));
    return run(stage);
  };
  EXPECT_EQ(sweeping({reads(r), updates(f)}), "");
  flush(f);
  EXPECT_EQ(
      sweeping({reads(r), reads(f)}),
      "stencil: runStage: warning: s has swept f (f, buffer 0) on the device, which it names only as read, while the "
      "host's copy stays right: no copy will bring the results; the stage must name f among what it modifies\n");
  EXPECT_EQ(changes.words(), 6);
  EXPECT_EQ(sweeping({updates(r)}), "") << "the first alone";
  EXPECT_EQ(changes.words(), 12);
  EXPECT_EQ(on_host([] {}, {reads(f)}), "") << "no sweep is left over";
  EXPECT_EQ(changes.words(), 12);
}

TEST_F(StageChangesCase, WhatTheProgramChangesBetweenStagesIsNamedWhereTheDeviceReadsIt) {
  Stage sweep("sweep", Side::device, {}, [] {}, {reads(r), updates(f)});
  Stage other("other", Side::device, {}, [] {}, {reads(f)});
  EXPECT_EQ(run(sweep), "");
  host_r[4] = 5.0;
  EXPECT_EQ(run(other), "") << "it does not read r";
  EXPECT_EQ(
      run(sweep),
      "stencil: runStage: warning: word 4 of r (r, buffer 1) has changed on the host since bring ended, outside of "
      "every stage, while the device's copy stays right: sweep reads the old value there (1 word in all); change "
      "it in a stage that names r among what it modifies\n");
  EXPECT_EQ(run(sweep), "");
  EXPECT_EQ(changes.outside(), 1) << "each change once";
  EXPECT_EQ(changes.words(), 0);
}

// The next flush overwrites what the program has set.
TEST_F(StageChangesCase, WhatTheProgramChangesWhereTheDeviceHasNewerValuesIsNamed) {
  Stage sweep("sweep", Side::device, {}, [] {}, {reads(r), updates(f)});
  EXPECT_EQ(run(sweep), "");
  EXPECT_EQ(run(sweep), "");
  host_f[1] = 7.0;
  const std::string text = run(sweep);
  EXPECT_NE(text.find("row 0, column 1 of f (f, buffer 0) has changed on the host since sweep ended"),
            std::string::npos)
      << text;
  EXPECT_EQ(run(sweep), "");
  EXPECT_EQ(changes.outside(), 1);
}

// Where the words are the same, the program may have loaded them itself.
TEST_F(StageChangesCase, AStageThatSweepsMustSayThatItReadsR) {
  SharedArray q{memory, "q", host_q.data(), 3, 2, Bank::r, 0, 0};
  Stage load("load", Side::device, {}, [] {}, {reads(q)});
  Stage named("named", Side::device, {}, [&] { sweep(3, 2); }, {reads(q), updates(f)});
  Stage unnamed("unnamed", Side::device, {}, [&] { sweep(3, 2); }, {updates(f)});
  runStage(load);
  EXPECT_EQ(run(unnamed), "") << "the copy is right";
  EXPECT_EQ(on_host([&] { host_q[3] = 4.0; }, {updates(q)}), "");
  EXPECT_EQ(
      run(unnamed),
      "stencil: runStage: warning: unnamed sweeps on the device with row 1, column 1 of q (r, buffer 0), which it "
      "does not name and which the host has newer: no copy brings them; the stage must name q among what it "
      "reads\n");
  EXPECT_EQ(changes.words(), 1);
  runStage(named);
  EXPECT_EQ(on_host([&] { host_q[3] = 3.0; }, {updates(q)}), "");
  runStage(unnamed);
  EXPECT_EQ(changes.words(), 1) << "the same words";
}

// Older results may stay: of the last stage on the device the program needs something.
TEST_F(StageChangesCase, ResultsOfTheLastStageOnTheDeviceThatNobodyGetsAreTold) {
  const auto at_the_end = [&] {
    ::testing::internal::CaptureStderr();
    changes.ended();
    return ::testing::internal::GetCapturedStderr();
  };
  Stage first("first", Side::device, {}, [] {}, {reads(r), overwrites(f)});
  Stage last("last", Side::device, {}, [] {}, {reads(f), overwrites(r), updates(beta)});
  runStage(first);
  runStage(last);
  flush(beta);
  EXPECT_EQ(at_the_end(), "");
  EXPECT_EQ(changes.unflushed(), 0);
  runStage(first);
  EXPECT_EQ(
      at_the_end(),
      "stencil: runStage: warning: the program ends with 3 rows of f on the device alone, as the last stage there "
      "(first) has written them: the host has older values; is a flush missing?\n");
  EXPECT_EQ(changes.unflushed(), 3);
}

TEST_F(StageChangesCase, DataThatAreDestroyedAreAskedBefore) {
  for (const bool flushed : {true, false}) {
    StageChanges own;
    stage_watch = &own;
    {
      std::vector<double> values(4, 1.0);
      SharedArray g{memory, "g", values.data(), 2, 2, Bank::f, 1, 0};
      Stage stage("s", Side::device, {}, [] {}, {updates(g)});
      runStage(stage);
      if (flushed) flush(g);
    }
    ::testing::internal::CaptureStderr();
    own.ended();
    ::testing::internal::GetCapturedStderr();
    EXPECT_EQ(own.unflushed(), flushed ? 0 : 2);
  }
}

TEST_F(StageChangesCase, DataNotNamedAreTold) {
  EXPECT_EQ(on_host([&] { host_r[5] = 0.0; }, {reads(f)}),
            warning("s", "word 5 of r (r, buffer 1)", "which it does not name", "r"));
}

TEST_F(StageChangesCase, RowsOfArraysWithoutThemAreThoseOfTheSweep) {
  sweep(1, 4);
  EXPECT_EQ(on_host([&] { host_r[5] = 0.0; }, {reads(f)}),
            warning("s", "word 5 (row 1, column 1) of r (r, buffer 1)", "which it does not name", "r"));
}

TEST_F(StageChangesCase, NumbersAreTold) {
  EXPECT_EQ(on_host([&] { host_beta = 0.25; }, {reads(f)}),
            warning("s", "word 0 of beta", "which it does not name", "beta"));
}

TEST_F(StageChangesCase, RowsBesideThoseNamedAreTold) {
  EXPECT_EQ(on_host([&] { host_f[0] = host_f[2] = host_f[4] = 7.0; }, {updates(f, {0, 1}), overwrites(f, {2, 3})}),
            warning("s", "row 1, column 0 of f (f, buffer 0)", "outside the rows that it says it changes there", "f"));
  EXPECT_EQ(changes.words(), 1);
}

TEST_F(StageChangesCase, BothSidesOfADividedStageAreTold) {
  const auto start = [&](const RowRange&) { device.f[0][0] = 4.0; };
  StageLB right("lb", 0.34, [&](const RowRange& rows) { host_f[static_cast<std::size_t>(2 * rows.first)] = 3.0; },
                start, 3, {{&f, Access::Kind::update, 0, 0, 0, false}});
  EXPECT_EQ(run(right), "");
  runStage(bring);
  StageLB wrong("lb", 0.34, [&](const RowRange&) { host_f[0] = 3.0; }, start, 3,
                {{&f, Access::Kind::update, 0, 0, 0, false}});
  EXPECT_EQ(run(wrong),
            warning("lb", "row 0, column 0 of f (f, buffer 0)", "outside the rows that it says it changes there", "f"));
}

// The device has newer values of all rows but row 2, which the host may leave.
TEST_F(StageChangesCase, WordsLeftByAStageThatOverwritesThemAreTold) {
  const auto newer = [&] {
    f.mark_invalid(Side::host, {0, 2});
    return [&] { host_f[0] = 5.0; };
  };
  EXPECT_EQ(on_host(newer(), {overwrites(f)}), "") << "is not asked for";
  changes.mark_overwritten();
  runStage(bring);
  EXPECT_EQ(
      on_host(newer(), {overwrites(f)}),
      "stencil: runStage: warning: s overwrites f (f, buffer 0), as it says, but has left 3 of 4 words on the host "
      "that are older than the device's, the first at row 0, column 1: the next stage takes them for right; the "
      "stage must name f among what it reads too, so that it is copied before\n");
  EXPECT_EQ(changes.unwritten(), 3);
  EXPECT_EQ(host_f, (std::vector<double>{5.0, 1.0, 1.0, 1.0, 1.0, 1.0})) << "words that are left stay as they were";
  runStage(bring);
  f.mark_invalid(Side::host, {0, 3});
  EXPECT_EQ(on_host([&] { host_f.assign(6, 1.0); }, {overwrites(f)}), "") << "the same values";
  EXPECT_EQ(changes.unwritten(), 3);
}

}  // namespace
}  // namespace stencil
