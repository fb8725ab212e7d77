// Runs drawn cases as programs of their own, so that one that dies or hangs ends no other.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sim/app/random/random_case.hpp"

namespace stencil {

enum class CaseEnd {
  passed,
  differs,    // status 1: a value differs
  failed,     // status 3, a signal, or no end in case_bound_s
  refused,    // status 2: the options cannot work, which is a fault of what draws them
  cut_short,  // the user has interrupted
};

constexpr int case_bound_s = 1200;  // a run of a case takes a second or two; on a machine however busy, minutes

struct CaseResult {
  CaseEnd end = CaseEnd::passed;
  std::string line;  // of its output: the verdict or the error
  std::string log;   // all of its output
};

class CaseRunner {
 public:
  // program: the file of stencil-cosim; steps: that of steps from C, or empty; folder: exists, for logs and fields.
  // Throws ArgumentError where there is no mpirun and `most_ranks` is above 1; DeviceError with what mpirun prints if
  // it cannot start two ranks.
  CaseRunner(std::string program, std::string steps, std::filesystem::path folder, std::int64_t most_ranks);

  // name: of its files in the folder, which stay unless it passes. report: the file of a report, or empty. Any thread
  // may call it.
  CaseResult run(const RandomCase& drawn, const std::string& name, const std::string& report = "") const;

  // The command as a user types it, with the files of run().
  std::string command_line(const RandomCase& drawn, const std::string& name) const;

 private:
  CaseFiles files_of(const std::string& name, const std::string& program) const {
    return {program, steps_, folder_ / (name + "_f.npy"), folder_ / (name + "_r.npy")};
  }

  std::string program_, steps_;
  std::filesystem::path folder_;
  std::string mpirun_;
};

// From now on SIGINT and SIGTERM end nothing here; interrupted() says whether one has come.
void catch_interrupts();
bool interrupted();

}  // namespace stencil
