// SPDX-License-Identifier: Apache-2.0
#include "host/matrix_io/slab_exchange.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>

#include "host/mpi_check.hpp"

namespace stencil {
namespace {

// Elements that a process owns among the first `end` of an axis; also the local number of the first one behind them.
std::int64_t owned_before(const CyclicAxis& axis, std::int64_t end, std::int64_t process) {
  return CyclicAxis(end, axis.block(), axis.source(), axis.procs()).count(process);
}

// Receives or sends that were posted, waited for all at once.
class Requests {
 public:
  MPI_Request* next() { return &list_.emplace_back(MPI_REQUEST_NULL); }
  void reserve(int count) { list_.reserve(static_cast<std::size_t>(count)); }
  void wait() {
    check_mpi(MPI_Waitall(static_cast<int>(list_.size()), list_.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
  }

 private:
  std::vector<MPI_Request> list_;
};

// Two messages in turn: one is packed while the other travels.
class MessagePair {
 public:
  // Waits until the next of the two is free.
  std::vector<double>& take(std::int64_t values) {
    turn_ ^= 1;
    wait(turn_);
    buffers_[turn_].resize(static_cast<std::size_t>(values));
    return buffers_[turn_];
  }
  MPI_Request* request() { return &requests_[turn_]; }
  void wait_all() {
    wait(0);
    wait(1);
  }

 private:
  void wait(std::size_t which) { check_mpi(MPI_Wait(&requests_[which], MPI_STATUS_IGNORE), "MPI_Wait"); }

  std::array<std::vector<double>, 2> buffers_;
  std::array<MPI_Request, 2> requests_{MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  std::size_t turn_ = 0;
};

void send(const double* message, std::int64_t values, int to, MPI_Comm comm, MPI_Request* request) {
  check_mpi(MPI_Isend(message, static_cast<int>(values), MPI_DOUBLE, to, SlabExchange::tag, comm, request),
            "MPI_Isend");
}

void receive(double* message, std::int64_t values, int from, MPI_Comm comm, MPI_Request* request) {
  check_mpi(MPI_Irecv(message, static_cast<int>(values), MPI_DOUBLE, from, SlabExchange::tag, comm, request),
            "MPI_Irecv");
}

}  // namespace

SlabExchange::SlabExchange(const DistributedMatrix& matrix, const Submatrix& part, FileOrder order,
                           std::vector<FileRun> runs)
    : matrix_(matrix), part_(part), order_(order), grid_size_(static_cast<int>(matrix.layout.grid_size())) {
  check_mpi(MPI_Comm_rank(matrix.comm, &rank_), "MPI_Comm_rank");
  check_mpi(MPI_Comm_size(matrix.comm, &ranks_), "MPI_Comm_size");
  for (const FileRun& run : runs) rectangles_.push_back(rectangles_of(order, part.rows, part.cols, run));
}

SlabExchange::LocalPart SlabExchange::local_part(const FileRectangle& rectangle, int owner) const {
  const BlockCyclicLayout& layout = matrix_.layout;
  const std::int64_t row = part_.row + rectangle.row;
  const std::int64_t col = part_.col + rectangle.col;
  LocalPart part;
  part.row = owned_before(layout.rows, row, layout.grid_row(owner));
  part.rows = owned_before(layout.rows, row + rectangle.rows, layout.grid_row(owner)) - part.row;
  part.col = owned_before(layout.cols, col, layout.grid_col(owner));
  part.cols = owned_before(layout.cols, col + rectangle.cols, layout.grid_col(owner)) - part.col;
  return part;
}

std::int64_t SlabExchange::shared_values(int owner, int holder) const {
  if (owner >= grid_size_) return 0;
  std::int64_t values = 0;
  for (const FileRectangle& rectangle : rectangles_[static_cast<std::size_t>(holder)]) {
    const LocalPart part = local_part(rectangle, owner);
    values += part.rows * part.cols;
  }
  return values;
}

std::int64_t SlabExchange::pack_matrix(int holder, double* message) const {
  double* next = message;
  for (const FileRectangle& rectangle : rectangles_[static_cast<std::size_t>(holder)]) {
    const LocalPart part = local_part(rectangle, rank_);
    for (std::int64_t j = part.col; part.rows > 0 && j < part.col + part.cols; ++j) {
      next = std::copy_n(matrix_.array + part.row + j * matrix_.lld, part.rows, next);
    }
  }
  return next - message;
}

std::int64_t SlabExchange::unpack_matrix(int holder, const double* message) const {
  const double* next = message;
  for (const FileRectangle& rectangle : rectangles_[static_cast<std::size_t>(holder)]) {
    const LocalPart part = local_part(rectangle, rank_);
    for (std::int64_t j = part.col; part.rows > 0 && j < part.col + part.cols; ++j) {
      std::copy_n(next, part.rows, matrix_.array + part.row + j * matrix_.lld);
      next += part.rows;
    }
  }
  return next - message;
}

// Calls visit(place in the message, place in the run, stride in the run, count) for every run of rows of one column
// that the owner shares with this rank's run.
template <typename Visit>
std::int64_t SlabExchange::visit_run(int owner, Visit&& visit) const {
  const BlockCyclicLayout& layout = matrix_.layout;
  const std::int64_t grid_row = layout.grid_row(owner);
  const std::int64_t grid_col = layout.grid_col(owner);
  std::int64_t base = 0;
  std::vector<std::int64_t> cols;
  for (const FileRectangle& rectangle : rectangles_[static_cast<std::size_t>(rank_)]) {
    const LocalPart part = local_part(rectangle, owner);
    const std::int64_t row_stride = order_ == FileOrder::columns ? 1 : rectangle.cols;
    const std::int64_t col_stride = order_ == FileOrder::columns ? rectangle.rows : 1;
    // Places are found once a column and once a block of rows, not once for every meeting of the two.
    cols.clear();
    for (std::int64_t j = part.col; part.rows > 0 && j < part.col + part.cols; ++j) {
      const std::int64_t col = layout.cols.global(j, grid_col) - part_.col - rectangle.col;
      cols.push_back(rectangle.offset + col * col_stride);
    }
    for (std::int64_t i = 0; i < part.rows;) {
      const std::int64_t local = part.row + i;
      const std::int64_t count = std::min(part.rows - i, layout.rows.block() - local % layout.rows.block());
      const std::int64_t row = layout.rows.global(local, grid_row) - part_.row - rectangle.row;
      for (std::int64_t j = 0; j < part.cols; ++j) {
        visit(base + j * part.rows + i, cols[static_cast<std::size_t>(j)] + row * row_stride, row_stride, count);
      }
      i += count;
    }
    base += part.rows * part.cols;
  }
  return base;
}

std::int64_t SlabExchange::pack_run(int owner, const double* run, double* message) const {
  return visit_run(owner, [&](std::int64_t to, std::int64_t from, std::int64_t stride, std::int64_t count) {
    if (stride == 1) {
      std::copy_n(run + from, count, message + to);
    } else {
      for (std::int64_t k = 0; k < count; ++k) message[to + k] = run[from + k * stride];
    }
  });
}

std::int64_t SlabExchange::unpack_run(int owner, const double* message, double* run) const {
  return visit_run(owner, [&](std::int64_t from, std::int64_t to, std::int64_t stride, std::int64_t count) {
    if (stride == 1) {
      std::copy_n(message + from, count, run + to);
    } else {
      for (std::int64_t k = 0; k < count; ++k) run[to + k * stride] = message[from + k];
    }
  });
}

void SlabExchange::gather(double* run) const {
  // All receives first, so that no send waits for a rank that is still packing.
  std::vector<std::vector<double>> received(static_cast<std::size_t>(grid_size_));
  Requests requests;
  requests.reserve(grid_size_);
  for (int owner = 0; owner < grid_size_; ++owner) {
    std::vector<double>& message = received[static_cast<std::size_t>(owner)];
    message.resize(static_cast<std::size_t>(shared_values(owner, rank_)));
    if (owner == rank_ || message.empty()) continue;
    receive(message.data(), static_cast<std::int64_t>(message.size()), owner, matrix_.comm, requests.next());
  }
  if (rank_ < grid_size_) {
    MessagePair messages;
    // Everyone begins with another peer.
    for (int step = 1; step <= ranks_; ++step) {
      const int holder = (rank_ + step) % ranks_;
      const std::int64_t values = shared_values(rank_, holder);
      if (values == 0) continue;
      if (holder == rank_) {
        pack_matrix(holder, received[static_cast<std::size_t>(rank_)].data());
      } else {
        std::vector<double>& message = messages.take(values);
        pack_matrix(holder, message.data());
        send(message.data(), values, holder, matrix_.comm, messages.request());
      }
    }
    messages.wait_all();
  }
  requests.wait();
  for (int owner = 0; owner < grid_size_; ++owner) {
    unpack_run(owner, received[static_cast<std::size_t>(owner)].data(), run);
  }
}

void SlabExchange::scatter(const double* run) const {
  std::vector<std::vector<double>> sent(static_cast<std::size_t>(grid_size_));
  Requests requests;
  requests.reserve(grid_size_);
  for (int owner = 0; owner < grid_size_; ++owner) {
    std::vector<double>& message = sent[static_cast<std::size_t>(owner)];
    message.resize(static_cast<std::size_t>(shared_values(owner, rank_)));
    if (message.empty()) continue;
    pack_run(owner, run, message.data());
    if (owner == rank_) continue;
    send(message.data(), static_cast<std::int64_t>(message.size()), owner, matrix_.comm, requests.next());
  }
  if (rank_ < grid_size_) {
    std::vector<double> message;
    for (int step = 1; step <= ranks_; ++step) {
      const int holder = (rank_ + ranks_ - step) % ranks_;
      const std::int64_t values = shared_values(rank_, holder);
      if (values == 0) continue;
      if (holder == rank_) {
        unpack_matrix(holder, sent[static_cast<std::size_t>(rank_)].data());
        continue;
      }
      message.resize(static_cast<std::size_t>(values));
      MPI_Request request = MPI_REQUEST_NULL;
      receive(message.data(), values, holder, matrix_.comm, &request);
      check_mpi(MPI_Wait(&request, MPI_STATUS_IGNORE), "MPI_Wait");
      unpack_matrix(holder, message.data());
    }
  }
  requests.wait();
}

}  // namespace stencil
