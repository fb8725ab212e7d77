// Compares between ranks which VSDA operations they begin, with STENCIL_PARANOID=1.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace stencil {

// The operations of one communicator, in the order in which this rank begins them. Each is described in a text, which
// goes to the ranks beside this one (rank - 1, rank + 1): where all neighbours agree, all ranks do. Nothing waits for
// such a text but await(), and leaving the communicator: a rank may begin an operation long after others have ended it.
//
// The later one of two ranks notices a difference when it begins its operation or ends it. Any thread that may call MPI
// may call these functions.
class OperationLog {
 public:
  explicit OperationLog(MPI_Comm comm);
  OperationLog(const OperationLog&) = delete;
  OperationLog& operator=(const OperationLog&) = delete;

  // "array 2 made with VALUES": numbers arrays made with the same values from 1, in the order of the calls.
  std::string name_array(const std::string& values);

  // Notes the next operation and sends its text. Returns its number, from 1. Throws ArgumentError where a neighbour's
  // operation of a number has another text than this rank's.
  std::int64_t begin(const std::string& what);

  // Compares what arrives until is_done() or, with a warning, until paranoid_seconds() have passed. Throws as begin(),
  // and where a neighbour has called MPI_Finalize without the operation. needs_neighbours: it cannot end before all of
  // them have begun it; then throws also where one waits for this rank in a collective call instead.
  void await(std::int64_t number, const std::string& what, bool needs_neighbours, const std::function<bool()>& is_done);

  // This rank begins collective call `number` on MPI_COMM_WORLD, which ends only when all ranks have begun it.
  // Throws as begin().
  void enter(const char* call, std::int64_t number);

  // For MPI_Comm_free and, after announce() on all communicators, MPI_Finalize: waits until the neighbours call it
  // too, and returns what is wrong, empty: nothing. From then on nothing is compared. leave() waits for
  // paranoid_seconds() at most, since ranks may free communicators in different orders.
  std::string leave();
  void announce();
  std::string finish();
  // Begins a barrier of all ranks of the communicator.
  MPI_Request meet();
  bool has_left() const { return left_; }

 private:
  struct Message {
    Message() = default;
    Message(std::int64_t begun, const std::string& text, std::int64_t call = 0)
        : number(begun), hash(std::hash<std::string>{}(text)), collective(call) {
      text.copy(what, sizeof what - 1);
    }
    std::int64_t number = 0;      // of the operation; 0: the rank calls MPI_Finalize or MPI_Comm_free
    std::uint64_t hash = 0;       // of the whole text
    std::int64_t collective = 0;  // not 0: this collective call begins after operation `number`
    char what[240] = {};          // the text, or its beginning; of a collective call its name
  };
  struct Neighbour {
    int rank = 0;
    bool heard = false;
    std::int64_t begun = 0;
    bool left = false;          // calls MPI_Finalize or MPI_Comm_free
    Message waits{};            // its last collective call
    std::deque<Message> early;  // of operations that this rank has not begun
  };
  struct Sent {
    Message message{};
    MPI_Request request = MPI_REQUEST_NULL;
  };

  void send(const Message& message);
  void listen();
  void take(Neighbour& from, const Message& message);
  void compare(const Neighbour& with, const Message& message) const;
  void refuse_deadlock(const Neighbour& with, std::int64_t number, const std::string& what) const;
  std::string describe_waiting(std::int64_t number) const;
  std::string wait_for_neighbours(const char* call, bool patiently);
  [[noreturn]] void refuse(const std::string& text) const;
  const std::string& text_of(std::int64_t number) const {
    return own_[own_.size() - 1 - static_cast<std::size_t>(begun_ - number)];
  }

  mutable std::mutex mutex_;
  MPI_Comm comm_;
  std::atomic<bool> left_{false};
  std::vector<Neighbour> neighbours_;
  std::int64_t begun_ = 0;
  std::deque<std::string> own_;                 // the last operations, from the first that some neighbour has not begun
  std::list<Sent> sent_;                        // until MPI has sent them
  std::map<std::string, std::int64_t> arrays_;  // made, by their values
};

}  // namespace stencil
