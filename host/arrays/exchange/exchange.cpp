// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/exchange/exchange.hpp"

#include <fmt/format.h>

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

// std::less: the ranges may belong to different arrays.
bool overlap(const ByteRange& a, const ByteRange& b) {
  const std::less<const std::byte*> before;
  return before(a.first, b.last) && before(b.first, a.last);
}

// The span of all the patches' bytes: what lies between them counts too.
class SpanOfPatches {
 public:
  SpanOfPatches(const std::byte* array, std::int64_t elemsize) : array_(array), elemsize_(elemsize) {}

  void add(const std::vector<Patch>& patches) {
    for (const Patch& patch : patches) add(patch);
  }
  void add(const Patch& patch) {
    if (patch.elements() == 0) return;
    const ElementSpan span = span_of(patch);
    first_ = any_ ? std::min(first_, span.first) : span.first;
    last_ = any_ ? std::max(last_, span.last) : span.last;
    any_ = true;
  }

  ByteRange bytes() const {
    return any_ ? ByteRange{array_ + first_ * elemsize_, array_ + last_ * elemsize_} : ByteRange{};
  }

 private:
  const std::byte* array_;
  std::int64_t elemsize_;
  bool any_ = false;
  std::int64_t first_ = 0;
  std::int64_t last_ = 0;
};

// Where the elements of a message lie side by side in the array, the first of them.
bool is_in_place(const std::vector<Patch>& patches, std::int64_t* first) {
  return patches.size() == 1 && is_one_run(patches.front(), first);
}

}  // namespace

Exchange::Buffer Exchange::pack(const std::vector<Patch>& patches) const {
  std::int64_t elements = 0;
  for (const Patch& patch : patches) elements += patch.elements();
  Buffer packed = pool_->take(elements * elemsize_);
  std::int64_t first = 0;
  for (const Patch& patch : patches) {
    copy_patch(patch, source_, packed_patch(patch, first), packed.get(), elemsize_);
    first += patch.elements();
  }
  return packed;
}

void Exchange::unpack(const std::vector<Patch>& patches, const std::byte* packed) {
  std::int64_t first = 0;
  for (const Patch& patch : patches) {
    copy_patch(packed_patch(patch, first), packed, patch, target_, elemsize_);
    first += patch.elements();
  }
}

void Exchange::begin(MPI_Comm comm, std::shared_ptr<const MessagePlan> plan, std::int64_t elemsize,
                     const std::byte* source, std::byte* target, VsdaTraffic& traffic) {
  plan_ = std::move(plan);
  elemsize_ = elemsize;
  source_ = source;
  target_ = target;

  SpanOfPatches written(target, elemsize);
  for (const Message& message : plan_->receives) written.add(message.patches);
  for (const KeptPart& kept : plan_->kept) written.add(kept.target);
  SpanOfPatches read(source, elemsize);
  for (const Message& message : plan_->sends) read.add(message.patches);
  for (const KeptPart& kept : plan_->kept) read.add(kept.source);

  const bool apart = source == target && plan_->reads_and_writes_apart;
  if (apart || !overlap(read.bytes(), written.bytes())) {
    post_receives(comm);
    for (const Message& message : plan_->sends) {
      std::int64_t first = 0;
      post_send(comm, message, is_in_place(message.patches, &first) ? Buffer() : pack(message.patches), traffic);
    }
    copy_kept(traffic);  // while the messages travel
    return;
  }
  // Copies of what is about to be overwritten come before anything is written: by what stays, or by any receive, which
  // may complete as soon as it is posted.
  std::vector<Buffer> packed;
  for (const Message& message : plan_->sends) {
    SpanOfPatches sent(source, elemsize);
    sent.add(message.patches);
    std::int64_t first = 0;
    const bool is_safe = !overlap(sent.bytes(), written.bytes());
    packed.push_back(is_safe && is_in_place(message.patches, &first) ? Buffer() : pack(message.patches));
    if (!is_safe) traffic.bytes_staged += message.elements() * elemsize;
  }
  copy_kept_safely(traffic);
  post_receives(comm);
  for (std::size_t i = 0; i < packed.size(); ++i) post_send(comm, plan_->sends[i], std::move(packed[i]), traffic);
}

void Exchange::post_receives(MPI_Comm comm) {
  receive_requests_.reserve(plan_->receives.size());
  receive_blocks_.reserve(plan_->receives.size());
  for (const Message& message : plan_->receives) {
    const ByteBlock& block = receive_blocks_.emplace_back(message.elements() * elemsize_);
    std::int64_t first = 0;
    const bool in_place = is_in_place(message.patches, &first);
    Buffer buffer = in_place ? Buffer() : pool_->take(block.bytes());
    std::byte* const to = in_place ? target_ + first * elemsize_ : buffer.get();
    receive_buffers_.push_back(std::move(buffer));
    receive_requests_.push_back(MPI_REQUEST_NULL);
    check_mpi(MPI_Irecv(to, block.count(), block.type(), message.peer, exchange_tag, comm, &receive_requests_.back()),
              "MPI_Irecv");
  }
}

void Exchange::post_send(MPI_Comm comm, const Message& message, Buffer packed, VsdaTraffic& traffic) {
  std::int64_t first = 0;
  const std::byte* from = packed.get();
  if (from == nullptr && is_in_place(message.patches, &first)) from = source_ + first * elemsize_;
  const ByteBlock block(message.elements() * elemsize_);
  send_buffers_.push_back(std::move(packed));
  send_requests_.push_back(MPI_REQUEST_NULL);
  check_mpi(MPI_Isend(from, block.count(), block.type(), message.peer, exchange_tag, comm, &send_requests_.back()),
            "MPI_Isend");
  ++traffic.messages_sent;
  traffic.bytes_sent += block.bytes();
}

void Exchange::copy_kept(VsdaTraffic& traffic) {
  for (const KeptPart& kept : plan_->kept) {
    copy_patch(kept.source, source_, kept.target, target_, elemsize_);
    traffic.bytes_kept += kept.source.elements() * elemsize_;
  }
}

void Exchange::copy_kept_safely(VsdaTraffic& traffic) {
  std::vector<Buffer> packed;
  for (const KeptPart& kept : plan_->kept) packed.push_back(pack({kept.source}));
  for (std::size_t i = 0; i < packed.size(); ++i) {
    unpack({plan_->kept[i].target}, packed[i].get());
    traffic.bytes_kept += plan_->kept[i].source.elements() * elemsize_;
  }
}

void Exchange::end() {
  // Unpacked in the order they arrive.
  for (std::size_t left = receive_requests_.size(); left > 0; --left) {
    int index = 0;
    MPI_Status status;
    check_mpi(MPI_Waitany(static_cast<int>(receive_requests_.size()), receive_requests_.data(), &index, &status),
              "MPI_Waitany");
    const auto i = static_cast<std::size_t>(index);
    const Message& message = plan_->receives[i];
    const std::int64_t got = receive_blocks_[i].received_bytes(status);
    if (got != receive_blocks_[i].bytes()) {
      throw ArgumentError(
          fmt::format("message from rank {} = {} bytes, expected {}: "
                      "the operation or the arrays had different arguments there",
                      message.peer, got, receive_blocks_[i].bytes()));
    }
    if (receive_buffers_[i]) unpack(message.patches, receive_buffers_[i].get());
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
