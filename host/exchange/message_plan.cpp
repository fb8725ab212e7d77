// SPDX-License-Identifier: Apache-2.0
#include "host/exchange/message_plan.hpp"

#include <algorithm>

namespace stencil {

std::int64_t Message::elements() const {
  std::int64_t sum = 0;
  for (const Patch& patch : patches) sum += patch.elements();
  return sum;
}

std::int64_t memory_bytes(const MessagePlan& plan) {
  const auto of_patch = [](const Patch& patch) {
    return static_cast<std::int64_t>(sizeof(Patch) + (patch.inner.size() + patch.outer.size()) * sizeof(Comb));
  };
  std::int64_t sum = 0;
  for (const std::vector<Message>* const messages : {&plan.sends, &plan.receives}) {
    for (const Message& message : *messages) {
      for (const Patch& patch : message.patches) sum += of_patch(patch);
    }
  }
  for (const KeptPart& kept : plan.kept) sum += of_patch(kept.source) + of_patch(kept.target);
  return sum;
}

std::vector<Patch>& patches_of(std::vector<Message>& messages, int peer) {
  const auto place = std::lower_bound(messages.begin(), messages.end(), peer,
                                      [](const Message& message, int wanted) { return message.peer < wanted; });
  if (place != messages.end() && place->peer == peer) return place->patches;
  return messages.insert(place, Message{peer, {}})->patches;
}

}  // namespace stencil
