// The levels of the conformance kit: which test of rtl_stencil_accel_test stands on which, and what it holds a device
// to.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

namespace stencil {

// In the order in which a new device is brought up: what comes later uses what came before.
enum class DutLevel { elaborates, registers, buses, sweeps, chains, tiles, change, interlock, reset };
inline constexpr std::array all_dut_levels{DutLevel::elaborates, DutLevel::registers, DutLevel::buses,
                                           DutLevel::sweeps,     DutLevel::chains,    DutLevel::tiles,
                                           DutLevel::change,     DutLevel::interlock, DutLevel::reset};

const char* name_of(DutLevel level);
// A device that passes shows this.
const char* meaning_of(DutLevel level);

struct DutTestRow {
  DutLevel level;
  const char* test;     // "StencilAccelStatus.CapabilitiesAreTheParameters"
  const char* section;  // of rtl/CONTRACT.md
  const char* clauses;  // that it holds, "C6.1, C6.15-C6.21"; empty: none that binds. ci/signoff reads them from here
};

// By level; within one, a test stands behind those whose faults it would show too. Chains post their stores with their
// commands, so that the first rule of the interlock stands before them.
const std::vector<DutTestRow>& dut_tests();
// Null where the table does not have it.
const DutTestRow* find_dut_test(const std::string& test);
// "Data port: C4.1, C4.3": where the contract asks for what the test holds a device to.
std::string place_in_contract(const DutTestRow& row);

}  // namespace stencil
