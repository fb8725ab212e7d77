// One test of the bench on one device, in a process of its own.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "sim/app/check_dut/kit.hpp"
#include "sim/app/check_dut/results.hpp"

namespace stencil {

struct CaseBench {
  std::filesystem::path program;
  std::filesystem::path scratch;  // a folder for what a test prints
  bool own_cycles = false;        // the cycle laws of our RTL are asserted
  std::int64_t wall_s = 120;      // a test that takes longer hangs inside the simulator
};

// Ends within wall_s. The bench itself bounds every wait in cycles of the device; what it cannot bound is a model whose
// evaluation never ends. Throws KitError where the bench cannot run the test, whatever the device does.
DutResult run_case(const CaseBench& bench, const DutCase& test, const std::filesystem::path& modules);

// One line of a GoogleTest log of one test: its first failure, or why it was skipped.
// Empty: neither.
std::string first_failure(const std::string& log);
std::string skip_reason(const std::string& log);

}  // namespace stencil
