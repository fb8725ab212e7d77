// Each rule refuses a module that breaks it, through yosys itself.
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/synthesis/record.hpp"
#include "tests/synthesis/result.hpp"

namespace stencil::synthesis {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

Design mutant(const std::string& module, const std::map<std::string, std::int64_t>& parameters = {}) {
  const ::testing::TestInfo* test = ::testing::UnitTest::GetInstance()->current_test_info();
  return {
      STENCIL_SYNTHESIS_MUTANTS, module, {"mutant", false, parameters}, std::string(STENCIL_WORK "/") + test->name()};
}

// What is thrown, or nothing.
std::string error_of(const Design& design, bool maps) {
  try {
    synthesise(design, maps);
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

TEST(Teeth, AHealthyModulePasses) {
  const Result result = synthesise(mutant("healthy"), true);
  EXPECT_THAT(result.breaches, IsEmpty());
  EXPECT_EQ(result.top().resources.half_block_rams, 4);
  EXPECT_EQ(result.top().resources.dsps, 2);
}

TEST(Teeth, ALatchIsRefusedBeforeAndAfterMapping) {
  EXPECT_THAT(synthesise(mutant("latch"), false).breaches, Contains(HasSubstr("is a latch")));
  EXPECT_THAT(check_mapped({}, map_to_ultrascale_plus(mutant("latch"))), Contains(HasSubstr("is a latch")));
}

TEST(Teeth, TwoDriversAreRefused) {
  EXPECT_THAT(error_of(mutant("two_drivers"), false), HasSubstr("conflicting drivers"));
}

TEST(Teeth, ALoopIsRefused) {
  EXPECT_THAT(error_of(mutant("loop"), false), HasSubstr("logic loop"));
}

TEST(Teeth, ALoopAcrossModulesIsRefused) {
  EXPECT_EQ(error_of(mutant("loop_across"), false), "");
  EXPECT_THAT(error_of(mutant("loop_across"), true), HasSubstr("combinational loop through"));
}

TEST(Teeth, AMemoryReadWithoutAClockIsRefused) {
  EXPECT_THAT(synthesise(mutant("async_memory"), false).breaches, Contains(HasSubstr("read without a clock")));
  EXPECT_THAT(synthesise(mutant("async_memory"), true).breaches, Contains(HasSubstr("must be block RAM")));
}

TEST(Teeth, AMemoryThatBecomesRegistersIsRefused) {
  EXPECT_THAT(synthesise(mutant("cleared_memory"), true).breaches, Contains(HasSubstr("became registers")));
}

TEST(Teeth, AMultiplierOutsideOfDspsIsRefused) {
  EXPECT_THAT(synthesise(mutant("soft_multiplier"), true).breaches, Contains(HasSubstr("did not map to DSPs")));
}

TEST(Teeth, ADeeperAdderIsWorseThanTheRecord) {
  const auto record = [](std::int64_t terms) {
    Result result = synthesise(mutant("adder_chain", {{"TERMS", terms}}), true);
    EXPECT_THAT(result.breaches, IsEmpty());
    Record rows;
    append(rows, result);
    return rows;
  };
  const Record two = record(2);
  EXPECT_THAT(differences(two, two), IsEmpty());
  EXPECT_THAT(differences(two, record(4)), Contains(StartsWith("worse: mutant, adder_chain: depth inside was")));
}

TEST(Teeth, AWarningOfYosysIsAnError) {
  EXPECT_THAT(error_of(mutant("undriven"), false), HasSubstr("is used but has no driver"));
}

TEST(Teeth, AnUnknownParameterIsRefused) {
  EXPECT_NE(error_of(mutant("healthy", {{"PES", 4}}), false), "");
}

// Alone or with others in one wrapper.
TEST(Teeth, WhatOneOfManySetsDoesWrongIsSeenTogether) {
  const auto together = [](const std::string& module, const std::vector<ParameterSet>& sets) {
    return elaborate_together(mutant(module), sets);
  };
  const ParameterSet one = {"one", false, {{"TERMS", 1}}};
  const ParameterSet two = {"two", false, {{"TERMS", 2}}};
  const ParameterSet unknown = {"unknown", false, {{"PES", 4}}};
  EXPECT_THAT(check_elaborated(together("adder_chain", {one, two, one})), IsEmpty());
  EXPECT_THROW(together("adder_chain", {one, unknown}), std::runtime_error);
  EXPECT_THROW(together("undriven", {{}}), std::runtime_error);
  EXPECT_THROW(together("loop", {{}}), std::runtime_error);
  EXPECT_THAT(check_elaborated(together("latch", {{}})), Contains(HasSubstr("is a latch")));
  EXPECT_THAT(check_elaborated(together("async_memory", {{}})), Contains(HasSubstr("read without a clock")));
}

}  // namespace
}  // namespace stencil::synthesis
