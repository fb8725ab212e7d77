// Standard output of a program: nothing that was printed is lost without a word.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace stencil {

// To be called first in main(): where standard input, output or error is closed, takes its number, so that no other
// file gets it; what is printed there fails then.
void open_missing_descriptors();

// Prints. A failure does not end the program: status_with_output() reports it.
void print_out(const std::string& text);
void flush_out();

// To be called last: flushes. Returns `status` or, where anything that was printed could not be written (disk full,
// closed), exit_device after one line "PROGRAM: standard output: cannot write: REASON" on standard error. A closed pipe
// ends the process by SIGPIPE long before, unless the caller ignores that signal.
int status_with_output(const std::string& program, int status);

}  // namespace stencil
