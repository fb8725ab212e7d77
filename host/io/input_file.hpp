// A regular file to read from, at any place.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace stencil {

// All errors are ArgumentError "PATH: what is wrong".
class InputFile {
 public:
  explicit InputFile(const std::string& path);
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  ~InputFile();

  // Length of a regular file; anything else cannot be read by ranges and is refused.
  std::int64_t size_bytes() const;

  // Exactly so many bytes. A file that ends before is refused as cut short; `what` names what it ends inside.
  void read(std::int64_t offset_bytes, void* target, std::int64_t length_bytes, const char* what) const;

 private:
  std::string path_;
  int descriptor_;
};

}  // namespace stencil
