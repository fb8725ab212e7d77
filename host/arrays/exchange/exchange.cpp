// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/exchange/exchange.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "host/base/errors.hpp"
#include "host/mpi/check.hpp"

namespace stencil {
namespace {

struct ByteRange {
  const std::byte* first = nullptr;
  const std::byte* last = nullptr;
};

// The bytes of a span of an array's elements; null, null for an empty span.
ByteRange bytes_of(const ElementSpan& span, const std::byte* array, std::int64_t elemsize) {
  if (span.first == span.last) return {};
  return {array + span.first * elemsize, array + span.last * elemsize};
}

// std::less, since < is undefined between pointers into different arrays.
bool overlap(const ByteRange& a, const ByteRange& b) {
  const std::less<const std::byte*> before;
  return before(a.first, b.last) && before(b.first, a.last);
}

}  // namespace

Exchange::Buffer Exchange::pack(const PreparedPlan::Packed& message, const std::vector<PatchCopy>& copies) const {
  Buffer packed = pool_->take(message.elements * elemsize_);
  for (const PatchCopy& copy : copies) copy.run(source_, packed.get(), elemsize_);
  return packed;
}

void Exchange::begin(MPI_Comm comm, std::shared_ptr<const PreparedPlan> plan, std::int64_t elemsize,
                     const std::byte* source, std::byte* target, VsdaTraffic& traffic) {
  plan_ = std::move(plan);
  elemsize_ = elemsize;
  source_ = source;
  target_ = target;

  const ByteRange written = bytes_of(plan_->written, target, elemsize);
  const bool apart = source == target && plan_->reads_and_writes_apart;
  if (apart || !overlap(bytes_of(plan_->read, source, elemsize), written)) {
    post_receives(comm);
    for (const PreparedPlan::Packed& message : plan_->sends) {
      post_send(comm, message, message.in_place ? Buffer() : pack(message, message.copies), traffic);
    }
    copy_kept(traffic);  // while the messages travel
    return;
  }
  // The operation overwrites elements that it sends or keeps. They are copied before anything is written: a receive may
  // complete as soon as it is posted.
  std::vector<Buffer> packed;
  for (const PreparedPlan::Packed& message : plan_->sends) {
    const bool is_safe = !overlap(bytes_of(message.span, source, elemsize), written);
    if (message.in_place) {
      packed.push_back(is_safe ? Buffer() : pack(message, message.staged));
    } else {
      packed.push_back(pack(message, message.copies));
    }
    if (!is_safe) traffic.bytes_staged += message.elements * elemsize;
  }
  copy_kept_safely(traffic);
  post_receives(comm);
  for (std::size_t i = 0; i < packed.size(); ++i) post_send(comm, plan_->sends[i], std::move(packed[i]), traffic);
}

void Exchange::post_receives(MPI_Comm comm) {
  receive_requests_.reserve(plan_->receives.size());
  receive_blocks_.reserve(plan_->receives.size());
  for (const PreparedPlan::Packed& message : plan_->receives) {
    const ByteBlock& block = receive_blocks_.emplace_back(message.elements * elemsize_);
    Buffer buffer = message.in_place ? Buffer() : pool_->take(block.bytes());
    std::byte* const to = message.in_place ? target_ + message.first * elemsize_ : buffer.get();
    receive_buffers_.push_back(std::move(buffer));
    receive_requests_.push_back(MPI_REQUEST_NULL);
    check_mpi(MPI_Irecv(to, block.count(), block.type(), message.peer, exchange_tag, comm, &receive_requests_.back()),
              "MPI_Irecv");
  }
}

void Exchange::post_send(MPI_Comm comm, const PreparedPlan::Packed& message, Buffer packed, VsdaTraffic& traffic) {
  const std::byte* const from = packed ? packed.get() : source_ + message.first * elemsize_;
  const ByteBlock block(message.elements * elemsize_);
  send_buffers_.push_back(std::move(packed));
  send_requests_.push_back(MPI_REQUEST_NULL);
  check_mpi(MPI_Isend(from, block.count(), block.type(), message.peer, exchange_tag, comm, &send_requests_.back()),
            "MPI_Isend");
  ++traffic.messages_sent;
  traffic.bytes_sent += block.bytes();
}

void Exchange::copy_kept(VsdaTraffic& traffic) {
  for (const PreparedPlan::Kept& kept : plan_->kept) {
    kept.copy.run(source_, target_, elemsize_);
    traffic.bytes_kept += kept.elements * elemsize_;
  }
}

void Exchange::copy_kept_safely(VsdaTraffic& traffic) {
  std::vector<Buffer> packed;
  for (const PreparedPlan::Kept& kept : plan_->kept) {
    packed.push_back(pool_->take(kept.elements * elemsize_));
    PatchCopy(kept.source, packed_patch(kept.source, 0)).run(source_, packed.back().get(), elemsize_);
  }
  for (std::size_t i = 0; i < packed.size(); ++i) {
    const PreparedPlan::Kept& kept = plan_->kept[i];
    PatchCopy(packed_patch(kept.target, 0), kept.target).run(packed[i].get(), target_, elemsize_);
    traffic.bytes_kept += kept.elements * elemsize_;
  }
}

bool Exchange::is_done() const {
  return std::all_of(receive_requests_.begin(), receive_requests_.end(), has_ended) &&
         std::all_of(send_requests_.begin(), send_requests_.end(), has_ended);
}

void Exchange::end() {
  // Unpacks the messages in the order they arrive.
  for (std::size_t left = receive_requests_.size(); left > 0; --left) {
    int index = 0;
    MPI_Status status;
    check_mpi(MPI_Waitany(static_cast<int>(receive_requests_.size()), receive_requests_.data(), &index, &status),
              "MPI_Waitany");
    const auto i = static_cast<std::size_t>(index);
    const PreparedPlan::Packed& message = plan_->receives[i];
    const std::int64_t got = receive_blocks_[i].received_bytes(status);
    if (got != receive_blocks_[i].bytes()) {
      throw ArgumentError(
          fmt::format("message from rank {} = {} bytes, expected {}: "
                      "the operation or the arrays had different arguments there",
                      message.peer, got, receive_blocks_[i].bytes()));
    }
    for (const PatchCopy& copy : message.copies) copy.run(receive_buffers_[i].get(), target_, elemsize_);
  }
  check_mpi(MPI_Waitall(static_cast<int>(send_requests_.size()), send_requests_.data(), MPI_STATUSES_IGNORE),
            "MPI_Waitall");
  receive_requests_.clear();
  send_requests_.clear();
  receive_blocks_.clear();
  receive_buffers_.clear();
  send_buffers_.clear();
  plan_.reset();
}

}  // namespace stencil
