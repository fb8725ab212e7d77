// SPDX-License-Identifier: Apache-2.0
#include "sim/device/rtl/module_loader.hpp"

#include <dlfcn.h>
#include <fmt/core.h>
#include <link.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>
#include <system_error>

#include "host/base/errors.hpp"
#include "sim/device/rtl/device_module.hpp"

namespace stencil {
namespace {

namespace fs = std::filesystem;

// The folder of the file that holds this code: a shared library or the program itself, for which the loader gives no
// name.
fs::path own_folder() {
  static const char here = 0;
  Dl_info info{};
  link_map* map = nullptr;
  std::error_code none;
  const bool known = dladdr1(&here, &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) != 0 && map != nullptr;
  if (known && map->l_name[0] != '\0') return fs::weakly_canonical(map->l_name, none).parent_path();
  return fs::read_symlink("/proc/self/exe", none).parent_path();
}

// The folder of a library is also that of its modules; a program is in the bin folder beside it, in an installation as
// in a build.
fs::path find_library_folder() {
  const fs::path own = own_folder();
  for (const char* step : {".", STENCIL_BIN_TO_LIB, "../lib"}) {
    fs::path folder = (own / step).lexically_normal();
    std::error_code none;
    if (fs::is_directory(folder / "stencil-cosim", none)) return folder;
  }
  return (own / STENCIL_BIN_TO_LIB).lexically_normal();
}

std::string target_of(const Configuration& configuration) {
  const std::string table = configuration_table();
  return "config-" + (table == "accel" ? "" : table + "-") + configuration.name;
}

// Modules of the user's own; null: there are none.
const char* own_modules() {
  const char* const folder = std::getenv("STENCIL_MODULES");
  return folder == nullptr || *folder == '\0' ? nullptr : folder;
}

[[noreturn]] void refuse(const Configuration& configuration, const std::string& why) {
  throw ArgumentError(fmt::format("configuration '{}' {}; {}", configuration.name, why, how_to_build(configuration)));
}

}  // namespace

std::string how_to_build(const Configuration& configuration) {
  if (own_modules() != nullptr)
    return "environment variable STENCIL_MODULES names the folder: build the module there, or unset it";
  const fs::path build = library_folder().parent_path();
  std::error_code none;
  if (fs::exists(build / "CMakeCache.txt", none))
    return fmt::format("build it with: cmake --build {} --target {}", build.string(), target_of(configuration));
  return fmt::format("in its build folder: cmake --build . --target {} && cmake --install .", target_of(configuration));
}

const fs::path& library_folder() {
  // Never destroyed: the report of a serial C client, written when the program ends, still reads it.
  static const fs::path& folder = *new fs::path(find_library_folder());
  return folder;
}

// The linker writes the table of sections last.
bool is_whole_library(const std::string& file) {
  ElfW(Ehdr) head{};
  std::ifstream in(file, std::ios::binary);
  if (!in.read(reinterpret_cast<char*>(&head), sizeof head)) return false;
  if (std::memcmp(head.e_ident, ELFMAG, SELFMAG) != 0) return false;
  std::error_code none;
  const std::uintmax_t bytes = fs::file_size(file, none);
  return !none && head.e_shoff + std::uintmax_t{head.e_shnum} * head.e_shentsize <= bytes;
}

fs::path module_file(const Configuration& configuration) {
  if (const char* const folder = own_modules()) return fs::path(folder) / (configuration.name + ".so");
  return library_folder() / "stencil-cosim" / configuration_table() / (configuration.name + ".so");
}

const char* device_interface() {
  return STENCIL_DEVICE_INTERFACE;
}

bool has_other_modules() {
  return own_modules() != nullptr;
}

bool module_is_built(const Configuration& configuration) {
  std::error_code none;
  return fs::is_regular_file(module_file(configuration), none);
}

namespace {

const DeviceModule& load_module(const Configuration& configuration, const std::string& other) {
  const std::string file = other.empty() ? module_file(configuration).string() : other;
  std::error_code none;
  if (!fs::is_regular_file(file, none)) refuse(configuration, fmt::format("is not built (no {})", file));
  if (!is_whole_library(file)) refuse(configuration, fmt::format("cannot be loaded ({} is cut off)", file));
  void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) refuse(configuration, fmt::format("cannot be loaded ({})", dlerror()));
  const auto* const module = static_cast<const DeviceModule*>(dlsym(library, device_module_symbol));
  if (module == nullptr) refuse(configuration, fmt::format("is not a module of this program ({})", file));
  if (std::string(module->interface_digest) != device_interface())
    refuse(configuration, fmt::format("was built for another version of this program ({})", file));
  if (module->arithmetic != configuration.arithmetic) {
    throw ArgumentError(fmt::format(
        "configuration '{}' has arithmetic {} ({}), must have {}: stencil-cosim run --config {} --arithmetic {} builds "
        "such a module into the user's cache",
        configuration.name, module->arithmetic, file, configuration.arithmetic, configuration.name,
        configuration.arithmetic));
  }
  if (module->parameters != configuration.parameters)
    refuse(configuration, fmt::format("was built with {}, this program declares {} ({})", module->parameters,
                                      configuration.parameters, file));
  return *module;
}

}  // namespace

namespace {

// The files of modules other than the program's own that devices were made of, by key_of().
std::map<std::string, std::string>& made_of() {
  static std::map<std::string, std::string>& files = *new std::map<std::string, std::string>();  // never destroyed
  return files;
}

std::string key_of(const Configuration& configuration) {
  return configuration.name + ' ' + configuration.arithmetic + ' ' + configuration.parameters;
}

}  // namespace

void check_module(const Configuration& configuration, const std::string& file) {
  load_module(configuration, file);
}

std::unique_ptr<Device> make_verilated_device(const Configuration& configuration,
                                              const std::vector<std::string>& plusargs, const std::string& file) {
  if (!file.empty()) made_of()[key_of(configuration)] = file;
  return load_module(configuration, file).make(plusargs);
}

std::optional<RtlSources> rtl_sources(const Capabilities& device, const std::string& file) {
  if (device.accel != "rtl" && device.accel != "mixed") return std::nullopt;
  const std::string name = device.config.substr(0, device.config.find(' '));  // plusargs follow it
  const auto& all = configurations();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Configuration& candidate) { return candidate.name == name; });
  if (found == all.end()) return std::nullopt;
  const FormulaWeights& formula = device.formula;
  const bool other_formula = formula.formula != nullptr && formula.digest != found->formula.digest;
  Configuration made = other_formula ? with_formula(*found, formula) : *found;
  if (!device.arithmetic.empty()) made.arithmetic = device.arithmetic;
  const bool is_own = !other_formula && made.arithmetic == found->arithmetic;
  const auto known = made_of().find(key_of(made));
  const bool guess = !is_own && file.empty() && known != made_of().end();
  RtlSources sources;
  std::istringstream lines;
  try {
    lines.str(load_module(made, guess ? known->second : file).sources);
  } catch (const ArgumentError&) {
    return std::nullopt;
  }
  lines >> sources.digest;
  for (RtlSource source; lines >> source.digest >> source.path;) sources.files.push_back(source);
  return sources;
}

std::vector<std::string> plusargs_from_environment() {
  const char* const text = std::getenv("STENCIL_PLUSARGS");
  std::istringstream words(text == nullptr ? "" : text);
  std::vector<std::string> plusargs;
  for (std::string word; words >> word;) {
    if (word.front() != '+' || word.rfind("+verilator+", 0) == 0)
      throw ArgumentError(fmt::format(
          "environment variable STENCIL_PLUSARGS has '{}', must be words +NAME or +NAME=VALUE for the RTL", word));
    plusargs.push_back(word);
  }
  return plusargs;
}

}  // namespace stencil
