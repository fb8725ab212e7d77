// Finds and loads the Verilated configurations, which are built as modules separate from the program.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/device/contract/device.hpp"
#include "sim/device/rtl/configurations.hpp"

namespace stencil {

// The library folder of the program or shared library that holds this code, installed or in a build folder: modules are
// in stencil-cosim below it, and the list of what they are built from.
const std::filesystem::path& library_folder();

// Whether the file is a library that is complete up to its end. The system's loader does not check: it maps a file that
// was cut off, and the process dies of SIGBUS.
bool is_whole_library(const std::string& file);

// The file of a configuration's module: stencil-cosim/TABLE/NAME.so in the library folder of the program or shared
// library that holds this code, installed or in a build folder. The environment variable STENCIL_MODULES names another
// folder, which is then the only one: its modules were made of another RTL tree, with the parameters of this table. The
// file need not exist.
std::filesystem::path module_file(const Configuration& configuration);
// Digest of the headers that this program shares with modules; a module must have been built with the same.
const char* device_interface();
bool module_is_built(const Configuration& configuration);

// Makes the device of a configuration, from its module or, unless `file` is empty, from that one. Throws ArgumentError,
// which names the command that builds the module, when the module is missing, cannot be loaded, or was built with other
// parameters or other headers. A loaded module stays loaded.
std::unique_ptr<Device> make_verilated_device(const Configuration& configuration,
                                              const std::vector<std::string>& plusargs = {},
                                              const std::string& file = "");

// Throws as make_verilated_device() does, without making a device.
void check_module(const Configuration& configuration, const std::string& file = "");

// Whether STENCIL_MODULES names modules that were made of another tree than those of the program.
bool has_other_modules();

// "build it with: cmake ...", for a configuration that is not built.
std::string how_to_build(const Configuration& configuration);

// The Verilog that a device was built from. Digests are SHA-256 in 64 hexadecimal digits; comments and empty lines do
// not count.
struct RtlSource {
  std::string path;  // relative to the RTL tree; of a file outside it the name alone
  std::string digest;
};
struct RtlSources {
  std::string digest;  // of all files together
  std::vector<RtlSource> files;
};

// No value for a device that is not a Verilated configuration of this program, or whose module is gone.
// file: the module that the device was made from, as for make_verilated_device().
std::optional<RtlSources> rtl_sources(const Capabilities& device, const std::string& file = "");

// The words of the environment variable STENCIL_PLUSARGS, separated by spaces. Throws ArgumentError for a word that
// does not begin with '+' or that Verilator reserves ("+verilator+...").
std::vector<std::string> plusargs_from_environment();

}  // namespace stencil
