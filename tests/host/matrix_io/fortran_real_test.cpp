// SPDX-License-Identifier: Apache-2.0
#include "host/matrix_io/text/fortran_real.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>
#include <string>

#include "tests/host/support/seed.hpp"

namespace stencil {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::uint64_t bits(double value) {
  std::uint64_t pattern = 0;
  std::memcpy(&pattern, &value, sizeof pattern);
  return pattern;
}

double from_bits(std::uint64_t pattern) {
  double value = 0;
  std::memcpy(&value, &pattern, sizeof value);
  return value;
}

// The 30 characters, written between fences.
std::string written(double value) {
  std::string text(d30_18_chars + 2, '#');
  write_d30_18(value, text.data() + 1);
  EXPECT_EQ(text.front(), '#');
  EXPECT_EQ(text.back(), '#');
  return text.substr(1, d30_18_chars);
}

std::string trimmed(const std::string& text) {
  return text.substr(text.find_first_not_of(' '));
}

// The output of gfortran 12 with FORMAT(D30.18).
TEST(WriteD30_18, IsWhatGfortranPrints) {
  EXPECT_EQ(written(0.0), "      0.000000000000000000D+00");
  EXPECT_EQ(written(-0.0), "     -0.000000000000000000D+00");
  EXPECT_EQ(written(1.0), "      0.100000000000000000D+01");
  EXPECT_EQ(written(-1.0), "     -0.100000000000000000D+01");
  EXPECT_EQ(written(5e-324), "      0.494065645841246544-323");
  EXPECT_EQ(written(std::numeric_limits<double>::max()), "      0.179769313486231571+309");
  EXPECT_EQ(written(-std::numeric_limits<double>::max()), "     -0.179769313486231571+309");
  EXPECT_EQ(written(std::numeric_limits<double>::min()), "      0.222507385850720138-307");
  EXPECT_EQ(written(0.97e-27), "      0.969999999999999980D-27");
  EXPECT_EQ(written(1e-99), "      0.100000000000000002D-98");
  EXPECT_EQ(written(1e-100), "      0.100000000000000002D-99");
  EXPECT_EQ(written(-1e-101), "     -0.100000000000000005-100");
  EXPECT_EQ(written(1e99), "      0.999999999999999967D+99");
  EXPECT_EQ(written(1e100), "      0.100000000000000002+101");
  EXPECT_EQ(written(infinity), "                      Infinity");
  EXPECT_EQ(written(-infinity), "                     -Infinity");
  EXPECT_EQ(written(from_bits(0x7ff8000000000000)), "                           NaN");
  EXPECT_EQ(written(from_bits(0xfff8000000000123)), "                           NaN");
}

TEST(WriteD30_18, RoundsTiesToEven) {
  EXPECT_EQ(written(1 + std::ldexp(1, -18)), "      0.100000381469726562D+01");
  EXPECT_EQ(written(1 + 3 * std::ldexp(1, -18)), "      0.100001144409179688D+01");
}

// The digits of the C library's own conversion, rearranged.
TEST(WriteD30_18, HasTheDigitsOfPrintfForAnyBits) {
  std::mt19937_64 engine(test::test_seed());
  for (int round = 0; round < 200'000; ++round) {
    const double value = from_bits(engine());
    if (!std::isfinite(value) || value == 0.0) continue;
    char text[64];
    std::snprintf(text, sizeof text, "%.17e", std::fabs(value));
    const int exponent = std::atoi(text + 20) + 1;
    char expected[64];
    std::snprintf(expected, sizeof expected, "%s0.%c%.17s%s%+0*d", std::signbit(value) ? "-" : "", text[0], text + 2,
                  std::abs(exponent) < 100 ? "D" : "", std::abs(exponent) < 100 ? 3 : 4, exponent);
    ASSERT_EQ(trimmed(written(value)), expected) << text;
  }
}

TEST(FortranReal, EighteenDigitsBringEveryDoubleBack) {
  std::mt19937_64 engine(test::test_seed());
  for (int round = 0; round < 500'000; ++round) {
    std::uint64_t pattern = engine();
    if (round % 4 == 0) pattern &= 0x800fffffffffffff;  // subnormal
    if (round % 4 == 1) pattern |= 0x0000ffffffffffff;  // just below a power of two, now and then
    const double value = from_bits(pattern);
    if (std::isnan(value)) continue;
    const RealReading back = read_fortran_real(trimmed(written(value)));
    ASSERT_EQ(back.problem, nullptr) << written(value);
    ASSERT_EQ(bits(back.value), pattern) << written(value);
  }
}

// strtod would read only the digits of these and silently ignore the exponent.
TEST(ReadFortranReal, KnowsExponentsThatStrtodDoesNot) {
  EXPECT_EQ(bits(read_fortran_real("0.494065645841246544-323").value), 1u);
  EXPECT_EQ(bits(read_fortran_real("0.179769313486231571+309").value), 0x7fefffffffffffffu);
  EXPECT_EQ(bits(read_fortran_real("0.970000000000000000D-27").value), bits(0.97e-27));
  EXPECT_EQ(bits(read_fortran_real("-0.494065645841246544-323").value), 0x8000000000000001u);
}

TEST(ReadFortranReal, TakesEveryFormOfAListDirectedRead) {
  const struct {
    const char* text;
    double value;
  } forms[] = {{"1", 1},
               {"-1", -1},
               {"+1", 1},
               {".5", .5},
               {"5.", 5},
               {"+.5", .5},
               {"-.5D1", -5},
               {"1D5", 1e5},
               {"1d5", 1e5},
               {"1E5", 1e5},
               {"1e+5", 1e5},
               {"1Q5", 1e5},
               {"1q-5", 1e-5},
               {"1.0+5", 1e5},
               {"1.0-5", 1e-5},
               {"1+5", 1e5},
               {"1-5", 1e-5},
               {".5-3", .5e-3},
               {"5.-3", 5e-3},
               {"5.D-3", 5e-3},
               {"1D+308", 1e308},
               {"007", 7},
               {"1.0D00005", 1e5},
               {"-0", -0.0},
               {"1D-400", 0},
               {"-1D-400", -0.0},
               {"0D99999999999", 0},
               {"1D-99999999999", 0},
               {"2.5D-324", 5e-324},
               {"2.4D-324", 0},
               {"Inf", infinity},
               {"-inf", -infinity},
               {"+INF", infinity},
               {"Infinity", infinity},
               {"-infinity", -infinity}};
  for (const auto& form : forms) {
    const RealReading reading = read_fortran_real(form.text);
    EXPECT_EQ(reading.problem, nullptr) << form.text;
    EXPECT_EQ(bits(reading.value), bits(form.value)) << form.text;
  }
  for (const char* text : {"NaN", "nan", "+NaN", "NaN(12)", "NaN()"}) {
    EXPECT_EQ(bits(read_fortran_real(text).value), 0x7ff8000000000000u) << text;
    EXPECT_EQ(read_fortran_real(text).problem, nullptr) << text;
  }
  EXPECT_EQ(bits(read_fortran_real("-NaN").value), 0xfff8000000000000u);
}

TEST(ReadFortranReal, RefusesEverythingElse) {
  for (const char* text :
       {"",      "+",     "-",      ".",    "abc",  "Infinit", "Infinity1", "0x10", "1_000", "1.0D",
        "1.0D+", "1..0",  "1.2.3",  "D5",   ".D5",  "1D5.0",   "1D+-5",     "T",    "'1'",   "1.0!",
        "1.0F",  "(1,2)", "1,5",    "1.0,", "1.0/", "2*3.0",   "--1",       "+-1",  "1+",    "NaN(",
        "NaN(1", "NaNs",  "NaN()1", "1 2",  "1D 5", "1ee5",    "na",        "infi", "1D5D5", "1\xff"}) {
    EXPECT_NE(read_fortran_real(text).problem, nullptr) << text;
  }
}

TEST(ReadFortranReal, RefusesFiniteNumbersBeyondBinary64) {
  for (const char* text : {"1D309", "-1+400", "0.1D310", "1797693134862315708145274237317043567981D270",
                           "0.00001D99999999999", "1D99999999999999999999"}) {
    const RealReading reading = read_fortran_real(text);
    ASSERT_NE(reading.problem, nullptr) << text;
    EXPECT_EQ(std::string(reading.problem).substr(0, 15), "beyond binary64") << text;
  }
  // Halfway to the next power of two is beyond binary64; anything below is the largest number.
  EXPECT_NE(read_fortran_real("0.17976931348623158080D+309").problem, nullptr);
  EXPECT_EQ(read_fortran_real("0.17976931348623158079D+309").value, std::numeric_limits<double>::max());
}

TEST(ReadFortranReal, RoundsCorrectlyAtAnyLength) {
  std::mt19937_64 engine(test::test_seed());
  for (int round = 0; round < 100'000; ++round) {
    std::string digits;
    const auto length = 1 + engine() % (round % 10 == 0 ? 900 : 40);
    for (std::uint64_t k = 0; k < length; ++k) digits += static_cast<char>('0' + engine() % 10);
    digits.insert(engine() % (digits.size() + 1), ".");
    const int exponent = static_cast<int>(engine() % 660) - 340;
    const std::string suffix = std::to_string(exponent);
    const double expected = std::strtod((digits + "e" + suffix).c_str(), nullptr);
    const RealReading reading = read_fortran_real(digits + "D" + suffix);
    if (std::isinf(expected)) {
      ASSERT_NE(reading.problem, nullptr) << digits << " " << suffix;
    } else {
      ASSERT_EQ(reading.problem, nullptr) << digits << " " << suffix;
      ASSERT_EQ(bits(reading.value), bits(expected)) << digits << " " << suffix;
    }
  }
  // Exactly between 1 and the next number, and with a digit far to the right that decides.
  const std::string half = "1.00000000000000011102230246251565404236316680908203125";
  EXPECT_EQ(read_fortran_real(half).value, 1.0);
  EXPECT_GT(read_fortran_real(half + std::string(800, '0') + "1").value, 1.0);
}

}  // namespace
}  // namespace stencil
