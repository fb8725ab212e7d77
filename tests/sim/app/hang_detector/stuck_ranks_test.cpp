// What follows from the states of ranks: who can never go on.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sim/app/hang_detector/board/rank_state.hpp"
#include "sim/app/hang_detector/hang_proof.hpp"
#include "sim/app/hang_detector/picture.hpp"

namespace stencil {
namespace {

using Indices = std::vector<std::size_t>;

RankState running(int rank) {
  RankState state;
  state.rank = rank;
  return state;
}

Need message(int from, bool may_come = false) {
  Need need;
  need.kind = Need::Kind::message;
  need.rank = from;
  need.may_come = may_come;
  return need;
}

RankState waiting(int rank, const std::vector<Need>& needs, bool any = false) {
  RankState state = running(rank);
  state.call = any ? "MPI_Waitany" : "MPI_Waitall";
  state.any = any;
  state.needs = needs;
  return state;
}

RankState gone(int rank, RankState::Life life) {
  RankState state = running(rank);
  state.life = life;
  return state;
}

TEST(StuckRanks, ARankThatRunsMayStillSend) {
  EXPECT_EQ(stuck_ranks({waiting(0, {message(1)}), running(1)}), Indices{});
}

TEST(StuckRanks, ACircleAndThoseThatWaitForIt) {
  EXPECT_EQ(stuck_ranks({waiting(0, {message(1)}), waiting(1, {message(2)}), waiting(2, {message(1)}), running(3)}),
            (Indices{0, 1, 2}));
}

TEST(StuckRanks, AMessageUnderWayFreesTheWholeChain) {
  EXPECT_EQ(stuck_ranks({waiting(0, {message(1)}), waiting(1, {message(2)}), waiting(2, {message(1, true)})}),
            Indices{});
}

TEST(StuckRanks, OfAllNeedsOneSufficesOfAnyAllMustFail) {
  const RankState finished = gone(1, RankState::Life::finished);
  EXPECT_EQ(stuck_ranks({waiting(0, {message(1), message(2)}), finished, running(2)}), Indices{0});
  EXPECT_EQ(stuck_ranks({waiting(0, {message(1), message(2)}, true), finished, running(2)}), Indices{});
}

TEST(StuckRanks, TheGoneBringNothingTheFailingTellThemselves) {
  EXPECT_EQ(stuck_ranks({waiting(0, {message(1)}), gone(1, RankState::Life::dead)}), Indices{0});
  EXPECT_EQ(stuck_ranks({waiting(0, {message(1)}), gone(1, RankState::Life::finished)}), Indices{0});
  EXPECT_EQ(stuck_ranks({waiting(0, {message(1)}), gone(1, RankState::Life::ending)}), Indices{});
}

// From any rank: that of the waiting one itself, of one in MPI_Finalize, of a third.
TEST(StuckRanks, ARankInMpiFinalizeSendsNothingAnyMore) {
  const RankState last = gone(1, RankState::Life::in_finalize);
  EXPECT_EQ(rank_text(last), "is in MPI_Finalize");
  EXPECT_EQ(stuck_ranks({waiting(0, {message(1)}), last}), Indices{0});
  EXPECT_EQ(stuck_ranks({waiting(0, {message(1, true)}), last}), Indices{}) << "on its way";
  const RankState any = waiting(0, {message(0), message(1), message(2)}, true);
  EXPECT_EQ(stuck_ranks({any, last, running(2)}), Indices{}) << "computes for itself";
  EXPECT_EQ(stuck_ranks({any, last, gone(2, RankState::Life::in_finalize)}), Indices{0});
  EXPECT_EQ(stuck_ranks({any, last, waiting(2, {message(1)})}), (Indices{0, 2}));
  EXPECT_EQ(stuck_ranks({any, last, waiting(2, {message(1, true)})}), Indices{});
}

TEST(StuckRanks, WhatAClientHasDoneIsTold) {
  RankState last = gone(1, RankState::Life::in_finalize);
  last.steps = 1;
  EXPECT_EQ(rank_text(last), "is in MPI_Finalize, after 1 step");
  RankState in_update = waiting(0, {message(1)});
  const std::string waits = rank_text(in_update);
  in_update.phase = "VSDA_Update_end of update 1";
  EXPECT_EQ(rank_text(in_update), "VSDA_Update_end of update 1: " + waits);
  in_update.phase = "VSDA_Update_end of update 3";
  in_update.updates = 2;
  EXPECT_EQ(rank_text(in_update), "after 2 updates, in VSDA_Update_end of update 3: " + waits);
  in_update.steps = 1;
  in_update.phase = "";
  EXPECT_EQ(rank_text(in_update), "after 1 step and 2 updates: " + waits);
}

TEST(StuckRanks, NothingFollowsFromWhatIsNotKnown) {
  EXPECT_EQ(stuck_ranks({waiting(0, {Need{}}), gone(1, RankState::Life::finished)}), Indices{});
  EXPECT_EQ(stuck_ranks({waiting(0, {}), gone(1, RankState::Life::finished)}), Indices{});
  EXPECT_EQ(stuck_ranks({waiting(0, {message(7)}), gone(1, RankState::Life::finished)}), Indices{}) << "other node";
}

TEST(StuckRanks, TheGraphHasAnArrowPerNeedThatCannotCome) {
  RankState first = waiting(0, {message(1), message(1, true)});
  first.phase = "exchange";
  first.step = 3;
  EXPECT_EQ(picture_dot({first, gone(1, RankState::Life::finished)}),
            "digraph waits {\n"
            "  node [shape=box]\n"
            "  r0 [label=\"rank 0\\nexchange of step 3: waits in MPI_Waitall for a message from rank 1\" color=red]\n"
            "  r0 -> r1 [label=\"a message from rank 1\" color=red]\n"
            "  r1 [label=\"rank 1\\nhas finished\"]\n"
            "}\n");
}

// Ten minutes of looks, ten a second.
constexpr int looks = 6000;

TEST(HangProof, ARankThatComputesForTenMinutesIsNeverCalledHung) {
  HangProof proof;
  for (int i = 0; i < looks; ++i) {
    EXPECT_EQ(proof.look({waiting(0, {message(1)}), running(1), waiting(2, {message(1)})}), Indices{});
  }
}

// Of ranks in MPI_Finalize none is stuck, however long another keeps them waiting.
TEST(HangProof, ASlowRankBeforeMpiFinalizeIsNeverCalledHung) {
  HangProof proof;
  for (int i = 0; i < looks; ++i) {
    EXPECT_EQ(proof.look({running(0), gone(1, RankState::Life::in_finalize), gone(2, RankState::Life::in_finalize)}),
              Indices{});
  }
}

// A message is under way to it; it takes none, since the system has stopped it or others have its core.
TEST(HangProof, ARankThatIsStoppedInAWaitIsNeverCalledHung) {
  HangProof proof;
  for (int i = 0; i < looks; ++i) {
    EXPECT_EQ(proof.look({waiting(0, {message(1)}), waiting(1, {message(0, true)}), waiting(2, {message(1)})}),
              Indices{});
  }
}

TEST(HangProof, TheSecondLookProves) {
  HangProof proof;
  const std::vector<RankState> crossed{waiting(0, {message(1)}), waiting(1, {message(0)}), running(2)};
  EXPECT_EQ(proof.look(crossed), Indices{});
  EXPECT_EQ(proof.look(crossed), (Indices{0, 1}));
}

TEST(HangProof, AChangeBetweenTwoLooksProvesNothing) {
  HangProof proof;
  for (int i = 0; i < looks; ++i) {
    RankState changing = waiting(1, {message(0)});
    changing.epoch = static_cast<std::uint64_t>(2 * i);
    EXPECT_EQ(proof.look({waiting(0, {message(1)}), changing}), Indices{});
  }
}

TEST(StuckRanks, MessagesThatNobodyReceivesAreNamed) {
  RankState rank = waiting(0, {message(1)});
  rank.unreceived = {{1, 4, 1, "MPI_Isend"}, {2, 3, 2, "MPI_Send"}};
  EXPECT_EQ(rank_text(rank),
            "waits in MPI_Waitall for a message from rank 1; it has posted no receive for the message that rank 1 sent "
            "in MPI_Isend with tag 4, nor for the 2 messages that rank 2 sent in MPI_Send with tag 3");
}

TEST(Picture, NamesAnExchangeThatSomeRanksAloneHaveMade) {
  RankState ahead = waiting(0, {message(1)}), behind = waiting(1, {message(0)});
  const std::string without = picture_text({ahead, behind});
  EXPECT_EQ(without.find("left out"), std::string::npos) << without;
  ahead.left_out = 373;
  const std::string text = picture_text({ahead, behind});
  EXPECT_NE(text.find("  rank 0 has left out the halo exchange of step 373, which other ranks"), std::string::npos)
      << text;
  // Where none has made it, the schedule has none.
  behind.left_out = 373;
  EXPECT_EQ(picture_text({ahead, behind}).find("left out"), std::string::npos);
}

TEST(Picture, NamesTheRankThatWentOnWithoutSending) {
  RankState behind = waiting(0, {message(1)}), ahead = waiting(1, {message(0)});
  behind.phase = ahead.phase = "wait";
  behind.step = ahead.step = 0;
  EXPECT_EQ(picture_text({behind, ahead}).find("side"), std::string::npos) << "both in one step";
  ahead.step = 1;
  const std::string text = picture_text({behind, ahead});
  EXPECT_NE(text.find("side: host: rank 1 is in step 1 already, and has not sent, or not with that"), std::string::npos)
      << text;
  behind.needs = {message(1, true)};
  EXPECT_EQ(picture_text({behind, ahead}).find("side"), std::string::npos) << "it is under way";
  behind.needs = {message(1)};
  ahead.phase = "residual";
  EXPECT_EQ(picture_text({behind, ahead}).find("side"), std::string::npos) << "steps of other phases";
}

}  // namespace
}  // namespace stencil
