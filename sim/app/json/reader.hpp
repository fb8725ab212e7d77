// Builds Json values from the events of the library's parser, which requires these function names.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "sim/app/json/json.hpp"

namespace stencil {

class JsonReader {
 public:
  bool null() { return add(nullptr); }
  bool boolean(bool value) { return add(value); }
  bool number_integer(std::int64_t value) { return add(value); }
  bool number_unsigned(std::uint64_t value) { return add(value); }
  bool number_float(double value, const std::string&) { return add(value); }
  bool string(std::string& value) { return add(std::move(value)); }
  bool binary(std::vector<std::uint8_t>&) { return false; }
  bool start_object(std::size_t) { return open(); }
  bool start_array(std::size_t) { return open(); }
  bool key(std::string& name) {
    open_.back().names.push_back(std::move(name));
    return true;
  }
  bool end_array() { return add(close().values); }
  bool end_object() {
    Open object = close();
    std::vector<Json::Member> members;
    for (std::size_t i = 0; i < object.names.size(); ++i) {
      members.push_back({std::move(object.names[i]), std::move(object.values[i])});
    }
    return add(Json(std::move(members)));
  }
  template <class Error>
  bool parse_error(std::size_t, const std::string&, const Error& error) {
    // Without the library's error number, "[json.exception.parse_error.101] ".
    const std::string text = error.what();
    const std::size_t number = text.find("] ");
    throw JsonError(number == std::string::npos ? text : text.substr(number + 2));
  }

  // Number of open lists and objects.
  std::size_t depth() const { return open_.size() - 1; }

  // Returns the value that was read, which must be complete, and resets the reader.
  Json take() {
    Json value = std::move(open_.front().values.front());
    open_.front().values.clear();
    return value;
  }

 private:
  struct Open {
    std::vector<std::string> names;
    std::vector<Json> values;
  };

  bool add(Json value) {
    open_.back().values.push_back(std::move(value));
    return true;
  }
  bool open() {
    open_.emplace_back();
    return true;
  }
  Open close() {
    Open last = std::move(open_.back());
    open_.pop_back();
    return last;
  }

  std::vector<Open> open_ = std::vector<Open>(1);
};

}  // namespace stencil
