// What a platform is logged to have done with one load and one store, all of it right.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <array>

#include "sim/device/contract/contract.hpp"
#include "sim/device/transfers/transfer_check.hpp"

namespace stencil {

using Kind = TransferFault::Kind;
using Part = TransferFault::Part;

class TransferCheck : public ::testing::Test {
 protected:
  TransferCheck() {
    for (std::size_t i = 0; i < host_.size(); ++i) host_[i] = static_cast<double>(i) + 0.5;
    device_.axi_data_bits = 64;
    GivenCall load;
    load.place = {Bank::f, 0, 0, 4};
    load.host = host_.data();
    GivenCall store = load;
    store.kind = Kind::store;
    store.host = host_.data() + 8;
    store.after = {0};
    calls_ = {load, store};
  }

  HandedBytes moved(std::size_t call) const {
    return {calls_[call].kind == Kind::load, 0, reinterpret_cast<const unsigned char*>(calls_[call].host), 32};
  }
  void hand(std::size_t call) {
    log_.handed(HandedTo::dma, master_[call]);
    log_.handed(HandedTo::target, dma_[call]);
    log_.handed(HandedTo::device, target_[call]);
  }
  // A burst of four beats from this cycle on.
  void beats(bool to_device, std::int64_t cycle, const double* words) {
    log_.seen({to_device ? Channel::write_address : Channel::read_address, cycle, 0, 3});
    for (std::int64_t i = 0; i < 4; ++i) {
      const std::uint64_t* const word = reinterpret_cast<const std::uint64_t*>(words) + i;
      log_.seen({to_device ? Channel::write_data : Channel::read_data, cycle + i, 0, 0xff, i == 3, 0, word, 1});
    }
    if (to_device) log_.seen({Channel::write_response, cycle + 4});
  }
  std::optional<TransferFault> fault() {
    for (std::size_t call = 0; call < 2; ++call) hand(call);
    beats(true, load_cycle_, beats_.data());
    if (stores_) beats(false, 20, host_.data() + 8);
    log_.wait_ends(40, {});
    return transfer_fault(calls_, log_, device_);
  }

  std::array<double, 16> host_{};
  std::array<double, 4> beats_{0.5, 1.5, 2.5, 3.5};
  Capabilities device_;
  std::vector<GivenCall> calls_;
  TransferLog log_;
  std::int64_t load_cycle_ = 10;
  bool stores_ = true;
  std::array<HandedBytes, 2> master_{HandedBytes{true, 0, bytes(0), 32}, HandedBytes{false, 0, bytes(8), 32}};
  std::array<HandedBytes, 2> dma_ = master_;
  std::array<HandedBytes, 2> target_ = master_;

 private:
  const unsigned char* bytes(std::size_t word) const {
    return reinterpret_cast<const unsigned char*>(host_.data() + word);
  }
};

}  // namespace stencil
