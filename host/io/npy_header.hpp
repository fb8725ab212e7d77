// The text part of a .npy header: a Python dictionary with three known keys.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace stencil {

struct NpyDictionary {
  std::string descr;
  bool fortran_order = false;
  std::vector<std::int64_t> shape;
};

// Keys in any order, each once; blanks anywhere between tokens; a trailing comma allowed.
// Throws std::invalid_argument with what was expected and where.
NpyDictionary parse_npy_dictionary(const std::string& text);

// The dictionary of a two-dimensional '<f8' array in C order, as NumPy writes it.
std::string npy_dictionary(std::int64_t rows, std::int64_t cols);

}  // namespace stencil
