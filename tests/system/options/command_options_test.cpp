// No option is ignored in silence: each has an effect or is refused, and none is missing from the table.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "sim/app/json/json.hpp"
#include "sim/device/rtl/module_loader.hpp"
#include "tests/support/test_devices.hpp"
#include "tests/system/options/command_options.hpp"
#include "tests/system/options/option_files.hpp"

namespace stencil {
namespace {

// Words loaded into devices, poison included.
std::int64_t loaded_words = 0;

class LoadCounter final : public testing_support::WrappedDevice {
 public:
  using WrappedDevice::WrappedDevice;

 private:
  void do_load(Ticket ticket, const Place& place, const double* source, const After& after) override {
    loaded_words += place.length_words;
    WrappedDevice::do_load(ticket, place, source, after);
  }
};

std::unique_ptr<Accelerator> make_counted(AcceleratorOptions options) {
  options.making.poisoned = [](std::int64_t done, std::int64_t) { loaded_words += done; };
  return std::make_unique<LoadCounter>(make_accelerator(options));
}

enum class Devices { usual, slower, counted };

Devices devices_of(const OptionCase& one) {
  return one.shows == OptionCase::Shows::failure ? Devices::slower : Devices::usual;
}

// slower: with more cycles than their model says.
RunHooks hooks_of(Devices devices) {
  RunHooks hooks;
  if (devices == Devices::counted) hooks.make_device = make_counted;
  if (devices == Devices::slower) {
    hooks.make_device = [](const AcceleratorOptions& options) {
      return std::make_unique<testing_support::ClockedDevice>(make_accelerator(options));
    };
  }
  return hooks;
}

// The results of one run.
struct Outcome {
  int status = 0;
  std::string out;
  std::string err;
  std::string result;  // report and field, without fields that only repeat the options
  std::set<std::string> files;
};

class OptionCases {
 public:
  static bool has(const Words& words, const char* word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  }
  std::string filled(const std::string& word) const { return files_.filled({word}).front(); }

  const Outcome& base(const OptionCase& one) {
    const Devices devices = devices_of(one);
    const std::string key =
        (devices == Devices::slower ? "slower " : "") + one.subcommand + " " + ::testing::PrintToString(one.base);
    const auto found = bases_.find(key);
    if (found != bases_.end()) return found->second;
    return bases_.emplace(key, run(devices, one.subcommand, one.base)).first->second;
  }
  // more: further words.
  Outcome with_option(const OptionCase& one, const Words& more = {}) {
    Words words = one.base;
    const auto given = std::find(words.begin(), words.end(), one.option.front());  // with another value
    if (given != words.end()) words.erase(given, given + static_cast<std::ptrdiff_t>(one.option.size()));
    words.insert(words.end(), one.option.begin(), one.option.end());
    words.insert(words.end(), more.begin(), more.end());
    const bool refused = one.shows == OptionCase::Shows::refusal;
    return run(refused ? Devices::counted : devices_of(one), one.subcommand, words);
  }

 private:
  // Nothing for people is wider than a terminal of 80 columns, but commands to copy and sources.
  static void expect_narrow_lines(const std::string& out) {
    std::istringstream stream(out);
    for (std::string line; std::getline(stream, line);) {
      if (line.rfind("mpirun -n ", 0) == 0 || line.rfind("stencil-cosim scale --ranks ", 0) == 0) continue;
      EXPECT_LE(std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xc0) != 0x80; }), 80) << line;
    }
  }

  Outcome run(Devices devices, const std::string& subcommand, Words words) {
    words = files_.filled(std::move(words));
    const std::set<std::string> before = files_.entries();
    words.insert(words.begin(), subcommand);
    if (subcommand == "run") {
      if (!has(words, "--report")) words.insert(words.end(), {"--report", files_ / "run.json"});
      if (!has(words, "--output")) words.insert(words.end(), {"--output", files_ / "out.npy"});
    }
    const ProgramResult ran = in_this_process(words, hooks_of(devices));
    if (!has(words, "csv") && !has(words, "--json") && !has(words, "verilog")) expect_narrow_lines(ran.out);
    Outcome outcome{ran.status, ran.out, ran.err, subcommand == "run" ? "" : ran.out, {}};
    if (std::filesystem::exists(files_ / "page.html")) outcome.result += read_text(files_ / "page.html");
    if (std::filesystem::exists(files_ / "run.json")) {
      const Json report = Json::parse(read_text(files_ / "run.json"));
      for (const char* field : {"ok", "compared", "classes", "blocks", "stages", "gauss_seidel", "totals"}) {
        outcome.result += report[field].dump();
      }
    }
    if (std::filesystem::exists(files_ / "out.npy")) outcome.result += read_text(files_ / "out.npy");
    for (const std::string& name : files_.entries()) {
      if (before.count(name) != 0) continue;
      outcome.files.insert(name);
      std::filesystem::remove(files_ / name);
    }
    return outcome;
  }

  OptionFiles files_;
  std::map<std::string, Outcome> bases_;
};

void expect_refusal(OptionCases& cases, const OptionCase& one, const Words& more) {
  loaded_words = 0;
  const Outcome with = cases.with_option(one, more);
  EXPECT_EQ(with.status, 2) << with.out;
  EXPECT_EQ(with.err.rfind("stencil-cosim: " + cases.filled(one.expected), 0), 0u) << with.err;
  EXPECT_EQ(std::count(with.err.begin(), with.err.end(), '\n'), 1) << with.err;
  EXPECT_EQ(with.out, "");
  EXPECT_EQ(loaded_words, 0);
  EXPECT_EQ(with.files, std::set<std::string>{});
}

// What a refusal must not do is seen where there is none.
TEST(CommandOptions, WordsLoadedAreCounted) {
  const Words words{"run", "--rows", "40", "--cols", "12", "--accel", "model", "--config", "small", "--quiet"};
  loaded_words = 0;
  EXPECT_EQ(in_this_process(words, hooks_of(Devices::counted)).status, 0);
  const std::int64_t of_run = std::exchange(loaded_words, 0);
  EXPECT_GE(of_run, 2 * 40 * 12);
  Words paranoid = words;
  paranoid.emplace_back("--paranoid");
  EXPECT_EQ(in_this_process(paranoid, hooks_of(Devices::counted)).status, 0);
  EXPECT_GE(loaded_words - of_run, 4 * 25 * 12) << "a block in each of four buffers";
}

// In an order that costs nothing: options, then files.
TEST(CommandOptions, AreRefusedBeforeAFileIsRead) {
  const std::vector<std::pair<Words, std::string>> cases{
      {{"replay", "none.capsule", "--accel", "abacus"}, "--accel is 'abacus', must be one of"},
      {{"replay", "none.capsule", "--config", "none"}, "configuration 'none' is not known"},
      {{"replay", "none.capsule", "--accel", "model", "--rtl", "x"}, "--rtl is x, must come with accelerator rtl"},
      {{"replay", "none.capsule", "--accel", "model", "--trace", "all"}, "--trace is all, must come with accelerator"},
      {{"replay", "none.capsule", "--minimise", "-o", "/no/such/x"}, "/no/such/x: cannot create a file there"},
      {{"report", "none.json", "-o", "/no/such/x"}, "report /no/such/x: cannot create a file there"},
      {{"history", "none.jsonl", "-o", "/no/such/x"}, "history /no/such/x: cannot create a file there"},
      {{"compare", "none.json", "none.json", "--json", "/no/such/x"}, "/no/such/x: cannot create a file there"}};
  for (const auto& [words, line] : cases) {
    const ProgramResult refused = in_this_process(words);
    EXPECT_EQ(refused.status, 2);
    EXPECT_EQ(refused.err.rfind("stencil-cosim: " + line, 0), 0u) << refused.err;
  }
}

// A configuration that is not built: before a search that may take minutes, and before any shape is measured.
TEST(CommandOptions, AMissingModuleIsRefusedFirst) {
  const ScratchDirectory empty;
  setenv("STENCIL_MODULES", (empty / "").c_str(), 1);
  const std::string missing = "stencil-cosim: configuration 'small' is not built (no ";
  const ProgramResult tuned = in_this_process({"tune", "--config", "small", "--rows", "60", "--cols", "50"});
  EXPECT_EQ(tuned.err.rfind(missing, 0), 0u) << tuned.err;
  EXPECT_NE(tuned.err.find("; --verify-cycles 0 only predicts\n"), std::string::npos) << tuned.err;
  const Words measured{"cycles", "--configs", "default,small", "--blocks", "1"};
  EXPECT_EQ(in_this_process(measured).status, 2);
  const ProgramResult five = in_this_process({"run", "--kernel", "five-point", "--accel", "model"});
  EXPECT_EQ(five.status, 2);
  EXPECT_NE(five.err.find("; configuration five-point has it, environment variable STENCIL_MODULES names the folder"),
            std::string::npos)
      << five.err;
  unsetenv("STENCIL_MODULES");
  const ProgramResult predicted = in_this_process(
      {"tune", "--config", "small", "--rows", "60", "--cols", "50", "--iterations", "4", "--verify-cycles", "0"});
  EXPECT_EQ(predicted.status, 0) << predicted.err;
}

// ci/demo builds one configuration.
TEST(CommandOptions, TheConfigurationThatADemoBuildsIsTheDefault) {
  const ScratchDirectory modules;
  std::filesystem::create_symlink(module_file(find_configuration("default")), modules / "default.so");
  setenv("STENCIL_MODULES", (modules / "").c_str(), 1);
  for (const Words& words :
       {Words{"run", "--rows", "20", "--cols", "12"}, Words{"cycles", "--cols", "12", "--blocks", "1"},
        Words{"tune", "--rows", "20", "--cols", "12", "--iterations", "5"}}) {
    const ProgramResult ran = in_this_process(words);
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_NE(ran.out.find("default"), std::string::npos) << ran.out;
  }
  unsetenv("STENCIL_MODULES");
}

TEST(CommandOptions, HaveAnEffectOrARefusal) {
  OptionCases cases;
  for (const OptionCase& one : option_cases()) {
    SCOPED_TRACE(one.subcommand + " " + ::testing::PrintToString(one.option) + " with " +
                 ::testing::PrintToString(one.base));
    const Outcome& base = cases.base(one);
    EXPECT_EQ(base.status, one.shows == OptionCase::Shows::permission ? 2 : 0) << base.err;
    if (one.shows == OptionCase::Shows::refusal) {
      expect_refusal(cases, one, {});
      const bool may_be_poisoned = one.subcommand == "run" && !OptionCases::has(one.base, "--paranoid");
      if (may_be_poisoned && !one.base.empty()) expect_refusal(cases, one, {"--paranoid"});
      continue;
    }
    const Outcome with = cases.with_option(one);
    if (one.shows == OptionCase::Shows::failure) {
      EXPECT_EQ(with.status, 1) << with.err;
      continue;
    }
    if (one.shows == OptionCase::Shows::permission) {
      EXPECT_LE(with.status, 1) << with.err;
      continue;
    }
    EXPECT_EQ(with.status, 0) << with.err;
    switch (one.shows) {
      case OptionCase::Shows::result:
        EXPECT_NE(with.result, base.result);
        break;
      case OptionCase::Shows::silence:
        EXPECT_NE(base.out.find(one.expected), std::string::npos) << base.out;
        EXPECT_EQ(with.out.find(one.expected), std::string::npos) << with.out;
        break;
      case OptionCase::Shows::text:
        EXPECT_EQ(base.out.find(one.expected), std::string::npos);
        EXPECT_NE(with.out.find(one.expected), std::string::npos) << with.out;
        break;
      default:
        EXPECT_EQ(base.files.count(one.expected), 0u);
        EXPECT_EQ(with.files.count(one.expected), 1u);
    }
  }
}

Words lines_of(const std::string& text) {
  Words lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// As `stencil-cosim --help` lists them.
Words subcommands() {
  Words names;
  const std::string help = in_this_process({"--help"}).out;
  const std::regex entry("\n  ([a-z][a-z-]*)  ");
  for (std::sregex_iterator at(help.begin(), help.end(), entry), end; at != end; ++at) names.push_back((*at)[1]);
  EXPECT_GE(names.size(), 7u) << help;
  return names;
}

// The options in --help-all of every subcommand are exactly those in the table.
TEST(CommandOptions, AreAllInTheTable) {
  std::map<std::string, std::set<std::string>> named;
  for (const std::string& subcommand : subcommands()) {
    // They start programs of their own: system:random, tests/rtl/check_dut.
    if (subcommand != "random" && subcommand != "check-dut") named[subcommand];
  }
  for (const OptionCase& one : option_cases()) named[one.subcommand].insert(one.option.front());
  for (const auto& [subcommand, options] : named) {
    const ProgramResult help = in_this_process({subcommand, "--help-all"});
    std::set<std::string> listed;
    const std::regex line("\n  (?:-[a-z], )?(--[a-z-]+)");
    for (std::sregex_iterator at(help.out.begin(), help.out.end(), line), end; at != end; ++at) listed.insert((*at)[1]);
    EXPECT_EQ(options.empty(), listed.empty()) << help.out;
    EXPECT_EQ(options, listed) << subcommand;
  }
}

// A terminal has 24 lines of 80 columns, and one of them is the prompt.
TEST(CommandHelp, FitsTheScreenGroupByGroup) {
  EXPECT_LE(lines_of(in_this_process({"--help"}).out).size(), 24u);
  for (const std::string& subcommand : subcommands()) {
    for (const char* how : {"--help", "--help-all"}) {
      std::size_t group = 0;
      for (const std::string& line : lines_of(in_this_process({subcommand, how}).out)) {
        EXPECT_LE(line.size(), 80u) << line;
        group = line.empty() ? 0 : group + 1;
        EXPECT_LE(group, 22u) << subcommand << " " << how << ": " << line;
      }
    }
  }
  const std::string some = in_this_process({"run", "--help"}).out;
  const std::string all = in_this_process({"run", "--help-all"}).out;
  EXPECT_LT(some.size(), all.size());
  EXPECT_NE(some.find("\nstencil-cosim run --help-all lists the other options too.\n"), std::string::npos);
  EXPECT_EQ(all.find("lists the other options"), std::string::npos);
  EXPECT_EQ(all.find("--block-rows"), std::string::npos) << "a former name";
}

// Every example of --help is a command line that works; those under mpirun are in command_test.cpp.
TEST(CommandHelp, ExamplesWork) {
  const ScratchDirectory scratch;
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(scratch / ".");
  write_text("history.jsonl", history_line);
  write_text("heat.stencil", kernel_text);
  write_text("cluster.json", network_text);
  for (const char* report : {"before.json", "after.json", "run.json"}) {
    EXPECT_EQ(in_this_process({"run", "--accel", "model", "--config", "small", "--report", report}).status, 0);
  }
  const Words capture{"run",       "--accel", "model",     "--config",    "small",
                      "--capture", "0:0:0",   "--capsule", "call.capsule"};
  EXPECT_EQ(in_this_process(capture).status, 0);
  const std::string name = "stencil-cosim";
  std::size_t commands_with_examples = 0;
  Words pages = subcommands();
  pages.insert(pages.begin(), "");
  for (const std::string& page : pages) {
    const Words lines = lines_of(in_this_process(page.empty() ? Words{"--help"} : Words{page, "--help"}).out);
    const auto examples = std::find(lines.begin(), lines.end(), "Examples:");
    if (examples != lines.end()) ++commands_with_examples;
    if (page == "random" || page == "check-dut") continue;  // as above
    for (auto line = examples; line < lines.end(); ++line) {
      if (line->rfind("  " + name + " ", 0) != 0) continue;
      Words words;
      std::istringstream rest(line->substr(2 + name.size()));
      for (std::string word; rest >> word;) words.push_back(word);
      const ProgramResult ran = in_this_process(words);
      EXPECT_EQ(ran.status, 0) << *line << "\n" << ran.err;
      EXPECT_EQ(ran.err, "") << *line;
    }
  }
  EXPECT_EQ(commands_with_examples, pages.size());
  std::filesystem::current_path(before);
}

// What the build makes before MPI_Init; of what the texts hold: sim_cli_test.
TEST(CommandTexts, ArePrintedForTheBuild) {
  const auto printed = [](Words words) {
    words.insert(words.begin(), "stencil-cosim");
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    ::testing::internal::CaptureStdout();
    ::testing::internal::CaptureStderr();
    const auto status = print_made_text(static_cast<int>(words.size()), argv.data());
    std::fflush(stdout);
    return ProgramResult{status.value_or(-1), ::testing::internal::GetCapturedStdout(),
                         ::testing::internal::GetCapturedStderr()};
  };
  EXPECT_EQ(printed({"--print-man"}).out.rfind(".TH STENCIL\\-COSIM 1 ", 0), 0u);
  EXPECT_EQ(printed({"--print-completion", "bash"}).out.rfind("# Completion of stencil-cosim for bash", 0), 0u);
  const ProgramResult unknown = printed({"--print-completion", "bsh"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_EQ(unknown.err, "stencil-cosim: --print-completion is 'bsh', must be one of: bash; did you mean bash?\n");
  for (const Words& other : {Words{}, Words{"run"}, Words{"--print-man", "x"}, Words{"--print-completion"}}) {
    EXPECT_EQ(printed(other).status, -1);
  }
}

}  // namespace
}  // namespace stencil
