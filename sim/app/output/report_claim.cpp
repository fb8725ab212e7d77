// SPDX-License-Identifier: Apache-2.0
#include "sim/app/output/report_claim.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <filesystem>

#include "host/io/output_file.hpp"

namespace stencil {
namespace {

// Resolution, in seconds, of the clock with which file systems stamp files.
constexpr double file_clock_s = 0.02;

double seconds(const timespec& time) {
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace

bool claim_report(const std::string& path, const timespec& began) {
  const std::filesystem::path folder = std::filesystem::absolute(path).parent_path();
  // Never closed: the claim ends with the process.
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0 || flock(descriptor, LOCK_EX) != 0) return true;
  if (is_stream(path)) return true;  // its time tells nothing
  struct stat state {};
  return stat(path.c_str(), &state) != 0 || seconds(state.st_mtim) < seconds(began) - file_clock_s;
}

}  // namespace stencil
