// Other programs: where they are, what they print, how they end.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace stencil {

// The first executable file of this name in the folders of PATH, or the path itself if it has a '/'; empty: none.
std::string find_tool(const std::string& name);

// What a program prints on standard output, without the newlines at its end; empty where it fails.
std::string output_of(const std::vector<std::string>& words);

// Runs a program whose output goes to the end of the file `log`, with NAME=VALUE words added to its environment and
// MPI's own variables taken from it: a rank's children are no ranks. Returns its
// exit status; 127: it cannot be started; 128: a signal ended it.
int run_logged(const std::vector<std::string>& words, const std::vector<std::string>& environment,
               const std::filesystem::path& log);

}  // namespace stencil
