// SPDX-License-Identifier: Apache-2.0
#include "host/gauss_seidel/pipeline/tile_buffer.hpp"

#include <cstddef>

namespace stencil {
namespace {

bool meet(const Place& a, const Place& b) {
  return a.offset_words < b.offset_words + b.length_words && b.offset_words < a.offset_words + a.length_words;
}

}  // namespace

std::vector<Ticket> TileBuffer::stores_of(const Place& place) const {
  std::vector<Ticket> tickets;
  for (const Stored& one : stores)
    if (meet(one.place, place)) tickets.push_back(one.ticket);
  return tickets;
}

int buffer_for(const std::vector<TileBuffer>& buffers, std::int64_t tile) {
  std::size_t chosen = 0;
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    if (buffers[i].tile == tile) return static_cast<int>(i);
    if (buffers[i].used < buffers[chosen].used) chosen = i;
  }
  return static_cast<int>(chosen);
}

}  // namespace stencil
