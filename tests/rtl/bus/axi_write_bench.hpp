// axi_write_port with a memory that stores its writes, and a model of the expected contents.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <vector>

#include "Vaxi_write_port_128.h"
#include "Vaxi_write_port_256.h"
#include "Vaxi_write_port_512.h"
#include "Vaxi_write_port_64.h"
#include "tests/rtl/support/axi_port_shapes.hpp"
#include "tests/rtl/support/axi_traffic.hpp"
#include "tests/rtl/support/axi_write_master.hpp"
#include "tests/rtl/support/clocked.hpp"

namespace stencil::test {

using AxiWriteShapes = AxiPortShapes<Vaxi_write_port_64, Vaxi_write_port_128, Vaxi_write_port_256, Vaxi_write_port_512>;

template <class Shape>
class AxiWritePort : public ::testing::Test {
 protected:
  static constexpr std::size_t words = Shape::words, memory_words = Shape::memory_words;
  using Model = typename Shape::Model;

  void start(Stall stall) {
    dut = std::make_unique<Clocked<Model>>();
    expected = AxiMemoryModel(memory_words, words, Shape::f_buffers);
    memory = AxiMemoryModel(memory_words, words, Shape::f_buffers);
    traffic = std::make_unique<AxiTraffic>(memory_words, words, 3, 62, expected.numbers());
    (*dut)->i_held = (*dut)->i_no_hold = 0;
    reset(stall);
  }
  // Bursts under way are forgotten; words already written stay.
  void reset(Stall stall) {
    master = std::make_unique<AxiWriteMaster<Model>>(**dut, stall, 61);
    dut->reset();
    responses.clear();
    expected = memory;
    errors = held_errors = busy = 0;
  }
  void post(const AxiWrite& write) {
    master->post(write);
    responses.push_back({write.at.id, expected.write(write)});
  }
  // The first half of a cycle: inputs are driven, outputs have settled.
  void begin_cycle() {
    Model& pins = **dut;
    master->drive();
    dut->settle();
    master->sample();
    ASSERT_TRUE(!(pins.s_axi_awvalid || pins.s_axi_bvalid) || pins.o_outstanding);
    errors += pins.o_error;
    held_errors += pins.o_held_error;
    busy += pins.o_busy;
    auto& buffer = memory.buffer(pins.o_buffer);
    for (std::size_t lane = 0; lane < words && pins.o_granted == 3; ++lane)
      if (pins.o_write >> lane & 1) buffer.at(pins.o_write_addr + lane) = get_word(pins.o_write_data, lane);
  }
  void end_cycle() {
    dut->edge();
    master->settle();
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
    ASSERT_EQ(master->responses().size(), responses.size());
    std::int64_t faults = 0;
    for (std::size_t i = 0; i < responses.size(); ++i) {
      ASSERT_EQ(master->responses()[i].id, responses[i].id) << "burst " << i;
      ASSERT_EQ(master->responses()[i].response, responses[i].response) << "burst " << i;
      faults += responses[i].response != axi_okay;
    }
    EXPECT_EQ(errors, faults) << "one pulse of o_error per burst at fault";
    EXPECT_EQ(held_errors, 0);
    for (const unsigned number : memory.numbers())
      for (std::size_t word = 0; word < memory_words; ++word)
        ASSERT_EQ(memory.buffer(number)[word], expected.buffer(number)[word])
            << "buffer " << number << " word " << word;
  }

  std::unique_ptr<Clocked<Model>> dut;
  std::unique_ptr<AxiWriteMaster<Model>> master;
  std::unique_ptr<AxiTraffic> traffic;
  AxiMemoryModel expected{memory_words, words, Shape::f_buffers}, memory{memory_words, words, Shape::f_buffers};
  std::vector<typename AxiWriteMaster<Model>::Response> responses;
  std::int64_t errors = 0, held_errors = 0, busy = 0;
};

}  // namespace stencil::test
