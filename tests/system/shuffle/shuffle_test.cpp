// Messages in another order: the shim reorders them and keeps MPI's guarantees; a program that depends on the order
// shows it, and the device's traffic does not change.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>

#include "sim/app/json/json.hpp"
#include "tests/system/command.hpp"

namespace stencil {
namespace {

constexpr int ranks = 4;

struct Shuffled {
  ProgramResult result;
  std::set<long> processes;
  long sends = 0, moved = 0, completions = 0, chosen = 0;
};

// Seed 0: the messages stay in order.
Shuffled run_shuffled(int seed, const std::string& program, const Words& options) {
  const ScratchDirectory scratch;
  Words words{STENCIL_MPIEXEC,
              "-n",
              std::to_string(ranks),
              "--oversubscribe",
              "-x",
              std::string("LD_PRELOAD=") + STENCIL_SHUFFLE_MESSAGES,
              "-x",
              "SHUFFLE_LOG=" + (scratch / "log")};
#ifdef __SANITIZE_ADDRESS__
  // The shim is loaded before the sanitizer's library, which it does without.
  const char* options_now = std::getenv("ASAN_OPTIONS");
  const std::string before = options_now == nullptr ? "" : options_now + std::string(":");
  words.insert(words.end(), {"-x", "ASAN_OPTIONS=" + before + "verify_asan_link_order=0"});
#endif
  if (seed != 0) words.insert(words.end(), {"-x", "SHUFFLE_SEED=" + std::to_string(seed)});
  words.push_back(program);
  words.insert(words.end(), options.begin(), options.end());
  Shuffled shuffled;
  shuffled.result = run_program(words);
  for (int rank = 0; rank < ranks; ++rank) {
    const std::string text = read_text(scratch / ("log." + std::to_string(rank)));
    int its_rank = -1;
    long process = 0, sends = 0, moved = 0, completions = 0, chosen = 0;
    EXPECT_EQ(std::sscanf(text.c_str(), "rank %d pid %ld sends %ld moved %ld completions %ld chosen %ld", &its_rank,
                          &process, &sends, &moved, &completions, &chosen),
              6)
        << text;
    EXPECT_EQ(its_rank, rank);
    shuffled.processes.insert(process);
    shuffled.sends += sends;
    shuffled.moved += moved;
    shuffled.completions += completions;
    shuffled.chosen += chosen;
  }
  return shuffled;
}

TEST(Shuffle, MovesMessagesAndKeepsThoseOfOneRankInOrder) {
  std::set<std::string> orders;
  for (int seed = 1; seed <= 4; ++seed) {
    const Shuffled shuffled = run_shuffled(seed, STENCIL_ORDER_PROBE, {});
    EXPECT_EQ(shuffled.result.status, 0) << shuffled.result.err;
    EXPECT_EQ(shuffled.processes.size(), static_cast<std::size_t>(ranks));
    EXPECT_EQ(shuffled.sends, ranks * (ranks - 1) * 3 * 8);
    EXPECT_EQ(shuffled.completions, shuffled.sends);
    EXPECT_GT(shuffled.moved, shuffled.sends / 4);
    EXPECT_GT(shuffled.chosen, shuffled.completions / 4);
    orders.insert(shuffled.result.out);
  }
  // A result that depends on the order of messages is different each time.
  EXPECT_GT(orders.size(), 2u);
}

TEST(Shuffle, WithoutASeedNothingIsMoved) {
  const Shuffled shuffled = run_shuffled(0, STENCIL_ORDER_PROBE, {});
  EXPECT_EQ(shuffled.result.status, 0) << shuffled.result.err;
  EXPECT_EQ(shuffled.sends + shuffled.moved + shuffled.completions + shuffled.chosen, 0);
}

TEST(Shuffle, TheTrafficOfTheDevicesDoesNotDependOnIt) {
  const ScratchDirectory scratch;
  for (const Words& how : {Words{"--distribution", "cyclic", "--strip-rows", "12", "--iterations", "6", "--stw", "2"},
                           Words{"--kernel", "gauss-seidel", "--rounds", "1", "--sweeps", "2"}}) {
    std::set<std::string> digests;
    for (int seed = 0; seed <= 3; ++seed) {
      Words words{"run",    "--config", "small",    "--rows",   "60",
                  "--cols", "40",       "--digest", "--report", scratch / "r.json"};
      words.insert(words.end(), how.begin(), how.end());
      const Shuffled shuffled = run_shuffled(seed, STENCIL_COSIM, words);
      ASSERT_EQ(shuffled.result.status, 0) << shuffled.result.err;
      EXPECT_EQ(shuffled.processes.size(), static_cast<std::size_t>(ranks));
      if (seed != 0) {
        EXPECT_GT(shuffled.sends, 0);
      }
      const Json list = Json::parse(read_text(scratch / "r.json"))["machine"]["digests"];
      EXPECT_EQ(list.size(), static_cast<std::size_t>(ranks));
      digests.insert(list.dump());
    }
    EXPECT_EQ(digests.size(), 1u);
  }
}

}  // namespace
}  // namespace stencil
