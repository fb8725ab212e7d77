// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/vsda/tokens/token_registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "host/base/errors.hpp"
#include "host/base/text.hpp"

namespace stencil {
namespace {

const char* begun_by(const TokenEntry& entry) {
  return entry.operation != nullptr ? entry.operation->begun_by() : "VSDA_Update_begin";
}

}  // namespace

InFlight& TokenRegistry::begin(const void* token, std::unique_ptr<InFlight> operation,
                               std::unique_ptr<LoggedOperation> logged) {
  check_pointer("rq", token, "a token, memory of the caller's");
  const std::lock_guard<MpiCallLock> guard(lock_);
  TokenEntry& entry = add(token);
  entry.operation = std::move(operation);
  entry.logged = std::move(logged);
  return *entry.operation;
}

void TokenRegistry::await(const TokenEntry& entry) {
  entry.logged->await(
      [&entry] { return entry.operation != nullptr ? entry.operation->is_done() : entry.update.is_done(); });
}

void TokenRegistry::refuse_busy(const TokenEntry& entry) {
  throw ArgumentError(fmt::format("rq = {} is still in flight: {} began it and VSDA_Update_end has not been called",
                                  entry.token, begun_by(entry)));
}

void TokenRegistry::refuse_unknown(const void* token) const {
  const bool ended = std::find(ended_.begin(), ended_.end(), token) != ended_.end();
  throw ArgumentError(
      fmt::format("rq = {} {}, must be a token given to VSDA_Update_begin or VSDA_Copy since "
                  "({} in flight){}",
                  token, ended ? "has been ended already" : "was never begun", table_.size(),
                  ended || table_.size() == 0 ? "" : "; a token is known by its address and must not be moved"));
}

std::size_t TokenRegistry::in_flight() const {
  const std::lock_guard<MpiCallLock> guard(lock_);
  return table_.size();
}

std::string TokenRegistry::describe_in_flight() const {
  constexpr std::size_t most = 4;
  const std::lock_guard<MpiCallLock> guard(lock_);
  const std::size_t all = table_.size();
  if (all == 0) return "";
  std::string text = counted(static_cast<std::int64_t>(all), "operation") + " never ended:";
  std::size_t shown = 0;
  table_.for_each([&](const TokenEntry& entry) {
    if (shown++ >= most) return;
    text += fmt::format(" {} with token {}{}", begun_by(entry), entry.token, shown < std::min(most, all) ? "," : "");
  });
  return all > most ? text + " ..." : text;
}

}  // namespace stencil
