// SPDX-License-Identifier: Apache-2.0
#include "sim/app/modules/traced_module.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <system_error>

#include "host/base/errors.hpp"
#include "sim/app/json/utf8.hpp"
#include "sim/app/modules/tools.hpp"
#include "sim/device/rtl/module_loader.hpp"

namespace stencil {
namespace {

namespace fs = std::filesystem;

std::optional<RtlSources> sources_of(const Configuration& configuration, const std::string& module) {
  Capabilities device;
  device.accel = "rtl";
  device.formula = configuration.formula;
  device.config = configuration.name;
  device.arithmetic = configuration.arithmetic;
  return rtl_sources(device, module);
}

// The traced module of the program's own RTL beside the others; empty: there is none.
std::string traced_beside(const TracedRequest& request) {
  if (request.configuration.arithmetic != find_configuration(request.configuration.name).arithmetic) return "";
  const fs::path fast = module_file(request.configuration);
  const fs::path traced = fs::path(fast.parent_path().string() + "-traced") / fast.filename();
  std::error_code none;
  return request.tree.empty() && fs::is_regular_file(traced, none) ? traced.string() : "";
}

// Empty: the RTL in this folder is that of the module.
std::string why_other_rtl(const Configuration& configuration, const std::string& module, const fs::path& rtl) {
  const auto sources = sources_of(configuration, module);
  if (!sources) return "";  // loading it names the reason
  const std::vector<DeviceFile> made = request_of(configuration, "", false).formula;
  const fs::path arithmetic = find_module_sources().arithmetic();
  for (const RtlSource& source : sources->files) {
    const auto is_made =
        std::find_if(made.begin(), made.end(), [&](const DeviceFile& file) { return file.name == source.path; });
    if (is_made != made.end() && verilog_digest(is_made->text) == source.digest) continue;
    const auto is_that_of = [&](const fs::path& folder) {
      std::ifstream in(folder / source.path, std::ios::binary);
      std::ostringstream text;
      text << in.rdbuf();
      return in && verilog_digest(text.str()) == source.digest;
    };
    const auto folders = {rtl, arithmetic / "operators", arithmetic / "points", arithmetic / "parts"};
    if (std::any_of(folders.begin(), folders.end(), is_that_of)) continue;
    const std::string file = one_line((rtl / source.path).string());
    if (has_other_modules())
      return fmt::format(
          "--trace: configuration {} was built of other RTL than {}; replay of a capsule takes --rtl DIR",
          configuration.name, file);
    return fmt::format("--trace: the RTL has changed since configuration {} was built, see {}; build it again",
                       configuration.name, file);
  }
  return "";
}

ModuleMaker maker_of(const TracedRequest& request) {
  if (request.tree.empty()) {
    const std::string why = why_other_rtl(request.configuration, request.fast, find_module_sources().rtl);
    if (!why.empty()) throw ArgumentError(why);
  }
  return ModuleMaker(request_of(request.configuration, request.tree, true));
}

}  // namespace

std::string verilog_digest(const std::string& text) {
  std::string code = "\n";
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text.compare(at, 2, "//") == 0) at = std::min(text.find('\n', at), text.size());
    if (at < text.size()) code += text[at];
  }
  code += '\n';
  // Blanks and newlines up to a newline become that newline.
  std::string lines;
  for (std::size_t at = 0; at < code.size();) {
    const std::size_t end = std::min(code.find_first_not_of(" \t\n", at), code.size());
    const std::size_t newline = end > at ? code.rfind('\n', end - 1) : std::string::npos;
    if (newline != std::string::npos && newline >= at) {
      lines += '\n';
      at = newline + 1;
    }
    lines += code.substr(at, end - at);
    if (end < code.size()) lines += code[end];
    at = end + 1;
  }
  return sha256_of(lines);
}

std::string module_of_rtl(const std::string& tree, const Configuration& configuration, const ModuleListener& listener) {
  return ModuleMaker(request_of(configuration, tree, false)).make(listener);
}

std::string traced_module(const TracedRequest& request, const ModuleListener& listener) {
  std::string module = traced_beside(request);
  if (module.empty()) module = maker_of(request).make(listener);
  const auto traced = sources_of(request.configuration, module);
  const auto fast = sources_of(request.configuration, request.fast);
  if (!traced || !fast || traced->digest != fast->digest)
    throw ArgumentError(fmt::format("--trace: the RTL has changed since configuration {} was built; build it again",
                                    request.configuration.name));
  return module;
}

void check_traced_module(const TracedRequest& request) {
  if (!traced_beside(request).empty()) return;
  const ModuleMaker maker = maker_of(request);
  if (!maker.find()) maker.check();
}

bool may_be_traced(const Configuration& configuration) {
  const TracedRequest request{configuration};
  if (!traced_beside(request).empty()) return true;
  try {
    const ModuleSources sources = find_module_sources();
    const bool has_tools = !find_tool("verilator").empty() && !find_tool("cmake").empty() &&
                           !find_tool(sources.compiler).empty() &&
                           !(find_tool("ninja").empty() && find_tool("make").empty());
    return has_tools && why_other_rtl(configuration, "", sources.rtl).empty();
  } catch (const ArgumentError&) {
    return false;
  }
}

}  // namespace stencil
