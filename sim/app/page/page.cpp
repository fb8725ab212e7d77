// SPDX-License-Identifier: Apache-2.0
#include "sim/app/page/page.hpp"

#include <fmt/core.h>

#include <string_view>

#include "host/base/errors.hpp"
#include "sim/app/json/utf8.hpp"

namespace stencil {
namespace {

// '<' occurs only inside JSON texts, where an escape can replace it: then neither "</script" nor "<!--" can occur.
std::string escaped_json(const std::string& json) {
  std::string escaped;
  escaped.reserve(json.size());
  for (const char c : json) {
    if (c == '<') {
      escaped += "\\u003c";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

}  // namespace

void require_page(const PageAssets& assets, const std::string& command) {
  if (!assets.missing.empty()) throw ArgumentError(fmt::format("{}: {}", command, assets.missing));
}

std::string page_html(const PageAssets& assets, const Json& data) {
  std::string page;
  std::string_view rest = assets.html;
  const auto put = [&](std::string_view mark, std::string_view text) {
    const std::size_t at = rest.find(mark);
    if (at == std::string_view::npos) throw std::logic_error(fmt::format("page.html has no {}", mark));
    page += rest.substr(0, at);
    page += text;
    rest.remove_prefix(at + mark.size());
  };
  put("@TITLE@", markup_text(data["title"].text()));
  put("@STYLE@", assets.style);
  put("@DATA@", escaped_json(data.dump()));
  put("@LIBRARY@", assets.library);
  put("@SCRIPT@", assets.script);
  page += rest;
  return page;
}

}  // namespace stencil
