// A file as a stream, for parsers that read piece by piece.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <istream>
#include <streambuf>
#include <string>

#include "host/io/input_file.hpp"

namespace stencil {

// From the first byte to the last, without seeking. Reads up to 64 KiB at a time. `file` outlives it. Functions that
// read from it throw what InputFile::read throws, so that a file that cannot be read does not look like a shorter one.
class InputStream : private std::streambuf, public std::istream {
 public:
  explicit InputStream(const InputFile& file) : std::istream(this), file_(file) { exceptions(std::ios::badbit); }

 private:
  int underflow() override;

  const InputFile& file_;
  std::int64_t next_bytes_ = 0;  // offset of what follows the buffer
  std::string buffer_;
};

}  // namespace stencil
