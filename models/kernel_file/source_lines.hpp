// The bytes of a kernel file as lines of text.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace stencil {

inline constexpr std::size_t most_kernel_file_bytes = 262144;

// Without their ends, LF or CR LF; the comment of each line, from '#' on, is cut off, so that what is left is ASCII
// unless it is wrong. Throws FormulaError for an empty file, one that is too long, a byte that is no text (NUL, other
// control characters but the tab) and for what is not UTF-8 without a byte order mark.
std::vector<std::string> source_lines(const std::string& file, const std::string& bytes);

}  // namespace stencil
