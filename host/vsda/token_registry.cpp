// SPDX-License-Identifier: Apache-2.0
#include "host/vsda/token_registry.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/check.hpp"
#include "host/errors.hpp"

namespace stencil {

Operation& TokenRegistry::begin(const void* token, OperationKind kind) {
  check_pointer("rq", token, "a token, memory of the caller's");
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto [place, is_new] = operations_.try_emplace(token);
  if (!is_new) {
    throw ArgumentError(fmt::format("rq = {} is still in flight: {} began it and VSDA_Update_end has not been called",
                                    token, begin_name(place->second->kind())));
  }
  place->second = std::make_unique<Operation>(kind);
  return *place->second;
}

std::unique_ptr<Operation> TokenRegistry::end(const void* token) {
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
  std::unique_ptr<Operation> operation = std::move(place->second);
  operations_.erase(place);
  ended_.push_back(token);
  if (ended_.size() > remembered_ended_tokens) ended_.pop_front();
  return operation;
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
    text += fmt::format(" {} with token {}{}", begin_name(operation->kind()), token,
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
