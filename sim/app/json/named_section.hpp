// A section that a kernel adds to the report of a run: how it is named, documented and shown.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

namespace stencil {

struct NamedSection {
  const char* name;   // of the report's member
  const char* about;  // what it holds, what null means; no '|'
  // On the page: its name there, members that it shows, and a list of which it shows the ends.
  const char* shown;
  std::array<const char*, 4> fields;
  const char* long_list;
};

}  // namespace stencil
