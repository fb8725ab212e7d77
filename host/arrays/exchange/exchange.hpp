// Carries out a plan: posts its messages, packs and unpacks them, copies the elements that stay on the rank.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "host/arrays/exchange/buffer_pool.hpp"
#include "host/arrays/exchange/byte_block.hpp"
#include "host/arrays/exchange/prepared_plan.hpp"
#include "host/arrays/exchange/traffic.hpp"
#include "host/mpi/message_tags.hpp"

namespace stencil {

// One collective operation in flight. Messages of elements that are consecutive in the caller's memory travel from and
// to that memory, all others through a buffer. Between begin() and end() the caller must not change the source and not
// touch the target. After end() an object may begin another operation; it then allocates nothing but message buffers.
class Exchange {
 public:
  // Takes its buffers from the pool, which must outlive it.
  explicit Exchange(BufferPool& pool = buffer_pool()) : pool_(&pool) {}

  // Posts all messages and adds them to `traffic`. Source and target are local arrays of elements of elemsize bytes.
  // They may be the same memory: elements that the plan overwrites are then sent, and kept, from a copy.
  // Collective over comm: every rank begins the same operations in the same order.
  // Throws DeviceError when MPI fails, std::bad_alloc.
  void begin(MPI_Comm comm, std::shared_ptr<const PreparedPlan> plan, std::int64_t elemsize, const std::byte* source,
             std::byte* target, VsdaTraffic& traffic);

  // True if end() would not wait. Throws DeviceError when MPI fails.
  bool is_done() const;

  // visit(element number in its array, elements, true: received into the target or false: sent from the source, peer)
  // for each message that needs no buffer. Between begin() and end().
  template <typename Visit>
  void visit_in_place(const Visit& visit) const {
    if (plan_ == nullptr) return;
    for (const PreparedPlan::Packed& message : plan_->receives)
      if (message.in_place) visit(message.first, message.elements, true, message.peer);
    for (std::size_t i = 0; i < send_buffers_.size(); ++i)
      if (!send_buffers_[i]) visit(plan_->sends[i].first, plan_->sends[i].elements, false, plan_->sends[i].peer);
  }
  const std::byte* source() const { return source_; }
  const std::byte* target() const { return target_; }
  std::int64_t elemsize() const { return elemsize_; }

  // Waits for all messages. Throws ArgumentError when one is not as long as planned: the ranks disagree.
  void end();

 private:
  using Buffer = BufferPool::Buffer;

  void post_receives(MPI_Comm comm);
  // Sends from the buffer, or from the source array where the buffer is empty.
  void post_send(MPI_Comm comm, const PreparedPlan::Packed& message, Buffer packed, VsdaTraffic& traffic);
  void copy_kept(VsdaTraffic& traffic);
  void copy_kept_safely(VsdaTraffic& traffic);
  Buffer pack(const PreparedPlan::Packed& message, const std::vector<PatchCopy>& copies) const;

  BufferPool* pool_;
  std::shared_ptr<const PreparedPlan> plan_;
  std::int64_t elemsize_ = 0;
  const std::byte* source_ = nullptr;
  std::byte* target_ = nullptr;
  std::vector<MPI_Request> receive_requests_;  // in the order of the plan
  std::vector<MPI_Request> send_requests_;
  std::vector<ByteBlock> receive_blocks_;
  std::vector<Buffer> receive_buffers_;  // empty where MPI receives into the target array
  std::vector<Buffer> send_buffers_;
};

}  // namespace stencil
