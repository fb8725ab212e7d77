// SPDX-License-Identifier: Apache-2.0
#include "host/io/kernel_file_name.hpp"

#include <fmt/core.h>

#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "host/base/errors.hpp"

namespace stencil {

bool is_text_file(const std::string& path) {
  std::error_code none;
  if (!std::filesystem::is_regular_file(path, none)) return false;
  std::array<char, 4096> bytes{};
  std::ifstream in(path, std::ios::binary);
  in.read(bytes.data(), bytes.size());
  return std::memchr(bytes.data(), '\0', static_cast<std::size_t>(in.gcount())) == nullptr;
}

void refuse_file_of_kernel_name(const std::string& what, const std::string& kernel) {
  if (!is_text_file(kernel)) return;
  throw ArgumentError(fmt::format(
      "{}, a kernel and also a file here: must be ./{} for the file; for the kernel, the file must have another name",
      what, kernel));
}

std::string hint_at_file(const std::string& name) {
  const bool is_name = !name.empty() && name.find('/') == std::string::npos;
  return is_name && is_text_file(name) ? fmt::format("; write ./{0} for the file {0}", name) : "";
}

}  // namespace stencil
