// SPDX-License-Identifier: Apache-2.0
#include "sim/app/modules/inputs.hpp"

#include <fmt/core.h>
#include <sodium/crypto_hash_sha256.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <system_error>
#include <vector>

#include "host/base/errors.hpp"
#include "sim/app/json/utf8.hpp"

namespace stencil {

namespace fs = std::filesystem;

std::string sha256_of(const std::string& bytes) {
  unsigned char hash[crypto_hash_sha256_BYTES];
  crypto_hash_sha256(hash, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
  std::string digits;
  for (const unsigned char byte : hash) digits += fmt::format("{:02x}", byte);
  return digits;
}

std::string sha256_of_file(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  if (!(text << in.rdbuf()) && fs::file_size(file) > 0)
    throw ArgumentError(fmt::format("{} cannot be read", one_line(file.string())));
  return sha256_of(text.str());
}

bool has_ending(const fs::path& file, const std::string& endings) {
  std::istringstream words(endings);
  const std::vector<std::string> all{std::istream_iterator<std::string>(words), {}};
  return std::find(all.begin(), all.end(), file.extension().string()) != all.end();
}

void ModuleInputs::add(const std::string& name, const std::string& value) {
  text_ += name + ' ' + value + '\n';
}

void ModuleInputs::add_files(const std::string& name, const fs::path& base, const fs::path& path,
                             const std::string& endings) {
  std::vector<fs::path> files;
  try {
    if (!fs::is_directory(path)) files.push_back(path);
    for (const auto& entry :
         fs::is_directory(path) ? fs::recursive_directory_iterator(path) : fs::recursive_directory_iterator()) {
      if (entry.is_regular_file() && has_ending(entry.path(), endings)) files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files) add(name, file.lexically_relative(base).string() + ' ' + sha256_of_file(file));
  } catch (const fs::filesystem_error& error) {
    throw ArgumentError(fmt::format("{} cannot be read: {}", one_line(path.string()), error.code().message()));
  }
}

}  // namespace stencil
