// run --digest: output and report, changes that must change a digest and changes that must not.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "sim/app/json/json.hpp"
#include "tests/system/command.hpp"

namespace stencil {
namespace {

Words digest_run(const std::string& report, const Words& more = {}) {
  Words words{"run", "--config", "small", "--rows",    "40", "--cols",   "33",       "--iterations",
              "4",   "--stw",    "2",     "--portion", "9",  "--digest", "--report", report};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

std::vector<Json> digests_of(int ranks, const Words& more = {}) {
  const ScratchDirectory scratch;
  const ProgramResult result = ranks == 1 ? alone(digest_run(scratch / "r.json", more))
                                          : under_mpirun(ranks, STENCIL_COSIM, digest_run(scratch / "r.json", more));
  EXPECT_EQ(result.status, 0) << result.err;
  const Json report = Json::parse(read_text(scratch / "r.json"));
  std::vector<Json> digests;
  for (const Json& digest : report["machine"]["digests"]) {
    const std::string lines = "digests of rank " + digest["rank"].dump() + ":\n  with cycles " +
                              digest["with_cycles"].text() + "\n  without     " + digest["without_cycles"].text() +
                              "\n  bursts      " + digest["bursts"].text() + "\n";
    EXPECT_EQ(count(result.out, lines), 1) << result.out;
    for (const char* name : {"with_cycles", "without_cycles", "bursts"}) {
      EXPECT_EQ(digest[name].text().size(), 64u);
      EXPECT_EQ(digest[name].text().find_first_not_of("0123456789abcdef"), std::string::npos);
    }
    EXPECT_EQ(digest["rank"].integer(), static_cast<std::int64_t>(digests.size()));
    digests.push_back(digest);
  }
  EXPECT_EQ(digests.size(), static_cast<std::size_t>(ranks));
  return digests;
}

TEST(Digest, TheSameRunHasTheSame) {
  EXPECT_EQ(digests_of(1).front().dump(), digests_of(1).front().dump());
}

TEST(Digest, OtherDataAreAnother) {
  const Json base = digests_of(1).front(), other = digests_of(1, {"--seed", "2"}).front();
  for (const char* name : {"with_cycles", "without_cycles", "bursts"}) EXPECT_NE(base[name].text(), other[name].text());
}

TEST(Digest, ASlowerLinkChangesCyclesAlone) {
  const Json base = digests_of(1).front(), slow = digests_of(1, {"--link-latency", "7"}).front();
  EXPECT_NE(base["with_cycles"].text(), slow["with_cycles"].text());
  EXPECT_EQ(base["bursts"].text(), slow["bursts"].text());
}

TEST(Digest, EveryRankHasItsOwn) {
  std::set<std::string> all;
  for (const Json& digest : digests_of(3)) {
    for (const char* name : {"with_cycles", "without_cycles", "bursts"}) all.insert(digest[name].text());
  }
  EXPECT_EQ(all.size(), 9u);
}

TEST(Digest, OfTheOtherKernel) {
  const ScratchDirectory scratch;
  const Words words{"run",    "--kernel", "gauss-seidel", "--config", "small",    "--rows",   "40",
                    "--cols", "33",       "--rounds",     "1",        "--digest", "--report", scratch / "r.json"};
  EXPECT_EQ(alone(words).status, 0);
  EXPECT_EQ(Json::parse(read_text(scratch / "r.json"))["machine"]["digests"].size(), 1u);
}

TEST(Digest, NotAskedForIsNotThere) {
  const ScratchDirectory scratch;
  const ProgramResult result = alone({"run", "--accel", "model", "--report", scratch / "r.json"});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(count(result.out, "digest"), 0);
  EXPECT_FALSE(Json::parse(read_text(scratch / "r.json"))["machine"].contains("digests"));
}

TEST(Digest, OnlyPinsHaveOne) {
  for (const char* accel : {"model", "software"}) {
    const ProgramResult result = alone({"run", "--accel", accel, "--digest"});
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.err, std::string("stencil-cosim: accelerator '") + accel +
                              "' has no pins whose handshakes could be digested, must be rtl\n");
  }
}

}  // namespace
}  // namespace stencil
