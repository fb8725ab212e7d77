// data_port with loads, stores and an engine at work at once, each cycle of it against a model of the buffers.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <vector>

#include "Vdata_port_1_2.h"
#include "Vdata_port_2_2.h"
#include "Vdata_port_4_1.h"
#include "tests/rtl/bus/data_port_reference.hpp"
#include "tests/rtl/support/axi_read_master.hpp"
#include "tests/rtl/support/axi_traffic.hpp"
#include "tests/rtl/support/axi_write_master.hpp"
#include "tests/rtl/support/clocked.hpp"

namespace stencil::test {

template <class V, std::size_t Words, std::size_t Lanes, unsigned FBuffers, bool ROptional>
struct DataPortShape {
  using Model = V;
  static constexpr std::size_t words = Words, lanes = Lanes;
  static constexpr unsigned f_buffers = FBuffers;
  static constexpr bool r_optional = ROptional;
};

// The buffers of a command: what it reads and what it writes.
struct EngineBuffers {
  unsigned read_f = 0, read_r = 0, write_f = 0, write_r = 0;
  bool without_r = false;
};

// The bench is the interlock and the engine. Call post_* and command() at any time, then cycle().
template <class Shape>
class DataPort : public ::testing::Test {
 protected:
  static constexpr std::size_t words = Shape::words, lanes = Shape::lanes, memory_words = 45;
  static constexpr unsigned beats_of_buffer = (memory_words + words - 1) / words;
  static constexpr unsigned places = 8;  // for beats that were read and not taken
  using Model = typename Shape::Model;

  void start(Stall stall, std::uint64_t seed) {
    dut = std::make_unique<Clocked<Model>>();
    Model& pins = **dut;
    loads = std::make_unique<AxiWriteMaster<Model>>(pins, stall, seed + 1);
    stores = std::make_unique<AxiReadMaster<Model>>(pins, words, stall, seed + 2);
    traffic = std::make_unique<AxiTraffic>(memory_words, words, 3, seed, memory.numbers());
    model = Expected{};
    others_held = engine_holds = 0;
    no_hold = false;
    errors = held_errors = all_at_once = 0;
    pins.i_held = pins.i_no_hold = pins.i_without_r = pins.i_read = pins.i_write_r = 0;
    drive(pins.i_write, 0);
    dut->reset();
    for (const unsigned number : memory.numbers()) fill(number);
  }
  void post_load(const AxiWrite& write) {
    loads->post(write);
    model.load_data.push_back(write);
    model.load.post(write.at);
  }
  void post_store(const AxiAddress& at) {
    stores->post(at);
    model.store.post(at);
  }
  AxiAddress whole_beats(unsigned number, unsigned beats) {
    AxiAddress at;
    at.address = number * axi_buffer_bytes;
    at.id = static_cast<unsigned>(traffic->random().in(0, 7));
    at.beats = beats;
    at.size = traffic->full_size();
    return at;
  }
  // A command holds its buffers; the engine works on them once no burst is under way there.
  void command(const EngineBuffers& buffers) {
    engine = buffers;
    engine_holds = 1U << buffers.read_f | 1U << buffers.write_f;
    if (!buffers.without_r || !Shape::r_optional)
      engine_holds |= 1U << (axi_first_r + buffers.read_r) | 1U << (axi_first_r + buffers.write_r);
  }
  void no_command() { engine_holds = 0; }

  void cycle() {
    Model& pins = **dut;
    const std::int64_t now = dut->cycles();
    const auto held = static_cast<unsigned>(others_held | engine_holds);
    pins.i_held = static_cast<std::uint8_t>(held);
    pins.i_no_hold = no_hold;
    loads->drive();
    stores->drive();
    drive_engine();
    dut->settle();
    loads->sample();
    stores->sample();
    model.load.look(now, held, no_hold, pins.s_axi_awvalid);
    model.store.look(now, held, no_hold, pins.s_axi_arvalid);
    ASSERT_EQ(pins.o_touched, model.load.touched() | model.store.touched()) << "cycle " << now;
    ASSERT_EQ(pins.o_write_busy, model.load.busy()) << "cycle " << now;
    ASSERT_EQ(pins.o_read_busy, model.store.busy()) << "cycle " << now;
    ASSERT_EQ(pins.o_write_outstanding, model.load.outstanding()) << "cycle " << now;
    ASSERT_EQ(pins.o_read_outstanding, model.store.outstanding()) << "cycle " << now;
    // Whoever reads sees what was there before this cycle's writes.
    const bool loads_move = pins.s_axi_wvalid && pins.s_axi_wready,
               stores_move = model.store.busy() && model.beats.size() < places;
    ASSERT_TRUE(!loads_move || model.load.busy()) << "cycle " << now;
    const bool engine_moved = engine_reads;
    const std::vector<std::uint64_t> expected_f = engine_sees(engine.read_f, pins.i_read_addr);
    const std::vector<std::uint64_t> expected_r = engine_sees(axi_first_r + engine.read_r, pins.i_read_addr);
    const bool with_r = !engine.without_r || !Shape::r_optional;
    Pulses pulses;
    if (stores_move) move_store(pulses);
    if (loads_move) move_load(pulses);
    ASSERT_EQ(pins.o_error, pulses.error) << "cycle " << now;
    ASSERT_EQ(pins.o_held_error, pulses.held_error) << "cycle " << now;
    errors += pins.o_error;
    held_errors += pins.o_held_error;
    all_at_once += loads_move && stores_move && engine_reads && engine_writes;
    write_engine(with_r);
    if (pins.s_axi_awvalid && pins.s_axi_awready) model.load.accept(now);
    if (pins.s_axi_arvalid && pins.s_axi_arready) model.store.accept(now);
    expect_answers();
    if (this->HasFatalFailure()) return;
    dut->edge();
    loads->settle();
    stores->settle();
    for (std::size_t lane = 0; lane < lanes && engine_moved; ++lane) {
      ASSERT_EQ(get_word(pins.o_read_f, lane), expected_f[lane]) << "f, cycle " << now;
      if (!with_r) continue;
      ASSERT_EQ(get_word(pins.o_read_r, lane), expected_r[lane]) << "r, cycle " << now;
    }
  }
  void run(int cycles) {
    for (int i = 0; i < cycles && !this->HasFatalFailure(); ++i) cycle();
  }
  bool idle() const { return loads->idle() && stores->idle(); }
  void run_until_idle(std::int64_t limit_cycles = 1000) {
    const std::int64_t begin = dut->cycles();
    while (!idle()) {
      ASSERT_LT(dut->cycles() - begin, limit_cycles) << "bursts do not end";
      cycle();
      if (this->HasFatalFailure()) return;
    }
    run(1);
  }
  // Every word is stored once more.
  void expect_buffers_as_modelled() {
    others_held = 0;
    no_command();
    for (const unsigned number : memory.numbers()) post_store(whole_beats(number, beats_of_buffer));
    run_until_idle();
  }

  std::unique_ptr<Clocked<Model>> dut;
  std::unique_ptr<AxiWriteMaster<Model>> loads;
  std::unique_ptr<AxiReadMaster<Model>> stores;
  std::unique_ptr<AxiTraffic> traffic;
  AxiMemoryModel memory{memory_words, words, Shape::f_buffers};
  unsigned others_held = 0;  // by commands that wait
  bool no_hold = false;
  int errors = 0, held_errors = 0, all_at_once = 0;

 private:
  struct Pulses {
    bool error = false, held_error = false;
  };
  // Bursts under way, and the answers of beats that have moved.
  struct Expected {
    DataPortReference load, store;
    std::deque<AxiWrite> load_data;
    bool load_fault = false;  // in a beat of the load under way
    std::deque<unsigned> responses;
    std::deque<AxiMemoryModel::ReadBeat> beats;
    std::size_t responses_seen = 0, beats_seen = 0;
  };

  void fill(unsigned number) {
    AxiWrite write = traffic->write(whole_beats(number, beats_of_buffer));
    for (std::size_t beat = 0; beat < write.data.size(); ++beat) {
      write.data[beat].strobes = 0;
      for (std::size_t lane = 0; lane < words && beat * words + lane < memory_words; ++lane)
        write.data[beat].strobes |= std::uint64_t{0xff} << 8 * lane;
    }
    post_load(write);
    run_until_idle();
  }

  void drive_engine() {
    Model& pins = **dut;
    Random& random = traffic->random();
    const bool works = engine_holds != 0 && ((model.load.touched() | model.store.touched()) & engine_holds) == 0;
    engine_reads = works && !random.one_in(4);
    engine_writes = works && !random.one_in(4);
    const auto place = [&] { return static_cast<std::uint64_t>(random.in(0, memory_words - lanes)); };
    pins.i_without_r = engine.without_r;
    pins.i_read = engine_reads;
    drive(pins.i_read_addr, place());
    drive(pins.i_read_f_buffer, engine.read_f);
    drive(pins.i_read_r_buffer, engine.read_r);
    // At least lane 0, as the engine does.
    drive(pins.i_write, engine_writes ? (random.word() & ((1U << lanes) - 1)) | 1 : 0);
    pins.i_write_r = random.one_in(2);
    drive(pins.i_write_addr, place());
    drive(pins.i_write_f_buffer, engine.write_f);
    drive(pins.i_write_r_buffer, engine.write_r);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      set_word(pins.i_write_f_data, lane, random.word());
      set_word(pins.i_write_r_data, lane, random.word());
    }
  }
  std::vector<std::uint64_t> engine_sees(unsigned number, std::size_t place) {
    const auto from = memory.buffer(number).begin() + static_cast<std::ptrdiff_t>(place);
    return {from, from + lanes};
  }
  void write_engine(bool with_r) {
    Model& pins = **dut;
    for (std::size_t lane = 0; lane < lanes && engine_writes; ++lane) {
      if (!(pins.i_write >> lane & 1)) continue;
      memory.f(engine.write_f)[pins.i_write_addr + lane] = get_word(pins.i_write_f_data, lane);
      if (with_r && pins.i_write_r)
        memory.r(engine.write_r)[pins.i_write_addr + lane] = get_word(pins.i_write_r_data, lane);
    }
  }

  void move_store(Pulses& pulses) {
    AxiMemoryModel::ReadBeat expected = memory.read(model.store.burst(), model.store.beat());
    if (model.store.refused()) expected.response = axi_slverr;
    pulses.held_error |= model.store.refused();
    pulses.error |= !model.store.refused() && expected.response != axi_okay;
    model.beats.push_back(expected);
    model.store.step();
  }
  void move_load(Pulses& pulses) {
    const AxiWrite& write = model.load_data.front();
    if (model.load.beat() == 0) model.load_fault = false;
    if (!model.load.refused()) {
      // This beat as it is, all others without a strobe.
      AxiWrite alone = write;
      for (unsigned beat = 0; beat < write.at.beats; ++beat) {
        if (beat == model.load.beat()) continue;
        alone.data[beat].strobes = 0;
        alone.data[beat].last = beat + 1 == write.at.beats;
      }
      if (memory.write(alone) != axi_okay) model.load_fault = true;
    }
    const bool last = model.load.last();
    if (last) {
      pulses.held_error |= model.load.refused();
      pulses.error |= !model.load.refused() && model.load_fault;
      model.responses.push_back(model.load.refused() || model.load_fault ? axi_slverr : axi_okay);
    }
    model.load.step();
    if (last) model.load_data.pop_front();
  }
  void expect_answers() {
    for (; model.responses_seen < loads->responses().size(); ++model.responses_seen) {
      ASSERT_FALSE(model.responses.empty()) << "B comes before the last beat of its burst";
      ASSERT_EQ(loads->responses()[model.responses_seen].response, model.responses.front());
      model.responses.pop_front();
      model.load.answer();
    }
    for (; model.beats_seen < stores->beats().size(); ++model.beats_seen) {
      ASSERT_FALSE(model.beats.empty()) << "R comes before its beat was read";
      const auto& got = stores->beats()[model.beats_seen];
      ASSERT_EQ(got.response, model.beats.front().response) << "beat " << model.beats_seen;
      if (got.response == axi_okay) {
        ASSERT_EQ(got.words, model.beats.front().words) << "beat " << model.beats_seen;
      }
      model.beats.pop_front();
      if (got.last) model.store.answer();
    }
  }

  Expected model;
  EngineBuffers engine;
  unsigned engine_holds = 0;
  bool engine_reads = false, engine_writes = false;
};

}  // namespace stencil::test
