// Progress in words, in its forms; lines of a run by level and stream.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/program/run_log.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

namespace stencil {
namespace {

RunProgress half_done() {
  RunProgress progress;
  progress.share_done = 0.5;
  progress.elapsed_s = 61.0;
  progress.remaining_s = 61.0;
  progress.blocks_done = 12;
  progress.blocks = 28;
  progress.cycles_per_s = 385352.4;
  return progress;
}

// What is written by `work`.
struct Written {
  std::string out;
  std::string err;
};
template <class Work>
Written written(const Work& work) {
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  work();
  std::fflush(stdout);
  return {::testing::internal::GetCapturedStdout(), ::testing::internal::GetCapturedStderr()};
}

TEST(ProgressLine, SaysShareBlocksRateAndTime) {
  EXPECT_EQ(progress_text(half_done()),
            " 50.0 % done, 12 of 28 blocks, 385,352 cycles/s, 1 min 01 s gone, about 1 min 01 s left");
  RunProgress untimed = half_done();
  untimed.cycles_per_s = 0.0;
  EXPECT_EQ(progress_text(untimed), " 50.0 % done, 12 of 28 blocks, 1 min 01 s gone, about 1 min 01 s left");
}

TEST(ProgressLine, OnATerminalIsRedrawnAndErased) {
  const Written told = written([] {
    ProgressLine line(ProgressLine::Form::redrawn);
    line.show(half_done());
    line.show(half_done());  // too soon
  });
  EXPECT_EQ(told.out, "");
  EXPECT_EQ(told.err, "\r\033[K" + progress_text(half_done()) + "\r\033[K");
}

TEST(ProgressLine, ShowsTextsToo) {
  const Written told = written([] {
    ProgressLine line(ProgressLine::Form::redrawn);
    line.show(std::string("building it"));
    line.show(std::string("too soon"));
  });
  EXPECT_EQ(told.err, "\r\033[Kbuilding it\r\033[K");
  const Written plain = written([] { ProgressLine(ProgressLine::Form::plain, std::chrono::seconds(0)).show("one"); });
  EXPECT_EQ(plain.err, "one\n");
}

TEST(ProgressLine, ElsewhereComesAfterEachInterval) {
  const auto shown = [](ProgressLine::Form form, std::chrono::seconds interval) {
    return written([&] {
             ProgressLine line(form, interval);
             line.show(half_done());
             line.show(half_done());
             line.erase();
           })
        .err;
  };
  const std::string line = progress_text(half_done()) + "\n";
  EXPECT_EQ(shown(ProgressLine::Form::plain, std::chrono::seconds(0)), line + line);
  EXPECT_EQ(shown(ProgressLine::Form::plain, ProgressLine::plain_interval), "");
  EXPECT_EQ(shown(ProgressLine::Form::none, std::chrono::seconds(0)), "");
}

TEST(RunLog, LevelsChooseTheLines) {
  const auto told = [](Verbosity verbosity) {
    return written([&] {
      RunLog log(verbosity, true);
      RunHooks hooks;
      log.listen(hooks);
      hooks.detail("sweeps: 1 s");
      hooks.say("a table\nof {} lines % %v");
      hooks.warn("something");
      hooks.conclude("PASS: all");
    });
  };
  const std::string warning = "stencil-cosim: warning: something\n";
  const std::string table = "a table\nof {} lines % %v\n";
  EXPECT_EQ(told(Verbosity::quiet).out, "PASS: all\n");
  EXPECT_EQ(told(Verbosity::ordinary).out, table + "PASS: all\n");
  EXPECT_EQ(told(Verbosity::verbose).out, "sweeps: 1 s\n" + table + "PASS: all\n");
  for (const Verbosity verbosity : {Verbosity::quiet, Verbosity::ordinary, Verbosity::verbose}) {
    EXPECT_EQ(told(verbosity).err, warning);
  }
}

}  // namespace
}  // namespace stencil
