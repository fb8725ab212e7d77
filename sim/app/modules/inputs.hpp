// Everything that decides what a built module is: its digest names the module in the cache.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace stencil {

// SHA-256 in 64 hexadecimal digits.
std::string sha256_of(const std::string& bytes);
// Of a file's contents. Throws ArgumentError where it cannot be read.
std::string sha256_of_file(const std::filesystem::path& file);

// Whether the name of a file has one of these endings: ".v .sv".
bool has_ending(const std::filesystem::path& file, const std::string& endings);

// A list of lines "name value". Whatever goes into a module must be in it, or a module of other inputs would be taken
// for it.
class ModuleInputs {
 public:
  void add(const std::string& name, const std::string& value);
  // The file, or all files of a folder and of those below it that have one of these endings, by their paths
  // relative to `base`. Throws ArgumentError where one cannot be read.
  void add_files(const std::string& name, const std::filesystem::path& base, const std::filesystem::path& path,
                 const std::string& endings);

  const std::string& text() const { return text_; }
  std::string digest() const { return sha256_of(text_).substr(0, 32); }

 private:
  std::string text_;
};

}  // namespace stencil
