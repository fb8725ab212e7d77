// Forms of the places of wrong words.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/divergence/field/wrong_places.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace stencil {
namespace {

// Of 40 rows of 30 words, rows from 7 on.
std::string places_of(const std::function<bool(std::int64_t row, std::int64_t col)>& is_wrong) {
  std::vector<std::int64_t> wrong;
  for (std::int64_t word = 0; word < 40 * 30; ++word) {
    if (is_wrong(word / 30, word % 30)) wrong.push_back(word);
  }
  return wrong_places(wrong, 30, 7, 40);
}

TEST(WrongPlaces, ColumnsRowsAndRestsAreNamed) {
  EXPECT_EQ(places_of([](auto, auto col) { return col == 9; }), "all in column 9");
  EXPECT_EQ(places_of([](auto row, auto) { return row == 3; }), "all in row 10");
  EXPECT_EQ(places_of([](auto, auto col) { return col == 3 || col == 8; }), "all in columns 3, 8");
  EXPECT_EQ(places_of([](auto row, auto) { return row == 14 || row == 29; }), "all in rows 21, 36");
  EXPECT_EQ(places_of([](auto row, auto col) { return (30 * row + col) % 16 == 5; }), "all of words 5 modulo 16");
  EXPECT_EQ(places_of([](auto, auto col) { return col > 15; }), "all in columns 16 .. 29");
  EXPECT_EQ(places_of([](auto row, auto) { return row < 20; }), "all in rows 7 .. 26");
}

TEST(WrongPlaces, WhatIsEverywhereOrRareHasNoForm) {
  EXPECT_EQ(places_of([](auto, auto) { return true; }), "");
  EXPECT_EQ(places_of([](auto row, auto col) { return row > 0 && row < 39 && col > 0 && col < 29; }), "");
  EXPECT_EQ(places_of([](auto row, auto col) { return row == 3 && col < 3; }), "");
  EXPECT_EQ(wrong_places({0, 8, 16, 24}, 0, 0, 0), "all of words 0 modulo 8") << "rows of no known length";
}

}  // namespace
}  // namespace stencil
