// SPDX-License-Identifier: Apache-2.0
#include "sim/device/pins/handshake_digest.hpp"

#include <fmt/core.h>

#include "sim/device/contract/contract.hpp"

namespace stencil {
namespace {

using Sha = std::array<unsigned char, crypto_hash_sha256_BYTES>;

void put(std::vector<unsigned char>& bytes, std::uint64_t value, int count) {
  for (int i = 0; i < count; ++i) bytes.push_back(static_cast<unsigned char>(value >> 8 * i));
}

Sha finish(crypto_hash_sha256_state state) {
  Sha sha;
  crypto_hash_sha256_final(&state, sha.data());
  return sha;
}

std::string hex(const Sha& sha) {
  std::string text;
  for (const unsigned char byte : sha) text += fmt::format("{:02x}", byte);
  return text;
}

}  // namespace

HandshakeDigest::HandshakeDigest() {
  crypto_hash_sha256_init(&all_);
  for (State& state : by_channel_) crypto_hash_sha256_init(&state);
}

void HandshakeDigest::seen(const Handshake& handshake) {
  std::vector<unsigned char> head, rest;
  put(head, static_cast<std::uint64_t>(handshake.channel), 1);
  put(rest, handshake.address, 8);
  put(rest, handshake.control, 8);
  put(rest, handshake.last, 1);
  put(rest, handshake.response, 1);
  put(rest, handshake.word_count, 8);
  for (std::size_t i = 0; i < handshake.word_count; ++i) put(rest, handshake.words[i], 8);

  State& own = by_channel_[static_cast<std::size_t>(handshake.channel)];
  crypto_hash_sha256_update(&own, head.data(), head.size());
  crypto_hash_sha256_update(&own, rest.data(), rest.size());
  put(head, static_cast<std::uint64_t>(handshake.cycle), 8);
  crypto_hash_sha256_update(&all_, head.data(), head.size());
  crypto_hash_sha256_update(&all_, rest.data(), rest.size());

  switch (handshake.channel) {
    case Channel::write_address:
      write_addresses_.push_back(handshake.address);
      break;
    case Channel::write_data:
      add_data(written_, handshake);
      break;
    case Channel::read_address:
      read_addresses_.push_back(handshake.address);
      break;
    case Channel::read_data:
      add_data(read_, handshake);
      break;
    default:
      return;
  }
  match(true, write_addresses_, written_);
  match(false, read_addresses_, read_);
}

void HandshakeDigest::add_data(std::deque<Data>& bursts, const Handshake& handshake) {
  if (bursts.empty() || bursts.back().complete) bursts.emplace_back();
  Data& data = bursts.back();
  data.words.insert(data.words.end(), handshake.words, handshake.words + handshake.word_count);
  data.complete = handshake.last;
}

void HandshakeDigest::match(bool to_device, std::deque<std::uint64_t>& addresses, std::deque<Data>& bursts) {
  while (!addresses.empty() && !bursts.empty() && bursts.front().complete) {
    std::vector<unsigned char> bytes;
    put(bytes, to_device ? 0 : 1, 1);
    put(bytes, addresses.front() / contract::buffer_stride < contract::max_buffers ? 0 : 1, 1);
    put(bytes, addresses.front() % contract::buffer_stride, 8);
    for (const std::uint64_t word : bursts.front().words) put(bytes, word, 8);
    Sha sha;
    crypto_hash_sha256(sha.data(), bytes.data(), bytes.size());
    for (std::size_t i = 0; i < sum_.size(); ++i) {
      std::uint64_t part = 0;
      for (std::size_t byte = 0; byte < 8; ++byte) part |= std::uint64_t{sha[8 * i + byte]} << 8 * byte;
      sum_[i] += part;
    }
    addresses.pop_front();
    bursts.pop_front();
  }
}

HandshakeDigests HandshakeDigest::digests() const {
  State channels;
  crypto_hash_sha256_init(&channels);
  for (const State& state : by_channel_) {
    const Sha sha = finish(state);
    crypto_hash_sha256_update(&channels, sha.data(), sha.size());
  }
  HandshakeDigests digests;
  digests.with_cycles = hex(finish(all_));
  digests.without_cycles = hex(finish(channels));
  for (const std::uint64_t part : sum_) digests.bursts += fmt::format("{:016x}", part);
  return digests;
}

}  // namespace stencil
