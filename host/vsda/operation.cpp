// SPDX-License-Identifier: Apache-2.0
#include "host/vsda/operation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <limits>

#include "host/errors.hpp"
#include "host/mpi_check.hpp"

namespace stencil {
namespace {

constexpr int update_tag = 22084;
constexpr int copy_tag = 22085;

struct ByteRange {
  const std::byte* first = nullptr;
  const std::byte* last = nullptr;
};

// std::less: the ranges may belong to different arrays.
bool overlap(const ByteRange& a, const ByteRange& b) {
  const std::less<const std::byte*> before;
  return before(a.first, b.last) && before(b.first, a.last);
}

// The span of all that the plan writes on this rank: messages received and the part that stays.
// One interval of a blocked target, so the span holds nothing else.
ByteRange written_span(const ExchangePlan& plan, std::int64_t elemsize, const std::byte* target) {
  std::int64_t first = std::numeric_limits<std::int64_t>::max();
  std::int64_t last = 0;
  const auto add = [&](std::int64_t local, std::int64_t count) {
    first = std::min(first, local);
    last = std::max(last, local + count);
  };
  for (const Segment& receive : plan.receives) add(receive.local, receive.count);
  if (plan.self.count > 0) add(plan.self.target_local, plan.self.count);
  return first < last ? ByteRange{target + first * elemsize, target + last * elemsize} : ByteRange{};
}

}  // namespace

const char* begin_name(OperationKind kind) {
  return kind == OperationKind::update ? "VSDA_Update_begin" : "VSDA_Copy";
}

void Operation::begin(MPI_Comm comm, const ExchangePlan& plan, std::int64_t elemsize, const std::byte* source,
                      std::byte* target, VsdaTraffic& traffic) {
  const int tag = kind_ == OperationKind::update ? update_tag : copy_tag;

  // Copies of what is about to be overwritten come before anything is written: the self part below, or any receive,
  // which may complete as soon as it is posted.
  std::vector<const std::byte*> outgoing;
  outgoing.reserve(plan.sends.size());
  for (const Segment& send : plan.sends) outgoing.push_back(source + send.local * elemsize);
  if (kind_ == OperationKind::copy) {  // an update never writes what it sends
    const ByteRange written = written_span(plan, elemsize, target);
    for (std::size_t i = 0; i < plan.sends.size(); ++i) {
      const ByteRange sent{outgoing[i], outgoing[i] + plan.sends[i].count * elemsize};
      if (!overlap(sent, written)) continue;
      staged_.emplace_back(sent.first, sent.last);
      outgoing[i] = staged_.back().data();
      traffic.bytes_staged += plan.sends[i].count * elemsize;
    }
    if (plan.self.count > 0) {
      const std::int64_t bytes = plan.self.count * elemsize;
      std::memmove(target + plan.self.target_local * elemsize, source + plan.self.source_local * elemsize,
                   static_cast<std::size_t>(bytes));
      traffic.bytes_kept += bytes;
    }
  }

  requests_.reserve(plan.receives.size() + plan.sends.size());
  receives_.reserve(plan.receives.size());
  for (const Segment& receive : plan.receives) {
    receives_.push_back({receive.peer, ByteBlock(receive.count * elemsize)});
    const ByteBlock& block = receives_.back().block;
    requests_.push_back(MPI_REQUEST_NULL);
    check_mpi(MPI_Irecv(target + receive.local * elemsize, block.count(), block.type(), receive.peer, tag, comm,
                        &requests_.back()),
              "MPI_Irecv");
  }
  for (std::size_t i = 0; i < plan.sends.size(); ++i) {
    const ByteBlock block(plan.sends[i].count * elemsize);
    requests_.push_back(MPI_REQUEST_NULL);
    check_mpi(MPI_Isend(outgoing[i], block.count(), block.type(), plan.sends[i].peer, tag, comm, &requests_.back()),
              "MPI_Isend");
    ++traffic.messages_sent;
    traffic.bytes_sent += block.bytes();
  }
}

void Operation::end() {
  std::vector<MPI_Status> statuses(requests_.size());
  const int code = MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), statuses.data());
  if (code == MPI_ERR_IN_STATUS) {
    for (const MPI_Status& status : statuses) {
      if (status.MPI_ERROR != MPI_ERR_PENDING) check_mpi(status.MPI_ERROR, "MPI_Waitall");
    }
  }
  check_mpi(code, "MPI_Waitall");
  for (std::size_t i = 0; i < receives_.size(); ++i) {
    const Receive& receive = receives_[i];
    const std::int64_t got = receive.block.received_bytes(statuses[i]);
    if (got != receive.block.bytes()) {
      throw ArgumentError(
          fmt::format("message from rank {} = {} bytes, expected {}: "
                      "the operation or VSDA_Create had different arguments there",
                      receive.peer, got, receive.block.bytes()));
    }
  }
}

}  // namespace stencil
