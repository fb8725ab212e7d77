// SPDX-License-Identifier: Apache-2.0
#include "sim/app/modules/sources.hpp"

#include <fmt/core.h>

#include <fstream>
#include <sstream>
#include <system_error>

#include "host/base/errors.hpp"
#include "sim/app/json/utf8.hpp"
#include "sim/device/rtl/module_loader.hpp"

namespace stencil {

namespace fs = std::filesystem;

const std::vector<std::string>& ModuleSources::parts() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> names;
    std::istringstream lines(STENCIL_MODULE_PARTS);
    for (std::string line; std::getline(lines, line);) names.push_back(line);
    return names;
  }();
  return all;
}

bool ModuleSources::is_our_rtl() const {
  std::error_code none;
  return fs::equivalent(rtl, tree / "rtl", none);
}

ModuleSources find_module_sources() {
  const fs::path folder = library_folder() / "stencil-cosim";
  const fs::path file = folder / "sources.txt";
  ModuleSources found;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    const std::size_t blank = line.find(' ');
    if (blank == std::string::npos) continue;
    const std::string name = line.substr(0, blank);
    const std::string value = line.substr(blank + 1);
    if (name == "tree") found.tree = (folder / value).lexically_normal();
    if (name == "rtl") found.rtl = (folder / value).lexically_normal();
    if (name == "compiler") found.compiler = value;
  }
  std::error_code none;
  for (const fs::path& needed : {file, found.tree / "cmake" / "module" / "CMakeLists.txt", found.rtl}) {
    if (fs::exists(needed, none)) continue;
    throw ArgumentError(fmt::format("a module cannot be built without the sources of this program: there is no {}",
                                    one_line(needed.string())));
  }
  return found;
}

}  // namespace stencil
