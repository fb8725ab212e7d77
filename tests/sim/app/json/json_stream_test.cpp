// Lists whose items are handed over while a document is read.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/json/json_stream.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "tests/support/refusal.hpp"

namespace stencil {
namespace {

struct Read {
  Json document;
  std::vector<Json> items;
};

// Takes the items of `list`, skips `skipped`.
Read read(const std::string& text) {
  std::istringstream in(text);
  Read result;
  result.document =
      read_json_stream(in, {{"list", [&](const Json& item) { result.items.push_back(item); }}, {"skipped", {}}});
  return result;
}

TEST(JsonStream, HandsOverItemsInOrderAndKeepsTheRest) {
  const Read one =
      read(R"({"a":1,"list":[1,"two",[3,[4]],{"five":{"list":[6]}},null,true,-7.5],"b":[8,{"list":[9]}]})");
  EXPECT_EQ(Json(one.items).dump(), R"([1,"two",[3,[4]],{"five":{"list":[6]}},null,true,-7.5])");
  EXPECT_EQ(one.document.dump(), R"({"a":1,"list":[],"b":[8,{"list":[9]}]})") << "only a list of the document itself";
}

TEST(JsonStream, PassesOverWhatNobodyTakes) {
  const Read one = read(R"({"skipped":[{"x":[1,[2]]},[],{},"]}"],"list":[],"c":18446744073709551615})");
  EXPECT_TRUE(one.items.empty());
  EXPECT_EQ(one.document.dump(), R"({"skipped":[],"list":[],"c":18446744073709551615})");
}

TEST(JsonStream, AFieldOfThatNameThatIsNoListStays) {
  const Read one = read(R"({"list":{"list":[1]},"skipped":5})");
  EXPECT_TRUE(one.items.empty());
  EXPECT_EQ(one.document.dump(), R"({"list":{"list":[1]},"skipped":5})");
}

TEST(JsonStream, IsTheSameAsReadingAtOnce) {
  const std::string text = R"({"a":{"b":[1,2,{"c":null}]},"skip":[[],[[]]],"d":-1.5e3})";
  EXPECT_EQ(read(text).document, Json::parse(text));
}

TEST(JsonStream, RefusesWhatIsNoObjectOrCutOff) {
  const auto refusal = [](const std::string& text) { return test::refusal<JsonError>([&] { read(text); }); };
  EXPECT_EQ(refusal("[1,2]"), "JSON value [1,2] is not an object");
  EXPECT_EQ(refusal("7"), "JSON value 7 is not an object");
  for (const char* text : {"", "{", R"({"list":[1,2)", R"({"list":[1,2],)", R"({"skipped":[{)", R"({"a":1}x)"}) {
    EXPECT_NE(refusal(text).find("parse error"), std::string::npos) << text;
  }
}

TEST(JsonStream, WhatTheTakerThrowsComesThrough) {
  std::istringstream in(R"({"list":[1]})");
  EXPECT_EQ(test::refusal<JsonError>([&] {
              read_json_stream(in, {{"list", [](const Json&) { throw JsonError("not this one"); }}});
            }),
            "not this one");
}

}  // namespace
}  // namespace stencil
