// SPDX-License-Identifier: Apache-2.0
#include "host/jacobi/call.hpp"

#include <fmt/core.h>

namespace stencil {
namespace {

const char* name_of(Call::Part part) {
  switch (part) {
    case Call::Part::r:
      return "r";
    case Call::Part::head:
      return "head";
    case Call::Part::rest:
      return "rest";
    case Call::Part::above:
      return "above";
    case Call::Part::below:
      return "below";
    case Call::Part::sweep:
      return "sweep";
    case Call::Part::top:
      return "top";
    case Call::Part::out:
      return "out";
    case Call::Part::wait:
      break;
  }
  return "wait";
}

}  // namespace

std::string name_of(const Call& call) {
  const char* part = name_of(call.part);
  return call.part == Call::Part::wait ? part : fmt::format("{}({})", part, call.block);
}

std::string describe(const std::vector<Call>& calls) {
  std::string text;
  for (const Call& call : calls) {
    text += name_of(call);
    if (call.part == Call::Part::sweep) text += fmt::format(" f{} r{}", call.place.buffer, call.r_buffer);
    if (call.loads() || call.stores()) {
      text += fmt::format(" {}{} [{}, {}) {} word {}", call.place.bank == Bank::f ? 'f' : 'r', call.place.buffer,
                          call.place.offset_words, call.place.offset_words + call.place.length_words,
                          call.loads() ? "from" : "to", call.host_word);
      if (call.other_strip != 0) text += fmt::format(" of the strip {}", call.other_strip < 0 ? "above" : "below");
    }
    for (const std::size_t index : call.after) {
      text += (index == call.after.front() ? " after " : ", ") + name_of(calls[index]);
    }
    text += '\n';
  }
  return text;
}

}  // namespace stencil
