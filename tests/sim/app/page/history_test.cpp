// The history file, its table and its page.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "sim/app/page/history_file.hpp"
#include "sim/app/page/history_table.hpp"
#include "sim/app/page/history_view.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/scratch_directory.hpp"

namespace stencil {
namespace {

using testing_support::ScratchDirectory;
using testing_support::write_text;

// cycles: of one class. more: further fields.
std::string line(int day, const std::string& cycles,
                 const std::string& more = R"("synthesis":null,"instructions":null)") {
  const std::string digit(1, static_cast<char>('0' + day));
  return R"({"schema":"stencil-cosim/history/1","commit":")" + std::string(40, digit.front()) +
         R"(","date":"2026-11-0)" + digit + R"(T10:00:00Z","dirty":)" + (day == 3 ? "true" : "false") +
         R"(,"subject":"rtl: edit )" + digit + R"(","cycles":)" +
         (cycles.empty() ? "null" : R"({"small":{"middle block":)" + cycles + R"(,"last block":100}})") + "," + more +
         "}\n";
}

std::string instructions(const std::string& compiler, std::int64_t total) {
  return R"("synthesis":{"small":{"lut":41234}},"instructions":{"compiler":")" + compiler +
         R"(","valgrind":"3.19.0","workload":"one","total":)" + std::to_string(total) + R"(,"rooms":{"RTL":5}})";
}

History read(const std::string& text) {
  const ScratchDirectory scratch;
  write_text(scratch / "h.jsonl", text);
  return read_history("history", scratch / "h.jsonl");
}

TEST(HistoryFile, SeriesGoFromCommitToCommit) {
  const History history =
      read(line(1, "3956") + "\n" + line(2, "", instructions("g++ 12", 1000)) +
           line(3, "3970.5", instructions("g++ 12", 1010)) + line(4, "3970.5", instructions("g++ 13", 900)));
  ASSERT_EQ(history.commits.size(), 4u);
  EXPECT_EQ(history.commits[2].commit, std::string(40, '3'));
  EXPECT_EQ(history.commits[2].date, "2026-11-03T10:00:00Z");
  EXPECT_EQ(history.commits[2].subject, "rtl: edit 3");
  EXPECT_TRUE(history.commits[2].dirty);
  std::string text;
  for (const HistorySeries& one : history.series) {
    text += one.kind + "|" + one.group + "|" + one.name + ":";
    for (const auto& value : one.values) text += value ? " " + grouped(*value) : " -";
    text += "\n";
  }
  EXPECT_EQ(text,
            "cycles|small|middle block: 3,956 - 3,970.5 3,970.5\n"
            "cycles|small|last block: 100 - 100 100\n"
            "synthesis|small|lut: - 41,234 41,234 41,234\n"
            "instructions|one, g++ 12, valgrind 3.19.0|total: - 1,000 1,010 -\n"
            "instructions|one, g++ 12, valgrind 3.19.0|RTL: - 5 5 -\n"
            "instructions|one, g++ 13, valgrind 3.19.0|total: - - - 900\n"
            "instructions|one, g++ 13, valgrind 3.19.0|RTL: - - - 5\n");
  EXPECT_TRUE(history.series[0].changes());
  EXPECT_FALSE(history.series[1].changes()) << "a gap is no change";
}

TEST(HistoryFile, ABadLineIsNamed) {
  const ScratchDirectory scratch;
  const std::string path = scratch / "h.jsonl";
  const auto refusal_of = [&](const std::string& text) {
    write_text(path, text);
    const std::string said = test::refusal([&] { read_history("history", path); });
    EXPECT_EQ(said.rfind("history " + path + ": ", 0), 0u) << said;
    return said.substr(std::min(said.size(), ("history " + path + ": ").size()));
  };
  const std::string good = line(1, "7");
  EXPECT_EQ(refusal_of(""), "has no line");
  EXPECT_EQ(refusal_of("\n  \n"), "has no line");
  EXPECT_EQ(
      refusal_of(good + good.substr(0, 60)).rfind("line 2: is cut off or not JSON: parse error at column 61: ", 0), 0u);
  EXPECT_EQ(refusal_of("\n" + good + "[7]\n"), "line 3: has no schema, must be stencil-cosim/history/1");
  EXPECT_EQ(refusal_of(good + R"({"schema":7})"), "line 2: has no schema, must be stencil-cosim/history/1");
  EXPECT_EQ(refusal_of(R"({"schema":"stencil-cosim/history/2"})"),
            "line 1: schema is 'stencil-cosim/history/2', this program reads stencil-cosim/history/1");
  EXPECT_EQ(refusal_of(R"({"schema":"stencil-cosim/report/1"})"),
            "line 1: schema is 'stencil-cosim/report/1', must be stencil-cosim/history/1");
  EXPECT_EQ(refusal_of(R"({"schema":"stencil-cosim/history/1"})").rfind("line 1: is not as its schema says: ", 0), 0u);
  EXPECT_EQ(refusal_of(good + line(2, "\"many\"")),
            "line 2: is not as its schema says: JSON value \"many\" is not a number");
  std::string short_commit = good;
  short_commit.replace(short_commit.find(std::string(40, '1')), 40, "111");
  EXPECT_EQ(refusal_of(short_commit), "line 1: is not as its schema says: field 'commit' is '111', too short");
  std::string no_digits = good;
  no_digits.replace(no_digits.find(std::string(40, '1')), 40, "not-a-commit");
  EXPECT_EQ(refusal_of(no_digits),
            "line 1: is not as its schema says: field 'commit' is 'not-a-commit', must be hexadecimal digits");
}

TEST(HistoryTable, SaysWhatChangedAndWhere) {
  const History history = read(line(1, "3956") + line(2, "") + line(3, "3970") + line(4, "3960"));
  EXPECT_EQ(history_table(history, "h\x1b.jsonl"),
            "h?.jsonl: 4 commits, 2026-11-01 .. 2026-11-04, 2 series\n"
            "commit      date        subject                     what changed\n"
            "111111111   2026-11-01  rtl: edit 1                 2 series begin\n"
            "222222222   2026-11-02  rtl: edit 2                 nothing measured\n"
            "333333333+  2026-11-03  rtl: edit 3                 [1] +14\n"
            "444444444   2026-11-04  rtl: edit 4                 [1] -10\n"
            "+ with edits that are in no commit\n"
            "\n"
            "      series\n"
            "                first             last           change\n"
            "[1]   cycles small: middle block\n"
            "                3,956            3,960               +4  ▁ █▃\n"
            "1 series never changed\n");
}

TEST(HistoryTable, OneCommitHasNothingToCompare) {
  EXPECT_EQ(history_table(read(line(5, "3956")), "h"),
            "h: 1 commit, 2026-11-05 .. 2026-11-05, 2 series\n"
            "commit      date        subject                     what changed\n"
            "555555555   2026-11-05  rtl: edit 5                 2 series begin\n"
            "2 series never changed\n");
}

TEST(HistoryTable, ManyChangesOfACommitAreCounted) {
  History history;
  history.commits = {{"0123456789", "2026-11-01", std::string(60, 'x'), false},
                     {"1123456789", "2026-11-02", "", false}};
  for (int i = 0; i < 8; ++i) history.series.push_back({"cycles", "w", std::to_string(i), {1.0, 2.0}});
  const std::string table = history_table(history, "h");
  EXPECT_NE(table.find("[1] +1, [2] +1, [3] +1, [4]\n" + std::string(52, ' ') + "+1, [5] +1, [6] +1, 2 more\n"),
            std::string::npos)
      << table;
  EXPECT_NE(table.find("  " + std::string(25, 'x') + "~  8 series begin\n"), std::string::npos) << table;
}

TEST(Sparkline, GoesFromTheLeastToTheMost) {
  EXPECT_EQ(sparkline({0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0}), "▁▂▃▄▅▆▇█");
  EXPECT_EQ(sparkline({5.0, std::nullopt, 5.0}), "▄ ▄");
  EXPECT_EQ(sparkline({}), "");
}

TEST(Grouped, HasSeparatorsAndAtMostTwoDecimals) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(-1000), "-1,000");
  EXPECT_EQ(grouped(1234567890.0), "1,234,567,890");
  EXPECT_EQ(grouped(3970.5), "3,970.5");
  EXPECT_EQ(grouped(10.126), "10.13");
  EXPECT_EQ(grouped(100), "100");
}

TEST(HistoryView, ShowsTheLastCommitsAndWhatChangesFirst) {
  History history;
  for (std::size_t i = 0; i < most_page_commits + 5; ++i)
    history.commits.push_back({"0123456", "2026-11-01", "", false});
  const auto values = [&](double last) {
    std::vector<std::optional<double>> all(history.commits.size(), 3.0);
    all.back() = last;
    return all;
  };
  history.series.push_back({"cycles", "w", "still", values(3.0)});
  for (std::size_t i = 0; i < most_page_series; ++i)
    history.series.push_back({"cycles", "w", "moves", values(i == 0 ? 2.5 : 4.0)});
  const Json view = history_view(history, "h\xff");
  EXPECT_EQ(view["file"], "h?");
  EXPECT_EQ(view["commits"].size(), most_page_commits);
  EXPECT_EQ(view["other_commits"], 5);
  EXPECT_EQ(view["series"].size(), most_page_series);
  EXPECT_EQ(view["other_series"], 1);
  EXPECT_EQ(view["series"][0]["name"], "moves");
  EXPECT_EQ(view["series"][0]["values"].size(), most_page_commits);
  EXPECT_EQ(view["series"][0]["values"][0].dump(), "3");
  EXPECT_EQ(view["series"][0]["values"][most_page_commits - 1].dump(), "2.5");
}

}  // namespace
}  // namespace stencil
