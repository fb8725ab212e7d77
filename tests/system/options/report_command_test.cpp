// A report holds its command line: the run that it names, made again, leaves the same report and the same field.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <set>
#include <string>

#include "host/base/errors.hpp"
#include "sim/app/json/json.hpp"
#include "sim/app/program/program_options.hpp"
#include "tests/system/options/command_options.hpp"
#include "tests/system/options/option_files.hpp"

namespace stencil {
namespace {

// They name files to write, or say how much is printed.
std::set<std::string> not_held() {
  std::set<std::string> names{"--quiet", "--verbose", "--capture", "--trace", "--dump-input"};
  ProgramOptions all;
  for (const CommandText& command : all.program.text().subcommands) {
    for (const OptionText& option : command.options) {
      if (command.last_name() == "run" && option.output) names.insert(option.long_name());
    }
  }
  return names;
}

struct Ran {
  Json report;
  std::string field;

  // Without what depends on the time of day.
  std::string steady() const {
    Json copy = report;
    copy.put("simulation", nullptr);
    return copy.dump();
  }
};

class HeldCommand {
 public:
  Ran run(Words words) const {
    for (const char* option : {"--report", "--output"}) {
      const auto given = std::find(words.begin(), words.end(), option);
      if (given != words.end()) words.erase(given, given + 2);
    }
    words.insert(words.end(), {"--report", files_ / "run.json", "--output", files_ / "out.npy"});
    const ProgramResult ran = in_this_process(files_.filled(words));
    EXPECT_EQ(ran.status, 0) << ran.err;
    return {Json::parse(read_text(files_ / "run.json")), read_text(files_ / "out.npy")};
  }
  Ran again(const Json& report) const {
    Words words;
    for (const Json& word : report["command"]["words"]) words.push_back(word.text());
    return run(words);
  }
  static bool names(const Json& report, const std::string& option) {
    const auto& words = report["command"]["words"].items();
    return std::any_of(words.begin(), words.end(), [&](const Json& word) { return word == Json(option); });
  }

 private:
  OptionFiles files_;
};

TEST(ReportCommand, HoldsEveryOptionWithItsEffect) {
  const HeldCommand command;
  const std::set<std::string> outputs = not_held();
  std::set<std::string> held;
  for (const OptionCase& one : option_cases()) {
    if (one.subcommand != "run" || one.shows == OptionCase::Shows::refusal) continue;
    SCOPED_TRACE(::testing::PrintToString(one.option) + " with " + ::testing::PrintToString(one.base));
    Words words{"run"};
    words.insert(words.end(), one.base.begin(), one.base.end());
    const auto given = std::find(words.begin(), words.end(), one.option.front());
    if (given != words.end()) words.erase(given, given + static_cast<std::ptrdiff_t>(one.option.size()));
    words.insert(words.end(), one.option.begin(), one.option.end());
    if (one.option.front() == "--clock") continue;  // HoldsWhatWasMeasured
    const Ran first = command.run(words);
    const Ran second = command.again(first.report);
    EXPECT_EQ(first.steady(), second.steady());
    EXPECT_EQ(first.field, second.field);
    EXPECT_EQ(HeldCommand::names(first.report, one.option.front()), outputs.count(one.option.front()) == 0);
    held.insert(one.option.front());
  }
  EXPECT_GT(held.size(), 35u);
}

// The clock counts where the host's rate is measured; then cycles differ from run to run.
TEST(ReportCommand, HoldsWhatWasMeasured) {
  const HeldCommand command;
  const Ran ran = command.run({"run", "--rows", "40", "--cols", "12", "--accel", "model", "--place", "sweep=split",
                               "--share", "dynamic", "--host-rate", "measured", "--clock", "300"});
  const std::string words = ran.report["command"]["words"].dump();
  EXPECT_NE(words.find(R"("--share","dynamic","--host-rate","measured","--clock","300")"), std::string::npos) << words;
  EXPECT_EQ(command.again(ran.report).report["command"], ran.report["command"]);
}

TEST(ReportCommand, HoldsTheEnvironmentThatARunReads) {
  const HeldCommand command;
  setenv("STENCIL_PLUSARGS", "+of=nothing", 1);
  setenv("STENCIL_CONFIG", "wide", 1);  // of client programs
  const Ran ran = command.run({"run", "--rows", "40", "--cols", "12", "--config", "small"});
  unsetenv("STENCIL_PLUSARGS");
  unsetenv("STENCIL_CONFIG");
  EXPECT_EQ(ran.report["command"]["environment"]["STENCIL_PLUSARGS"], "+of=nothing");
  EXPECT_FALSE(ran.report["command"]["environment"].contains("STENCIL_CONFIG"));
  EXPECT_TRUE(HeldCommand::names(ran.report, "small")) << "without plusargs";
}

// What an error left out of the report, its command has: --check, and all else that was given.
TEST(ReportCommand, IsHeldAfterAnError) {
  const OptionFiles files;
  RunHooks hooks;
  hooks.make_device = [](const AcceleratorOptions&) -> std::unique_ptr<Accelerator> {
    throw DeviceError("no device today");
  };
  const ProgramResult ran = in_this_process(
      {"run", "--rows", "41", "--cols", "13", "--check", "off", "--report", files / "error.json"}, hooks);
  EXPECT_EQ(ran.status, 3) << ran.err;
  const Json report = Json::parse(read_text(files / "error.json"));
  EXPECT_TRUE(report["problem"].is_null());
  const std::string words = report["command"]["words"].dump();
  EXPECT_NE(words.find(R"("--rows","41","--cols","13","--kernel","jacobi")"), std::string::npos) << words;
  EXPECT_NE(words.find(R"("--check","off")"), std::string::npos) << words;
}

}  // namespace
}  // namespace stencil
