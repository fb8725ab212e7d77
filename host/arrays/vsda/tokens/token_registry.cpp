// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/vsda/tokens/token_registry.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <string_view>
#include <utility>

#include "host/arrays/vsda/tokens/updated_box.hpp"
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

void TokenRegistry::end_watched(TokenEntry& entry) const {
  const bool is_update = std::string_view(begun_by(entry)) == "VSDA_Update_begin";
  if (end_begins_ != nullptr) end_begins_(is_update);
  if (entry.logged != nullptr) await(entry);
  if (entry.operation != nullptr) {
    const void* const array = entry.operation->target();
    entry.operation->end();
    const auto watch = box_ended_watch.load(std::memory_order_relaxed);
    if (is_update && watch != nullptr) watch(array);
  } else {
    entry.update.wait();
    if (update_watch_ != nullptr) entry.update.visit_edges(update_watch_);
  }
  if (ended_watch_ != nullptr) ended_watch_(is_update);
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

void TokenRegistry::check_each(const char* name, const void* array, std::int64_t bytes, bool written) const {
  const auto* const begin = static_cast<const std::byte*>(array);
  const std::lock_guard<MpiCallLock> guard(lock_);
  table_.for_each([&](const TokenEntry& entry) {
    const auto check = [&](const UsedMemory& used) {
      if (!used.received && !written) return;
      const std::less<const std::byte*> before;  // of pointers into different arrays
      const std::byte* const first = std::max(begin, used.array + used.first, before);
      const std::byte* const last = std::min(begin + bytes, used.array + used.last, before);
      if (!before(first, last)) return;
      throw ArgumentError(fmt::format(
          "{} has rows {} .. {} of a local part (VSDA elements of {} bytes), which an operation in flight is {} rank "
          "{}: {} began it with token {}, call VSDA_Update_end first",
          name, (first - used.array) / used.elemsize, (last - 1 - used.array) / used.elemsize, used.elemsize,
          used.received ? "receiving from" : "sending to", used.peer, begun_by(entry), entry.token));
    };
    entry.operation != nullptr ? entry.operation->visit_memory(check) : entry.update.visit_memory(check);
  });
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
