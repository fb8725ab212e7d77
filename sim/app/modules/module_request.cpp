// SPDX-License-Identifier: Apache-2.0
#include "sim/app/modules/module_request.hpp"

#include <fmt/core.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>

#include "host/base/errors.hpp"
#include "sim/app/json/utf8.hpp"

namespace stencil {

namespace fs = std::filesystem;

ModuleRequest request_of(const Configuration& configuration, const fs::path& rtl, bool traced) {
  ModuleRequest request{configuration.name, configuration.parameters, rtl, traced, {}, configuration.arithmetic, false};
  if (configuration.formula.digest == 0) return request;
  const Formula& formula = *configuration.formula.formula;
  request.formula = device_files(formula, configuration.formula.digest, configuration.arithmetic == "points");
  request.formula.push_back(
      device_options(formula, {configuration.add_latency, configuration.mul_latency, configuration.div_latency}));
  return request;
}

std::string optimisation_of(const ModuleRequest& request) {
  // A traced module of `small` takes 19 CPU seconds to build at -O1, and 27 at -O2, which simulates 1.1 times as fast;
  // at -O0 14, and 8 times slower. Another arithmetic is chosen for its speed.
  return request.arithmetic == "rtl" || request.traced ? "1" : "2";
}

void check_module_arithmetic(const ModuleRequest& request, const ModuleSources& sources,
                             const std::filesystem::path& rtl) {
  if (request.arithmetic == "rtl") return;
  std::error_code none;
  if (!request.rtl.empty() && !std::filesystem::equivalent(rtl, sources.rtl, none)) {
    throw ArgumentError(
        fmt::format("--rtl is {}, must come with --arithmetic rtl: {} is there for the program's own RTL alone",
                    one_line(request.rtl.string()), request.arithmetic));
  }
  if (!sources.is_our_rtl()) {
    throw ArgumentError(
        fmt::format("arithmetic is {}, must be rtl: this program was built of another RTL tree, {} (STENCIL_RTL_DIR)",
                    request.arithmetic, one_line(sources.rtl.string())));
  }
}

void write_formula(const ModuleRequest& request, const fs::path& folder) {
  if (request.formula.empty()) return;
  const auto refuse = [](const fs::path& path, const std::string& why) {
    throw ArgumentError(fmt::format("{} cannot be written: {}", one_line(path.string()), why));
  };
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) refuse(folder, error.message());
  for (const DeviceFile& file : request.formula) {
    std::ofstream out(folder / file.name, std::ios::binary);
    if (!(out << file.text << std::flush)) refuse(folder / file.name, std::strerror(errno));
  }
}

}  // namespace stencil
