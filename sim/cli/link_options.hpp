// The options of the path between host and accelerator, the same for every command that has one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>

#include "host/accelerator.hpp"

namespace stencil {

void add_link_options(CLI::App& app, LinkOptions& link);

}  // namespace stencil
