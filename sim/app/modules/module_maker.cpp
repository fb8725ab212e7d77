// SPDX-License-Identifier: Apache-2.0
#include "sim/app/modules/module_maker.hpp"

#include <fmt/core.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <system_error>
#include <thread>
#include <utility>

#include "host/base/errors.hpp"
#include "sim/app/json/utf8.hpp"
#include "sim/app/modules/build_log.hpp"
#include "sim/app/modules/build_progress.hpp"
#include "sim/app/modules/cache.hpp"
#include "sim/app/modules/tools.hpp"
#include "sim/device/rtl/module_loader.hpp"

namespace stencil {
namespace {

namespace fs = std::filesystem;

constexpr const char* verilog_endings = ".v .sv .vh .svh";
std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool has_file(const fs::path& tree, const std::string& name) {
  std::error_code none;
  for (const auto& entry : fs::recursive_directory_iterator(tree, none)) {
    if (entry.path().filename() == name && entry.is_regular_file(none)) return true;
  }
  return false;
}

// "Verilator 5.006 2023-01-22 rev ...".
bool is_old_verilator(const std::string& version) {
  int major = 0;
  int minor = 0;
  return std::sscanf(version.c_str(), "Verilator %d.%d", &major, &minor) != 2 || major < 5 || (major == 5 && minor < 6);
}

}  // namespace

ModuleMaker::ModuleMaker(const ModuleRequest& request) : request_(request), sources_(find_module_sources()) {
  std::error_code none;
  rtl_ = request_.rtl.empty() ? sources_.rtl : fs::weakly_canonical(request_.rtl, none);
  if (!has_file(rtl_, "stencil_accel.v")) {
    throw ArgumentError(
        fmt::format("{}{}: no stencil_accel.v there or below; it must be a tree that keeps rtl/CONTRACT.md",
                    request_.rtl.empty() ? "" : "--rtl is ",
                    one_line(request_.rtl.empty() ? rtl_.string() : request_.rtl.string())));
  }
  check_module_arithmetic(request_, sources_, rtl_);
  find_tools();
  list_inputs();
  folder_ = cache_folder() / inputs_.digest();
  log_ = folder_.string() + ".log";
}

std::string ModuleMaker::what() const {
  return fmt::format("the {}module of configuration {}{}{}", request_.traced ? "traced " : "", request_.name,
                     request_.formula.empty() ? "" : " with a formula",
                     request_.arithmetic == "rtl" ? "" : " with arithmetic " + request_.arithmetic);
}

void ModuleMaker::find_tools() {
  const auto needed = [this](const std::string& name, const char* package) {
    std::string found = find_tool(name);
    if (!found.empty()) return found;
    throw ArgumentError(
        fmt::format("to build {}, {} is needed and not in PATH (Debian package {})", what(), one_line(name), package));
  };
  const std::string verilator = needed("verilator", "verilator");
  const std::string version = output_of({verilator, "--version"});
  if (is_old_verilator(version))
    throw ArgumentError(fmt::format("to build {}, Verilator 5.006 or newer is needed, {} is '{}'", what(),
                                    one_line(verilator), one_line(version)));
  tools_.cmake = needed("cmake", "cmake");
  tools_.compiler = needed(sources_.compiler, "g++ or clang");
  tools_.generator = find_tool("ninja").empty() ? "Unix Makefiles" : "Ninja";
  if (tools_.generator != "Ninja") needed("make", "make or ninja-build");
  tools_.verilator_root = output_of({verilator, "--getenv", "VERILATOR_ROOT"});
  inputs_.add("verilator", version + ", " + tools_.verilator_root);
  inputs_.add("compiler", one_line(output_of({tools_.compiler, "--version"})));
}

void ModuleMaker::list_inputs() {
  utsname machine{};
  ::uname(&machine);
  inputs_.add("machine", machine.machine);
  inputs_.add("configuration", request_.name);
  inputs_.add("parameters", request_.parameters);
  inputs_.add("traced", request_.traced ? "yes" : "no");
  inputs_.add("arithmetic", request_.arithmetic);
  inputs_.add("random state", request_.random_state ? "yes" : "no");
  inputs_.add("optimised", optimisation_of(request_));
  inputs_.add("interface", device_interface());
  for (const char* flags : {"CXXFLAGS", "LDFLAGS"}) inputs_.add(flags, one_line(variable(flags)));
  for (const std::string& part : ModuleSources::parts())
    inputs_.add_files("source", sources_.tree, sources_.tree / part, ".hpp .in .cmake .txt .sv");
  if (request_.arithmetic != "rtl")
    inputs_.add_files("arithmetic", sources_.tree, sources_.arithmetic(), verilog_endings);
  inputs_.add_files("rtl", rtl_, rtl_, verilog_endings);
  for (const DeviceFile& file : request_.formula) inputs_.add("formula " + file.name, sha256_of(file.text));
}

std::optional<std::string> ModuleMaker::find() const {
  const fs::path module = folder_ / (request_.name + ".so");
  if (!is_whole_library(module.string())) return std::nullopt;
  std::ifstream in(folder_ / "inputs.txt");
  for (std::string line; std::getline(in, line);) {
    if (line.rfind(other_file_name, 0) != 0) continue;
    const std::string path = line.substr(other_file_name.size(), line.rfind(' ') - other_file_name.size());
    std::error_code none;
    if (!fs::exists(path, none) || sha256_of_file(path) != line.substr(line.rfind(' ') + 1)) return std::nullopt;
  }
  return module.string();
}

void ModuleMaker::check() const {
  make_writable(folder_.parent_path());
  const PartFolder part(folder_.string() + fmt::format(".check-{}", ::getpid()));
  const fs::path source = part.path() / "probe.cpp";
  std::vector<std::string> words{tools_.compiler, "-shared", "-fPIC",
                                 source.string(), "-o",      (part.path() / "probe.so").string()};
  std::ofstream(source) << "#include <string>\n"
                        << (request_.traced ? "#include <zlib.h>\nconst char* version() { return zlibVersion(); }\n"
                                            : "");
  if (request_.traced) words.push_back("-lz");
  const fs::path log = part.path() / "probe.log";
  if (run_logged(words, {}, log) == 0) return;
  if (is_lack_of_space(log))
    throw ArgumentError(fmt::format("{} cannot be written: no space left", one_line(part.path().string())));
  throw ArgumentError(fmt::format("to build {}, a C++ compiler{} is needed, and does not work: {}", what(),
                                  request_.traced ? " with zlib (Debian package zlib1g-dev)" : "", first_error(log)));
}

std::string ModuleMaker::make(const ModuleListener& listener) const {
  if (const auto found = find()) return *found;
  make_writable(folder_.parent_path());
  BuildProgress progress(what(), request_.traced, listener.progress);
  bool waits = false;
  const CacheLock lock(folder_.string() + ".lock", [&] {
    if (!std::exchange(waits, true) && listener.print)
      listener.print(fmt::format("another program builds {}: waiting for it", what()));
  });
  if (const auto found = find()) return *found;
  if (listener.print)
    listener.print(fmt::format("building {} of {}, once, into {}", what(), one_line(rtl_.string()), folder_.string()));
  std::error_code none;
  fs::remove(log_, none);
  const PartFolder part(folder_);
  const fs::path build = part.path() / "build";
  const std::vector<std::string> environment{"CCACHE_BASEDIR=" + part.path().string()};
  const auto run = [&](const std::vector<std::string>& words) {
    if (run_logged(words, environment, log_) != 0) fail(build);
  };
  const std::string jobs = std::to_string(std::max(1u, std::thread::hardware_concurrency()));
  const auto make_target = [&](const std::string& target) {
    run({tools_.cmake, "--build", build.string(), "--target", target, "--parallel", jobs});
  };
  progress.begins();
  write_formula(request_, build / "formula");
  run(configure_words(build));
  progress.configured();
  make_target("verilated");
  progress.verilated();
  make_target("config-" + request_.name);
  const fs::path built = build / "lib" / "stencil-cosim" / "accel" / (request_.name + ".so");
  if (!is_whole_library(built.string())) fail(build);

  const fs::path complete = part.path() / "complete";
  try {
    fs::create_directory(complete);
    fs::rename(built, complete / built.filename());
    std::ofstream list(complete / "inputs.txt");
    if (!(list << inputs_.text() << other_files(build) << std::flush)) fail(build);
    fs::rename(log_, complete / "build.log");  // after all that may fail and name it
  } catch (const fs::filesystem_error&) {
    fail(build);
  }
  put_in_place(complete, folder_);
  return (folder_ / built.filename()).string();
}

std::vector<std::string> ModuleMaker::configure_words(const fs::path& build) const {
  return {tools_.cmake,
          "-S" + (sources_.tree / "cmake" / "module").string(),
          "-B" + build.string(),
          "-G",
          tools_.generator,
          "-DCMAKE_BUILD_TYPE=Release",
          fmt::format("-DCMAKE_CXX_FLAGS_RELEASE=-O{}", optimisation_of(request_)),
          fmt::format("-DSTENCIL_MODEL_OPTIMISE={}", optimisation_of(request_)),
          "-DCMAKE_CXX_COMPILER=" + tools_.compiler,
          "-Dverilator_DIR=" + tools_.verilator_root,
          "-DMODULE_NAME=" + request_.name,
          "-DMODULE_RTL_DIR=" + rtl_.string(),
          "-DMODULE_PARAMETERS=" + request_.parameters,
          "-DMODULE_FORMULA_DIR=" + (request_.formula.empty() ? "" : (build / "formula").string()),
          "-DMODULE_ARITHMETIC=" + request_.arithmetic,
          fmt::format("-DMODULE_RANDOM_STATE={:d}", request_.random_state),
          fmt::format("-DMODULE_TRACED={:d}", request_.traced),
          std::string("-DMODULE_INTERFACE=") + device_interface()};
}

std::string ModuleMaker::other_files(const fs::path& build) const {
  std::string lines;
  for (const fs::path& file : files_read(build / "models")) {
    const std::string name = file.lexically_normal().string();
    const auto is_below = [&](const fs::path& folder) {
      return !folder.empty() && name.rfind(folder.string() + "/", 0) == 0;
    };
    const bool is_input = (is_below(rtl_) && has_ending(file, verilog_endings)) || is_below(sources_.tree / "sim") ||
                          is_below(build / "formula");
    const bool is_of_verilator =
        is_below(tools_.verilator_root) || file.filename().string().rfind("verilator_bin", 0) == 0;
    std::error_code none;
    if (is_input || is_of_verilator || !fs::exists(file, none)) continue;
    lines += other_file_name + name + ' ' + sha256_of_file(file) + '\n';
  }
  return lines;
}

void ModuleMaker::fail(const fs::path& build) const {
  const std::string missing = first_line(build / "missing.txt");
  if (!missing.empty()) throw ArgumentError(fmt::format("to build {}, {}", what(), missing));
  const bool full = is_lack_of_space(log_);
  std::string error = first_error(log_);
  // What fails first for want of space may say anything.
  if (full && error.find("No space left") == std::string::npos)
    error = fmt::format("no space is left in {} ({})", one_line(log_.parent_path().string()), error);
  const std::string log = one_line(log_.string());
  if (!request_.rtl.empty() && !full) {
    throw BuildFailure(fmt::format("--rtl is {}: {} cannot be built of it: {}; see {}", one_line(request_.rtl.string()),
                                   what(), error, log),
                       error, log);
  }
  throw ArgumentError(fmt::format("{} cannot be built: {}; see {}", what(), error, log));
}

}  // namespace stencil
