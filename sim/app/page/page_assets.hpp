// The parts of the page (HTML, style, scripts), as the build embedded them into the program (cmake/embed_page.cmake).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace stencil {

struct PageAssets {
  std::string_view missing;  // why there is no page, and what to do about it; empty: there is one
  std::string_view html;     // with @TITLE@, @STYLE@, @DATA@, @LIBRARY@ and @SCRIPT@, each once
  std::string_view style;
  std::string_view library;  // what draws, minified, with the notices of its authors
  std::string_view script;
};

// Of this program. Made by the build.
const PageAssets& page_assets();

}  // namespace stencil
