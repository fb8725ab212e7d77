// SPDX-License-Identifier: Apache-2.0
#include "sim/app/check_dut/levels.hpp"

#include <algorithm>

namespace stencil {
namespace {

constexpr const char* ports = "Clock, reset, ports";
constexpr const char* data_port = "Data port";
constexpr const char* interlock = "Interlock";
constexpr const char* registers = "Registers";
constexpr const char* kernels = "Kernels";
constexpr const char* commands = "Command";
constexpr const char* cycles = "Cycles";
constexpr const char* latencies = "Latencies";

}  // namespace

const char* name_of(DutLevel level) {
  constexpr std::array names{"elaborates", "registers", "buses",     "sweeps", "chains",
                             "tiles",      "change",    "interlock", "reset"};
  return names.at(static_cast<std::size_t>(level));
}

const char* meaning_of(DutLevel level) {
  constexpr std::array meanings{"Verilator and the compiler take it",
                                "capabilities, and what is not there",
                                "bursts, legal and at fault",
                                "bits, errors, counters, interrupt",
                                "skewed blocks",
                                "Gauss-Seidel tiles",
                                "the largest change",
                                "bursts and commands at once",
                                "a reset at any time"};
  return meanings.at(static_cast<std::size_t>(level));
}

const std::vector<DutTestRow>& dut_tests() {
  using L = DutLevel;
  static const std::vector<DutTestRow> rows{
      {L::registers, "StencilAccelStatus.CapabilitiesAreTheParameters", registers, "C6.15-C6.25"},
      {L::registers, "StencilAccelStatus.RegistersKeepWhatIsWritten", registers, "C6.1, C6.3, C6.13, C6.29, C6.31"},
      {L::registers, "StencilAccelKernels.SayWhatTheyHave", registers, "C6.18"},
      {L::registers, "StencilAccelKernels.RefuseAccessesToRegistersThatAreNotThere", registers, "C6.3"},
      {L::buses, "StencilAccel.RandomBurstsUnderEveryStall", data_port, "C2.6, C4.1-C4.6, C4.8-C4.19, C4.22"},
      {L::buses, "StencilAccel.TheNextAddressIsAcceptedWhileABurstIsServed", data_port, "C4.7"},
      {L::buses, "StencilAccelStatus.ABurstAtFaultIsAnError", data_port, "C4.10, C4.20, C8.40"},
      {L::sweeps, "StencilAccel.CommandsAreExactUnderEveryStall", kernels,
       "C6.30, C6.31, C7.1, C8.1-C8.3, C8.12, C8.16"},
      {L::sweeps, "StencilAccelStatus.IllegalCommandsSetTheirErrorAndTouchNothing", commands,
       "C2.7, C2.9, C6.27, C6.28, C6.37, C8.28, C8.30-C8.34, C8.36, C8.37"},
      {L::sweeps, "StencilAccelKernels.RefuseCommandsOfKernelsThatAreNotThere", commands, "C6.49, C8.28, C8.29, C8.35"},
      {L::sweeps, "StencilAccelFivePoint.EachCoefficientHasItsRegister", kernels, "C6.33, C8.5"},
      {L::sweeps, "StencilAccelFivePoint.CommandsAreExactUnderEveryStall", kernels, "C7.1, C8.2, C8.3, C8.5, C8.6"},
      {L::sweeps, "StencilAccelFivePoint.TheJobRefusesCoefficientsWhileBusy", registers, "C6.33, C6.44, C6.45, C8.39"},
      {L::sweeps, "StencilAccelHalves.AJobByHalvesIsTheSameJob", registers, "C6.2, C6.4, C6.8"},
      {L::sweeps, "StencilAccelStatus.BusyRefusesTheJobAndTheCommandIsUnharmed", registers, "C6.27, C6.44, C8.39"},
      {L::sweeps, "StencilAccelStatus.TheFirstOfSeveralErrorsIsTold", commands, "C6.28, C8.29"},
      {L::sweeps, "StencilAccelStatus.ARefusedCommandLetsTheOthersPass", commands, "C2.7, C6.37, C8.28"},
      {L::sweeps, "StencilAccelStatus.AFullQueueDropsACommand", registers, "C2.9, C6.20, C6.37, C6.48, C8.39"},
      {L::sweeps, "StencilAccelHalves.AFullQueueRefusesHalvesOfACommand", registers, "C6.8, C6.48"},
      {L::sweeps, "StencilAccelStatus.TheInterruptComesWithTheEndOfAllQueuedWork", ports, "C2.7, C6.27, C6.29"},
      {L::sweeps, "StencilAccelStatus.ACommandThatMeetsTheEndOfAnotherClearsDone", registers,
       "C2.7, C2.9, C6.9, C6.11"},
      {L::sweeps, "StencilAccelStatus.CountersAgreeWithThePins", cycles, "C2.8, C6.26, C6.34-C6.37, C9.1"},
      {L::sweeps, "StencilAccelStatus.CausesSumToTheTotalExactly", cycles, "C6.34, C9.1"},
      {L::sweeps, "StencilAccelHalves.CountersByHalves", registers, "C6.2, C6.4, C6.5, C6.26"},
      {L::sweeps, "StencilAccelBounds.NoPassTakesLonger", registers, "C6.23"},
      {L::sweeps, "StencilAccelOverlap.ACommandStartsFourCyclesAfterItIsWritten", latencies, ""},
      {L::sweeps, "StencilAccelOverlap.ARefusalTakesAsLongAndTheNextCommandFollows", latencies, ""},
      {L::sweeps, "StencilAccelOverlap.ACommandWaitsForThePlan", latencies, ""},
      {L::chains, "StencilAccelOverlap.AStorePostedWithItsCommandBringsTheResult", interlock, "C5.1, C5.5"},
      {L::chains, "StencilAccelHalves.WhatBreaksAChain", commands, "C6.7, C6.45"},
      {L::chains, "StencilAccelSkewed.FieldsInBlocksAreExactUnderEveryStall", commands, "C8.10, C8.11, C8.13-C8.15"},
      {L::chains, "StencilAccelSkewed.ABrokenChainIsRefusedAndANewOneExact", commands,
       "C2.1, C6.45, C8.11, C8.28, C8.36"},
      {L::chains, "StencilAccelSkewed.ChainsFollowOneAnotherAndBlocksThatStandAlone", commands, "C8.10, C8.12-C8.15"},
      {L::chains, "StencilAccelFivePoint.AChainOfSkewedBlocks", commands, "C8.5, C8.10, C8.13-C8.15, C8.24, C8.26"},
      {L::chains, "StencilAccelOverlap.ChainedCommandsPayTheFillOnce", cycles, "C6.37, C8.4"},
      {L::tiles, "StencilAccelTiles.CommandsAreExactUnderEveryStall", kernels, "C6.32, C6.46, C7.1, C8.17-C8.21"},
      {L::tiles, "StencilAccelTiles.IllegalTilesSetErrorTileAndTouchNothing", commands, "C8.28, C8.29, C8.38"},
      {L::tiles, "StencilAccelTiles.ABlockThatFillsItsBuffer", kernels, "C8.17, C8.18, C8.20"},
      {L::tiles, "StencilAccelTileKinds.AreExact", kernels, "C6.32, C8.17, C8.18, C8.21"},
      {L::tiles, "StencilAccelTiles.QueuedTilesFollowOneAnother", commands, "C5.4, C8.4, C8.17"},
      {L::tiles, "StencilAccelTiles.AfterAChainThatIsNotFinished", commands, "C8.11, C8.17, C8.36"},
      {L::tiles, "StencilAccelBounds.CommandsEndWithinTheMultipleOfTheLawsThatTheDeviceAnnounces", registers,
       "C6.24, C6.25"},
      {L::tiles, "StencilAccelBounds.TheLongestTileIsWithinIt", registers, "C6.23"},
      {L::change, "StencilAccelChange.IsTheLargestOfAllCommandsSinceItWasCleared", kernels,
       "C6.39, C8.22, C8.24, C8.25"},
      {L::change, "StencilAccelChange.AReadWaitsUntilAllOfAFinishedCommandIsInIt", kernels, "C8.24, C8.27"},
      {L::change, "StencilAccelChange.AWriteIsRefusedWhileBusyAndAReadIsNot", registers, "C6.47, C8.27, C8.39"},
      {L::change, "StencilAccelChange.AWriteForgetsWhatItHasNotShownYet", kernels, "C6.39, C8.22"},
      {L::change, "StencilAccelChange.AWriteBreaksNoChain", registers, "C6.47, C8.24"},
      {L::change, "StencilAccelFivePoint.ChangeIsMeasured", kernels, "C8.22, C8.24, C8.25"},
      {L::change, "StencilAccelTiles.ChangeIsNotTheirs", kernels, "C8.23"},
      {L::interlock, "StencilAccelOverlap.ALoadOfABufferInUseWaitsUntilTheCommandHasFinished", interlock, "C5.1"},
      {L::interlock, "StencilAccelOverlap.ABufferOfAQueuedCommandIsHeldToo", interlock, "C5.1"},
      {L::interlock, "StencilAccelOverlap.CommandsThatShareABufferFollowOneAnother", interlock, "C5.4, C8.4"},
      {L::interlock, "StencilAccelOverlap.AHeldBurstHoldsThoseBehindItAndTheOtherDirectionGoesOn", interlock,
       "C4.21, C5.1, C5.2"},
      {L::interlock, "StencilAccelOverlap.ACommandWaitsForABurstThatHasBegunOnItsBuffers", interlock,
       "C5.3, C5.6, C9.5"},
      {L::interlock, "StencilAccelOverlap.ALoadThatIsHeldCountsAsALoad", cycles, "C9.5"},
      {L::interlock, "StencilAccelOverlap.OtherBuffersFlowAtFullRateInBothDirections", interlock,
       "C4.21, C6.36, C6.38"},
      {L::interlock, "StencilAccelInterlock.ACommandWaitsForAReadThatHasBegun", interlock, "C5.3, C5.6, C9.4"},
      {L::interlock, "StencilAccelInterlock.AReadAndACommandThatMeet", interlock, "C5.7, C6.9"},
      {L::interlock, "StencilAccelNoHold.BurstsOfACommandInFlightAreRefusedAtOnce", interlock,
       "C5.10, C5.11, C6.29, C8.41"},
      {L::interlock, "StencilAccelNoHold.BurstsOfAQueuedCommandToo", interlock, "C5.10, C5.11"},
      {L::interlock, "StencilAccelNoHold.ABurstThatHasBegunIsServed", interlock, "C5.3, C5.6"},
      {L::interlock, "StencilAccelNoHold.ARefusedBurstKeepsNoCommandOff", interlock, "C5.10"},
      {L::interlock, "StencilAccelNoHold.TheModeMayChangeAtAnyTime", interlock, "C5.1, C5.10, C6.29"},
      {L::interlock, "StencilAccelTiles.AStoreOfTheNextTilesRightHandSideGoesOn", interlock, "C5.3, C5.6, C8.20"},
      {L::interlock, "StencilAccelTiles.BurstsAndTilesSideBySide", interlock, "C5.1, C8.20"},
      {L::interlock, "StencilAccelSequences.EveryUseOfABufferAfterEveryOther", interlock,
       "C5.1, C5.3, C5.5, C8.3, C8.20"},
      {L::interlock, "StencilAccelSequences.ErrorsBehindACommandThatRuns", commands, "C4.20, C8.28, C8.40"},
      {L::interlock, "StencilAccel.BurstsAndCommandsTakeTurns", interlock, "C4.22, C5.1, C5.3"},
      {L::interlock, "StencilAccelUnwaited.BurstsAndCommandsInAnyOrder", interlock, "C5.1-C5.4, C5.6, C5.7, C8.4"},
      {L::interlock, "StencilAccel.RandomOverlappedPrograms", interlock, "C5.1, C5.4, C5.5, C8.4"},
      {L::reset, "StencilAccelReset.ResetInMidRun", ports, "C2.1, C6.34, C6.37"},
      {L::reset, "StencilAccelReset.ResetInMidRunAndACommandAtOnce", ports, "C2.1, C2.2"},
      {L::reset, "StencilAccelReset.NoAnswerIsOfferedDuringAReset", ports, "C2.4"},
      {L::reset, "StencilAccelReset.ResetInMidBurst", ports, "C2.1, C2.3"},
      {L::reset, "StencilAccelReset.ACommandAndABurstRightBehindAResetInABurst", ports, "C2.1, C2.3"},
      {L::reset, "StencilAccelTiles.ResetInMidRun", ports, "C2.1"},
  };
  return rows;
}

const DutTestRow* find_dut_test(const std::string& test) {
  const auto& rows = dut_tests();
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const DutTestRow& row) { return row.test == test; });
  return found == rows.end() ? nullptr : &*found;
}

std::string place_in_contract(const DutTestRow& row) {
  const std::string clauses = row.clauses;
  return clauses.empty() ? row.section : row.section + (": " + clauses);
}

}  // namespace stencil
