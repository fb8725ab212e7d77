// SPDX-License-Identifier: Apache-2.0
#include "host/exchange/message_plan.hpp"

#include <algorithm>

namespace stencil {

std::int64_t Message::elements() const {
  std::int64_t sum = 0;
  for (const Patch& patch : patches) sum += patch.elements();
  return sum;
}

std::vector<Patch>& patches_of(std::vector<Message>& messages, int peer) {
  const auto place = std::lower_bound(messages.begin(), messages.end(), peer,
                                      [](const Message& message, int wanted) { return message.peer < wanted; });
  if (place != messages.end() && place->peer == peer) return place->patches;
  return messages.insert(place, Message{peer, {}})->patches;
}

}  // namespace stencil
