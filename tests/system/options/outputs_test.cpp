// Every option that names an output: - is standard output, a file that may not be replaced stays, and what standard
// output does not take is reported.
// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "sim/app/cli/standard_output.hpp"
#include "sim/app/json/json.hpp"
#include "sim/app/program/program_options.hpp"
#include "tests/support/test_devices.hpp"
#include "tests/support/unprivileged.hpp"
#include "tests/system/options/command_options.hpp"
#include "tests/system/options/option_files.hpp"

namespace stencil {
namespace {

using testing_support::Unprivileged;

// A call that writes an output.
struct OutputCase {
  std::string subcommand;
  std::string option;
  Words others;  // the other arguments
  std::string file;

  Words with(const std::string& name) const {
    Words words = others;
    words.insert(words.begin(), subcommand);
    words.insert(words.end(), {option, name});
    return words;
  }
};

std::vector<OutputCase> output_cases() {
  std::vector<OutputCase> cases;
  for (const OptionCase& one : option_cases()) {
    if (one.shows != OptionCase::Shows::file || one.option.front() == "--dump-input") continue;
    const bool capture = one.option.front() == "--capture";
    Words others = one.base;
    if (capture) {  // its file is named by --capsule
      others = one.option;
      others.insert(others.end(), one.base.begin(), one.base.end() - 2);
    }
    cases.push_back({one.subcommand, capture ? "--capsule" : one.option.front(), others, one.expected});
  }
  cases.push_back({"report", "--output", {"{scratch}/A.json"}, "other.html"});
  cases.push_back({"replay", "--output", {"{scratch}/C.capsule", "--minimise"}, "other.capsule"});
  return cases;
}

using testing_support::FaultyDevice;

// Devices that go wrong at a command, from 0.
RunHooks faulty(FaultyDevice::Fault fault, std::int64_t at) {
  RunHooks hooks;
  hooks.make_device = [=](const AcceleratorOptions& options) {
    return std::make_unique<FaultyDevice>(make_accelerator(options), fault, at);
  };
  return hooks;
}

class Outputs : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { shared_ = std::make_unique<OptionFiles>(); }
  static void TearDownTestSuite() { shared_.reset(); }

  // Only a call that is wrong can be minimised.
  static RunHooks hooks_of(const OutputCase& one) {
    const bool minimises = std::count(one.others.begin(), one.others.end(), "--minimise") != 0;
    return minimises ? faulty(FaultyDevice::Fault::flip_bit, 0) : RunHooks{};
  }

  const OptionFiles& files_ = *shared_;

 private:
  static std::unique_ptr<OptionFiles> shared_;
};
std::unique_ptr<OptionFiles> Outputs::shared_;

// The table of options above has every output that the command has.
TEST_F(Outputs, AreAllInTheTable) {
  std::map<std::string, std::set<std::string>> tested;
  for (const OutputCase& one : output_cases()) tested[one.subcommand].insert(one.option);
  tested["check-dut"] = {"--html", "--junit"};  // tests/rtl/check_dut/kit_test.cpp, which has devices to check
  std::map<std::string, std::set<std::string>> declared;
  ProgramOptions all;
  for (const CommandText& command : all.program.text().subcommands) {
    for (const OptionText& option : command.options) {
      if (option.output) declared[command.last_name()].insert(option.long_name());
    }
  }
  EXPECT_EQ(tested, declared);
}

TEST_F(Outputs, TheDashIsStandardOutputAlone) {
  for (const OutputCase& one : output_cases()) {
    SCOPED_TRACE(one.subcommand + " " + one.option);
    const ProgramResult to_file = in_this_process(files_.filled(one.with("{scratch}/" + one.file)), hooks_of(one));
    const std::string file = read_text(files_ / one.file);
    const ProgramResult to_dash = in_this_process(files_.filled(one.with("-")), hooks_of(one));
    EXPECT_EQ(to_dash.status, to_file.status) << to_dash.err;
    if (one.option == "--report" || one.option == "--junit" || one.option == "--timeline") {  // with wall times
      EXPECT_NEAR(static_cast<double>(to_dash.out.size()), static_cast<double>(file.size()), 200.0);
      EXPECT_EQ(to_dash.out.substr(0, 8), file.substr(0, 8));
      EXPECT_EQ(to_dash.out.back(), file.back());
    } else {
      EXPECT_EQ(to_dash.out, file);
    }
    // What is printed beside a file, but for its name and times.
    const auto lines = [](const std::string& text) {
      std::istringstream all(text);
      int count = 0;
      // A busy machine adds lines of progress.
      for (std::string line; std::getline(all, line);) count += line.find(" s gone") == std::string::npos ? 1 : 0;
      return count;
    };
    EXPECT_EQ(lines(to_dash.err), lines(to_file.out)) << to_dash.err;
    std::filesystem::remove(files_ / one.file);
  }
  EXPECT_FALSE(std::filesystem::exists("-"));
  EXPECT_TRUE(Json::parse(in_this_process({"run", "--accel", "software", "--report", "-"}).out)["ok"].boolean());
}

// A wrong run finds the first wrong call after its results: a stream still gets one report, with the divergence.
TEST_F(Outputs, AStreamGetsOneReport) {
  const ProgramResult ran =
      in_this_process({"run", "--rows", "40", "--cols", "12", "--accel", "software", "--report", "-"},
                      faulty(FaultyDevice::Fault::flip_bit, 11));
  EXPECT_EQ(ran.status, 1);
  const Json report = Json::parse(ran.out);
  EXPECT_FALSE(report["ok"].boolean());
  EXPECT_FALSE(report["divergence"].is_null());
  EXPECT_NE(ran.err.find("\nFAIL: "), std::string::npos) << ran.err;
  const ProgramResult failed =
      in_this_process({"run", "--accel", "software", "--report", "-"}, faulty(FaultyDevice::Fault::fail, 0));
  EXPECT_EQ(failed.status, 3);
  EXPECT_EQ(Json::parse(failed.out)["error"]["status"], 3);
}

TEST_F(Outputs, TwoOnTheDashAreRefused) {
  for (const Words& words :
       {Words{"run", "--report", "-", "--junit", "-"}, Words{"run", "--output", "-", "--capsule", "-"},
        Words{"compare", "{scratch}/A.json", "{scratch}/A.json", "--json", "-", "--markdown", "-"},
        Words{"replay", "{scratch}/C.capsule", "--minimise", "-o", "-", "--as-test", "-"}}) {
    const ProgramResult ran = in_this_process(files_.filled(words));
    EXPECT_EQ(ran.status, 2);
    EXPECT_NE(ran.err.find(" both name -, must be different files\n"), std::string::npos) << ran.err;
    EXPECT_EQ(ran.out, "");
  }
  EXPECT_EQ(in_this_process({"run", "--dump-input", "-"}).err,
            "stencil-cosim: --dump-input is '-', must be the beginning of file names\n");
}

// Refused before a device computes anything, by one line, and left as it was.
TEST_F(Outputs, AFileThatMayNotBeReplacedIsRefusedBeforeTheWork) {
  const std::string folder = files_ / "open";
  std::filesystem::create_directory(folder);
  std::filesystem::permissions(files_ / ".", std::filesystem::perms(0755));  // for the other user
  std::filesystem::permissions(folder, std::filesystem::perms(0777));
  const std::string kept = folder + "/kept";
  write_text(kept, "kept");
  std::filesystem::permissions(kept, std::filesystem::perms(0444));
  std::vector<OutputCase> cases = output_cases();
  cases.push_back({"compare", "--accept", {"{scratch}/open/kept", "{scratch}/A.json"}, ""});
  for (const OutputCase& one : cases) {
    SCOPED_TRACE(one.subcommand + " " + one.option);
    for (const std::string& name : {kept, folder + "/" + std::string(256, 'x')}) {
      Words words = files_.filled(one.with(name));
      if (one.option == "--accept") words.pop_back();
      ProgramResult ran;
      {
        const Unprivileged unprivileged;
        ran = in_this_process(words, faulty(FaultyDevice::Fault::fail, 0));
      }
      EXPECT_EQ(ran.status, 2) << ran.out;
      const bool too_long = name != kept && one.option != "--accept";
      EXPECT_NE(ran.err.find(too_long ? ": cannot create a file there: File name too long\n"
                                      : ": cannot be written: Permission denied\n"),
                std::string::npos)
          << ran.err;
      EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
      EXPECT_EQ(read_text(kept), "kept");
    }
  }
}

// Nothing that is printed fits anywhere.
TEST_F(Outputs, AFullStandardOutputIsReportedByEveryCommand) {
  std::vector<Words> calls{{"--help"}, {"--version"}, {"run", "--help"}, {"configs"}, {"configs", "--json"}};
  calls.push_back({"run", "--rows", "40", "--cols", "12", "--accel", "software"});
  calls.push_back({"run", "--accel", "software", "--report", "-"});
  calls.push_back({"cycles", "--accel", "model", "--format", "csv"});
  calls.push_back({"tune", "--rows", "60", "--cols", "50", "--iterations", "10", "--accel", "model"});
  calls.push_back({"compare", "{scratch}/A.json", "{scratch}/A.json"});
  calls.push_back({"replay", "{scratch}/C.capsule"});
  calls.push_back({"history", "{scratch}/H.jsonl"});
  calls.push_back({"kernel", "check", "{scratch}/K.stencil"});
  for (const Words& call : calls) {
    SCOPED_TRACE(::testing::PrintToString(call));
    std::fflush(stdout);
    const int before = ::dup(STDOUT_FILENO);
    Words words = files_.filled(call);
    words.insert(words.begin(), "stencil-cosim");
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    ::testing::internal::CaptureStderr();
    const int full = ::open("/dev/full", O_WRONLY);
    ::dup2(full, STDOUT_FILENO);
    const int status =
        status_with_output("stencil-cosim", command_line(MPI_COMM_WORLD, static_cast<int>(words.size()), argv.data()));
    ::dup2(before, STDOUT_FILENO);
    ::close(before);
    ::close(full);
    const std::string err = ::testing::internal::GetCapturedStderr();
    EXPECT_EQ(status, 3);
    const std::string line = "standard output: cannot write: No space left on device\n";
    ASSERT_GE(err.size(), line.size());
    EXPECT_EQ(err.substr(err.size() - line.size()), line);
    const bool dash = call.back() == "-";  // its table is there too
    EXPECT_TRUE(dash || err == "stencil-cosim: " + line) << err;
  }
}

}  // namespace
}  // namespace stencil
