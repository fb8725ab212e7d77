// An error that one rank meets and all ranks of a communicator know of.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

#include "host/mpi/border.hpp"

namespace stencil {

// Thrown on every rank, with the same text, after one of them has failed. None of them waits for another when it is
// caught, so that the program can end as it does without an error, with this status.
class AgreedError : public std::runtime_error {
 public:
  // failure: that of rank `failed`, the lowest that has one; here: on that rank.
  AgreedError(const Failure& failure, int failed, bool here) : AgreedError(failure.text, failure, failed, here) {}
  // line: what what() says where that is more than the failure's text.
  AgreedError(const std::string& line, const Failure& failure, int failed, bool here)
      : std::runtime_error(line), text(failure.text), status(failure.status), rank(failed), speaks(here) {}

  const std::string text;
  const int status;
  const int rank;
  const bool speaks;
};

}  // namespace stencil
