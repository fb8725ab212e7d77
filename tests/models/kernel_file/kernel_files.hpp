// Kernel files of tests, and what reading one ends with.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "models/kernel_file/formula.hpp"

namespace stencil {

inline const std::string heat_text =
    "# Explicit heat step with a source\n"
    "kernel heat\n"
    "field  u\n"
    "source q\n"
    "number ax = 0.2\n"
    "number ay = 0.2\n"
    "number dt = 0.01\n"
    "lap = ax*(u[i-1,j] - 2*u + u[i+1,j]) + ay*(u[i,j-1] - 2*u + u[i,j+1])\n"
    "new u = u + lap + dt*q\n";

// The lines of a kernel k with field u, source q, number a, and the lines given, the first of which is line 5.
inline std::string with_head(const std::string& lines) {
  return "kernel k\nfield u\nsource q\n"
         "number a = 0.5\n" +
         lines;
}

// "" or the text of the FormulaError, without the file's name "f".
inline std::string refusal(const std::string& text) {
  try {
    read_formula("f", text);
  } catch (const FormulaError& error) {
    const std::string what = error.what();
    return what.substr(0, 2) == "f:" ? what.substr(2) : what;
  }
  return "";
}

// Whether `text` is refused with a line that begins so and has `part` in it.
inline std::string refusal_or_missing(const std::string& text, const std::string& begin, const std::string& part) {
  const std::string line = refusal(text);
  const bool one_line = line.find('\n') == std::string::npos;
  return line.rfind(begin + ": ", 0) == 0 && line.find(part) != std::string::npos && one_line ? ""
                                                                                              : "refused with: " + line;
}

}  // namespace stencil
