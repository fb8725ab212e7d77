// An operation in its communicator's log.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "host/arrays/vsda/checks/operation_log.hpp"

namespace stencil {

class LoggedOperation {
 public:
  // Begins it in the log. Throws as OperationLog::begin(). needs_neighbours: as for OperationLog::await().
  LoggedOperation(std::shared_ptr<OperationLog> log, std::string what, bool needs_neighbours)
      : log_(std::move(log)),
        what_(std::move(what)),
        needs_neighbours_(needs_neighbours),
        number_(log_->begin(what_)) {}

  // As OperationLog::await().
  void await(const std::function<bool()>& is_done) const { log_->await(number_, what_, needs_neighbours_, is_done); }

 private:
  std::shared_ptr<OperationLog> log_;
  std::string what_;
  bool needs_neighbours_;
  std::int64_t number_;
};

// Null where there is no log.
inline std::unique_ptr<LoggedOperation> log_operation(const std::shared_ptr<OperationLog>& log, std::string what,
                                                      bool needs_neighbours) {
  return log == nullptr ? nullptr : std::make_unique<LoggedOperation>(log, std::move(what), needs_neighbours);
}

}  // namespace stencil
