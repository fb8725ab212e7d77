// A table of the values that the handles of C programs name.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/core.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>

#include "host/base/errors.hpp"

namespace stencil {

// Handles are numbers that no caller's memory holds by chance, and none is given out twice: the upper 32 bits name the
// kind, the lower count. Any thread may call any function.
template <typename T>
class HandleTable {
 public:
  // `must_be` completes the text of a refusal: "plan holds 0x0, must be MUST_BE".
  HandleTable(std::uint32_t kind, std::string must_be)
      : must_be_(std::move(must_be)), last_id_(std::uint64_t{kind} << 32) {}

  std::uint64_t add(T value) {
    const std::lock_guard<std::mutex> lock(mutex_);
    values_.emplace(++last_id_, std::make_shared<const T>(std::move(value)));
    return last_id_;
  }

  // The value stays alive for the caller even when another thread removes the handle.
  // Throws ArgumentError, naming the argument, for a handle this table does not hold.
  std::shared_ptr<const T> find(const char* argument, std::uint64_t id) const {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto place = values_.find(id);
    if (place == values_.end()) refuse(argument, id);
    return place->second;
  }

  void remove(const char* argument, std::uint64_t id) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (values_.erase(id) == 0) refuse(argument, id);
  }

 private:
  [[noreturn]] void refuse(const char* argument, std::uint64_t id) const {
    throw ArgumentError(fmt::format("{} holds {:#x}, must be {}", argument, id, must_be_));
  }

  std::string must_be_;
  mutable std::mutex mutex_;
  std::uint64_t last_id_;
  std::unordered_map<std::uint64_t, std::shared_ptr<const T>> values_;
};

}  // namespace stencil
