// The message with which a call refuses its arguments.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "host/base/errors.hpp"

namespace stencil::test {

// The message of the Error that the call throws; "accepted" if it throws none.
template <typename Error = ArgumentError, typename Call>
std::string refusal(Call&& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace stencil::test
