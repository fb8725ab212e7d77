// Where the wrong words of a block or transfer lie, in words.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace stencil {

// "all in column 9", "all in rows 14, 29", "all of words 3 modulo 8", "all in columns 16 .. 29"; empty: of no such
// form, or too few. wrong: words, rising, of rows of cols words; cols: 0: not known. first_row, rows: of all words that
// are compared; a form that nearly all of them have is none.
std::string wrong_places(const std::vector<std::int64_t>& wrong, std::int64_t cols, std::int64_t first_row,
                         std::int64_t rows);

}  // namespace stencil
