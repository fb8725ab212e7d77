// SPDX-License-Identifier: Apache-2.0
#include "sim/app/program/run_log.hpp"

#include <spdlog/sinks/stdout_sinks.h>
#include <unistd.h>

#include <memory>

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

ProgressLine::Form progress_form(Verbosity verbosity, bool on_root) {
  if (!on_root || verbosity == Verbosity::quiet) return ProgressLine::Form::none;
  return user_watches(STDERR_FILENO) ? ProgressLine::Form::redrawn : ProgressLine::Form::plain;
}

}  // namespace

RunLog::RunLog(Verbosity verbosity, bool on_root)
    : colours_(on_root && colours_wanted()),
      progress_(progress_form(verbosity, on_root)),
      out_("out", std::make_shared<spdlog::sinks::stdout_sink_st>()),
      err_("err", std::make_shared<spdlog::sinks::stderr_sink_st>()) {
  out_.set_level(least_level(verbosity));
  out_.set_pattern("%v");
  err_.set_pattern("stencil-cosim: %l: %v");
  for (spdlog::logger* each : {&out_, &err_}) each->flush_on(spdlog::level::trace);
}

void RunLog::tell(spdlog::level::level_enum level, const std::string& line) {
  progress_.erase();
  out_.log(level, colours_ ? coloured_verdict(line) : line);
}

void RunLog::listen(RunHooks& hooks) {
  hooks.detail = [this](const std::string& line) { tell(spdlog::level::debug, line); };
  hooks.say = [this](const std::string& line) { tell(spdlog::level::info, line); };
  hooks.conclude = [this](const std::string& line) { tell(verdict_level, line); };
  hooks.warn = [this](const std::string& line) {
    progress_.erase();
    err_.log(spdlog::level::warn, line);
  };
  hooks.build = [this](const std::string& text) { text.empty() ? progress_.erase() : progress_.show(text); };
  hooks.progress = [this](const RunProgress& progress) { progress_.show(progress); };
}

}  // namespace stencil
