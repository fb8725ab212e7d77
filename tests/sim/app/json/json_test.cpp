// JSON values: written, read and refused.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/json/json.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <utility>

#include "tests/support/refusal.hpp"

namespace stencil {
namespace {

template <typename Call>
std::string refusal(Call&& call) {
  return test::refusal<JsonError>(call);
}

const Json sample{{"name", "f \"x\"\n"},
                  {"counts", Json::array({1, -2, true, nullptr})},
                  {"inner", {{"half", 0.5}, {"none", Json::array()}}},
                  {"empty", Json(std::vector<Json::Member>())}};

TEST(Json, IsWrittenOnOneLine) {
  EXPECT_EQ(sample.dump(),
            R"({"name":"f \"x\"\n","counts":[1,-2,true,null],"inner":{"half":0.5,"none":[]},"empty":{}})");
}

TEST(Json, IsWrittenALineAValue) {
  EXPECT_EQ(sample.dump(2), R"({
  "name": "f \"x\"\n",
  "counts": [
    1,
    -2,
    true,
    null
  ],
  "inner": {
    "half": 0.5,
    "none": []
  },
  "empty": {}
})");
}

TEST(Json, WritesNumbersThatReadBackTheSame) {
  const std::pair<Json, const char*> numbers[] = {{1.0, "1.0"},
                                                  {-0.0, "-0.0"},
                                                  {0.1, "0.1"},
                                                  {1e15, "1e+15"},
                                                  {123456.789, "123456.789"},
                                                  {5e-324, "5e-324"},
                                                  {std::numeric_limits<double>::max(), "1.7976931348623157e+308"},
                                                  {INT64_MIN, "-9223372036854775808"},
                                                  {INT64_MAX, "9223372036854775807"},
                                                  {std::uint64_t{1} << 63, "9223372036854775808"},
                                                  {UINT64_MAX, "18446744073709551615"}};
  for (const auto& [number, text] : numbers) {
    EXPECT_EQ(number.dump(), text);
    EXPECT_EQ(Json::parse(text), number) << text;
    EXPECT_EQ(Json::parse(text).is_real(), number.is_real()) << text;
  }
}

TEST(Json, HasNoNumberThatIsNotFinite) {
  EXPECT_EQ(Json(std::numeric_limits<double>::quiet_NaN()).dump(), "null");
  EXPECT_EQ(Json(-std::numeric_limits<double>::infinity()).dump(), "null");
}

TEST(Json, ReadsWhatItWrote) {
  for (const int indent : {-1, 0, 4}) EXPECT_EQ(Json::parse(sample.dump(indent)), sample) << indent;
}

TEST(Json, ReadsItemsAndFields) {
  const Json json = Json::parse(R"( {"a": [10, 2.5, "t"], "b": false, "big": 18446744073709551615} )");
  EXPECT_EQ(json["a"].size(), 3u);
  EXPECT_EQ(json["a"][0].integer(), 10);
  EXPECT_EQ(json["a"][0].number(), 10.0);
  EXPECT_EQ(json["a"][1].number(), 2.5);
  EXPECT_EQ(json["a"][2].text(), "t");
  EXPECT_FALSE(json["b"].boolean());
  EXPECT_EQ(json["big"].number(), 18446744073709551616.0);
  EXPECT_TRUE(json.contains("b"));
  EXPECT_FALSE(json.contains("c"));
  std::string kinds;
  for (const Json& item : json["a"])
    kinds += item.is_text() ? 't' : item.is_real() ? 'r' : item.is_number() ? 'n' : '?';
  EXPECT_EQ(kinds, "nrt");
  std::string names;
  for (const auto& [name, value] : json.members()) names += name + " ";
  EXPECT_EQ(names, "a b big ");
}

TEST(Json, RefusesWhatIsNotThere) {
  const Json json = Json::parse(R"({"a": [10], "t": "text", "big": 18446744073709551615})");
  EXPECT_EQ(refusal([&] { json["c"]; }),
            R"(JSON value {"a":[10],"t":"text","big":18446744073709551615} is not an object with field 'c')");
  EXPECT_EQ(refusal([&] { json["a"][1]; }), "JSON value [10] is not an array with item 1");
  EXPECT_EQ(refusal([&] { json["a"][-1]; }), "JSON value [10] is not an array with item 18446744073709551615");
  EXPECT_EQ(refusal([&] { json["a"]["b"]; }), "JSON value [10] is not an object");
  EXPECT_EQ(refusal([&] { json[0]; }).substr(0, 15), R"(JSON value {"a")");
  EXPECT_EQ(refusal([&] { json["t"].integer(); }), R"(JSON value "text" is not an integer below 2^63)");
  EXPECT_EQ(refusal([&] { json["big"].integer(); }), "JSON value 18446744073709551615 is not an integer below 2^63");
  EXPECT_EQ(refusal([&] { json["t"].number(); }), R"(JSON value "text" is not a number)");
  EXPECT_EQ(refusal([&] { json["a"].text(); }), "JSON value [10] is not a text");
  EXPECT_EQ(refusal([&] { json["t"].boolean(); }), R"(JSON value "text" is not true or false)");
  EXPECT_EQ(refusal([&] { json["t"].begin(); }), R"(JSON value "text" is not an array)");
  EXPECT_EQ(refusal([&] { Json("text").push_back(1); }), R"(JSON value "text" is not an array)");
  EXPECT_EQ(refusal([&] { Json(1).put("a", 1); }), "JSON value 1 is not an object");
  EXPECT_EQ(refusal([&] { Json(std::string(100, 'x')).integer(); }),
            "JSON value \"" + std::string(59, 'x') + "... is not an integer below 2^63");
}

TEST(Json, RefusesTextThatIsNone) {
  for (const char* text : {"", "{", "[1,]", "{\"a\":}", "nul", "[1] 2", "{'a': 1}", "\"\xff\"", "1e999"}) {
    EXPECT_NE(refusal([&] { Json::parse(text); }), "accepted") << text;
  }
  EXPECT_NE(refusal([&] { Json::parse("[1,\n 2,\n x]"); }).find("line 3, column 2"), std::string::npos)
      << refusal([&] { Json::parse("[1,\n 2,\n x]"); });
}

TEST(Json, IsEqualByValueAndOrder) {
  EXPECT_EQ(Json(3), Json(3.0));
  EXPECT_EQ(Json(3u), Json(3L));
  EXPECT_NE(Json(UINT64_MAX), Json(-1));
  EXPECT_NE(Json(1), Json(true));
  EXPECT_NE(Json(), Json(0));
  EXPECT_NE(Json(true), Json(false));
  EXPECT_NE(Json("1"), Json(1));
  EXPECT_NE(Json(std::numeric_limits<double>::quiet_NaN()), Json(std::numeric_limits<double>::quiet_NaN()));
  EXPECT_NE(Json::array(), Json(std::vector<Json::Member>()));
  EXPECT_NE(Json::array({1, 2}), Json::array({1}));
  EXPECT_NE(Json::array({1, 2}), Json::array({2, 1}));
  const Json a{{"x", 1}, {"y", 2}};
  EXPECT_NE(a, Json({{"y", 2}, {"x", 1}}));
  EXPECT_NE(a, Json({{"x", 1}, {"z", 2}}));
  EXPECT_NE(a, Json({{"x", 1}, {"y", 3}}));
}

TEST(Json, WhatThereIsNotIsNull) {
  EXPECT_TRUE(Json(std::optional<std::int64_t>()).is_null());
  EXPECT_EQ(Json(std::optional<std::uint64_t>(7)), 7);
  EXPECT_EQ(Json(std::optional<double>(0.5)), 0.5);
  EXPECT_EQ(Json(std::optional<bool>(false)), false);
  EXPECT_EQ(Json(std::vector<std::int64_t>{4, 5}), Json::array({4, 5}));
}

TEST(Json, KeepsThePlaceOfAField) {
  Json json;
  json.put("a", 1);
  json.put("b", 2);
  json.put("a", "again");
  EXPECT_EQ(json.dump(), R"({"a":"again","b":2})");
}

TEST(Json, CopiesAreTheirOwn) {
  Json first = Json::array({1});
  Json second = first;
  second.push_back(2);
  EXPECT_EQ(first.size(), 1u);
  first = std::move(second);
  EXPECT_EQ(first.dump(), "[1,2]");
  EXPECT_TRUE(second.is_null());
  // A value may replace the one that contains it.
  Json outer = Json::array({Json::array({3})});
  outer = Json(outer[0]);
  EXPECT_EQ(outer.dump(), "[3]");
}

}  // namespace
}  // namespace stencil
