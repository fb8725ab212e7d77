// The sources and parameters of a module to build.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sim/app/modules/sources.hpp"
#include "sim/device/formula/device_operator.hpp"
#include "sim/device/rtl/configurations.hpp"

namespace stencil {

struct ModuleRequest {
  std::string name;        // of the configuration
  std::string parameters;  // of stencil_accel, "PES=4 LANES=1 ..."
  // The Verilog; empty: that of the program's own modules. One that is given is the user's, as are its errors.
  std::filesystem::path rtl = {};
  bool traced = false;  // writes waves, and audits operators
  // Made of a kernel file, beside the RTL (sim/device/formula/device_operator.hpp); empty: no formula.
  std::vector<DeviceFile> formula = {};
  std::string arithmetic = "rtl";  // what computes, one of accelerator_arithmetics()
  bool random_state = false;       // registers begin with random contents, so that a missing reset shows
};

// The module of a configuration, with its formula.
ModuleRequest request_of(const Configuration& configuration, const std::filesystem::path& rtl, bool traced);
// The compiler's -O for it.
std::string optimisation_of(const ModuleRequest& request);
// In another tree than ours, modules with the names of ours may do something else: throws ArgumentError for another
// arithmetic than that of the RTL there. rtl: the tree that the module is built of.
void check_module_arithmetic(const ModuleRequest& request, const ModuleSources& sources,
                             const std::filesystem::path& rtl);
// Writes what is made of its kernel file into a folder, which is made; nothing without a formula. Throws ArgumentError.
void write_formula(const ModuleRequest& request, const std::filesystem::path& folder);

}  // namespace stencil
