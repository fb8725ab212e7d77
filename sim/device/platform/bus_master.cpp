// SPDX-License-Identifier: Apache-2.0
#include "sim/device/platform/bus_master.hpp"

#include <fmt/core.h>

#include <cstdlib>

#include "host/base/errors.hpp"
#include "sim/device/platform/transaction.hpp"

namespace stencil {

using namespace contract;

namespace {

const sc_core::sc_time clock_period(10, sc_core::SC_NS);

// SystemC would print its banner on stdout and warn at every transaction that it comes from outside its processes.
void quieten_systemc() {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 0);
  sc_core::sc_report_handler::set_actions(sc_core::SC_ID_NO_SC_START_ACTIVITY_, sc_core::SC_DO_NOTHING);
}

void expect_ok(const tlm::tlm_generic_payload& transaction) {
  if (!transaction.is_response_ok())
    throw DeviceError(
        fmt::format("platform, bus master: the DMA answered the transaction at address {:#x} of {} bytes with {}",
                    transaction.get_address(), transaction.get_data_length(), transaction.get_response_string()));
}

}  // namespace

std::uint64_t address_of(const Place& place) {
  return (place.bank == Bank::f ? base_f : base_r) + static_cast<std::uint64_t>(place.buffer) * buffer_stride +
         8 * static_cast<std::uint64_t>(place.offset_words);
}

BusMaster::BusMaster(std::unique_ptr<Device> device, const LinkOptions& link)
    : platform_("platform", std::move(device), link, clock_period) {
  transfer_.set_extension(&posted_);
  until_done_.set_extension(&wait_);
  quieten_systemc();
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
}

std::int64_t BusMaster::transfer(bool to_device, const Place& place, unsigned char* host, const PostedAfter& after) {
  posted_.after = after;
  posted_.refused.clear();
  transfer_.set_command(to_device ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
  transfer_.move_to(address_of(place), host, 8 * place.length_words);
  platform_.data->b_transport(transfer_, delay_);
  if (!posted_.refused.empty()) throw DeviceError(posted_.refused);
  expect_ok(transfer_);
  return posted_.bursts;
}

void BusMaster::write_register(std::uint32_t address, std::uint64_t value, const PostedAfter& after) {
  Posted posted;
  posted.after = after;
  Transaction write(tlm::TLM_WRITE_COMMAND, address, &value, 8);
  write.set_extension(&posted);
  platform_.registers->b_transport(write, delay_);
  expect_ok(write);
}

std::uint64_t BusMaster::read_register(std::uint32_t address) {
  std::uint64_t value = 0;
  Transaction read(tlm::TLM_READ_COMMAND, address, &value, 8);
  platform_.registers->b_transport(read, delay_);
  expect_ok(read);
  return value;
}

void BusMaster::wait(const WaitFor& what) {
  static_cast<WaitFor&>(wait_) = what;
  until_done_.move_to(0, nullptr, 0);
  platform_.data->b_transport(until_done_, delay_);
  expect_ok(until_done_);
}

void BusMaster::advance() {
  kernel_.enter();
  sc_core::sc_start(delay_);
  delay_ = sc_core::SC_ZERO_TIME;
}

}  // namespace stencil
