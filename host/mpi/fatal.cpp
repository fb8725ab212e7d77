// SPDX-License-Identifier: Apache-2.0
#include "host/mpi/fatal.hpp"

#include <fmt/core.h>
#include <mpi.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "host/mpi/quiet_abort.hpp"

namespace stencil {
namespace {

std::atomic<FatalHandler> installed_handler{nullptr};
std::atomic<FatalHandler> installed_last_work{nullptr};
std::atomic<bool> ending{false};

[[noreturn]] void end_process(int status, const std::string& line, bool in_finalize) {
  // Puts the program's output before its last line; MPI_Abort would lose it.
  std::fflush(stdout);
  // One write, so that lines of several ranks do not mix.
  const std::string text = line + "\n";
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
  if (ending.exchange(true)) std::_Exit(status);
  if (const FatalHandler last_work = installed_last_work.load()) last_work(status, line);
  if (in_finalize) std::_Exit(status);
  if (mpi_is_running()) {
    quieten_mpi_abort();
    MPI_Abort(MPI_COMM_WORLD, status);
  }
  std::exit(status);
}

[[noreturn]] void end(int status, const std::string& line, bool in_finalize) {
  if (const FatalHandler handler = installed_handler.load()) handler(status, line);
  end_process(status, line, in_finalize);
}

}  // namespace

bool mpi_is_running() {
  int initialized = 0;
  int finalized = 0;
  MPI_Initialized(&initialized);
  MPI_Finalized(&finalized);
  return initialized != 0 && finalized == 0;
}

FatalHandler set_fatal_handler(FatalHandler handler) {
  return installed_handler.exchange(handler);
}

void set_last_work(FatalHandler work) {
  installed_last_work.store(work);
}

std::string fatal_line(const char* function, const std::string& text) {
  if (!mpi_is_running()) return fmt::format("stencil: {}: {}", function, text);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return fmt::format("stencil: rank {}: {}: {}", rank, function, text);
}

void fatal(const char* function, int status, const std::string& text) {
  end(status, fatal_line(function, text), false);
}

void fatal_in_finalize(int status, const std::string& text) {
  end(status, fatal_line("MPI_Finalize", text), true);
}

void fatal_together(const char* function, int status, const std::string& text, bool speaks) {
  if (!speaks && installed_handler.load() == nullptr) {
    std::fflush(stdout);
    std::this_thread::sleep_for(std::chrono::seconds(10));
  }
  fatal(function, status, text);
}

}  // namespace stencil
