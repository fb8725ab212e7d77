// SPDX-License-Identifier: Apache-2.0
#include "sim/app/check_dut/devices.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <string>
#include <system_error>

#include "host/base/errors.hpp"
#include "sim/app/modules/module_maker.hpp"
#include "sim/device/contract/contract.hpp"
#include "sim/device/rtl/module_loader.hpp"

namespace stencil {
namespace {

namespace fs = std::filesystem;

// Whether a line has "parameter NAME", with one blank or more between them.
bool declares(const std::string& line, const std::string& name) {
  const std::string word = "parameter";
  for (std::size_t at = line.find(word); at != std::string::npos; at = line.find(word, at + 1)) {
    const std::size_t after = at + word.size(), next = line.find_first_not_of(' ', after);
    if (next != std::string::npos && next > after && line.compare(next, name.size(), name) == 0) return true;
  }
  return false;
}

// Whether a line has a kernel's name in any letters, with anything for its hyphens.
bool names(const std::string& line, const std::string& kernel) {
  const auto small = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
  return std::search(line.begin(), line.end(), kernel.begin(), kernel.end(), [&](char there, char wanted) {
           return wanted == '-' || small(there) == small(wanted);
         }) != line.end();
}

// Whether a line of the tree's stencil_accel.v is so: a tree refuses bits of KERNELS and parameters that it does not
// know, and its top names those that it does, as for stencil_accel_has() in cmake/AcceleratorParameters.cmake.
template <class Wanted>
bool top_has(const fs::path& rtl, const std::string& name, const Wanted& wanted) {
  std::error_code none;
  for (const auto& entry : fs::recursive_directory_iterator(rtl, none)) {
    if (entry.path().filename() != "stencil_accel.v") continue;
    std::ifstream in(entry.path());
    for (std::string line; std::getline(in, line);)
      if (wanted(line, name)) return true;
  }
  return false;
}

// Why the tree does not offer the device; empty: it does.
std::string not_offered(const fs::path& rtl, const DutDevice& device) {
  if (device.parameters.find("DIV_LATENCY=") != std::string::npos && !top_has(rtl, "DIV_LATENCY", declares))
    return "stencil_accel.v has no parameter DIV_LATENCY, which is not 2 here";
  if (device.kernels == contract::usual_kernels) return "";
  if (!top_has(rtl, "KERNELS", declares))
    return fmt::format("stencil_accel.v has no parameter KERNELS, which is {} here", device.kernels);
  for (const contract::KernelRow& row : contract::kernel_rows) {
    const bool written = row.sweeps && row.adds > 0;
    if (!written || (device.kernels & ~contract::usual_kernels & row.kernel) == 0) continue;
    if (!top_has(rtl, row.name, names)) return fmt::format("stencil_accel.v does not know {} sweeps", row.name);
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
