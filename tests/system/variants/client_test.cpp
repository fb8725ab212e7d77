// A user's C program on RTL that is wrong: STENCIL_CHECK=block finds it.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "host/base/text.hpp"
#include "sim/app/json/json.hpp"
#include "tests/support/run_program.hpp"
#include "tests/support/scratch_directory.hpp"
#include "tests/support/texts.hpp"
#include "tests/support/unplaced.hpp"

namespace stencil {
namespace {

using testing_support::ProgramResult;
using testing_support::read_text;
using testing_support::run_program;
using testing_support::ScratchDirectory;

ProgramResult run_client(int ranks, const std::string& report, const std::vector<std::string>& more) {
  // Open MPI leaves memory behind, which a C program cannot suppress as ours do.
  std::vector<std::string> environment{"STENCIL_CONFIG=varied", "STENCIL_REPORT=" + report,
                                       "ASAN_OPTIONS=detect_leaks=0"};
  environment.insert(environment.end(), more.begin(), more.end());
  return run_program({STENCIL_MPIEXEC, "-n", std::to_string(ranks), "--oversubscribe", VARIANT_CLIENT, "40", "30"},
                     environment);
}

// What mpirun adds about a status stands behind lines of dashes.
std::string without_frames(const std::string& text) {
  return text.substr(0, text.find("---------------"));
}

TEST(VariantClient, IsCheckedBlockByBlock) {
  STENCIL_NEEDS_PLANT("wrong-sign");
  for (const int ranks : {1, 2}) {
    const ScratchDirectory scratch;
    const std::string report = scratch / "r.json";
    const ProgramResult right = run_client(ranks, report, {"STENCIL_CHECK=block"});
    EXPECT_EQ(right.status, 0) << right.err;
    EXPECT_TRUE(test::only_summary(right.err, "PASS"));
    EXPECT_EQ(Json::parse(read_text(report))["ok"], true);
    const ProgramResult wrong =
        run_client(ranks, report, {"STENCIL_CHECK=block", "STENCIL_PLUSARGS=+variant=wrong-sign"});
    EXPECT_EQ(wrong.status, 1) << "the program's own";
    const auto json = Json::parse(read_text(report));
    EXPECT_EQ(json["ok"], false);
    EXPECT_GT(json["mismatches"].integer(), 0);
    EXPECT_GT(json["compared"].integer(), json["mismatches"].integer());
    EXPECT_EQ(json["first_mismatch"]["block"], 0);
    EXPECT_EQ(json["first_mismatch"]["rank"], 0);
    const std::string compared = with_commas(json["compared"].integer());
    const std::string differ = with_commas(json["mismatches"].integer());
    EXPECT_TRUE(test::only_summary(without_frames(wrong.err), "FAIL"));
    EXPECT_TRUE(test::holds(wrong.err, "\nfirst difference: row "));
    EXPECT_TRUE(test::holds(wrong.err, "\nFAIL: " + compared + " values compared, " + differ + " differ, "));
    const ProgramResult silent =
        run_client(ranks, report, {"STENCIL_CHECK=block", "STENCIL_SUMMARY=0", "STENCIL_PLUSARGS=+variant=wrong-sign"});
    EXPECT_TRUE(test::holds(silent.err, "\nstencil: STENCIL_CHECK=block: " + differ + " of " + compared +
                                            " values compared differ; first difference: row "))
        << silent.err;
    const ProgramResult paranoid = run_client(ranks, report, {"STENCIL_PARANOID=1"});
    EXPECT_EQ(paranoid.status, 0) << paranoid.err;
    EXPECT_TRUE(test::only_summary(paranoid.err, "PASS"));
    EXPECT_EQ(Json::parse(read_text(report))["ok"], true);
    EXPECT_EQ(Json::parse(read_text(report))["machine"]["paranoid"], true);
    const ProgramResult breach =
        run_client(ranks, report, {"STENCIL_PARANOID=1", "STENCIL_PLUSARGS=+variant=bid-wrong"});
    EXPECT_NE(breach.status, 0);
    EXPECT_NE(breach.err.find("breaks rule response-id"), std::string::npos) << breach.err;
    const ProgramResult unchecked = run_client(ranks, report, {"STENCIL_PLUSARGS=+variant=wrong-sign"});
    EXPECT_TRUE(Json::parse(read_text(report))["ok"].is_null());
    EXPECT_TRUE(test::only_summary(without_frames(unchecked.err), "NOT CHECKED"));
  }
}

}  // namespace
}  // namespace stencil
