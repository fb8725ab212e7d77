// The page from its template: parts in their places, data that cannot break out of its element.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/page/page.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "host/base/errors.hpp"
#include "tests/support/refusal.hpp"

namespace stencil {
namespace {

const PageAssets assets{"", "<t>@TITLE@</t><s>@STYLE@</s><d>@DATA@</d><l>@LIBRARY@</l><j>@SCRIPT@</j>.", "css", "d3",
                        "js"};

TEST(Page, IsItsPartsInTheirPlaces) {
  EXPECT_EQ(page_html(assets, {{"title", "a.json"}}),
            "<t>a.json</t><s>css</s><d>{\"title\":\"a.json\"}</d><l>d3</l><j>js</j>.");
}

TEST(Page, NoTextOfTheDataEndsItsElement) {
  const std::string evil = "</script><!--<script>&\"'@SCRIPT@";
  const std::string page = page_html(assets, {{"title", evil}});
  EXPECT_EQ(page,
            "<t>&lt;/script&gt;&lt;!--&lt;script&gt;&amp;&quot;'@SCRIPT@</t><s>css</s>"
            "<d>{\"title\":\"\\u003c/script>\\u003c!--\\u003cscript>&\\\"'@SCRIPT@\"}</d><l>d3</l><j>js</j>.");
  const std::size_t begin = page.find("<d>") + 3;
  EXPECT_EQ(Json::parse(page.substr(begin, page.find("</d>") - begin))["title"], evil) << "nothing is lost";
}

TEST(Page, ATemplateWithoutAPlaceIsABug) {
  PageAssets broken = assets;
  broken.html = "@TITLE@@DATA@";
  EXPECT_THROW(page_html(broken, {{"title", ""}}), std::logic_error);
}

TEST(Page, IsRefusedWhereThereIsNone) {
  EXPECT_NO_THROW(require_page(assets, "report"));
  PageAssets none;
  none.missing = "npm was not found";
  EXPECT_EQ(test::refusal([&] { require_page(none, "report"); }), "report: npm was not found");
}

}  // namespace
}  // namespace stencil
