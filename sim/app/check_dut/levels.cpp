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
      {L::registers, "StencilAccelStatus.CapabilitiesAreTheParameters", registers},
      {L::registers, "StencilAccelStatus.RegistersKeepWhatIsWritten", registers},
      {L::registers, "StencilAccelKernels.SayWhatTheyHave", registers},
      {L::registers, "StencilAccelKernels.RefuseAccessesToRegistersThatAreNotThere", registers},
      {L::buses, "StencilAccel.RandomBurstsUnderEveryStall", data_port},
      {L::buses, "StencilAccelStatus.ABurstAtFaultIsAnError", data_port},
      {L::sweeps, "StencilAccel.CommandsAreExactUnderEveryStall", kernels},
      {L::sweeps, "StencilAccelStatus.IllegalCommandsSetTheirErrorAndTouchNothing", commands},
      {L::sweeps, "StencilAccelKernels.RefuseCommandsOfKernelsThatAreNotThere", commands},
      {L::sweeps, "StencilAccelFivePoint.EachCoefficientHasItsRegister", kernels},
      {L::sweeps, "StencilAccelFivePoint.CommandsAreExactUnderEveryStall", kernels},
      {L::sweeps, "StencilAccelFivePoint.TheJobRefusesCoefficientsWhileBusy", registers},
      {L::sweeps, "StencilAccelHalves.AJobByHalvesIsTheSameJob", registers},
      {L::sweeps, "StencilAccelStatus.BusyRefusesTheJobAndTheCommandIsUnharmed", registers},
      {L::sweeps, "StencilAccelStatus.TheFirstOfSeveralErrorsIsTold", commands},
      {L::sweeps, "StencilAccelStatus.ARefusedCommandLetsTheOthersPass", commands},
      {L::sweeps, "StencilAccelStatus.AFullQueueDropsACommand", registers},
      {L::sweeps, "StencilAccelHalves.AFullQueueRefusesHalvesOfACommand", registers},
      {L::sweeps, "StencilAccelStatus.TheInterruptComesWithTheEndOfAllQueuedWork", ports},
      {L::sweeps, "StencilAccelStatus.ACommandThatMeetsTheEndOfAnotherClearsDone", registers},
      {L::sweeps, "StencilAccelStatus.CountersAgreeWithThePins", cycles},
      {L::sweeps, "StencilAccelStatus.CausesSumToTheTotalExactly", cycles},
      {L::sweeps, "StencilAccelHalves.CountersByHalves", registers},
      {L::sweeps, "StencilAccelBounds.NoPassTakesLonger", registers},
      {L::sweeps, "StencilAccelOverlap.ACommandStartsFourCyclesAfterItIsWritten", latencies},
      {L::sweeps, "StencilAccelOverlap.ARefusalTakesAsLongAndTheNextCommandFollows", latencies},
      {L::sweeps, "StencilAccelOverlap.ACommandWaitsForThePlan", latencies},
      {L::chains, "StencilAccelOverlap.AStorePostedWithItsCommandBringsTheResult", interlock},
      {L::chains, "StencilAccelHalves.WhatBreaksAChain", commands},
      {L::chains, "StencilAccelSkewed.FieldsInBlocksAreExactUnderEveryStall", commands},
      {L::chains, "StencilAccelSkewed.ABrokenChainIsRefusedAndANewOneExact", commands},
      {L::chains, "StencilAccelSkewed.ChainsFollowOneAnotherAndBlocksThatStandAlone", commands},
      {L::chains, "StencilAccelFivePoint.AChainOfSkewedBlocks", commands},
      {L::chains, "StencilAccelOverlap.ChainedCommandsPayTheFillOnce", cycles},
      {L::tiles, "StencilAccelTiles.CommandsAreExactUnderEveryStall", kernels},
      {L::tiles, "StencilAccelTiles.IllegalTilesSetErrorTileAndTouchNothing", commands},
      {L::tiles, "StencilAccelTiles.ABlockThatFillsItsBuffer", kernels},
      {L::tiles, "StencilAccelTiles.QueuedTilesFollowOneAnother", commands},
      {L::tiles, "StencilAccelTiles.AfterAChainThatIsNotFinished", commands},
      {L::tiles, "StencilAccelBounds.CommandsEndWithinTheMultipleOfTheLawsThatTheDeviceAnnounces", registers},
      {L::tiles, "StencilAccelBounds.TheLongestTileIsWithinIt", registers},
      {L::change, "StencilAccelChange.IsTheLargestOfAllCommandsSinceItWasCleared", kernels},
      {L::change, "StencilAccelChange.AReadWaitsUntilAllOfAFinishedCommandIsInIt", kernels},
      {L::change, "StencilAccelChange.AWriteIsRefusedWhileBusyAndAReadIsNot", registers},
      {L::change, "StencilAccelChange.AWriteForgetsWhatItHasNotShownYet", kernels},
      {L::change, "StencilAccelChange.AWriteBreaksNoChain", registers},
      {L::change, "StencilAccelFivePoint.ChangeIsMeasured", kernels},
      {L::change, "StencilAccelTiles.ChangeIsNotTheirs", kernels},
      {L::interlock, "StencilAccelOverlap.ALoadOfABufferInUseWaitsUntilTheCommandHasFinished", interlock},
      {L::interlock, "StencilAccelOverlap.ABufferOfAQueuedCommandIsHeldToo", interlock},
      {L::interlock, "StencilAccelOverlap.CommandsThatShareABufferFollowOneAnother", interlock},
      {L::interlock, "StencilAccelOverlap.AHeldBurstHoldsThoseBehindItAndTheOtherDirectionGoesOn", interlock},
      {L::interlock, "StencilAccelOverlap.ACommandWaitsForABurstThatHasBegunOnItsBuffers", interlock},
      {L::interlock, "StencilAccelOverlap.OtherBuffersFlowAtFullRateInBothDirections", interlock},
      {L::interlock, "StencilAccelInterlock.ACommandWaitsForAReadThatHasBegun", interlock},
      {L::interlock, "StencilAccelInterlock.AReadAndACommandThatMeet", interlock},
      {L::interlock, "StencilAccelNoHold.BurstsOfACommandInFlightAreRefusedAtOnce", interlock},
      {L::interlock, "StencilAccelNoHold.BurstsOfAQueuedCommandToo", interlock},
      {L::interlock, "StencilAccelNoHold.ABurstThatHasBegunIsServed", interlock},
      {L::interlock, "StencilAccelNoHold.ARefusedBurstKeepsNoCommandOff", interlock},
      {L::interlock, "StencilAccelNoHold.TheModeMayChangeAtAnyTime", interlock},
      {L::interlock, "StencilAccelTiles.AStoreOfTheNextTilesRightHandSideGoesOn", interlock},
      {L::interlock, "StencilAccelTiles.BurstsAndTilesSideBySide", interlock},
      {L::interlock, "StencilAccel.BurstsAndCommandsTakeTurns", interlock},
      {L::interlock, "StencilAccelUnwaited.BurstsAndCommandsInAnyOrder", interlock},
      {L::interlock, "StencilAccel.RandomOverlappedPrograms", interlock},
      {L::reset, "StencilAccelReset.ResetInMidRun", ports},
      {L::reset, "StencilAccelReset.ResetInMidRunAndACommandAtOnce", ports},
      {L::reset, "StencilAccelReset.ResetInMidBurst", ports},
      {L::reset, "StencilAccelReset.ACommandAndABurstRightBehindAResetInABurst", ports},
      {L::reset, "StencilAccelTiles.ResetInMidRun", ports},
  };
  return rows;
}

const DutTestRow* find_dut_test(const std::string& test) {
  const auto& rows = dut_tests();
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const DutTestRow& row) { return row.test == test; });
  return found == rows.end() ? nullptr : &*found;
}

}  // namespace stencil
