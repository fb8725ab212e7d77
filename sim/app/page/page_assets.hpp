// The parts of the page (HTML, style, scripts), embedded into the program by the build (cmake/embed_page.cmake).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace stencil {

struct PageAssets {
  std::string_view missing;  // why there is no page, and what to do about it; empty: there is a page
  std::string_view html;     // with @TITLE@, @STYLE@, @DATA@, @LIBRARY@ and @SCRIPT@, each once
  std::string_view style;
  std::string_view library;  // the drawing library, minified, with the notices of its authors
  std::string_view script;
};

// The parts embedded into this program; the build generates the definition.
const PageAssets& page_assets();

}  // namespace stencil
