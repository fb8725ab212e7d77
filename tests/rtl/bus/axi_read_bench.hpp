// axi_read_port with a memory that answers in the next cycle and does not hold its answer longer.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <vector>

#include "Vaxi_read_port_128.h"
#include "Vaxi_read_port_256.h"
#include "Vaxi_read_port_512.h"
#include "Vaxi_read_port_64.h"
#include "tests/rtl/support/axi_port_shapes.hpp"
#include "tests/rtl/support/axi_read_master.hpp"
#include "tests/rtl/support/axi_traffic.hpp"
#include "tests/rtl/support/clocked.hpp"

namespace stencil::test {

using AxiReadShapes = AxiPortShapes<Vaxi_read_port_64, Vaxi_read_port_128, Vaxi_read_port_256, Vaxi_read_port_512>;

template <class Shape>
class AxiReadPort : public ::testing::Test {
 protected:
  static constexpr std::size_t words = Shape::words, memory_words = Shape::memory_words;
  using Model = typename Shape::Model;

  void start(Stall stall) {
    dut = std::make_unique<Clocked<Model>>();
    traffic = std::make_unique<AxiTraffic>(memory_words, words, 3, 72, memory.numbers());
    for (const unsigned number : memory.numbers())
      for (std::uint64_t& word : memory.buffer(number)) word = traffic->random().word();
    (*dut)->i_held = (*dut)->i_no_hold = 0;
    reset(stall);
  }
  // Bursts under way are forgotten.
  void reset(Stall stall) {
    master = std::make_unique<AxiReadMaster<Model>>(**dut, words, stall, 71);
    dut->reset();
    posted.clear();
    errors = held_errors = busy = 0;
  }
  void post(const AxiAddress& at) {
    master->post(at);
    posted.push_back(at);
  }
  // The first half of a cycle: inputs are driven, outputs have settled.
  void begin_cycle() {
    Model& pins = **dut;
    master->drive();
    dut->settle();
    master->sample();
    ASSERT_TRUE(!(pins.s_axi_arvalid || pins.s_axi_rvalid) || pins.o_outstanding);
    errors += pins.o_error;
    held_errors += pins.o_held_error;
    busy += pins.o_busy;
    answer.resize(words);
    for (std::uint64_t& word : answer) word = traffic->random().word();
    if (pins.o_read) {
      ASSERT_TRUE(memory.exists(pins.o_buffer));
      const auto& buffer = memory.buffer(pins.o_buffer);
      ASSERT_LT(pins.o_read_addr, memory_words);
      for (std::size_t lane = 0; lane < words && pins.o_read_addr + lane < memory_words; ++lane)
        answer[lane] = buffer[pins.o_read_addr + lane];
    }
  }
  void end_cycle() {
    dut->edge();
    master->settle();
    for (std::size_t lane = 0; lane < words; ++lane) set_word((**dut).i_read_data, lane, answer[lane]);
  }
  void cycle() {
    begin_cycle();
    end_cycle();
  }
  void run_until(const std::function<bool()>& done, const char* what, std::int64_t limit_cycles = 1000) {
    const std::int64_t begin = dut->cycles();
    while (!done()) {
      ASSERT_LT(dut->cycles() - begin, limit_cycles) << "no end of waiting for " << what;
      cycle();
      if (this->HasFatalFailure()) return;
    }
  }
  void run_until_idle(std::int64_t limit_cycles) {
    while (!master->idle()) {
      ASSERT_LT(dut->cycles(), limit_cycles) << "bursts do not end";
      cycle();
      if (this->HasFatalFailure()) return;
    }
    cycle();
    EXPECT_EQ((**dut).o_touched, 0);
    EXPECT_FALSE((**dut).o_busy);
    EXPECT_FALSE((**dut).o_outstanding);
  }
  void expect_all_as_modelled() {
    std::size_t beat_number = 0;
    std::int64_t faults = 0;
    for (std::size_t burst = 0; burst < posted.size(); ++burst)
      for (unsigned beat = 0; beat < posted[burst].beats; ++beat) {
        const auto& got = master->beats().at(beat_number++);
        const AxiMemoryModel::ReadBeat expected = memory.read(posted[burst], beat);
        ASSERT_EQ(got.id, posted[burst].id) << "burst " << burst << " beat " << beat;
        ASSERT_EQ(got.response, expected.response) << "burst " << burst << " beat " << beat;
        ASSERT_EQ(got.last, beat + 1 == posted[burst].beats) << "burst " << burst << " beat " << beat;
        if (expected.response == axi_okay) {
          ASSERT_EQ(got.words, expected.words) << "burst " << burst << " beat " << beat << ", seed 72";
        } else {
          ++faults;
        }
      }
    EXPECT_EQ(errors, faults) << "one pulse of o_error per beat at fault";
    EXPECT_EQ(held_errors, 0);
  }

  std::unique_ptr<Clocked<Model>> dut;
  std::unique_ptr<AxiReadMaster<Model>> master;
  std::unique_ptr<AxiTraffic> traffic;
  AxiMemoryModel memory{memory_words, words, Shape::f_buffers};
  std::vector<AxiAddress> posted;
  std::vector<std::uint64_t> answer;  // the memory's answer, valid in the next cycle
  std::int64_t errors = 0, held_errors = 0, busy = 0;
};

}  // namespace stencil::test
