// SPDX-License-Identifier: Apache-2.0
#include "sim/app/output/report_claim.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <mpi.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "host/io/output_file.hpp"
#include "host/mpi/fatal.hpp"

namespace stencil {
namespace {

// Resolution, in seconds, of the clock with which file systems stamp files.
constexpr double file_clock_s = 0.02;

double seconds(const timespec& time) {
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

bool contains(const std::string& path, const std::string& text) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {}).find(text) != std::string::npos;
}

}  // namespace

// A process that MPI has not started may have its variables from a parent that it has.
std::string launch_name() {
  int ranks = 1;
  if (mpi_is_running()) MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (ranks == 1) return fmt::format("process {}", getpid());
  for (const char* variable : {"PMIX_NAMESPACE", "PMI_JOBID"}) {
    if (const char* job = std::getenv(variable)) return fmt::format("{} {}", variable, job);
  }
  return fmt::format("launcher {}", getppid());
}

bool claim_report(const std::string& path, const timespec& began, const std::string& launch) {
  const std::filesystem::path folder = std::filesystem::absolute(path).parent_path();
  // Never closed: the claim ends with the process.
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0 || flock(descriptor, LOCK_EX) != 0) return true;
  if (is_stream(path)) return true;  // its time shows nothing
  struct stat state {};
  if (stat(path.c_str(), &state) != 0 || seconds(state.st_mtim) < seconds(began) - file_clock_s) return true;
  return !launch.empty() && !contains(path, '"' + launch + '"');
}

}  // namespace stencil
