// The commands report and history, and run --junit: their refusals, which overwrite no file.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <sys/stat.h>

#include <string>
#include <vector>

#include "host/base/text.hpp"
#include "sim/app/json/json.hpp"
#include "tests/support/texts.hpp"
#include "tests/system/command.hpp"

namespace stencil {
namespace {

using test::holds;

const Words small_run{"run", "--accel", "model", "--config", "small", "--iterations", "10"};

Words with(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

const std::string commit_line =
    R"({"schema":"stencil-cosim/history/1","commit":"0123456789012345678901234567890123456789","date":"2026-11-22T10:00:00Z",)"
    R"("dirty":false,"subject":"rtl: edit","cycles":{"small":{"block":100}},"synthesis":null,"instructions":null})"
    "\n";

// A valid report, and files that are none.
class PageCommand : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(alone(with(small_run, {"--report", good})).status, 0);
    const std::string text = read_text(good);
    write_text(scratch / "short.json", text.substr(0, text.size() / 2));
    write_text(scratch / "foreign.json", "{\"rows\": 7}");
    write_text(scratch / "text.json", "no JSON at all");
    write_text(scratch / "empty.json", "");
    write_text(scratch / "newer.json", R"({"schema":"stencil-cosim/report/2"})");
    write_text(scratch / "older.json", R"({"schema":"stencil-cosim/report/1","ok":true})");
    write_text(scratch / "cycles.json", R"({"schema":"stencil-cosim/cycles/1"})");
    std::string kind = text;
    kind.replace(kind.find("\"mismatches\": 0"), 15, "\"machine\": [0]");
    write_text(scratch / "kind.json", kind);
    ::mkfifo((scratch / "pipe").c_str(), 0600);
    write_text(page, "stood here before");
  }

  // One line, status 2, and the file at the output path is unchanged.
  void expect_refused(const Words& words, const std::string& begin, int ranks = 1) {
    const ProgramResult result = ranks == 1 ? alone(words) : under_mpirun(ranks, STENCIL_COSIM, words);
    EXPECT_EQ(result.status, 2) << result.err;
    EXPECT_EQ(count(result.err, "stencil-cosim: "), 1) << result.err;
    EXPECT_TRUE(holds(result.err, "stencil-cosim: " + begin)) << result.err;
    if (ranks == 1) {
      EXPECT_EQ(count(result.err, "\n"), 1) << result.err;
    }
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(read_text(page), "stood here before");
  }

  const ScratchDirectory scratch;
  const std::string good = scratch / "good.json";
  const std::string page = scratch / "page.html";
};

TEST_F(PageCommand, ABadReportIsOneLineAndOverwritesNothing) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"none.json", "cannot be opened: No such file or directory\n"},
      {"short.json", "is cut off or not JSON: parse error at line "},
      {"foreign.json", "has no schema, must be stencil-cosim/report/1\n"},
      {"text.json", "is cut off or not JSON: parse error at column "},
      {"empty.json", "is empty\n"},
      {"newer.json", "schema is 'stencil-cosim/report/2', this program reads stencil-cosim/report/1\n"},
      {"older.json", "is not as its schema says: JSON value "},
      {"cycles.json", "schema is 'stencil-cosim/cycles/1', must be stencil-cosim/report/1\n"},
      {"kind.json", "is not as its schema says: JSON value "},
      {"pipe", "not a regular file\n"},
      {"", "not a regular file\n"},
  };
  for (const auto& [name, said] : cases) {
    const std::string path = name.empty() ? scratch.path() : scratch / name;
    expect_refused({"report", good, path, "-o", page}, "report " + path + ": " + said);
  }
  expect_refused({"report", scratch / "none.json", "--output", page}, "report " + (scratch / "none.json") + ": ", 2);
}

TEST_F(PageCommand, ABadHistoryNamesItsLine) {
  write_text(scratch / "h.jsonl", commit_line + commit_line.substr(0, 50));
  const std::string said = (scratch / "h.jsonl") + ": line 2: is cut off or not JSON: ";
  expect_refused({"history", scratch / "h.jsonl"}, "history " + said);
  expect_refused({"history", scratch / "h.jsonl", "-o", page}, "history " + said);
  expect_refused({"report", good, "--history", scratch / "h.jsonl", "-o", page}, "report " + said);
  expect_refused({"history", scratch / "none", "-o", page},
                 "history " + (scratch / "none") + ": cannot be opened: ", 2);
}

TEST_F(PageCommand, AnOutputThatCannotBeIsRefused) {
  expect_refused({"report", good}, "report: --output must name the page to write\n");
  expect_refused({"report", good, "-o", ""}, "--output is '', must be a file name\n");
  expect_refused({"report", good, "-o", scratch / "no/p.html"},
                 "report " + (scratch / "no/p.html") + ": cannot create a file there: No such file or directory\n");
  expect_refused({"report", good, "-o", scratch.path()}, "report " + scratch.path() + ": cannot be written, ");
  expect_refused({"report", good, "-o", good}, "report " + good + ": --output is the same file, which would be ");
  write_text(scratch / "h.jsonl", commit_line);
  expect_refused({"report", good, "--history", scratch / "h.jsonl", "-o",
                  scratch.path() + "/../" + scratch.path().substr(scratch.path().rfind('/') + 1) + "/h.jsonl"},
                 "report " + (scratch / "h.jsonl") + ": --output is ");
  expect_refused({"history", scratch / "h.jsonl", "-o", scratch / "h.jsonl"},
                 "history " + (scratch / "h.jsonl") + ": --output is ");
  EXPECT_EQ(read_text(scratch / "h.jsonl"), commit_line);
}

TEST_F(PageCommand, ABaselineThatCannotBeComparedIsRefused) {
  const auto report = [&](const std::string& baseline) {
    return Words{"report", good, "--baseline", baseline, "-o", page};
  };
  expect_refused(report(scratch / "none.json"), "report " + (scratch / "none.json") + ": ");
  expect_refused(report(scratch / "short.json"), "report " + (scratch / "short.json") + ": ");
  expect_refused(report(scratch / "newer.json"), "report " + (scratch / "newer.json") + ": ");
  ASSERT_EQ(alone(with(small_run, {"--seed", "2", "--report", scratch / "seed.json"})).status, 0);
  // Compares the whole line: `report` has no option that compares them anyway.
  expect_refused(report(scratch / "seed.json"),
                 "report " + (scratch / "seed.json") + " and " + good +
                     " cannot be compared: seed was 2, is 1; --allow seed compares them all the same\n");
  const std::string once_more = scratch / "again.html";
  EXPECT_EQ(alone({"report", good, "--baseline", good, "-o", once_more}).status, 0);
  EXPECT_TRUE(holds(read_text(once_more), R"("differences":{"base":")" + good + R"(","equal":true)"));
}

TEST_F(PageCommand, WithoutThePageTheTableIsStillThere) {
  write_text(scratch / "h.jsonl", commit_line);
  for (const Words& words : {Words{"report", good, "-o", page}, Words{"history", scratch / "h.jsonl", "-o", page}}) {
    Words all{STENCIL_PAGELESS_COSIM};
    all.insert(all.end(), words.begin(), words.end());
    const ProgramResult result = run_program(all);
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.err,
              "stencil-cosim: " + words.front() + ": this program was built without its page: install npm\n");
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(read_text(page), "stood here before");
  }
  const ProgramResult table = run_program({STENCIL_PAGELESS_COSIM, "history", scratch / "h.jsonl"});
  EXPECT_EQ(table.status, 0);
  EXPECT_EQ(table.out, alone({"history", scratch / "h.jsonl"}).out);
  EXPECT_TRUE(holds(table.out, "1 commit, 2026-11-22 .. 2026-11-22, 1 series\n"));
}

TEST_F(PageCommand, RankZeroAloneWritesThePage) {
  const std::string alone_page = scratch / "alone.html";
  ASSERT_EQ(alone({"report", good, "-o", alone_page}).status, 0);
  const ProgramResult result = under_mpirun(2, STENCIL_COSIM, {"report", good, "-o", page});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out + result.err, "");
  EXPECT_EQ(read_text(page), read_text(alone_page)) << "nothing in it depends on when it was made";
  write_text(scratch / "h.jsonl", commit_line);
  EXPECT_EQ(count(under_mpirun(2, STENCIL_COSIM, {"history", scratch / "h.jsonl"}).out, "1 commit"), 1);
}

// The counts in a JUnit file.
void expect_counts(const std::string& xml, int tests, int failures, int errors) {
  EXPECT_TRUE(holds(xml, "tests=\"" + std::to_string(tests) + "\" failures=\"" + std::to_string(failures) +
                             "\" errors=\"" + std::to_string(errors) + "\" skipped=\"0\""));
  EXPECT_EQ(count(xml, "<testcase "), tests);
  EXPECT_EQ(count(xml, "<failure "), failures);
  EXPECT_EQ(count(xml, "<error "), errors);
}

TEST(RunJunit, HasACaseForEveryCheck) {
  const ScratchDirectory scratch;
  const std::string path = scratch / "j.xml";
  ProgramResult result = under_mpirun(
      2, STENCIL_COSIM, with(small_run, {"--check", "block", "--junit", path, "--report", scratch / "r.json"}));
  EXPECT_EQ(result.status, 0) << result.err;
  const std::string xml = read_text(path);
  expect_counts(xml, 6, 0, 0);
  const Json report = Json::parse(read_text(scratch / "r.json"));
  EXPECT_TRUE(holds(xml, "7,777 values compared with the golden solver"));
  // Each rank owns its rows and sweeps two steps of them, halo rows included.
  const std::int64_t in_blocks = (report["compared"].integer() - 7777) / 2;
  const std::size_t blocks = report["blocks"].size() / 2;
  EXPECT_EQ(count(xml, std::to_string(blocks) + " blocks with " + with_commas(in_blocks) + " values compared"), 2)
      << xml;
  EXPECT_EQ(scratch.entries().size(), 2u);

  result = alone({"run", "--accel", "model", "--config", "small", "--kernel", "gauss-seidel", "--tiles", "2x1",
                  "--rounds", "2", "--check", "block", "--junit", path});
  EXPECT_EQ(result.status, 0) << result.err;
  expect_counts(read_text(path), 9, 0, 0);
  EXPECT_EQ(count(read_text(path), "stencil-cosim.blocks\" name=\"step "), 4);
}

TEST(RunJunit, AnUnwritablePathIsRefusedBeforeTheRun) {
  const ScratchDirectory scratch;
  ProgramResult result = alone(with(small_run, {"--junit", scratch / "no/j.xml", "--report", scratch / "r.json"}));
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err,
            "stencil-cosim: " + (scratch / "no/j.xml") + ": cannot create a file there: No such file or directory\n");
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(scratch.entries(), Words{});
  result = alone(with(small_run, {"--junit", scratch / "x", "--report", scratch / "x"}));
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err,
            "stencil-cosim: --report and --junit both name " + (scratch / "x") + ", must be different files\n");
}

// Four sweep commands per step: a flip in the last one stays in the field; later sweeps average an earlier one away.
TEST(RunJunit, AWrongBitFailsItsStepAndTheField) {
  for (const bool late : {true, false}) {
    const ScratchDirectory scratch;
    const ProgramResult result = under_mpirun(
        2, STENCIL_FAULTY_COSIM, {"run", "--accel", "software", "--check", "block", "--junit", scratch / "j.xml"},
        {"FAULT=flip", "FAULT_RANK=1", late ? "FAULT_AT=13" : "FAULT_AT=5"});
    EXPECT_EQ(result.status, 1) << result.err;
    const std::string xml = read_text(scratch / "j.xml");
    // Cases: completes, field, four steps, ledger, counters.
    expect_counts(xml, 8, late ? 2 : 1, 0);
    const std::string step = late ? "3" : "1";
    EXPECT_TRUE(holds(xml, "name=\"step " + step + "\" time=\"0.000\">\n      <failure message=\"1 of "));
    EXPECT_EQ(count(xml, "first difference: row "), late ? 2 : 1) << "the field's failure tells it as well";
    EXPECT_EQ(count(xml, "<failure message=\"1 of 7,777 values differ from the golden solver\">"), late ? 1 : 0);
  }
}

TEST(RunJunit, AnErrorIsTold) {
  for (const char* at : {"7", "10"}) {  // one rank alone; all ranks know
    const ScratchDirectory scratch;
    const ProgramResult result =
        under_mpirun(3, STENCIL_FAULTY_COSIM, {"run", "--accel", "software", "--junit", scratch / "j.xml"},
                     {"FAULT=fail", "FAULT_RANK=1", std::string("FAULT_AT=") + at});
    EXPECT_EQ(result.status, 3);
    const std::string xml = read_text(scratch / "j.xml");
    expect_counts(xml, 1, 0, 1);
    EXPECT_TRUE(holds(xml, "<error message=\"rank 1: test device: no answer to start within 1000 cycles"));
    EXPECT_EQ(scratch.entries(), Words{"j.xml"});
  }
}

}  // namespace
}  // namespace stencil
