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

// One tag does: see ExchangePlan. Large, so that a user's own traffic is not met by chance.
constexpr int tag = 22084;

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

const char* Operation::begun_by() const {
  return kind_ == OperationKind::update ? "VSDA_Update_begin" : "VSDA_Copy";
}

void Operation::begin(MPI_Comm comm, const ExchangePlan& plan, std::int64_t elemsize, const std::byte* source,
                      std::byte* target, VsdaTraffic& traffic) {
  if (kind_ == OperationKind::copy) stage_and_keep(plan, elemsize, source, target, traffic);

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
    const Segment& send = plan.sends[i];
    const bool is_staged = i < staged_.size() && !staged_[i].empty();
    const std::byte* from = is_staged ? staged_[i].data() : source + send.local * elemsize;
    const ByteBlock block(send.count * elemsize);
    requests_.push_back(MPI_REQUEST_NULL);
    check_mpi(MPI_Isend(from, block.count(), block.type(), send.peer, tag, comm, &requests_.back()), "MPI_Isend");
    ++traffic.messages_sent;
    traffic.bytes_sent += block.bytes();
  }
}

// Copies of what is about to be overwritten come before anything is written: the part that stays, or any receive,
// which may complete as soon as it is posted. An update never writes what it sends.
void Operation::stage_and_keep(const ExchangePlan& plan, std::int64_t elemsize, const std::byte* source,
                               std::byte* target, VsdaTraffic& traffic) {
  const ByteRange written = written_span(plan, elemsize, target);
  for (std::size_t i = 0; i < plan.sends.size(); ++i) {
    const std::byte* first = source + plan.sends[i].local * elemsize;
    const ByteRange sent{first, first + plan.sends[i].count * elemsize};
    if (!overlap(sent, written)) continue;
    staged_.resize(plan.sends.size());
    staged_[i].assign(sent.first, sent.last);
    traffic.bytes_staged += plan.sends[i].count * elemsize;
  }
  if (plan.self.count > 0) {
    const std::int64_t bytes = plan.self.count * elemsize;
    std::memmove(target + plan.self.target_local * elemsize, source + plan.self.source_local * elemsize,
                 static_cast<std::size_t>(bytes));
    traffic.bytes_kept += bytes;
  }
}

void Operation::end() {
  statuses_.resize(requests_.size());
  const int code = MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), statuses_.data());
  if (code == MPI_ERR_IN_STATUS) {
    for (const MPI_Status& status : statuses_) {
      if (status.MPI_ERROR != MPI_ERR_PENDING) check_mpi(status.MPI_ERROR, "MPI_Waitall");
    }
  }
  check_mpi(code, "MPI_Waitall");
  for (std::size_t i = 0; i < receives_.size(); ++i) {
    const Receive& receive = receives_[i];
    const std::int64_t got = receive.block.received_bytes(statuses_[i]);
    if (got != receive.block.bytes()) {
      throw ArgumentError(
          fmt::format("message from rank {} = {} bytes, expected {}: "
                      "the operation or VSDA_Create had different arguments there",
                      receive.peer, got, receive.block.bytes()));
    }
  }
  requests_.clear();
  receives_.clear();
  staged_.clear();
}

}  // namespace stencil
