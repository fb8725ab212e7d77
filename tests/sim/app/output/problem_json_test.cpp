// The problem of a report: its fields by name, in their order, whichever kernel has them.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "sim/app/output/json.hpp"
#include "tests/sim/app/report/sample_report.hpp"

namespace stencil {
namespace {

std::string problem_line(const Report& report) {
  const std::string text = report_json(report);
  const std::size_t begin = text.find("\"problem\": ");
  return text.substr(begin, text.find('\n', begin) - begin);
}

TEST(ProblemJson, HasEachFieldUnderItsNameInTheOrderOfReports) {
  Report report;
  report.problem = ReportProblem{};
  ReportProblem& problem = *report.problem;
  problem.rows = 1;
  problem.cols = 2;
  problem.iterations = 3;
  problem.stw = 4;
  problem.portion = 5;
  problem.kernel = "k";
  problem.schedule = "s";
  problem.blocking = "b";
  problem.distribution = "d";
  problem.block_rows = 6;
  problem.seed = 7;
  problem.input = "f";
  problem.rhs = "r";
  problem.dx = 0.25;
  problem.dy = 0.5;
  problem.beta = 0.75;
  problem.coefficients = "c";
  problem.formula = "m";
  problem.numbers = "n";
  problem.grid = "2x3";
  problem.tiles = "2x1";
  problem.sweeps = 8;
  problem.rounds = 9;
  EXPECT_EQ(problem_line(report),
            R"("problem": {"rows":1,"cols":2,"iterations":3,"stw":4,"portion":5,"kernel":"k","schedule":"s",)"
            R"("blocking":"b","distribution":"d","block_rows":6,"seed":7,"input":"f","rhs":"r","dx":0.25,"dy":0.5,)"
            R"("beta":0.75,"coefficients":"c","formula":"m","numbers":"n","grid":"2x3","tiles":"2x1","sweeps":8,)"
            R"("rounds":9},)");
}

TEST(ProblemJson, IsNullWhereAKernelHasNoSuchField) {
  Report report;
  report.problem = ReportProblem{};
  EXPECT_EQ(problem_line(report),
            R"("problem": {"rows":0,"cols":0,"iterations":0,"stw":null,"portion":null,"kernel":null,"schedule":null,)"
            R"("blocking":null,"distribution":null,"block_rows":null,"seed":null,"input":null,"rhs":null,"dx":null,)"
            R"("dy":null,"beta":null,"coefficients":null,"formula":null,"numbers":null,"grid":null,"tiles":null,)"
            R"("sweeps":null,"rounds":null},)");
}

}  // namespace
}  // namespace stencil
