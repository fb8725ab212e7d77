// Recordings: reports and baselines that are read, written and read again, and files that are refused.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/compare/recordings/recording.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "sim/app/compare/comparison.hpp"
#include "sim/app/compare/recordings/baseline.hpp"
#include "tests/sim/app/compare/recorded.hpp"
#include "tests/support/long_report.hpp"
#include "tests/support/refusal.hpp"

namespace stencil {
namespace {

class RecordingFiles : public testing::Test {
 protected:
  RecordingFiles() : folder_(testing::TempDir() + "recording_" + std::to_string(getpid())) {
    std::filesystem::create_directory(folder_);
  }
  ~RecordingFiles() override { std::filesystem::remove_all(folder_); }

  std::string file(const std::string& text) {
    const std::string path = folder_ + "/file.json";
    std::ofstream(path) << text;
    return path;
  }
  // The reason for refusing a file with this text, without the file's name.
  std::string refused(const std::string& text) {
    const std::string path = file(text);
    const std::string why = test::refusal([&] { read_recording(path); });
    EXPECT_EQ(why.rfind(path + ": ", 0), 0u) << why;
    EXPECT_EQ(why.find('\n'), std::string::npos) << why;
    return why.substr(std::min(why.size(), path.size() + 2));
  }

  std::string folder_;
};

std::string baseline() {
  return baseline_text(test::recording());
}

// A report of one class.
Json report() {
  const ClassKey key = test::key(25, 77, 5);
  const RecordedClass one = test::recorded(key, 3);
  ClassSums sums;
  sums.count = 3;
  sums.cycles = one.cycles;
  return {{"schema", "stencil-cosim/report/1"},
          {"ok", true},
          {"compared", 7777},
          {"mismatches", 0},
          {"error", nullptr},
          {"problem", Json{{"rows", 101}}},
          {"machine", test::machine("small +variant=x")},
          {"classes", classes_json(key.context, {{key.shape, sums}})},
          {"blocks", Json::array({Json{{"rank", 0}}})}};
}

TEST_F(RecordingFiles, ABaselineIsReadAsItWasWritten) {
  const Recording made = test::recording();
  const Recording read = read_recording(file(baseline()));
  EXPECT_EQ(baseline_text(read), baseline());
  EXPECT_TRUE(compare_cycles(made, read, {}).equal());
  EXPECT_EQ(read.classes.size(), made.classes.size());
}

// Branches that change different classes touch different lines; fields that differ at every commit are left out.
TEST_F(RecordingFiles, ABaselineHasALineAClassAndNothingThatEveryEditChanges) {
  Recording made = test::recording();
  made.machines[0].put("rtl", Json{{"digest", "a"}, {"files", Json{{"a.v", "1"}}}});
  EXPECT_EQ(baseline_text(made), baseline());
  test::add_cycles(made.classes.at(test::key(25, 130, 5)), "load", 1);
  std::istringstream before(baseline()), after(baseline_text(made));
  int lines = 0, changed = 0;
  for (std::string a, b; std::getline(before, a) && std::getline(after, b); ++lines) changed += a != b;
  EXPECT_EQ(lines, 19);
  EXPECT_EQ(changed, 1);
}

TEST_F(RecordingFiles, AReportIsRead) {
  const Recording read = read_recording(file(report().dump(2)));
  ASSERT_EQ(read.classes.size(), 1u);
  EXPECT_EQ(read.classes.begin()->first, test::key(25, 77, 5)) << "plusargs are no part of the key";
  EXPECT_EQ(read.classes.begin()->second.count, 3);
  EXPECT_EQ(read.problem["rows"], 101);
  EXPECT_TRUE(read.ok);
}

TEST_F(RecordingFiles, WrongBitsAndErrorsAreKnown) {
  Json wrong = report();
  wrong.put("ok", false);
  wrong.put("mismatches", 12);
  EXPECT_EQ(read_recording(file(wrong.dump())).error, "12 of 7777 values are wrong");
  wrong.put("error", Json{{"rank", 2}, {"text", "hangs"}, {"status", 3}});
  EXPECT_EQ(read_recording(file(wrong.dump())).error, "the run ended with an error on rank 2: hangs");
  EXPECT_FALSE(read_recording(file(wrong.dump())).ok);
}

TEST_F(RecordingFiles, WhatIsNoRecordingIsRefusedInOneLine) {
  EXPECT_EQ(test::refusal([&] { read_recording(folder_ + "/none.json"); }),
            folder_ + "/none.json: cannot be opened: No such file or directory");
  EXPECT_EQ(test::refusal([&] { read_recording(folder_); }), folder_ + ": not a regular file");
  const std::string pipe = folder_ + "/pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(test::refusal([&] { read_recording(pipe); }), pipe + ": not a regular file");
  EXPECT_EQ(refused("").rfind("parse error", 0), 0u) << refused("");
  EXPECT_NE(refused("\x7f"
                    "ELF")
                .find("parse error"),
            std::string::npos);
  EXPECT_EQ(refused("[1]"), "JSON value [1] is not an object");
  EXPECT_EQ(refused("{\"schema\":\"cyclonedx\"}"),
            "neither a report, nor JSON of `stencil-cosim cycles`, nor a baseline: schema is 'cyclonedx'");
  EXPECT_EQ(refused("{}"), "neither a report, nor JSON of `stencil-cosim cycles`, nor a baseline: schema is ''");
}

TEST_F(RecordingFiles, OtherVersionsAreRefused) {
  EXPECT_EQ(refused(R"({"schema":"stencil-cosim/report/2"})"),
            "schema stencil-cosim/report/2 is not read by this program, must be stencil-cosim/report/1");
  EXPECT_EQ(refused("{\"schema\":\"stencil-cosim/baseline/2\"}\n"),
            "schema stencil-cosim/baseline/2 is not read by this program, must be stencil-cosim/baseline/1");
  Json old{{"schema", "stencil-cosim/report/1"}, {"machine", test::machine()}};
  EXPECT_EQ(refused(old.dump()), "has no classes: written by an older stencil-cosim; run it again with this one");
  old = {{"schema", "stencil-cosim/cycles/1"}, {"classes", Json::array()}};
  EXPECT_EQ(refused(old.dump()), "has no machines: written by an older stencil-cosim; run it again with this one");
}

TEST_F(RecordingFiles, CutOffAnywhereIsRefused) {
  for (const std::string& whole : {report().dump(2), baseline()}) {
    for (std::size_t length = 0; length < whole.size() - 1; length += 1 + length / 7) {
      refused(whole.substr(0, length));
      ASSERT_FALSE(HasFailure()) << whole.substr(0, length);
    }
  }
}

TEST_F(RecordingFiles, ABaselineWithoutItsLastLineEndIsCutOff) {
  const std::string whole = baseline();
  EXPECT_EQ(refused(whole.substr(0, whole.size() - 1)), "line 19: is cut off");
}

TEST_F(RecordingFiles, AClassWithoutWhatItNeedsIsNamed) {
  Json broken = report();
  Json first = broken["classes"][0];
  first.put("rows", "many");
  broken.put("classes", Json::array({broken["classes"][0], first}));
  EXPECT_EQ(refused(broken.dump()), "class 1: JSON value \"many\" is not an integer below 2^63");
  first = report()["classes"][0];
  first.put("place", "nowhere");
  broken.put("classes", Json::array({first}));
  EXPECT_EQ(refused(broken.dump()), "class 0: place is \"nowhere\", which is not known");
  first = report()["classes"][0];
  first.put("count", 0);
  broken.put("classes", Json::array({first}));
  EXPECT_EQ(refused(broken.dump()), "class 0: count is 0, must be 1 or more");
  std::string text = baseline();
  const std::size_t second = text.find('\n') + 1;
  text.insert(text.find('\n', second) + 1, "<<<<<<< ours\n");
  EXPECT_EQ(refused(text).rfind("line 3: ", 0), 0u) << refused(text);
}

// A process of its own compares, so that no other memory counts.
TEST_F(RecordingFiles, ReportsOfAHundredThousandBlocksNeedLittleMemory) {
  const std::string base = folder_ + "/base.json", now = folder_ + "/now.json";
  test::write_long_report(base, 100000, 1000, 0);
  test::write_long_report(now, 100000, 1000, 1);
  const pid_t child = fork();
  if (child == 0) {
    const CycleComparison found = compare_cycles(read_recording(base), read_recording(now), {});
    _exit(found.differences.size() == 1000 && found.explanations.size() == 1 ? 0 : 1);
  }
  int status = -1;
  rusage used{};
  ASSERT_EQ(wait4(child, &status, 0, &used), child);
  EXPECT_EQ(status, 0);
#ifdef __SANITIZE_ADDRESS__
  constexpr std::int64_t most_mib = 700;  // with redzones, shadow memory and 256 MiB of freed memory held back
#else
  constexpr std::int64_t most_mib = 100;
#endif
  EXPECT_LE(used.ru_maxrss, most_mib * 1024) << "KiB";
}

}  // namespace
}  // namespace stencil
