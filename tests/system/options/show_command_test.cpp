// `show` prints of any report what the run printed of its result, and refuses what is no report.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <memory>
#include <sstream>
#include <string>
#include <utility>

#include "host/base/errors.hpp"
#include "tests/support/texts.hpp"
#include "tests/system/options/option_files.hpp"

namespace stencil {
namespace {

// A run's result: from its table on, without the names of files.
std::string result_of(const std::string& out) {
  std::string text;
  bool begun = false;
  std::istringstream in(out);
  for (std::string line; std::getline(in, line);) {
    begun = begun || line.rfind("cycles per ", 0) == 0 || line.find("has no clock)") != std::string::npos;
    if (begun && line.rfind("report: ", 0) != 0) text += line + '\n';
  }
  return text;
}

class ShowCommand : public ::testing::Test {
 protected:
  // What show prints of the report of this run, which ends with this status.
  std::string shown(const Words& words, int status = 0, const RunHooks& hooks = {}) {
    Words run{"run", "--report", report_};
    run.insert(run.end(), words.begin(), words.end());
    ran_ = in_this_process(run, hooks);
    EXPECT_EQ(ran_.status, status) << ran_.err;
    const ProgramResult shown = in_this_process({"show", report_});
    EXPECT_EQ(shown.status, 0) << shown.err;
    EXPECT_EQ(shown.err, "");
    return shown.out;
  }

  const ScratchDirectory scratch_;
  const std::string report_ = scratch_ / "r.json";
  ProgramResult ran_;
};

// Between its first lines and its verdict stands the command that makes the run again.
TEST_F(ShowCommand, PrintsWhatTheRunPrinted) {
  for (const Words& more :
       {Words{"--accel", "model"},
        {"--accel", "software"},
        {"--accel", "rtl", "--digest", "--paranoid"},
        {"--accel", "model", "--blocking", "skewed", "--distribution", "cyclic"},
        {"--accel", "model", "--place", "sweep=split,norm=accel", "--share", "0.7", "--host-rate", "1"},
        {"--accel", "model", "--place", "sweep=cpu,norm=cpu"},
        {"--accel", "model", "--kernel", "gauss-seidel", "--history"},
        {"--accel", "model", "--link-bytes", "2", "--burst", "8", "--link-stalls", "3"}}) {
    SCOPED_TRACE(::testing::PrintToString(more));
    Words words{"--rows", "40", "--cols", "12", "--config", "small"};
    words.insert(words.end(), more.begin(), more.end());
    const std::string text = shown(words);
    EXPECT_EQ(text.rfind("problem: rows 40, columns 12, ", 0), 0u) << text;
    std::string rest =
        text.substr(text.find("\ncycles per ") == std::string::npos ? text.rfind('\n', text.find("has no clock)")) + 1
                                                                    : text.find("\ncycles per ") + 1);
    const std::size_t again = rest.find("again: mpirun -n 1 stencil-cosim run ");
    ASSERT_NE(again, std::string::npos) << rest;
    rest.erase(again, rest.find('\n', again) + 1 - again);
    EXPECT_EQ(rest, result_of(ran_.out));
    EXPECT_NE(rest.find("PASS: "), std::string::npos) << rest;
  }
}

TEST_F(ShowCommand, NamesWhatWasNotChecked) {
  const std::string text = shown({"--rows", "40", "--cols", "12", "--accel", "model", "--check", "off"});
  EXPECT_NE(text.find("\nnot checked: no value was compared; --check final or block does\n"), std::string::npos)
      << text;
  EXPECT_NE(text.find("\nNOT CHECKED: 0 values compared, 0 differ, "), std::string::npos) << text;
}

TEST_F(ShowCommand, NamesTheErrorThatEndedARun) {
  RunHooks hooks;
  hooks.make_device = [](const AcceleratorOptions&) -> std::unique_ptr<Accelerator> {
    throw DeviceError("no device today");
  };
  const std::string text = shown({"--rows", "40", "--cols", "12", "--accel", "model"}, 3, hooks);
  EXPECT_NE(text.find("error on rank 0, status 3: "), std::string::npos) << text;
  EXPECT_NE(text.find("no device today"), std::string::npos) << text;
  EXPECT_NE(text.find("\nFAIL: 0 values compared, 0 differ, 0 blocks\n"), std::string::npos) << text;
}

TEST_F(ShowCommand, RefusesWhatIsNoReportInOneLine) {
  shown({"--rows", "40", "--cols", "12", "--accel", "model"});
  const std::string good = read_text(report_);
  const auto replaced = [&](const std::string& what, const std::string& by) {
    std::string text = good;
    const std::size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return text.replace(at, what.size(), by);
  };
  const std::string bad = scratch_ / "bad.json";
  for (const auto& [text, why] : {std::pair<std::string, std::string>{"", "is empty"},
                                  {good.substr(0, good.size() / 2), "is cut off or not JSON: "},
                                  {"{\"rows\": 7}", "has no schema, must be stencil-cosim/report/1"},
                                  {replaced("report/1", "report/2"), "schema is 'stencil-cosim/report/2', "},
                                  {replaced("\"totals\"", "\"total\""), "is not as its schema says: "},
                                  {replaced("\"place\":\"first\"", "\"place\":\"fist\""),
                                   "is not as its schema says: place is \"fist\", which is not known"},
                                  {replaced("\"count\":", "\"count\":0,\"n\":"), "count is 0, must be 1 or more"}}) {
    SCOPED_TRACE(why);
    write_text(bad, text);
    const ProgramResult refused = in_this_process({"show", bad});
    EXPECT_EQ(refused.status, 2);
    EXPECT_EQ(refused.out, "");
    EXPECT_EQ(refused.err.rfind("stencil-cosim: show " + bad + ": ", 0), 0u) << refused.err;
    EXPECT_NE(refused.err.find(why), std::string::npos) << refused.err;
    EXPECT_EQ(refused.err.find('\n'), refused.err.size() - 1) << refused.err;
  }
  EXPECT_EQ(in_this_process({"show", scratch_ / "none.json"}).status, 2);
  EXPECT_EQ(in_this_process({"show"}).status, 2);
}

}  // namespace
}  // namespace stencil
