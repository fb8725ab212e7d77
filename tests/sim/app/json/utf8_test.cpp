// Texts from outside become valid UTF-8 on one line.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/json/utf8.hpp"

#include <gtest/gtest.h>

#include "sim/app/json/json.hpp"

namespace stencil {
namespace {

TEST(Utf8Text, KeepsWhatIsUtf8) {
  for (const std::string text :
       {"", "a.json", "gr\xc3\xbc\xc3\x9f.json", "\xe2\x96\x81\xe2\x96\x88", "\xf0\x9f\x98\x80", "\x7f\n"}) {
    EXPECT_EQ(utf8_text(text), text);
  }
}

// A lone continuation byte, a cut, an overlong form, surrogates, beyond the last code point, bytes that never occur.
TEST(Utf8Text, EveryOtherByteBecomesAQuestionMark) {
  EXPECT_EQ(utf8_text("a\xff"
                      "b"),
            "a?b");
  EXPECT_EQ(utf8_text("\x80"), "?");
  EXPECT_EQ(utf8_text("\xc3"), "?");
  EXPECT_EQ(utf8_text("\xe2\x96"), "??");
  EXPECT_EQ(utf8_text("\xc0\xaf"), "??");
  EXPECT_EQ(utf8_text("\xe0\x80\xaf"), "???");
  EXPECT_EQ(utf8_text("\xed\xa0\x80"), "???");
  EXPECT_EQ(utf8_text("\xf0\x80\x80\xaf"), "????");
  EXPECT_EQ(utf8_text("\xf4\x90\x80\x80"), "????");
  EXPECT_EQ(utf8_text("\xf5\x80\x80\x80"), "????");
}

// The library refuses to write any other text.
TEST(Utf8Text, JsonTakesAllOfIt) {
  for (int first = 0; first < 256; ++first) {
    for (int second = 0; second < 256; ++second) {
      for (const char* end : {"", "\x80", "\x80\x80", "z"}) {
        const std::string text = std::string{static_cast<char>(first), static_cast<char>(second)} + end;
        EXPECT_NO_THROW(Json(utf8_text(text)).dump()) << first << " " << second << " " << end;
      }
    }
  }
}

TEST(OneLine, HasNoControlCharacter) {
  EXPECT_EQ(one_line("a\nb\x1b[2J\x7f\t\xff\xc3\xbc"), "a?b?[2J???\xc3\xbc");
}

}  // namespace
}  // namespace stencil
