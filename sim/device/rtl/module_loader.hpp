// Finds and loads the Verilated configurations, which are built as modules apart from the program.
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

// Where the module of a configuration belongs: stencil-cosim/TABLE/NAME.so in the library folder that goes with the
// program or shared library this code is part of, installed or in a build folder. The file need not exist.
std::filesystem::path module_file(const Configuration& configuration);
// A digest of the headers that this program shares with modules, which must be theirs too.
const char* device_interface();
bool module_is_built(const Configuration& configuration);

// The device of a configuration, from its module or, unless `file` is empty, from that one. Throws ArgumentError, which
// names the command that builds the module, when the module is missing, cannot be loaded, or was built with other
// parameters or other headers. A module once loaded stays.
std::unique_ptr<Device> make_verilated_device(const Configuration& configuration,
                                              const std::vector<std::string>& plusargs = {},
                                              const std::string& file = "");

// The Verilog that a device was made from. Digests are SHA-256 in 64 hexadecimal digits; comments and empty lines do
// not count.
struct RtlSource {
  std::string path;  // below the RTL tree; of a file from elsewhere its name alone
  std::string digest;
};
struct RtlSources {
  std::string digest;  // of all files together
  std::vector<RtlSource> files;
};

// Nothing of a device that is not a Verilated configuration of this program, or whose module is gone.
// file: of the module it was made from, as for make_verilated_device.
std::optional<RtlSources> rtl_sources(const Capabilities& device, const std::string& file = "");

// The words of the environment variable STENCIL_PLUSARGS, parted by spaces. Throws ArgumentError for a word that does
// not begin with '+' or that Verilator keeps for itself ("+verilator+...").
std::vector<std::string> plusargs_from_environment();

}  // namespace stencil
