// SPDX-License-Identifier: Apache-2.0
#include "sim/app/json/json_file.hpp"

#include <fmt/core.h>

#include "host/io/input_file.hpp"
#include "sim/app/json/utf8.hpp"

namespace stencil {
namespace {

// "stencil-cosim/report/" of "stencil-cosim/report/1".
std::string family(const std::string& schema) {
  return schema.substr(0, schema.rfind('/') + 1);
}

// The parser's error, without the line number for a text of one line.
std::string reason(const std::string& error, const std::string& text) {
  std::string line = one_line(error);
  const std::string first = "at line 1, ";
  const std::size_t at = line.find(first);
  if (at != std::string::npos && text.find('\n') == std::string::npos) line.erase(at + 3, first.size() - 3);
  return line;
}

}  // namespace

std::string file_text(const std::string& command, const std::string& path) {
  try {
    return read_whole_file(path);
  } catch (const ArgumentError& error) {
    throw ArgumentError(command + " " + one_line(error.what()));
  }
}

std::string without_json(const std::string& path) {
  const std::string ending = ".json";
  const bool has_ending =
      path.size() > ending.size() && path.compare(path.size() - ending.size(), ending.size(), ending) == 0;
  return has_ending ? path.substr(0, path.size() - ending.size()) : path;
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
