// The TLM-2.0 side of the accelerator, with a device that only records its calls.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/platform/accelerator_target.hpp"

#include <gtest/gtest.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <vector>

#include "host/base/errors.hpp"
#include "sim/device/platform/transaction.hpp"

namespace stencil {
namespace {

// Every run() takes 10 cycles and completes everything.
class ScriptedDevice : public Device {
 public:
  std::vector<Burst> bursts;
  std::vector<std::pair<std::uint32_t, std::uint64_t>> writes;
  std::vector<std::uint32_t> reads;
  std::vector<PostedAfter> afters;  // conditions of register accesses
  std::vector<WaitFor> runs;
  bool fails = false;

  std::int64_t data_bits() const override { return 128; }
  void reset() override {}
  void set_timing(const BusTiming&) override {}
  void set_settle_cycles(std::int64_t) override {}
  void post(const Burst& burst) override { bursts.push_back(burst); }
  void post_register_write(std::uint32_t address, std::uint64_t value, const PostedAfter& after) override {
    writes.push_back({address, value});
    afters.push_back(after);
  }
  void post_register_read(std::uint32_t address, std::uint64_t* result, const PostedAfter& after) override {
    reads.push_back(address);
    afters.push_back(after);
    *result = 0x1234;
  }
  void run(const WaitFor& wait) override {
    if (fails) throw DeviceError("scripted failure");
    runs.push_back(wait);
    now_ += 10;
  }
  void tick_cycles(std::int64_t cycles) override { now_ += cycles; }
  std::int64_t now() const override { return now_; }
  const DeviceCounts& counts() const override { return counts_; }
  std::vector<DeviceCounts> take_sweep_ends() override { return {}; }
  double measure_rate() override { return 1.0; }

 private:
  std::int64_t now_ = 0;
  DeviceCounts counts_;
};

class Host : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<Host> data, registers;
  explicit Host(sc_core::sc_module_name name) : sc_module(name), data("data"), registers("registers") {}
};

class AcceleratorTargetTest : public ::testing::Test {
 protected:
  AcceleratorTargetTest()
      : device_(new ScriptedDevice),
        target_("target", std::unique_ptr<Device>(device_), sc_core::sc_time(10, sc_core::SC_NS)) {
    host_.data.bind(target_.data);
    host_.registers.bind(target_.registers);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }
  tlm::tlm_response_status data(Transaction& transaction) {
    host_.data->b_transport(transaction, delay_);
    return transaction.get_response_status();
  }
  tlm::tlm_response_status registers(Transaction& transaction) {
    host_.registers->b_transport(transaction, delay_);
    return transaction.get_response_status();
  }

  ScriptedDevice* device_;
  AcceleratorTarget target_;
  Host host_{"host"};
  sc_core::sc_time delay_;
  std::vector<double> words_ = std::vector<double>(600);
};

TEST_F(AcceleratorTargetTest, PostedBurstsAreQueuedAndTakeNoTime) {
  Posted posted;
  posted.latency_cycles = 5;
  posted.after = {1, 2, 3};
  Transaction write(tlm::TLM_WRITE_COMMAND, 0x80000008, words_.data(), 64);
  write.set_extension(&posted);
  EXPECT_EQ(data(write), tlm::TLM_OK_RESPONSE);
  EXPECT_TRUE(device_->runs.empty());
  EXPECT_EQ(delay_, sc_core::SC_ZERO_TIME);
  ASSERT_EQ(device_->bursts.size(), 1u);
  EXPECT_TRUE(device_->bursts[0].to_device);
  EXPECT_EQ(device_->bursts[0].address, 0x80000008u);
  EXPECT_EQ(device_->bursts[0].length_words, 8);
  EXPECT_EQ(device_->bursts[0].latency_cycles, 5);
  EXPECT_EQ(device_->bursts[0].after.loads, 1);
  EXPECT_EQ(device_->bursts[0].after.stores, 2);
  EXPECT_EQ(device_->bursts[0].after.registers, 3);
}

TEST_F(AcceleratorTargetTest, PostedRegisterAccessesCarryWhatTheyWaitFor) {
  Posted posted;
  posted.after = {4, 5, 6};
  std::uint64_t value = 7;
  Transaction write(tlm::TLM_WRITE_COMMAND, contract::REG_COMMAND, &value, 8);
  write.set_extension(&posted);
  EXPECT_EQ(registers(write), tlm::TLM_OK_RESPONSE);
  Transaction read(tlm::TLM_READ_COMMAND, contract::REG_STATUS, &value, 8);
  read.set_extension(&posted);
  EXPECT_EQ(registers(read), tlm::TLM_OK_RESPONSE);
  EXPECT_TRUE(device_->runs.empty());
  ASSERT_EQ(device_->afters.size(), 2u);
  for (const PostedAfter& after : device_->afters) {
    EXPECT_EQ(after.loads, 4);
    EXPECT_EQ(after.stores, 5);
    EXPECT_EQ(after.registers, 6);
  }
}

TEST_F(AcceleratorTargetTest, PlainTransactionsAreCompleteOnReturnAndTimed) {
  Transaction read(tlm::TLM_READ_COMMAND, 16, words_.data(), 16);
  EXPECT_EQ(data(read), tlm::TLM_OK_RESPONSE);
  ASSERT_EQ(device_->runs.size(), 1u);
  EXPECT_TRUE(device_->runs[0].bursts);
  EXPECT_EQ(delay_, sc_core::sc_time(100, sc_core::SC_NS));
  std::uint64_t value = 0;
  Transaction status(tlm::TLM_READ_COMMAND, contract::REG_STATUS, &value, 8);
  EXPECT_EQ(registers(status), tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(value, 0x1234u);
  EXPECT_EQ(delay_, sc_core::sc_time(200, sc_core::SC_NS));
}

TEST_F(AcceleratorTargetTest, WaitCarriesItsTermsToTheDevice) {
  Wait wait;
  wait.interrupt = true;
  wait.quiet_limit_cycles = 77;
  wait.command_limit_cycles = [](std::int64_t unfinished, std::int64_t unoffered) {
    return 100 * unfinished + unoffered;
  };
  std::int64_t heard_at = 0;
  wait.listener = [&](const Quiet& quiet, const std::function<HangState()>&) { heard_at = quiet.now; };
  Transaction until(tlm::TLM_IGNORE_COMMAND, 0, nullptr, 0);
  until.set_extension(&wait);
  EXPECT_EQ(registers(until), tlm::TLM_OK_RESPONSE);
  ASSERT_EQ(device_->runs.size(), 1u);
  EXPECT_TRUE(device_->runs[0].interrupt);
  EXPECT_EQ(device_->runs[0].quiet_limit_cycles, 77);
  EXPECT_EQ(device_->runs[0].command_limit_cycles(3, 2), 302);
  device_->runs[0].listener({66, 0, 0}, {});
  EXPECT_EQ(heard_at, 66);
  Transaction empty(tlm::TLM_IGNORE_COMMAND, 0, nullptr, 0);
  EXPECT_EQ(data(empty), tlm::TLM_COMMAND_ERROR_RESPONSE);
}

TEST_F(AcceleratorTargetTest, RefusesWhatNoBurstOrRegisterAccessCanBe) {
  const auto burst = [&](std::uint64_t address, std::int64_t bytes) {
    Transaction transaction(tlm::TLM_WRITE_COMMAND, address, words_.data(), bytes);
    return data(transaction);
  };
  EXPECT_EQ(burst(4, 8), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(burst(std::uint64_t{1} << 32, 8), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(burst(0, 0), tlm::TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(burst(0, 4), tlm::TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(burst(4088, 16), tlm::TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(burst(0, 4096), tlm::TLM_OK_RESPONSE);
  std::uint64_t value = 1;
  const auto access = [&](std::uint64_t address, std::int64_t bytes) {
    Transaction transaction(tlm::TLM_WRITE_COMMAND, address, &value, bytes);
    return registers(transaction);
  };
  EXPECT_EQ(access(4, 8), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(access(4096, 8), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(access(0, 4), tlm::TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(device_->bursts.size(), 1u);
  EXPECT_TRUE(device_->writes.empty());
}

TEST_F(AcceleratorTargetTest, AFailingDeviceIsAnException) {
  device_->fails = true;
  Transaction read(tlm::TLM_READ_COMMAND, 0, words_.data(), 8);
  EXPECT_THROW(data(read), DeviceError);
}

}  // namespace
}  // namespace stencil
