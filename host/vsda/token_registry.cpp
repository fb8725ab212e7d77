// SPDX-License-Identifier: Apache-2.0
#include "host/vsda/token_registry.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/check.hpp"
#include "host/errors.hpp"

namespace stencil {

InFlight& TokenRegistry::begin(const void* token, std::unique_ptr<InFlight> operation) {
  check_pointer("rq", token, "a token, memory of the caller's");
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto busy = operations_.find(token);
  if (busy != operations_.end()) {
    throw ArgumentError(fmt::format("rq = {} is still in flight: {} began it and VSDA_Update_end has not been called",
                                    token, busy->second->begun_by()));
  }
  return *operations_.emplace(token, std::move(operation)).first->second;
}

std::unique_ptr<InFlight> TokenRegistry::take(const void* token) {
  check_pointer("rq", token, "a token given to VSDA_Update_begin or VSDA_Copy");
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto place = operations_.find(token);
  if (place == operations_.end()) {
    const bool ended = std::find(ended_.begin(), ended_.end(), token) != ended_.end();
    throw ArgumentError(
        fmt::format("rq = {} {}, must be a token given to VSDA_Update_begin or VSDA_Copy since "
                    "({} in flight)",
                    token, ended ? "has been ended already" : "was never begun", operations_.size()));
  }
  ended_[next_ended_++ % remembered_ended_tokens] = token;
  std::unique_ptr<InFlight> operation = std::move(place->second);
  operations_.erase(place);
  return operation;
}

void TokenRegistry::end(const void* token) {
  take(token)->end();  // outside the lock: it may wait for other threads' operations
}

std::size_t TokenRegistry::in_flight() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return operations_.size();
}

std::string TokenRegistry::describe_in_flight() const {
  constexpr std::size_t most = 4;
  const std::lock_guard<std::mutex> lock(mutex_);
  if (operations_.empty()) return "";
  std::string text = fmt::format("{} operations never ended:", operations_.size());
  std::size_t shown = 0;
  for (const auto& [token, operation] : operations_) {
    if (shown++ == most) return text + " ...";
    text += fmt::format(" {} with token {}{}", operation->begun_by(), token,
                        shown < std::min(most, operations_.size()) ? "," : "");
  }
  return text;
}

// Never destroyed: MPI_Finalize may run from an atexit function, after the statics of this file.
TokenRegistry& token_registry() {
  static auto* const registry = new TokenRegistry;
  return *registry;
}

}  // namespace stencil
