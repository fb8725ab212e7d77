// Whether the user's terminal shows a rank's output, and the colours of the verdict.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace stencil {

// Whether the user sees a descriptor (STDOUT_FILENO, STDERR_FILENO) on a terminal. Under mpirun those of mpirun decide:
// a rank's own ones say nothing (standard output is always a pseudo-terminal, standard error always a pipe).
bool user_watches(int descriptor);

// Whether standard output may be coloured: seen on a terminal, NO_COLOR empty or not set, TERM set and not "dumb".
bool colours_wanted();

// The line with its verdict coloured, if one stands before its first colon: PASS and EQUAL green, FAIL red, NOT CHECKED
// and CHANGED yellow. Any other line comes back as it is.
std::string coloured_verdict(const std::string& line);

// The text with its last line coloured so.
std::string coloured_last_line(const std::string& text);

}  // namespace stencil
