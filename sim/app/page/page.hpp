// Makes one self-contained HTML page of data.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/app/json/json.hpp"
#include "sim/app/page/page_assets.hpp"

namespace stencil {

// Throws ArgumentError "COMMAND: ..." if the program was built without the page. To be called before anything is read
// or written.
void require_page(const PageAssets& assets, const std::string& command);

// The whole page. It loads nothing over the network, and no text in `data` can end the element that holds it. data:
// {"title", "runs": [run_view()...], "history": history_view() or null}.
std::string page_html(const PageAssets& assets, const Json& data);

}  // namespace stencil
