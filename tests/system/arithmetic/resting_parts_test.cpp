// A device whose parts rest (cmake/resting_parts.cmake) has the pins of one whose parts run in every clock, whatever
// comes at whatever time: legal accesses, refused ones, bursts with errors, resets, and pauses longer than any part
// runs on.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <random>
#include <string>

#include "Vresting_operators.h"
#include "Vresting_parts.h"
#include "Vrunning_parts.h"
#include "sim/device/contract/contract.hpp"
#include "verilated.h"

namespace {

using namespace stencil;

constexpr int settled_after = 400;  // clocks after which nothing runs on any more

struct Devices {
  VerilatedContext context;
  Vresting_parts resting{&context, "resting"};          // on points
  Vresting_operators operators{&context, "operators"};  // the same parts, on operators
  Vrunning_parts running{&context, "running"};

  template <class Set>
  void all(Set set) {
    set(resting);
    set(operators);
    set(running);
  }
  void eval(int clk) {
    all([&](auto& device) {
      device.clk = static_cast<CData>(clk);
      device.eval();
    });
  }
  // Pins that mean something; of data that nobody offers the value is open.
  void expect_equal(std::int64_t clock) {
    const auto pins = [](const auto& device) {
      std::string text;
      const auto add = [&](const auto& pin) {
        text.append(reinterpret_cast<const char*>(&pin), sizeof pin);  // NOLINT
      };
      for (const CData& pin :
           {device.s_axi_awready, device.s_axi_wready, device.s_axi_bvalid, device.s_axi_arready, device.s_axi_rvalid,
            device.s_axil_awready, device.s_axil_wready, device.s_axil_bvalid, device.s_axil_arready,
            device.s_axil_rvalid, device.irq, device.perf_cause, device.perf_fill, device.perf_finished})
        add(pin);
      if (device.s_axi_bvalid) add(device.s_axi_bid), add(device.s_axi_bresp);
      if (device.s_axi_rvalid)
        add(device.s_axi_rid), add(device.s_axi_rdata), add(device.s_axi_rresp), add(device.s_axi_rlast);
      if (device.s_axil_bvalid) add(device.s_axil_bresp);
      if (device.s_axil_rvalid) add(device.s_axil_rdata), add(device.s_axil_rresp);
      return text;
    };
    ASSERT_EQ(pins(resting), pins(running)) << "clock " << clock;
    ASSERT_EQ(pins(operators), pins(running)) << "on operators, clock " << clock;
  }
};

class Driver {
 public:
  explicit Driver(unsigned seed) : random_(seed) {
    devices_.all([](auto& device) {
      device.s_axi_awburst = device.s_axi_arburst = 1;
      device.s_axil_wstrb = 0xff;
    });
  }

  // Clocks of one kind: pins are drawn anew before a clock where their channel waits for nothing.
  void clocks(std::int64_t count, double registers, double bursts, double ready) {
    for (std::int64_t i = 0; i < count && !testing::Test::HasFatalFailure(); ++i) {
      offer(registers, bursts, ready);
      tick();
    }
  }
  void reset(int count) {
    devices_.all([](auto& device) {
      device.rst = 1;
      device.s_axi_awvalid = device.s_axi_wvalid = device.s_axi_arvalid = 0;
      device.s_axil_awvalid = device.s_axil_wvalid = device.s_axil_arvalid = 0;
    });
    left_ = 0;
    for (int i = 0; i < count; ++i) tick();
    devices_.all([](auto& device) { device.rst = 0; });
  }
  void write_register(std::uint32_t address, std::uint64_t value) {
    devices_.all([&](auto& pins) {
      pins.s_axil_awaddr = static_cast<SData>(address);
      pins.s_axil_wdata = value;
      pins.s_axil_awvalid = pins.s_axil_wvalid = pins.s_axil_bready = 1;
    });
    for (int i = 0; i < 8; ++i) tick();
  }
  // A beat that is not the last one and says it is.
  void write_wrong_burst() {
    devices_.all([&](auto& pins) {
      pins.s_axi_awaddr = static_cast<IData>(contract::base_f);
      pins.s_axi_awlen = 1, pins.s_axi_awsize = 4, pins.s_axi_awvalid = 1;
      pins.s_axi_wlast = pins.s_axi_wvalid = 1, pins.s_axi_wstrb = 0xffff;
    });
    left_ = 2;
  }
  std::int64_t finished() const { return finished_; }
  bool interrupt() const { return devices_.resting.irq != 0; }

 private:
  bool often(double share) { return std::uniform_real_distribution<>(0, 1)(random_) < share; }
  std::uint64_t below(std::uint64_t end) { return random_() % end; }

  void tick() {
    devices_.eval(0);
    devices_.expect_equal(clock_);
    const auto& device = devices_.running;
    const bool aw = device.s_axi_awvalid && device.s_axi_awready, w = device.s_axi_wvalid && device.s_axi_wready;
    const bool ar = device.s_axi_arvalid && device.s_axi_arready;
    const bool law = device.s_axil_awvalid && device.s_axil_awready, lw = device.s_axil_wvalid && device.s_axil_wready;
    const bool lar = device.s_axil_arvalid && device.s_axil_arready;
    finished_ += device.perf_finished;
    devices_.eval(1);
    ++clock_;
    devices_.all([&](auto& pins) {
      if (aw) pins.s_axi_awvalid = 0;
      if (w) pins.s_axi_wvalid = 0;
      if (ar) pins.s_axi_arvalid = 0;
      if (law) pins.s_axil_awvalid = 0;
      if (lw) pins.s_axil_wvalid = 0;
      if (lar) pins.s_axil_arvalid = 0;
    });
    left_ -= w;
  }

  // A job register and a value that is often legal.
  void draw_register(std::uint32_t& address, std::uint64_t& value) {
    static constexpr std::uint32_t places[] = {contract::REG_COMMAND,   contract::REG_COMMAND, contract::REG_COMMAND,
                                               contract::REG_NITER,     contract::REG_COLS,    contract::REG_RDX2,
                                               contract::REG_BETA,      contract::REG_TILE,    contract::REG_MODE,
                                               contract::REG_STATUS,    contract::REG_CHANGE,  contract::REG_TILE_ROWS,
                                               contract::REG_TILE_COLS, contract::REG_CONTROL};
    address = places[below(std::size(places))];
    value = 0;
    if (address == contract::REG_COMMAND)
      value = (3 + below(12)) | below(2) << 32 | below(2) << 36 | (often(0.1) ? below(4) << 40 : 0);
    if (address == contract::REG_NITER) value = often(0.2) ? 256 + below(80) : below(40);
    if (address == contract::REG_COLS) value = 3 + below(9);
    if (address == contract::REG_RDX2 || address == contract::REG_BETA) {
      const double weight = 0.25 * static_cast<double>(below(8));
      std::memcpy(&value, &weight, sizeof value);
    }
    if (address == contract::REG_TILE) value = often(0.5) ? 0 : 1 | below(2) << 1 | (13 + below(4)) << 8;
    if (address == contract::REG_TILE_ROWS || address == contract::REG_TILE_COLS)
      value = 1 + below(2) + ((3 + below(9)) << 32);
    if (address == contract::REG_MODE) value = often(0.8);
    if (address == contract::REG_STATUS) value = 6;
    if (often(0.02)) address = 8 * static_cast<std::uint32_t>(below(128));
  }

  std::uint64_t draw_burst(std::uint64_t& beats) {
    beats = 1 + below(20);
    const std::uint64_t base = often(0.5) ? contract::base_f : contract::base_r;
    return base + (below(2) << 29) + 16 * below(60) + (often(0.02) ? 8 * 4096 : 0);
  }

  void offer(double registers, double bursts, double ready) {
    auto& now = devices_.running;
    std::uint32_t address = 0;
    std::uint64_t value = 0, beats = 0;
    devices_.all([b = often(ready), r = often(ready), lb = often(ready), lr = often(ready)](auto& pins) {
      pins.s_axi_bready = b, pins.s_axi_rready = r, pins.s_axil_bready = lb, pins.s_axil_rready = lr;
    });
    if (!now.s_axil_awvalid && !now.s_axil_wvalid && often(registers)) {
      draw_register(address, value);
      devices_.all([&](auto& pins) {
        pins.s_axil_awaddr = static_cast<SData>(address);
        pins.s_axil_wdata = value;
        pins.s_axil_awvalid = pins.s_axil_wvalid = 1;
      });
    }
    if (!now.s_axil_arvalid && often(registers)) {
      const auto place = static_cast<SData>(8 * below(120));
      devices_.all([&](auto& pins) { pins.s_axil_araddr = place, pins.s_axil_arvalid = 1; });
    }
    if (!now.s_axi_awvalid && left_ == 0 && often(bursts)) {
      const std::uint64_t place = draw_burst(beats);
      left_ = static_cast<std::int64_t>(beats);
      devices_.all([&](auto& pins) {
        pins.s_axi_awaddr = static_cast<IData>(place);
        pins.s_axi_awlen = static_cast<CData>(beats - 1);
        pins.s_axi_awsize = 4, pins.s_axi_awid = static_cast<CData>(beats & 3), pins.s_axi_awvalid = 1;
      });
    }
    if (!now.s_axi_wvalid && left_ > 0 && often(0.8)) {
      const double words[2] = {static_cast<double>(below(1000)) / 7, -static_cast<double>(below(1000))};
      const bool last = (left_ == 1) != often(0.01);
      devices_.all([&](auto& pins) {
        std::memcpy(&pins.s_axi_wdata, words, sizeof words);
        pins.s_axi_wlast = last, pins.s_axi_wstrb = 0xffff, pins.s_axi_wvalid = 1;
      });
    }
    if (!now.s_axi_arvalid && often(bursts)) {
      const std::uint64_t place = draw_burst(beats);
      devices_.all([&](auto& pins) {
        pins.s_axi_araddr = static_cast<IData>(place);
        pins.s_axi_arlen = static_cast<CData>(beats - 1);
        pins.s_axi_arsize = 4, pins.s_axi_arid = static_cast<CData>(beats & 3), pins.s_axi_arvalid = 1;
      });
    }
  }

  Devices devices_;
  std::mt19937 random_;
  std::int64_t clock_ = 0;
  std::int64_t left_ = 0;  // beats of the burst that is being written
  std::int64_t finished_ = 0;
};

class RestingParts : public testing::TestWithParam<unsigned> {};

TEST_P(RestingParts, HaveThePinsOfRunningOnes) {
  Driver driver(GetParam());
  driver.reset(8);
  for (int round = 0; round < 12 && !HasFatalFailure(); ++round) {
    driver.clocks(300, 0.3, 0.0, 0.9);   // registers and commands, of which some are left
    driver.clocks(2000, 0.0, 0.0, 1.0);  // run out one after another while registers rest
    driver.clocks(300, 0.3, 0.0, 0.9);
    driver.clocks(1000, 0.0, 0.4, 0.7);           // bursts, some with errors, beside them
    driver.clocks(settled_after, 0.0, 0.0, 1.0);  // all parts come to rest
    driver.clocks(4000, 0.01, 0.01, 0.9);         // now and then something
    driver.clocks(600, 0.3, 0.3, 0.4);            // all at once, and the bench is slow
    driver.clocks(settled_after, 0.0, 0.0, 0.0);  // takes no answer at all
    driver.clocks(2 * settled_after, 0.0, 0.0, 1.0);
    if (round % 4 == 3) driver.reset(1 + round % 3);  // in between, and after a rest
  }
  EXPECT_GT(driver.finished(), 20) << "commands that ended";
}

// The registers have rested since the device was told to raise its interrupt.
TEST(RestingRegisters, TellTheErrorOfABurst) {
  Driver driver(1);
  driver.reset(8);
  driver.write_register(contract::REG_MODE, 1);
  driver.clocks(settled_after, 0.0, 0.0, 1.0);
  EXPECT_FALSE(driver.interrupt());
  driver.write_wrong_burst();
  driver.clocks(100, 0.0, 0.0, 1.0);
  EXPECT_TRUE(driver.interrupt());
}

// cmake/quiet_clocks.cmake: without it the pins would be the same, later.
TEST(QuietClocks, HaveACopyWithoutTheTileEngine) {
  std::string text;
  for (const auto& file : std::filesystem::directory_iterator(STENCIL_RESTING_PARTS)) {
    std::ifstream stream(file.path());
    text.append(std::istreambuf_iterator<char>(stream), {});
  }
  const auto begin = text.find("VL_INLINE_OPT void Vresting_parts___024root___quiet_nba_");
  const auto end = text.find("void Vresting_parts___024root___eval(", begin);
  ASSERT_TRUE(begin != std::string::npos && end != std::string::npos);
  const std::string copy = text.substr(begin, end - begin);
  for (const char* signal :
       {"tile_take)", "tile_busy)", "tile_finished)", "tile_write)", "g_tiles__DOT__u_tile_engine__DOT__reading)"}) {
    const std::string read = std::string("(IData)(vlSelf->stencil_accel__DOT__u_kernels__DOT__") + signal;
    EXPECT_EQ(copy.find(read), std::string::npos) << read;
    EXPECT_NE(text.find(read), std::string::npos) << read << " is in no clock: has it another name now?";
  }
  const std::string tile = "g_place__BRA__" + std::to_string((contract::REG_TILE - contract::REG_COLS) / 8) +
                           "__KET____DOT__g_register__DOT__held";
  EXPECT_NE(copy.find(tile + " & ~(1ULL << 0U)"), std::string::npos) << "bit 0 of TILE is read";
  EXPECT_NE(text.find("___quiet_eval_nba(vlSelf, ticks);", end), std::string::npos) << "nothing calls it";
}

INSTANTIATE_TEST_SUITE_P(Seeds, RestingParts, testing::Range(1U, 9U));

}  // namespace
