// Holds a device to rtl/CONTRACT.md, level by level.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/app/check_dut/levels.hpp"
#include "sim/app/check_dut/results.hpp"
#include "sim/app/progress/progress.hpp"

namespace stencil {

struct CheckDutOptions {
  std::string rtl;      // the tree; or
  std::string modules;  // a folder with modules that are built already
  bool own_cycles = false;
  DutLevel last_level = DutLevel::reset;
  std::vector<std::string> devices;  // empty: all
  std::string test;                  // "Suite.Test"; empty: all
  bool first = false;                // ends with the first finding
  std::int64_t jobs = 0;             // tests at a time; 0: as many as there are processors
  std::int64_t wall_s = 120;         // of one test
  std::string junit, html;           // files to write
};

// Throws ArgumentError for a device or test that there is not, KitError where the kit itself cannot work.
DutReport check_dut(const CheckDutOptions& options, ProgressLine& progress);

}  // namespace stencil
