// Files with the name of a built-in kernel: `--kernel NAME` beside a file `NAME` is ambiguous, and refused.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace stencil {

// Whether there is a plain file of this name that may be text: none of its first 4096 bytes is NUL. A program is no
// text.
bool is_text_file(const std::string& path);

// Throws ArgumentError where a text file has the name of the kernel that is meant. what: the choice with its value,
// "--kernel is 'NAME'".
void refuse_file_of_kernel_name(const std::string& what, const std::string& kernel);

// "; write ./NAME for the file NAME": the end of an error about a name that is no kernel's, where there is such
// a text file; else nothing.
std::string hint_at_file(const std::string& name);

}  // namespace stencil
