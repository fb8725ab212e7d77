// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/support/accel_module.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "sim/device/rtl/device_module.hpp"

namespace stencil::test {
namespace {

namespace fs = std::filesystem;

fs::path folder_of_modules() {
  const char* const folder = std::getenv("STENCIL_BENCH_MODULES");
  if (folder != nullptr && *folder != '\0') return folder;
  return fs::read_symlink("/proc/self/exe").parent_path() / "../lib/stencil-cosim/bench";
}

std::vector<std::string> plusargs() {
  const char* const text = std::getenv("STENCIL_PLUSARGS");
  std::istringstream words(text == nullptr ? "" : text);
  std::vector<std::string> all;
  for (std::string word; words >> word;) all.push_back(word);
  return all;
}

}  // namespace

std::unique_ptr<AccelPins> make_accel(const std::string& name, int seed) {
  std::string file_name = name;
  std::replace(file_name.begin(), file_name.end(), '_', '-');
  const std::string file = folder_of_modules() / (file_name + ".so");
  // Loaded once however often it is asked for, and never unloaded.
  void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw std::runtime_error(std::string("no device: ") + dlerror());
  const auto* const module = static_cast<const DeviceModule*>(dlsym(library, device_module_symbol));
  if (module == nullptr) throw std::runtime_error("no device: " + file + " is no module of an accelerator");
  if (std::string(module->interface_digest) != STENCIL_DEVICE_INTERFACE)
    throw std::runtime_error("no device: " + file + " was built for another version of this bench");
  if (module->make_pins == nullptr)
    throw std::runtime_error("no device: " + file + " offers no pins, as it writes waves");
  return module->make_pins(seed, plusargs());
}

}  // namespace stencil::test
