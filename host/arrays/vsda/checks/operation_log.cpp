// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/vsda/checks/operation_log.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <thread>

#include "host/arrays/vsda/checks/collective_calls.hpp"
#include "host/arrays/vsda/checks/paranoid.hpp"
#include "host/base/errors.hpp"
#include "host/base/text.hpp"
#include "host/mpi/check.hpp"
#include "host/mpi/fatal.hpp"
#include "host/mpi/message_tags.hpp"

namespace stencil {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto between_looks = std::chrono::microseconds(20);

// A rank that waits prints its line after so many seconds.
std::int64_t silent_seconds() {
  return std::min<std::int64_t>(10, paranoid_seconds());
}

Clock::time_point after(std::int64_t seconds) {
  return Clock::now() + std::chrono::seconds(seconds);
}

void warn(const std::string& text) {
  const std::string line = fatal_line("VSDA", "warning: " + text) + "\n";
  std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace

OperationLog::OperationLog(MPI_Comm comm) : comm_(comm) {
  int rank = 0;
  int ranks = 0;
  check_mpi(MPI_Comm_rank(comm, &rank), "MPI_Comm_rank");
  check_mpi(MPI_Comm_size(comm, &ranks), "MPI_Comm_size");
  for (const int beside : {rank - 1, rank + 1}) {
    if (beside < 0 || beside >= ranks) continue;
    neighbours_.emplace_back();
    neighbours_.back().rank = beside;
  }
}

std::string OperationLog::name_array(const std::string& values) {
  const std::lock_guard<std::mutex> lock(mutex_);
  return fmt::format("array {} made with {}", ++arrays_[values], values);
}

void OperationLog::send(const Message& message) {
  for (const Neighbour& to : neighbours_) {
    Sent& sent = sent_.emplace_back();
    sent.message = message;
    check_mpi(MPI_Isend(&sent.message, sizeof sent.message, MPI_BYTE, to.rank, operation_tag, comm_, &sent.request),
              "MPI_Isend");
  }
}

void OperationLog::enter(const char* call, std::int64_t number) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (left_) return;
  send(Message(begun_, call, number));
  listen();
}

std::int64_t OperationLog::begin(const std::string& what) {
  const std::lock_guard<std::mutex> lock(mutex_);
  ++begun_;
  own_.push_back(what);
  send(Message(begun_, what));
  for (Neighbour& neighbour : neighbours_) {
    if (neighbour.early.empty()) continue;
    compare(neighbour, neighbour.early.front());
    neighbour.early.pop_front();
  }
  listen();
  return begun_;
}

// @pre the caller holds the lock
void OperationLog::listen() {
  sent_.remove_if([](Sent& sent) {
    int done = 0;
    check_mpi(MPI_Test(&sent.request, &done, MPI_STATUS_IGNORE), "MPI_Test");
    return done != 0;
  });
  for (Neighbour& neighbour : neighbours_) {
    for (int waits = 1; waits != 0;) {
      check_mpi(MPI_Iprobe(neighbour.rank, operation_tag, comm_, &waits, MPI_STATUS_IGNORE), "MPI_Iprobe");
      if (waits == 0) continue;
      Message message;
      check_mpi(MPI_Recv(&message, sizeof message, MPI_BYTE, neighbour.rank, operation_tag, comm_, MPI_STATUS_IGNORE),
                "MPI_Recv");
      take(neighbour, message);
    }
  }
  std::int64_t all_begun = begun_;
  for (const Neighbour& neighbour : neighbours_) all_begun = std::min(all_begun, neighbour.begun);
  const auto needed = static_cast<std::size_t>(begun_ - all_begun);
  if (own_.size() > needed) own_.erase(own_.begin(), own_.end() - static_cast<std::ptrdiff_t>(needed));
}

void OperationLog::take(Neighbour& from, const Message& message) {
  from.heard = true;
  if (message.collective != 0) {
    from.waits = message;
    return;
  }
  if (message.number == 0) {
    from.left = true;
    return;
  }
  if (message.number > begun_) {
    from.early.push_back(message);
  } else {
    compare(from, message);
  }
  from.begun = message.number;
}

void OperationLog::compare(const Neighbour& with, const Message& message) const {
  const std::string& mine = text_of(message.number);
  if (std::hash<std::string>{}(mine) == message.hash) return;
  refuse(
      fmt::format("operation {} on the communicator is {} here, and {} on its rank {}; all ranks must begin the same "
                  "operations in the same order",
                  message.number, mine.substr(0, sizeof message.what - 1), message.what, with.rank));
}

void OperationLog::refuse(const std::string& text) const {
  const bool one_finalizes =
      std::any_of(neighbours_.begin(), neighbours_.end(), [](const Neighbour& neighbour) { return neighbour.left; });
  if (one_finalizes || left_) fatal_in_finalize(exit_usage, text);
  throw ArgumentError(text);
}

std::string OperationLog::describe_waiting(std::int64_t number) const {
  std::string text;
  for (const Neighbour& neighbour : neighbours_) {
    if (neighbour.begun >= number) continue;
    text += fmt::format("{}rank {} of the communicator has begun {}", text.empty() ? "" : ", ", neighbour.rank,
                        counted(neighbour.begun, "operation"));
  }
  if (text.empty()) return "the ranks beside this one have begun it";
  return text + fmt::format(", this rank {}: it computes, waits in another call, or has left one out", begun_);
}

// Time is no part of the proof. The neighbour's call ends when this rank has begun the same one, which it cannot before
// the operation has ended, unless another of its threads may call MPI.
void OperationLog::refuse_deadlock(const Neighbour& with, std::int64_t number, const std::string& what) const {
  if (with.begun >= number || with.waits.collective <= collective_calls() || !calls_mpi_in_one_thread()) return;
  refuse(
      fmt::format("operation {} on the communicator, {}, waits for its rank {}, which has begun {} and waits in {} for "
                  "this rank: neither can go on; all ranks must begin the same operations in the same order",
                  number, what, with.rank, with.begun, with.waits.what));
}

void OperationLog::await(std::int64_t number, const std::string& what, bool needs_neighbours,
                         const std::function<bool()>& is_done) {
  const Clock::time_point end = after(paranoid_seconds()), line = after(silent_seconds());
  bool warned = false;
  for (bool done = false; !done; std::this_thread::sleep_for(between_looks)) {
    // Asked first: what was sent before the data has arrived as well then.
    done = is_done();
    const std::lock_guard<std::mutex> lock(mutex_);
    if (left_) return;
    listen();
    for (const Neighbour& neighbour : neighbours_) {
      if (needs_neighbours && !done) refuse_deadlock(neighbour, number, what);
    }
    if (done || Clock::now() < line) continue;
    // A neighbour that waits there has reported this already, unless it gave up waiting.
    for (const Neighbour& neighbour : neighbours_) {
      if (!neighbour.left || neighbour.begun >= number) continue;
      refuse(
          fmt::format("operation {} on the communicator, {}, waits for its rank {}, which has called MPI_Finalize or "
                      "MPI_Comm_free after {}",
                      number, what, neighbour.rank, neighbour.begun));
    }
    if (!warned)
      warn(fmt::format("has waited {} s for the end of operation {} on a communicator, {}: {}", silent_seconds(),
                       number, what, describe_waiting(number)));
    warned = true;
    if (Clock::now() >= end) return;
  }
}

// Waits until the neighbours leave the communicator as well, or begin what this rank never will. A neighbour that has
// sent anything does so sooner or later, and `patiently` is to wait for it however long it takes; another may run
// without STENCIL_PARANOID.
std::string OperationLog::wait_for_neighbours(const char* call, bool patiently) {
  const std::lock_guard<std::mutex> lock(mutex_);
  left_ = true;
  const Clock::time_point end = after(paranoid_seconds());
  const auto has_come = [this](const Neighbour& neighbour) { return neighbour.left || neighbour.begun > begun_; };
  for (;; std::this_thread::sleep_for(between_looks)) {
    listen();
    const auto missing = std::find_if_not(neighbours_.begin(), neighbours_.end(), has_come);
    if (missing == neighbours_.end()) break;
    if (Clock::now() < end || (patiently && missing->heard)) continue;
    warn(fmt::format("{} has waited {} s for rank {} of a communicator and goes on{}", call, paranoid_seconds(),
                     missing->rank, missing->heard ? "" : "; STENCIL_PARANOID must be 1 on all ranks"));
    break;
  }
  for (const Neighbour& neighbour : neighbours_) {
    if (neighbour.begun > begun_) {
      return fmt::format("called after {} on a communicator; its rank {} has begun another one, {}",
                         counted(begun_, "operation"), neighbour.rank, neighbour.early.front().what);
    }
    if (neighbour.left && neighbour.begun < begun_) {
      return fmt::format("called after {} on a communicator, on its rank {} after {}", counted(begun_, "operation"),
                         neighbour.rank, neighbour.begun);
    }
  }
  return "";
}

std::string OperationLog::leave() {
  announce();
  return wait_for_neighbours("MPI_Comm_free", false);
}

void OperationLog::announce() {
  const std::lock_guard<std::mutex> lock(mutex_);
  send(Message{});
}

std::string OperationLog::finish() {
  return wait_for_neighbours("MPI_Finalize", true);
}

MPI_Request OperationLog::meet() {
  MPI_Request all_are_here = MPI_REQUEST_NULL;
  check_mpi(MPI_Ibarrier(comm_, &all_are_here), "MPI_Ibarrier");
  return all_are_here;
}

}  // namespace stencil
