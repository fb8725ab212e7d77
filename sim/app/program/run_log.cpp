// SPDX-License-Identifier: Apache-2.0
#include "sim/app/program/run_log.hpp"

#include <spdlog/sinks/stdout_sinks.h>
#include <unistd.h>

#include <memory>

#include "sim/app/cli/standard_output.hpp"
#include "sim/app/output/user_terminal.hpp"

namespace stencil {
namespace {

constexpr auto verdict_level = spdlog::level::warn;  // --quiet keeps it

spdlog::level::level_enum least_level(Verbosity verbosity) {
  switch (verbosity) {
    case Verbosity::quiet:
      return verdict_level;
    case Verbosity::verbose:
      return spdlog::level::debug;
    default:
      return spdlog::level::info;
  }
}

}  // namespace

RunLog::RunLog(Verbosity verbosity, bool on_root, ProgressLine& progress)
    : colours_(on_root && colours_wanted()),
      progress_(progress),
      least_(least_level(verbosity)),
      err_("err", std::make_shared<spdlog::sinks::stderr_sink_st>()) {
  err_.set_pattern("stencil-cosim: %l: %v");
  err_.flush_on(spdlog::level::trace);
}

void RunLog::write(spdlog::level::level_enum level, const std::string& line) {
  progress_.erase();
  if (level < least_) return;
  print_out((colours_ ? coloured_verdict(line) : line) + "\n");
  flush_out();
}

void RunLog::listen(RunHooks& hooks) {
  hooks.detail = [this](const std::string& line) { write(spdlog::level::debug, line); };
  hooks.say = [this](const std::string& line) { write(spdlog::level::info, line); };
  hooks.conclude = [this](const std::string& line) { write(verdict_level, line); };
  hooks.warn = [this](const std::string& line) {
    progress_.erase();
    err_.log(spdlog::level::warn, line);
  };
  hooks.progress = &progress_;
}

}  // namespace stencil
