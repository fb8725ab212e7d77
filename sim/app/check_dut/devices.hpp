// Builds the devices of a user's RTL, which is the level "elaborates".
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sim/app/check_dut/kit.hpp"
#include "sim/app/check_dut/results.hpp"
#include "sim/app/progress/progress.hpp"

namespace stencil {

struct BuiltDut {
  DutResult result;               // of the build
  std::filesystem::path modules;  // the folder that has NAME.so; empty: there is none
};

// Builds a device of the tree, or finds it in the user's cache. One that the tree does not offer, since stencil_accel.v
// has no parameter or kernel for it, is skipped. Throws KitError where a tool is missing or the cache cannot be
// written.
BuiltDut build_dut(const std::filesystem::path& rtl, const DutDevice& device, ProgressLine& progress);

// The same from a folder with modules that are built already: NAME.so; one that is not there is skipped.
BuiltDut find_dut(const std::filesystem::path& modules, const DutDevice& device);

}  // namespace stencil
