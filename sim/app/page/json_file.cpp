// SPDX-License-Identifier: Apache-2.0
#include "sim/app/page/json_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "sim/app/json/utf8.hpp"

namespace stencil {
namespace {

// A file descriptor that is closed on destruction.
struct Descriptor {
  int number;
  ~Descriptor() {
    if (number >= 0) ::close(number);
  }
};

// "stencil-cosim/report/" of "stencil-cosim/report/1".
std::string family(const std::string& schema) {
  return schema.substr(0, schema.rfind('/') + 1);
}

// The parser's error, without the line number for a text of one line.
std::string reason(const std::string& said, const std::string& text) {
  std::string line = one_line(said);
  const std::string first = "at line 1, ";
  const std::size_t at = line.find(first);
  if (at != std::string::npos && text.find('\n') == std::string::npos) line.erase(at + 3, first.size() - 3);
  return line;
}

}  // namespace

std::string file_text(const std::string& command, const std::string& path) {
  const std::string where = command + " " + one_line(path);
  const auto refuse = [&](const char* what) {
    return ArgumentError(fmt::format("{}: {}: {}", where, what, std::strerror(errno)));
  };
  // O_NONBLOCK: opening a pipe without a writer would wait forever.
  const Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (file.number < 0) throw refuse("cannot be read");
  struct stat state {};
  if (::fstat(file.number, &state) != 0) throw refuse("cannot be read");
  if (!S_ISREG(state.st_mode)) {
    throw ArgumentError(where +
                        (S_ISDIR(state.st_mode) ? ": is a directory, must be a file" : ": is not a regular file"));
  }
  std::string text;
  std::string piece(std::size_t{1} << 20, '\0');
  for (;;) {
    const ssize_t length = ::read(file.number, piece.data(), piece.size());
    if (length < 0 && errno == EINTR) continue;
    if (length < 0) throw refuse("cannot be read");
    if (length == 0) return text;
    text.append(piece, 0, static_cast<std::size_t>(length));
  }
}

Json schema_json(const std::string& where, const std::string& text, const std::string& schema) {
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) throw ArgumentError(where + ": is empty");
  Json json;
  try {
    json = Json::parse(text);
  } catch (const JsonError& error) {
    throw ArgumentError(fmt::format("{}: is cut off or not JSON: {}", where, reason(error.what(), text)));
  }
  const auto has_schema = [&] {
    try {
      return json["schema"].is_text();
    } catch (const JsonError&) {
      return false;
    }
  };
  if (!has_schema()) throw ArgumentError(fmt::format("{}: has no schema, must be {}", where, schema));
  const std::string& found = json["schema"].text();
  if (found == schema) return json;
  const bool other_version = found.rfind(family(schema), 0) == 0;
  throw ArgumentError(fmt::format("{}: schema is '{}', {} {}", where, one_line(found),
                                  other_version ? "this program reads" : "must be", schema));
}

}  // namespace stencil
