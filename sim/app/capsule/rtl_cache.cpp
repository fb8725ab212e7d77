// SPDX-License-Identifier: Apache-2.0
#include "sim/app/capsule/rtl_cache.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sodium/crypto_hash_sha256.h>
#include <spawn.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include "host/base/errors.hpp"
#include "sim/app/json/utf8.hpp"
#include "sim/device/rtl/module_loader.hpp"

extern char** environ;

namespace stencil {
namespace {

namespace fs = std::filesystem;

std::string contents_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

bool is_verilog(const fs::path& path) {
  const std::string ending = path.extension().string();
  return ending == ".v" || ending == ".sv" || ending == ".vh" || ending == ".svh";
}

// Of the names and contents of the Verilog files; throws ArgumentError where there is no stencil_accel.
std::string digest_of(const fs::path& tree, const std::string& more) {
  std::vector<fs::path> files;
  bool found = false;
  std::error_code none;
  for (const auto& entry : fs::recursive_directory_iterator(tree, none)) {
    if (!entry.is_regular_file(none) || !is_verilog(entry.path())) continue;
    files.push_back(entry.path());
    found = found || entry.path().filename() == "stencil_accel.v";
  }
  if (!found) {
    throw ArgumentError(
        fmt::format("--rtl is {}: no stencil_accel.v there or below; it must be a tree that keeps rtl/CONTRACT.md",
                    one_line(tree.string())));
  }
  std::sort(files.begin(), files.end());
  std::string all = more;
  for (const fs::path& file : files) all += '\0' + fs::relative(file, tree).string() + '\0' + contents_of(file);
  unsigned char hash[crypto_hash_sha256_BYTES];
  crypto_hash_sha256(hash, reinterpret_cast<const unsigned char*>(all.data()), all.size());
  std::string digest;
  for (std::size_t i = 0; i < 16; ++i) digest += fmt::format("{:02x}", hash[i]);
  return digest;
}

fs::path cache_folder() {
  const char* const cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && *cache == '/') return fs::path(cache) / "stencil-cosim" / "rtl";
  const char* const home = std::getenv("HOME");
  if (home != nullptr && *home == '/') return fs::path(home) / ".cache" / "stencil-cosim" / "rtl";
  throw ArgumentError("other modules need a folder that they are built in: set XDG_CACHE_HOME or HOME");
}

// The value of a line "NAME:TYPE=value" of a CMakeCache.txt; empty where there is none.
std::string cached(const fs::path& build, const std::string& name) {
  std::ifstream in(build / "CMakeCache.txt");
  for (std::string line; std::getline(in, line);) {
    if (line.rfind(name + ":", 0) == 0) return line.substr(line.find('=') + 1);
  }
  return "";
}

// Held while a folder of the cache is written; others wait.
class Lock {
 public:
  explicit Lock(const fs::path& path) : descriptor_(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
    if (descriptor_ < 0 || ::flock(descriptor_, LOCK_EX) != 0)
      throw ArgumentError(fmt::format("{} cannot be written: {}", path.string(), std::strerror(errno)));
  }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;
  ~Lock() { ::close(descriptor_); }

 private:
  int descriptor_;
};

// The exit status of a program whose output goes to the end of `log`; without MPI's variables, which are for us.
int run_program(const std::vector<std::string>& words, const fs::path& log) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0666);
  posix_spawn_file_actions_adddup2(&actions, 1, 2);
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  pid_t child = 0;
  const int failure = posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failure != 0) return 127;
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

// A kind of module: what makes it, as errors name it, and what its digest counts beside the tree.
struct Flavour {
  const char* option;
  std::string digested;
  const char* cmake;
};

// The folder that the program was built in.
fs::path own_build(const Configuration& configuration) {
  return module_file(configuration).parent_path().parent_path().parent_path().parent_path();
}

std::string build_module(const Flavour& flavour, const fs::path& rtl, const Configuration& configuration,
                         const std::function<void(const std::string&)>& say) {
  std::error_code none;
  const fs::path folder = cache_folder() / digest_of(rtl, flavour.digested);
  const fs::path module = folder / "lib" / "stencil-cosim" / configuration_table() / (configuration.name + ".so");
  if (fs::is_regular_file(module, none)) return module.string();

  const fs::path own = own_build(configuration);
  const std::string source = cached(own, "CMAKE_HOME_DIRECTORY");
  if (source.empty() || !fs::exists(fs::path(source) / "CMakeLists.txt", none))
    throw ArgumentError(
        fmt::format("{} needs the folder that the program was built in and its source tree: this one is installed",
                    flavour.option));
  fs::create_directories(folder, none);
  const Lock lock(folder / "lock");
  if (fs::is_regular_file(module, none)) return module.string();
  const fs::path log = folder / "build.log";
  say(fmt::format("building configuration {} of {} into {} (some minutes at most, once)", configuration.name,
                  one_line(rtl.string()), folder.string()));
  const std::string generator = cached(own, "CMAKE_GENERATOR");
  const std::vector<std::vector<std::string>> steps{
      {"cmake", "-S", source, "-B", folder.string(), "-G", generator,
       "-DCMAKE_BUILD_TYPE=" + cached(own, "CMAKE_BUILD_TYPE"),
       "-DCMAKE_CXX_COMPILER=" + cached(own, "CMAKE_CXX_COMPILER"), "-DSTENCIL_RTL_DIR=" + rtl.string(),
       "-DSTENCIL_BUILD_TESTS=OFF", flavour.cmake},
      {"cmake", "--build", folder.string(), "--target", "config-" + configuration.name}};
  for (const auto& step : steps) {
    if (run_program(step, log) != 0)
      throw ArgumentError(fmt::format("{} is {}: configuration {} cannot be built of it, see {}", flavour.option,
                                      one_line(rtl.string()), configuration.name, log.string()));
  }
  if (!fs::is_regular_file(module, none))
    throw ArgumentError(
        fmt::format("{} is {}: its build left no {}", flavour.option, one_line(rtl.string()), module.string()));
  return module.string();
}

std::string sources_digest(const Configuration& configuration, const std::string& module) {
  Capabilities device;
  device.accel = "rtl";
  device.config = configuration.name;
  const auto sources = rtl_sources(device, module);
  return sources ? sources->digest : "";
}

// The traced module of the program's own RTL beside the others; need not exist.
fs::path traced_beside(const Configuration& configuration) {
  const fs::path fast = module_file(configuration);
  return fs::path(fast.parent_path().string() + "-traced") / fast.filename();
}

}  // namespace

std::string module_of_rtl(const std::string& tree, const Configuration& configuration,
                          const std::function<void(const std::string&)>& say) {
  std::error_code none;
  return build_module({"--rtl", device_interface(), "-DSTENCIL_TRACED=OFF"}, fs::weakly_canonical(tree, none),
                      configuration, say);
}

std::string traced_module(const std::string& tree, const Configuration& configuration, const std::string& fast,
                          const std::function<void(const std::string&)>& say) {
  std::error_code none;
  std::string module = traced_beside(configuration).string();
  if (!tree.empty() || !fs::is_regular_file(module, none)) {
    const std::string rtl = tree.empty() ? cached(own_build(configuration), "STENCIL_RTL_DIR") : tree;
    if (rtl.empty())
      throw ArgumentError(
          "--trace needs the folder that the program was built in and its source tree: this one is installed");
    module = build_module({tree.empty() ? "--trace with STENCIL_RTL_DIR" : "--trace with --rtl",
                           device_interface() + std::string(STENCIL_TRACED_SOURCES), "-DSTENCIL_TRACED=ON"},
                          fs::weakly_canonical(rtl, none), configuration, say);
  }
  if (sources_digest(configuration, module) != sources_digest(configuration, fast))
    throw ArgumentError(fmt::format("--trace: the RTL has changed since configuration {} was built; build it again",
                                    configuration.name));
  return module;
}

}  // namespace stencil
