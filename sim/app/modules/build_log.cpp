// SPDX-License-Identifier: Apache-2.0
#include "sim/app/modules/build_log.hpp"

#include <fstream>
#include <sstream>
#include <system_error>

#include "sim/app/json/utf8.hpp"

namespace stencil {
namespace {

namespace fs = std::filesystem;

bool has(const std::string& line, const char* part) {
  return line.find(part) != std::string::npos;
}

std::string shortened(const std::string& line) {
  constexpr std::size_t most = 200;
  const std::string text = one_line(line.substr(std::min(line.find_first_not_of(' '), line.size())));
  return text.size() <= most ? text : text.substr(0, most) + "...";
}

}  // namespace

std::string first_line(const fs::path& file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  return one_line(line);
}

std::string first_error(const fs::path& log) {
  std::ifstream in(log);
  std::string last, warning;
  for (std::string line; std::getline(in, line);) {
    // Verilator counts warnings that stop it in an error at the end.
    if (has(line, "%Warning") && warning.empty()) warning = line;
    if (has(line, "%Error: Exiting due to") && !warning.empty()) return shortened(warning);
    if (has(line, "%Error") || has(line, "error:") || has(line, "No space left") || has(line, "Killed"))
      return shortened(line);
    if (!line.empty()) last = line;
  }
  return last.empty() ? "its log is empty" : shortened(last);
}

bool is_lack_of_space(const fs::path& log) {
  std::ifstream in(log);
  for (std::string line; std::getline(in, line);) {
    if (has(line, "No space left on device") || has(line, "File too large") || has(line, "Disk quota exceeded") ||
        has(line, "File size limit exceeded"))
      return true;
  }
  std::error_code none;
  constexpr std::uintmax_t least_bytes = 1 << 20;
  const fs::space_info space = fs::space(log.parent_path(), none);
  return !none && space.available < least_bytes;
}

std::vector<fs::path> files_read(const fs::path& models) {
  std::vector<fs::path> files;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(models, none)) {
    if (entry.path().extension() != ".d") continue;
    std::ifstream in(entry.path());
    std::string word;
    in >> word;  // "MODEL_united.cpp:"
    while (in >> word) files.emplace_back(word);
  }
  return files;
}

}  // namespace stencil
