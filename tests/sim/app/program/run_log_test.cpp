// Lines of a run by level and stream.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/program/run_log.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <string>

namespace stencil {
namespace {

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

TEST(RunLog, LevelsChooseTheLines) {
  const auto told = [](Verbosity verbosity) {
    return written([&] {
      ProgressLine progress(ProgressLine::Form::none);
      RunLog log(verbosity, true, progress);
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

TEST(RunLog, RemovesTheLineOfTheProgressFirst) {
  auto now = std::chrono::steady_clock::time_point();
  const Written all = written([&] {
    ProgressLine progress(ProgressLine::Form::redrawn, {[&] { return now; }, false});
    RunLog log(Verbosity::ordinary, true, progress);
    RunHooks hooks;
    log.listen(hooks);
    const Work work(hooks.progress, "sweeps");
    for (const auto& print : {hooks.say, hooks.warn}) {
      now += std::chrono::seconds(2);
      progress.tick();
      print("a line");
    }
  });
  EXPECT_EQ(all.out, "a line\n");
  EXPECT_EQ(all.err,
            "\r\033[Ksweeps: 0 ms gone\r\033[Ksweeps: 2 s gone\r\033[K\r\033[Ksweeps: 4 s gone\r\033[Kstencil-cosim: "
            "warning: a line\n");
}

}  // namespace
}  // namespace stencil
