// What a build has left: why it failed, which files it read.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace stencil {

// Begins a line of inputs.txt with a file that was read and that no other input names, as one that Verilog includes
// from outside its tree: "also PATH DIGEST".
inline const std::string other_file_name = "also ";

// The first line of a file, for people; empty where there is none.
std::string first_line(const std::filesystem::path& file);
// The first line of a log that names an error, else its last one; at most 200 characters. "its log is empty" where it
// has none.
std::string first_error(const std::filesystem::path& log);
bool is_lack_of_space(const std::filesystem::path& log);

// The Verilog files that a model in this folder was made from, as cmake/verilate_one.cmake leaves them.
std::vector<std::filesystem::path> files_read(const std::filesystem::path& models);

}  // namespace stencil
