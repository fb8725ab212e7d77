// The DMA: legal bursts that move every byte once, their conditions, refusals.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/platform/dma.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "host/base/errors.hpp"
#include "sim/device/platform/transaction.hpp"

namespace stencil {
namespace {

LinkOptions link(std::int64_t burst_beats, std::int64_t bytes_per_cycle, std::int64_t latency_cycles) {
  LinkOptions options;
  options.burst_beats = burst_beats;
  options.bytes_per_cycle = bytes_per_cycle;
  options.latency_cycles = latency_cycles;
  return options;
}

// Replaces the accelerator: a plain memory that records every transaction.
class Recorder : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<Recorder> socket;
  struct Seen {
    tlm::tlm_command command;
    std::uint64_t address;
    unsigned length;
    bool posted;
    std::int64_t latency_cycles;
    PostedAfter after;
    tlm::tlm_response_status response;  // as it arrives
  };
  std::vector<Seen> seen;
  std::vector<unsigned char> memory = std::vector<unsigned char>(1 << 20);
  tlm::tlm_response_status answer = tlm::TLM_OK_RESPONSE;

  explicit Recorder(sc_core::sc_module_name name) : sc_module(name), socket("socket") {
    socket.register_b_transport(this, &Recorder::transport);
  }

 private:
  void transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time&) {
    const Posted* posted = transaction.get_extension<Posted>();
    seen.push_back({transaction.get_command(), transaction.get_address(), transaction.get_data_length(),
                    posted != nullptr, posted ? posted->latency_cycles : -1, posted ? posted->after : PostedAfter{},
                    transaction.get_response_status()});
    unsigned char* here = memory.data() + transaction.get_address() % memory.size();
    if (transaction.is_write()) std::copy_n(transaction.get_data_ptr(), transaction.get_data_length(), here);
    if (transaction.is_read()) std::copy_n(here, transaction.get_data_length(), transaction.get_data_ptr());
    transaction.set_response_status(answer);
  }
};

class Host : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<Host> socket;
  explicit Host(sc_core::sc_module_name name) : sc_module(name), socket("socket") {}
};

class DmaTest : public ::testing::Test {
 protected:
  void build(std::int64_t beat_bytes, const LinkOptions& options) {
    dma_ = std::make_unique<Dma>("dma", beat_bytes, options);
    host_.socket.bind(dma_->host);
    dma_->device.bind(recorder_.socket);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }
  tlm::tlm_response_status transport(tlm::tlm_command command, std::uint64_t address, void* data, std::int64_t bytes,
                                     bool posted = true) {
    Transaction transaction(command, address, data, bytes);
    Posted extension;
    if (posted) transaction.set_extension(&extension);
    sc_core::sc_time delay;
    host_.socket->b_transport(transaction, delay);
    return transaction.get_response_status();
  }

  Recorder recorder_{"recorder"};
  Host host_{"host"};
  std::unique_ptr<Dma> dma_;
};

TEST_F(DmaTest, CutsAtBurstLengthAndPageAndBeat) {
  build(32, link(64, 0, 7));
  std::vector<unsigned char> data(10000);
  ASSERT_EQ(transport(tlm::TLM_WRITE_COMMAND, 4096 - 40, data.data(), 6000), tlm::TLM_OK_RESPONSE);
  // 40 bytes to the page boundary, then 64 full beats at a time.
  const std::vector<std::pair<std::uint64_t, unsigned>> expected = {
      {4056, 40}, {4096, 2048}, {6144, 2048}, {8192, 1864}};
  ASSERT_EQ(recorder_.seen.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(recorder_.seen[i].address, expected[i].first);
    EXPECT_EQ(recorder_.seen[i].length, expected[i].second);
    EXPECT_TRUE(recorder_.seen[i].posted);
    EXPECT_EQ(recorder_.seen[i].latency_cycles, 7);
  }
  EXPECT_EQ(dma_->bursts(), 4);
}

TEST_F(DmaTest, EveryBurstWaitsForWhatTheWholeWaitsForAndTheirNumberIsTold) {
  build(8, link(16, 0, 0));
  std::vector<unsigned char> data(1000);
  Transaction transaction(tlm::TLM_WRITE_COMMAND, 64, data.data(), 1000);
  Posted extension;
  extension.after = {7, 8, 9};
  transaction.set_extension(&extension);
  sc_core::sc_time delay;
  host_.socket->b_transport(transaction, delay);
  ASSERT_TRUE(transaction.is_response_ok());
  EXPECT_EQ(extension.bursts, 8);
  ASSERT_EQ(recorder_.seen.size(), 8u);
  for (const Recorder::Seen& burst : recorder_.seen) {
    EXPECT_EQ(burst.after.loads, 7);
    EXPECT_EQ(burst.after.stores, 8);
    EXPECT_EQ(burst.after.registers, 9);
  }
}

TEST_F(DmaTest, MovesEveryByteOnceInLegalBursts) {
  build(16, link(5, 0, 0));
  std::mt19937_64 random(20260);
  for (int round = 0; round < 300; ++round) {
    recorder_.seen.clear();
    const std::uint64_t address = 8 * (random() % 20000);
    const auto bytes = static_cast<std::int64_t>(8 * (1 + random() % 3000));
    std::vector<unsigned char> data(static_cast<std::size_t>(bytes)), back(data.size());
    for (unsigned char& byte : data) byte = static_cast<unsigned char>(random());
    ASSERT_EQ(transport(tlm::TLM_WRITE_COMMAND, address, data.data(), bytes), tlm::TLM_OK_RESPONSE);
    std::uint64_t next = address;
    for (const Recorder::Seen& burst : recorder_.seen) {
      ASSERT_EQ(burst.address, next);
      const std::uint64_t last = next + burst.length - 1;
      ASSERT_EQ(next / 4096, last / 4096) << "burst crosses a page, round " << round;
      ASSERT_LE(last / 16 - next / 16 + 1, 5u) << "too many beats, round " << round;
      next += burst.length;
    }
    ASSERT_EQ(next, address + static_cast<std::uint64_t>(bytes));
    ASSERT_EQ(burst_count(address, bytes, 16, 5), static_cast<std::int64_t>(recorder_.seen.size()))
        << "round " << round;
    ASSERT_EQ(transport(tlm::TLM_READ_COMMAND, address, back.data(), bytes), tlm::TLM_OK_RESPONSE);
    ASSERT_EQ(data, back);
  }
}

TEST_F(DmaTest, CompletesWhatIsNotPosted) {
  build(8, {});
  double value = 1.0;
  ASSERT_EQ(transport(tlm::TLM_WRITE_COMMAND, 0, &value, 8, false), tlm::TLM_OK_RESPONSE);
  ASSERT_EQ(recorder_.seen.size(), 2u);
  EXPECT_EQ(recorder_.seen[1].command, tlm::TLM_IGNORE_COMMAND);
}

TEST_F(DmaTest, RefusesWhatNoTransferCanBe) {
  build(8, {});
  std::vector<unsigned char> data(64);
  EXPECT_EQ(transport(tlm::TLM_WRITE_COMMAND, 4, data.data(), 8), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(transport(tlm::TLM_WRITE_COMMAND, 0, data.data(), 12), tlm::TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(transport(tlm::TLM_WRITE_COMMAND, 0, data.data(), 0), tlm::TLM_BURST_ERROR_RESPONSE);
  Transaction enables(tlm::TLM_WRITE_COMMAND, 0, data.data(), 8);
  enables.set_byte_enable_ptr(data.data());
  sc_core::sc_time delay;
  host_.socket->b_transport(enables, delay);
  EXPECT_EQ(enables.get_response_status(), tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
  EXPECT_TRUE(recorder_.seen.empty());
}

TEST_F(DmaTest, PassesOnTheDevicesAnswer) {
  build(8, {});
  recorder_.answer = tlm::TLM_GENERIC_ERROR_RESPONSE;
  double value = 1.0;
  EXPECT_EQ(transport(tlm::TLM_WRITE_COMMAND, 0, &value, 8), tlm::TLM_GENERIC_ERROR_RESPONSE);
}

// A device that forgets to answer a burst must not be taken for one that has answered it as the burst before.
TEST_F(DmaTest, EveryBurstArrivesWithoutAResponse) {
  build(8, link(4, 0, 0));
  std::vector<double> values(10, 1.0);
  EXPECT_EQ(transport(tlm::TLM_WRITE_COMMAND, 0, values.data(), 80), tlm::TLM_OK_RESPONSE);
  ASSERT_EQ(recorder_.seen.size(), 3U);
  for (const Recorder::Seen& burst : recorder_.seen) EXPECT_EQ(burst.response, tlm::TLM_INCOMPLETE_RESPONSE);
}

TEST(LinkOptions, OutOfRangeIsRefusedWithTheRange) {
  const auto text = [](const LinkOptions& options) -> std::string {
    try {
      check_link(options);
    } catch (const ArgumentError& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(text(link(1, 0, 0)), "accepted");
  EXPECT_EQ(text(link(256, 0, 0)), "accepted");
  EXPECT_EQ(text(link(0, 0, 0)), "burst length 0 beats is out of range 1 .. 256");
  EXPECT_EQ(text(link(257, 0, 0)), "burst length 257 beats is out of range 1 .. 256");
  EXPECT_NE(text(link(256, -1, 0)).find("-1"), std::string::npos);
  EXPECT_NE(text(link(256, 0, -5)).find("-5"), std::string::npos);
  LinkOptions stalls;
  stalls.stalls = -6;
  EXPECT_EQ(text(stalls), "the number of a link's stalls, -6, is out of range: 0 or more");
  stalls.stalls = 6;
  EXPECT_EQ(text(stalls), "accepted");
}

}  // namespace
}  // namespace stencil
