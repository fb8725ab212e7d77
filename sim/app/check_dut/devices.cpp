// SPDX-License-Identifier: Apache-2.0
#include "sim/app/check_dut/devices.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <regex>
#include <system_error>

#include "host/base/errors.hpp"
#include "sim/app/modules/module_maker.hpp"
#include "sim/device/contract/contract.hpp"
#include "sim/device/rtl/module_loader.hpp"

namespace stencil {
namespace {

namespace fs = std::filesystem;

// Whether a line of the tree's stencil_accel.v matches: a tree refuses bits of KERNELS and parameters that it does not
// know, and its top names those that it does, as for stencil_accel_has() in cmake/AcceleratorParameters.cmake.
bool top_has(const fs::path& rtl, const std::regex& wanted) {
  std::error_code none;
  for (const auto& entry : fs::recursive_directory_iterator(rtl, none)) {
    if (entry.path().filename() != "stencil_accel.v") continue;
    std::ifstream in(entry.path());
    for (std::string line; std::getline(in, line);)
      if (std::regex_search(line, wanted)) return true;
  }
  return false;
}

// Why the tree does not offer the device; empty: it does.
std::string not_offered(const fs::path& rtl, const DutDevice& device) {
  if (device.parameters.find("DIV_LATENCY=") != std::string::npos &&
      !top_has(rtl, std::regex("parameter +DIV_LATENCY")))
    return "stencil_accel.v has no parameter DIV_LATENCY, which is not 2 here";
  if (device.kernels == contract::usual_kernels) return "";
  if (!top_has(rtl, std::regex("parameter +KERNELS")))
    return fmt::format("stencil_accel.v has no parameter KERNELS, which is {} here", device.kernels);
  for (const contract::KernelRow& row : contract::kernel_rows) {
    const bool written = row.sweeps && row.adds > 0;
    if (!written || (device.kernels & ~contract::usual_kernels & row.kernel) == 0) continue;
    std::string name = row.name;
    std::replace(name.begin(), name.end(), '-', '.');
    if (!top_has(rtl, std::regex(name, std::regex::icase)))
      return fmt::format("stencil_accel.v does not know {} sweeps", row.name);
  }
  return "";
}

DutResult build_result(const DutDevice& device) {
  DutResult result{DutLevel::elaborates, "elaborates", device.name, "Parameters: C3.1, C3.2"};
  return result;
}

}  // namespace

BuiltDut build_dut(const fs::path& rtl, const DutDevice& device, ProgressLine& progress) {
  BuiltDut built{build_result(device), {}};
  built.result.reason = not_offered(rtl, device);
  if (!built.result.reason.empty()) {
    built.result.end = DutEnd::skipped;
    return built;
  }
  try {
    ModuleRequest request;
    request.name = device.module;
    request.parameters = device.parameters;
    request.rtl = rtl;
    request.random_state = true;
    built.modules = fs::path(ModuleMaker(request).make({{}, &progress})).parent_path();
    built.result.end = DutEnd::passed;
  } catch (const BuildFailure& failure) {
    built.result.end = DutEnd::failed;
    built.result.reason = failure.error + "; see " + failure.log;
  } catch (const ArgumentError& error) {
    throw KitError(error.what());
  }
  return built;
}

BuiltDut find_dut(const fs::path& modules, const DutDevice& device) {
  BuiltDut found{build_result(device), {}};
  std::error_code none;
  if (is_whole_library((modules / (device.module + ".so")).string())) {
    found.modules = modules;
    found.result.end = DutEnd::passed;
  } else {
    found.result.end = DutEnd::skipped;
    found.result.reason = fmt::format("no {}.so in --modules", device.module);
  }
  return found;
}

}  // namespace stencil
