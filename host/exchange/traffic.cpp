// SPDX-License-Identifier: Apache-2.0
#include "host/exchange/traffic.hpp"

#include <mutex>

namespace stencil {
namespace {

std::mutex traffic_mutex;
VsdaTraffic total_traffic;

}  // namespace

void add_traffic(const VsdaTraffic& one) {
  const std::lock_guard<std::mutex> lock(traffic_mutex);
  total_traffic.updates += one.updates;
  total_traffic.copies += one.copies;
  total_traffic.messages_sent += one.messages_sent;
  total_traffic.bytes_sent += one.bytes_sent;
  total_traffic.bytes_kept += one.bytes_kept;
  total_traffic.bytes_staged += one.bytes_staged;
}

VsdaTraffic vsda_traffic() {
  const std::lock_guard<std::mutex> lock(traffic_mutex);
  return total_traffic;
}

}  // namespace stencil
