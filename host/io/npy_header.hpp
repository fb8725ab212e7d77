// The header of a .npy file; its text part is a Python dictionary with three known keys.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace stencil {

inline constexpr std::string_view npy_magic = "\x93NUMPY";

struct NpyDictionary {
  std::string descr;
  bool fortran_order = false;
  std::vector<std::int64_t> shape;
};

// Keys in any order, each once; blanks anywhere between tokens; a trailing comma allowed.
// Throws std::invalid_argument with the token expected and the byte.
NpyDictionary parse_npy_dictionary(const std::string& text);

// The dictionary of a two-dimensional '<f8' array as NumPy writes it. Fortran order: column by column.
std::string npy_dictionary(std::int64_t rows, std::int64_t cols, bool fortran_order);

// Everything before the data in a version 1 file of such an array: a multiple of 64 bytes, as NumPy pads it.
std::string npy_file_head(std::int64_t rows, std::int64_t cols, bool fortran_order);

}  // namespace stencil
