// The same scenario under iverilog and under Verilator gives the same bits and cycles, and no unknown value.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <bitset>
#include <cstdio>
#include <map>
#include <sstream>
#include <stdexcept>

#include "Vscenario.h"
#include "Vscenario_five_point.h"
#include "sim/device/contract/contract.hpp"
#include "tests/rtl/engine/reference.hpp"
#include "tests/rtl/support/clocked.hpp"

namespace stencil::test {
namespace {

// The defaults of scenario.v.
constexpr std::int64_t rows = 9, first_rows = 8, last_rows = 4, cols = 7, niter = 5;
constexpr std::size_t memory_words = 71;

// The printed results of a run.
struct Account {
  std::map<std::uint64_t, std::uint64_t> registers;
  std::map<int, Words> buffers;
  std::string complaints;  // every other line
};

Account read_account(const std::string& text) {
  Account account;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string kind, place, word, value;
    words >> kind >> place;
    Words& buffer = account.buffers[kind == "buffer" ? std::stoi(place) : 0];
    if (kind == "buffer") words >> word;
    words >> value;
    if (kind == "register")
      account.registers[std::stoull(place, nullptr, 16)] = std::stoull(value, nullptr, 16);
    else if (kind == "buffer" && value.find('x') == std::string::npos && std::stoull(word) == buffer.size())
      buffer.push_back(std::stoull(value, nullptr, 16));
    else if (line.find("$finish") == std::string::npos)
      account.complaints += line + "\n";
  }
  return account;
}

// The job of the scenario: Jacobi or five-point sweeps.
Weights weights_of(bool five_point) {
  Weights weights;
  if (five_point) weights.five_point.emplace();
  return weights;
}

template <class V>
Account run_model() {
  ::testing::internal::CaptureStdout();
  Clocked<V> scenario;
  while (!scenario.finished() && scenario.cycles() < 30000) scenario.tick();
  return read_account(::testing::internal::GetCapturedStdout());
}

Account run_verilator(bool five_point) {
  return five_point ? run_model<Vscenario_five_point>() : run_model<Vscenario>();
}

Account run_iverilog(bool five_point) {
  const std::string file =
      std::string(STENCIL_SCENARIO_FOLDER "/") + (five_point ? "scenario_five_point" : "scenario") + ".vvp";
  std::FILE* pipe = ::popen((STENCIL_VVP " -n '" + file + "' 2>&1").c_str(), "r");
  if (!pipe) throw std::runtime_error("cannot run " STENCIL_VVP);
  std::string text;
  char buffer[4096];
  for (std::size_t n; (n = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;) text.append(buffer, n);
  if (::pclose(pipe) != 0) throw std::runtime_error(STENCIL_VVP " failed: " + text);
  return read_account(text);
}

// As in scenario.v.
Words initial_words(std::uint64_t& noise) {
  Words words;
  for (std::size_t word = 0; word < memory_words + 1; ++word) {
    noise ^= noise << 13;
    noise ^= noise >> 7;
    noise ^= noise << 17;
    const std::uint64_t fraction = noise & 0xfffffffffffff, kind = noise >> 59;
    words.push_back(kind == 1   ? noise << 63 | fraction
                    : kind == 2 ? noise << 63 | 0x7ff0000000000000 | fraction
                                : std::bitset<10>(noise >> 54).count() % 2 << 63 | 0x3fc0000000000000 |
                                      (noise >> 52 & 3) << 52 | fraction);
  }
  words.pop_back();  // the last beat has one word
  return words;
}

Words rows_of(const Words& words, std::int64_t first, std::int64_t count) {
  return Words(words.begin() + first * cols, words.begin() + (first + count) * cols);
}
Words operator+(Words above, const Words& below) {
  above.insert(above.end(), below.begin(), below.end());
  return above;
}

void expect_right(const Account& account, const Weights& weights) {
  EXPECT_EQ(account.complaints, "");
  std::uint64_t noise = 0x9e3779b97f4a7c15;
  std::map<int, Words> initial;
  for (const int number : {0, 1, 2, 4, 5}) {
    initial[number] = initial_words(noise);
    ASSERT_EQ(account.buffers.at(number).size(), memory_words) << "buffer " << number;
  }

  const Words block = swept(rows_of(initial[1], 0, rows), initial[5], rows, cols, niter, weights);
  EXPECT_EQ(account.buffers.at(1), block + Words(initial[1].begin() + rows * cols, initial[1].end()));

  // The field of both skewed blocks: the first gives its rows except the last niter, the second all others.
  constexpr std::int64_t field_rows = first_rows + last_rows, given = first_rows - niter;
  const Words field =
      swept(rows_of(initial[0], 0, first_rows) + rows_of(initial[2], 0, last_rows),
            rows_of(initial[4], 0, first_rows) + rows_of(initial[5], 0, last_rows), field_rows, cols, niter, weights);
  EXPECT_EQ(rows_of(account.buffers.at(0), 0, given), rows_of(field, 0, given));
  EXPECT_EQ(rows_of(account.buffers.at(2), 0, field_rows - given), rows_of(field, given, field_rows - given));

  EXPECT_EQ(account.registers.at(contract::REG_STATUS), contract::status_done);
  EXPECT_EQ(account.registers.at(contract::REG_ERROR), contract::ERROR_NONE);
  EXPECT_EQ(account.registers.at(contract::REG_BEATS_LOADED), 5 * (memory_words + 1) / 2);
  EXPECT_EQ(account.registers.at(contract::REG_COMMANDS), 3u);

  // The order of magnitudes is the order of their bits.
  const auto change = [&](const Words& f, const Words& r, std::int64_t all) {
    return largest_change(f, swept(f, r, all, cols, 1, weights), all, cols, 0, all);
  };
  EXPECT_EQ(account.registers.at(contract::REG_CHANGE),
            std::max(change(rows_of(initial[1], 0, rows), initial[5], rows),
                     change(rows_of(initial[0], 0, first_rows) + rows_of(initial[2], 0, last_rows),
                            rows_of(initial[4], 0, first_rows) + rows_of(initial[5], 0, last_rows), field_rows)));
}

class CrossSimulator : public ::testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Kernels, CrossSimulator, ::testing::Bool(), [](const ::testing::TestParamInfo<bool>& kernel) {
  return kernel.param ? "FivePoint" : "Jacobi";
});

TEST_P(CrossSimulator, VerilatorIsRight) {
  expect_right(run_verilator(GetParam()), weights_of(GetParam()));
}

TEST_P(CrossSimulator, IverilogIsRightAndKnowsEveryOutput) {
  expect_right(run_iverilog(GetParam()), weights_of(GetParam()));
}

TEST_P(CrossSimulator, BothCountTheSameCyclesAndKeepTheSameWords) {
  const Account verilator = run_verilator(GetParam()), iverilog = run_iverilog(GetParam());
  EXPECT_EQ(verilator.registers.size(), 15u);
  EXPECT_EQ(verilator.registers, iverilog.registers);
  EXPECT_EQ(verilator.buffers, iverilog.buffers) << "also the rows that skewed blocks leave unfinished";
}

}  // namespace
}  // namespace stencil::test
