// The findings of a check of a device.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sim/app/check_dut/levels.hpp"

namespace stencil {

enum class DutEnd { passed, failed, skipped, not_run };

// A test on a device; of the level elaborates, the build of that device.
struct DutResult {
  DutLevel level;
  std::string test;  // "elaborates" for a build
  std::string device;
  std::string clause;  // section and clauses of the contract: "Data port: C4.1, C4.3"
  DutEnd end = DutEnd::not_run;
  std::string reason = {};  // why it failed, was skipped or did not run, in one line
  std::string log = {};     // all that the bench printed of a test that failed
  double seconds = 0.0;
};

// A test that failed, on each device on which it did.
struct DutFinding {
  DutLevel level;
  std::string test, clause, reason;  // of the first device
  std::vector<std::string> devices;
  bool may_follow = false;  // from the first finding: any but that one
};

struct DutCounts {
  std::size_t passed = 0, failed = 0, skipped = 0, not_run = 0;

  bool reached() const { return passed + failed != 0; }
  bool asked() const { return reached() || skipped + not_run != 0; }
};

struct DutReport {
  std::string rtl;
  std::string cycles;  // "none" or "ours"
  std::vector<std::string> devices;
  DutLevel last_level = DutLevel::reset;
  std::vector<DutResult> results;  // by level, then in the order of dut_tests()

  DutCounts count(DutLevel level) const;
  std::vector<DutFinding> findings() const;
  bool conforms() const;
  // Anything at all is known about the device: a build that succeeds says nothing, unless no more was asked for.
  bool has_tested() const;
};

}  // namespace stencil
