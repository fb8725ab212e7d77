// One self-contained HTML page out of data.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/json/json.hpp"
#include "sim/page/page_assets.hpp"

namespace stencil {

// Throws ArgumentError "COMMAND: ..." where the program was built without its page: before anything is read or written.
void require_page(const PageAssets& assets, const std::string& command);

// The whole page. It asks for nothing over the network, and no text in `data` can end the element that holds it.
// data: {"title", "runs": [run_view()...], "history": history_view() or null}.
std::string page_html(const PageAssets& assets, const Json& data);

// Text that JSON can hold: bytes that are no UTF-8 become '?'.
std::string utf8_text(const std::string& bytes);

// Text for a line of a terminal or an error: control characters become '?'.
std::string one_line(const std::string& text);

}  // namespace stencil
