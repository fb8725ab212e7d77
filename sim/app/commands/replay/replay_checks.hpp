// Checks of the options of `replay`: before its capsule is read, and before it is played.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/app/commands/replay/replay_command.hpp"

namespace stencil {

// The waves' file: beside the smaller capsule, where there is one that is a file.
std::string replay_waves(const ReplayOptions& options);

// Throws ArgumentError for options that cannot work on the accelerator that the calls are replayed on.
void check_replay_accel(const ReplayOptions& options, const std::string& accel);

// Throws ArgumentError for what no capsule could make right.
void check_replay_options(const ReplayOptions& options);

}  // namespace stencil
