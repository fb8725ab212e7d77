// The same scenario under iverilog and under Verilator: the same bits, the same cycles, nothing unknown.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <bitset>
#include <cstdio>
#include <map>
#include <sstream>
#include <stdexcept>

#include "Vscenario.h"
#include "sim/rtl/contract.hpp"
#include "sim/timing/engine_timing.hpp"
#include "tests/rtl/engine/reference.hpp"
#include "tests/rtl/support/clocked.hpp"

namespace stencil::test {
namespace {

constexpr std::int64_t rows = 9, cols = 7, niter = 5;  // defaults of scenario.v
constexpr std::size_t memory_words = 71;

// What a run has printed.
struct Account {
  std::map<std::uint64_t, std::uint64_t> registers;
  Words f, r;
  std::string complaints;  // every line that is none of these
};

Account read_account(const std::string& text) {
  Account account;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string kind, place, value;
    words >> kind >> place >> value;
    if (kind == "register")
      account.registers[std::stoull(place, nullptr, 16)] = std::stoull(value, nullptr, 16);
    else if (kind == "f" && std::stoull(place) == account.f.size())
      account.f.push_back(std::stoull(value, nullptr, 16));
    else if (kind == "r" && std::stoull(place) == account.r.size())
      account.r.push_back(std::stoull(value, nullptr, 16));
    else if (line.find("$finish") == std::string::npos)
      account.complaints += line + "\n";
  }
  return account;
}

Account run_verilator() {
  ::testing::internal::CaptureStdout();
  Clocked<Vscenario> scenario;
  while (!scenario.finished() && scenario.cycles() < 30000) scenario.tick();
  return read_account(::testing::internal::GetCapturedStdout());
}

Account run_iverilog() {
  std::FILE* pipe = ::popen(STENCIL_VVP " -n " STENCIL_SCENARIO_VVP " 2>&1", "r");
  if (!pipe) throw std::runtime_error("cannot run " STENCIL_VVP);
  std::string text;
  char buffer[4096];
  for (std::size_t n; (n = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;) text.append(buffer, n);
  if (::pclose(pipe) != 0) throw std::runtime_error(STENCIL_VVP " failed: " + text);
  return read_account(text);
}

// As scenario.v makes it.
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
  words.pop_back();  // the last beat is half a beat
  return words;
}

void expect_right(const Account& account) {
  EXPECT_EQ(account.complaints, "");
  std::uint64_t noise = 0x9e3779b97f4a7c15;
  const Words f = initial_words(noise), r = initial_words(noise);
  Words expected = f;
  const Words block = swept(Words(f.begin(), f.begin() + rows * cols), r, rows, cols, niter, Weights());
  std::copy(block.begin(), block.end(), expected.begin());
  EXPECT_EQ(account.f, expected);
  EXPECT_EQ(account.r, r);

  const EngineTiming timing = engine_timing({2, 2, 29}, rows, cols, niter);
  const auto counter = [&](contract::Register address) {
    return static_cast<std::int64_t>(account.registers.at(address));
  };
  EXPECT_EQ(counter(contract::REG_STATUS), static_cast<std::int64_t>(contract::status_done));
  EXPECT_EQ(counter(contract::REG_CYCLES_COMPUTE), timing.compute_cycles());
  EXPECT_EQ(counter(contract::REG_CYCLES_STALL), timing.stall_cycles);
  EXPECT_EQ(counter(contract::REG_CYCLES_FILL), timing.drain_cycles + timing.control_cycles);
  EXPECT_EQ(counter(contract::REG_BEATS_LOADED), 72);
  EXPECT_EQ(counter(contract::REG_COMMANDS), 1);
}

TEST(CrossSimulator, VerilatorIsRight) {
  expect_right(run_verilator());
}

TEST(CrossSimulator, IverilogIsRightAndKnowsEveryOutput) {
  expect_right(run_iverilog());
}

TEST(CrossSimulator, BothCountTheSameCycles) {
  const Account verilator = run_verilator(), iverilog = run_iverilog();
  EXPECT_EQ(verilator.registers.size(), 12u);
  EXPECT_EQ(verilator.registers, iverilog.registers);
}

}  // namespace
}  // namespace stencil::test
