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
  ModuleRequest request{configuration.name, configuration.parameters, rtl, traced, {}};
  if (configuration.formula.digest == 0) return request;
  const Formula& formula = *configuration.formula.formula;
  request.formula = device_files(formula, configuration.formula.digest);
  request.formula.push_back(
      device_options(formula, {configuration.add_latency, configuration.mul_latency, Configuration::div5_latency}));
  return request;
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
