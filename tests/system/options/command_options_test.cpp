// No option is ignored in silence: each has an effect or is refused, and a refusal loads no word and makes no file.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <utility>

#include "sim/app/json/json.hpp"
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

}  // namespace
}  // namespace stencil
