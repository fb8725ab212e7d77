// SPDX-License-Identifier: Apache-2.0
#include "host/gauss_seidel/pipeline/tile_buffer.hpp"

#include <algorithm>
#include <cstddef>

namespace stencil {
namespace {

constexpr std::int64_t chunk_words = 512;

std::int64_t first_chunk(const Place& place) {
  return place.offset_words / chunk_words;
}

std::int64_t last_chunk(const Place& place) {
  return (place.offset_words + place.length_words - 1) / chunk_words;
}

bool meet(const Place& a, const Place& b) {
  return a.offset_words < b.offset_words + b.length_words && b.offset_words < a.offset_words + a.length_words;
}

}  // namespace

void TileBuffer::swept(Ticket by) {
  command = by;
  load = store = 0;
  for (std::vector<Stored>& chunk : by_chunk_) chunk.clear();
}

void TileBuffer::add_store(const Place& place, Ticket ticket) {
  store = ticket;
  const std::int64_t last = last_chunk(place);
  if (static_cast<std::int64_t>(by_chunk_.size()) <= last) by_chunk_.resize(static_cast<std::size_t>(last + 1));
  for (std::int64_t chunk = first_chunk(place); chunk <= last; ++chunk)
    by_chunk_[static_cast<std::size_t>(chunk)].push_back({place, ticket});
}

Ticket TileBuffer::last_store_of(const Place& place) const {
  Ticket last = 0;
  const std::int64_t end = std::min(last_chunk(place) + 1, static_cast<std::int64_t>(by_chunk_.size()));
  for (std::int64_t chunk = first_chunk(place); chunk < end; ++chunk) {
    const std::vector<Stored>& stores = by_chunk_[static_cast<std::size_t>(chunk)];
    const auto met =
        std::find_if(stores.rbegin(), stores.rend(), [&](const Stored& one) { return meet(one.place, place); });
    if (met != stores.rend()) last = std::max(last, met->ticket);
  }
  return last;
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
