// What the modules of this program are built from: the Verilog and the C++ and CMake files around it, in the source
// tree of a build or in an installed package.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace stencil {

struct ModuleSources {
  std::filesystem::path tree;  // has cmake/module/CMakeLists.txt and all of parts
  std::filesystem::path rtl;   // the Verilog of the program's own modules
  std::string compiler;        // a path, or a name for PATH

  // Verilog of the host's arithmetic, which takes the place of modules of our RTL.
  std::filesystem::path arithmetic() const { return tree / "sim" / "device" / "arithmetic"; }
  // Whether rtl is our tree, whose modules that Verilog may replace.
  bool is_our_rtl() const;

  // Files and folders of the tree, relative to it.
  static const std::vector<std::string>& parts();
};

// Reads stencil-cosim/sources.txt in the library folder of the program (cmake/Configurations.cmake writes it). Throws
// ArgumentError where it is missing or names a folder that is.
ModuleSources find_module_sources();

}  // namespace stencil
