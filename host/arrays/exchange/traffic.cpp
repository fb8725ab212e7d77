// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/exchange/traffic.hpp"

namespace stencil {

MpiCallLock traffic_lock;
VsdaTraffic total_traffic;

void add_traffic(const VsdaTraffic& one) {
  const std::lock_guard<MpiCallLock> guard(traffic_lock);
  total_traffic.updates += one.updates;
  total_traffic.copies += one.copies;
  total_traffic.plans_made += one.plans_made;
  total_traffic.messages_sent += one.messages_sent;
  total_traffic.bytes_sent += one.bytes_sent;
  total_traffic.bytes_kept += one.bytes_kept;
  total_traffic.bytes_staged += one.bytes_staged;
}

VsdaTraffic vsda_traffic() {
  const std::lock_guard<MpiCallLock> guard(traffic_lock);
  return total_traffic;
}

}  // namespace stencil
