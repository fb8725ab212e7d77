// An error of one rank that all ranks of a communicator throw.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

#include "host/mpi/border.hpp"

namespace stencil {

// Thrown on every rank, with the same text, after one of them has failed. No rank then waits for another, so that the
// program can end normally, with this status.
class AgreedError : public std::runtime_error {
 public:
  // failure: that of rank `failed`, the lowest rank with one; here: true on that rank, which prints the error.
  AgreedError(const Failure& failure, int failed, bool here) : AgreedError(failure.text, failure, failed, here) {}
  // line: the text of what(), if that differs from the failure's text.
  AgreedError(const std::string& line, const Failure& failure, int failed, bool here)
      : std::runtime_error(line), text(failure.text), status(failure.status), rank(failed), speaks(here) {}

  const std::string text;
  const int status;
  const int rank;
  const bool speaks;
};

}  // namespace stencil
