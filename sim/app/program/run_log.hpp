// What a run tells the terminal, by the levels of spdlog.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <spdlog/logger.h>

#include "sim/app/progress/progress.hpp"
#include "sim/app/run/run.hpp"

namespace stencil {

// On standard output, lines as they are: details at level debug, ordinary lines at info, the verdict above them. On
// standard error: warnings after "stencil-cosim: warning: ".
class RunLog {
 public:
  // progress: erased before a line is printed.
  RunLog(Verbosity verbosity, bool on_root, ProgressLine& progress);

  // The hooks tell this log, as long as it lives.
  void listen(RunHooks& hooks);

 private:
  void write(spdlog::level::level_enum level, const std::string& line);

  bool colours_;
  ProgressLine& progress_;
  spdlog::level::level_enum least_;  // that is printed
  spdlog::logger err_;
};

}  // namespace stencil
