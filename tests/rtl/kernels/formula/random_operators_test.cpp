// Operators made of random formulas give what Python's own parser and floats give, with random latencies.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "Vrandom_operators.h"
#include "tests/rtl/support/clocked.hpp"

namespace stencil::test::random_operators_test {
namespace {

// vectors.bin, word by word.
class Vectors {
 public:
  explicit Vectors(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    words_.resize(bytes.size() / 8);
    std::memcpy(words_.data(), bytes.data(), words_.size() * 8);
  }
  std::size_t count() { return static_cast<std::size_t>(take(1)[0]); }
  const std::uint64_t* take(std::size_t words) {
    if (at_ + words > words_.size()) throw std::runtime_error("vectors.bin is cut off");
    at_ += words;
    return words_.data() + (at_ - words);
  }
  bool at_end() const { return at_ == words_.size(); }

 private:
  std::vector<std::uint64_t> words_;
  std::size_t at_ = 0;
};

// The kernel file of an operator, which its script leaves beside the vectors.
std::string text_of(std::size_t formula) {
  const std::string vectors = STENCIL_RANDOM_VECTORS;
  std::ifstream file(vectors.substr(0, vectors.rfind('/')) + "/random_" + std::to_string(formula) + ".stencil");
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void set_value(Vrandom_operators& dut, std::size_t place, std::uint64_t value) {
  dut.i_values[2 * place] = static_cast<EData>(value);
  dut.i_values[2 * place + 1] = static_cast<EData>(value >> 32);
}

std::uint64_t word_of(const EData* words, std::size_t word) {
  return words[2 * word] | std::uint64_t{words[2 * word + 1]} << 32;
}

// Holds C8.7.
TEST(RandomOperators, HaveTheBitsOfPythonsFloatsAndPassOnTheSource) {
  Vectors vectors(STENCIL_RANDOM_VECTORS);
  const std::size_t seed = vectors.count(), count = vectors.count(), epochs = vectors.count(), points = vectors.count();
  const std::uint64_t* const latencies = vectors.take(count);
  const std::uint64_t* const passing = vectors.take(count);
  std::uint64_t longest = 0;
  for (std::size_t k = 0; k < count; ++k) longest = std::max(longest, latencies[k]);
  Clocked<Vrandom_operators> dut;
  std::uint64_t cycle = 0, compared = 0;
  for (std::size_t epoch = 0; epoch < epochs; ++epoch) {
    const std::uint64_t* const numbers = vectors.take(3);
    const std::uint64_t* const operands = vectors.take(10 * points);
    const std::uint64_t* const results = vectors.take(count * points);
    for (std::size_t k = 0; k < 3; ++k) set_value(*dut, 10 + k, numbers[k]);
    for (std::size_t now = 0; now < points + longest; ++now, ++cycle) {
      for (std::size_t k = 0; k < 10; ++k) set_value(*dut, k, now < points ? operands[10 * now + k] : cycle);
      dut->i_count = static_cast<SData>(cycle % 512);
      dut.settle();
      for (std::size_t k = 0; k < count; ++k) {
        if (now < latencies[k] || now - latencies[k] >= points) continue;
        const std::size_t vector = now - latencies[k];
        const auto where = [&] {
          return "seed " + std::to_string(seed) + ", formula " + std::to_string(k) + ", epoch " +
                 std::to_string(epoch) + ", vector " + std::to_string(vector) + ", latency " +
                 std::to_string(latencies[k]) + "\n" + text_of(k);
        };
        ASSERT_EQ(word_of(dut->o_results, k), results[vector * count + k]) << where();
        if (passing[k] != 0) {
          ASSERT_EQ(word_of(dut->o_sources, k), operands[10 * vector + 9]) << where();
        }
        ++compared;
      }
      dut.edge();
    }
  }
  EXPECT_TRUE(vectors.at_end());
  EXPECT_EQ(compared, count * epochs * points);
  RecordProperty("seed", std::to_string(seed));
  RecordProperty("compared", std::to_string(compared));
}

}  // namespace
}  // namespace stencil::test::random_operators_test
