// SPDX-License-Identifier: Apache-2.0
#include "sim/app/hang_detector/board/recorder.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>

#include "sim/app/hang_detector/board/eager_limit.hpp"
#include "sim/app/hang_detector/board/processes.hpp"

namespace stencil {
namespace {

void add_to(BoardWord& word, std::int64_t number) {
  word.store(word.load(relaxed) + number, relaxed);
}

}  // namespace

// The row is being changed as long as this object lives.
class Recorder::Change {
 public:
  explicit Change(BoardRow& row) : row_(row), epoch_(row.epoch.load(relaxed)) {
    row_.epoch.store(epoch_ + 1, relaxed);
    std::atomic_thread_fence(std::memory_order_release);
  }
  ~Change() { row_.epoch.store(epoch_ + 2, std::memory_order_release); }
  Change(const Change&) = delete;
  Change& operator=(const Change&) = delete;

 private:
  BoardRow& row_;
  std::int64_t epoch_;
};

Recorder::Recorder(const Board& board) : board_(board), own_(board.row(board.mine())) {
  int rank = 0;
  int ranks = 1;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (ranks > 1) eager_limit();  // now, not within the time of the first message
  const Change change(own_);
  own_.rank.store(rank, relaxed);
  own_.pid.store(getpid(), relaxed);
  own_.began.store(process_start(getpid()).value_or(0), relaxed);
  add(MPI_COMM_WORLD, 1);
}

std::int64_t Recorder::eager_limit() {
  if (!eager_limit_) eager_limit_ = mpi_eager_limit();
  return *eager_limit_;
}

void Recorder::begin_phase(std::string_view name, std::optional<std::int64_t> step) {
  std::array<std::int64_t, 4> words{};
  std::memcpy(words.data(), name.data(), std::min(name.size(), sizeof words));
  const Change change(own_);
  for (std::size_t i = 0; i < words.size(); ++i) own_.phase[i].store(words[i], relaxed);
  own_.step.store(step ? *step + 1 : 0, relaxed);
}

void Recorder::end_phase() {
  const Change change(own_);
  for (BoardWord& word : own_.phase) word.store(0, relaxed);
  own_.step.store(0, relaxed);
}

void Recorder::left_out(std::int64_t step) {
  if (own_.left_out.load(relaxed) != 0) return;
  const Change change(own_);
  own_.left_out.store(step + 1, relaxed);
}

void Recorder::blocks_done(std::size_t blocks) {
  const Change change(own_);
  add_to(own_.blocks, static_cast<std::int64_t>(blocks));
}

void Recorder::count_done(BoardWord& word) {
  const Change change(own_);
  add_to(word, 1);
}

void Recorder::set_life(RankState::Life life) {
  const Change change(own_);
  own_.life.store(static_cast<std::int64_t>(life), relaxed);
}

void Recorder::give_up() {
  const Change change(own_);
  own_.unsure.store(1, relaxed);
}

void Recorder::add(MPI_Comm comm, std::int64_t id) {
  std::size_t slot = 0;
  while (slot < board_communicators && own_.communicators[slot].id.load(relaxed) != 0) ++slot;
  Communicator made{comm, id, slot, {}};
  MPI_Group all = MPI_GROUP_NULL;
  MPI_Group group = MPI_GROUP_NULL;
  int size = 0;
  PMPI_Comm_group(MPI_COMM_WORLD, &all);
  PMPI_Comm_group(comm, &group);
  PMPI_Group_size(group, &size);
  std::vector<int> in_comm(static_cast<std::size_t>(size));
  std::vector<int> in_world(in_comm.size());
  std::iota(in_comm.begin(), in_comm.end(), 0);
  PMPI_Group_translate_ranks(group, size, in_comm.data(), all, in_world.data());
  for (const int rank : in_world) made.rows.push_back(board_.row_of(rank));
  PMPI_Group_free(&group);
  PMPI_Group_free(&all);
  if (slot == board_communicators) {
    own_.unsure.store(1, relaxed);
  } else {
    BoardCommunicator& shared = own_.communicators[slot];
    shared.entered.store(0, relaxed);
    shared.id.store(id, relaxed);
  }
  communicators_.push_back(std::move(made));
}

void Recorder::made(MPI_Comm comm) {
  if (comm == MPI_COMM_NULL) return;
  int joins_two_groups = 0;
  PMPI_Comm_test_inter(comm, &joins_two_groups);
  if (joins_two_groups != 0) return give_up();
  int first = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &first);
  std::int64_t id = (static_cast<std::int64_t>(first) + 1) << 12 | ++made_ % 4096;
  PMPI_Bcast(&id, 1, MPI_INT64_T, 0, comm);
  const Change change(own_);
  add(comm, id);
}

void Recorder::freed(MPI_Comm comm) {
  const auto here = std::find_if(communicators_.begin(), communicators_.end(),
                                 [&](const Communicator& one) { return one.comm == comm; });
  if (here == communicators_.end()) return;
  const Change change(own_);
  own_.recycled.store(1, relaxed);
  if (here->slot < board_communicators) own_.communicators[here->slot].id.store(0, relaxed);
  communicators_.erase(here);
}

Recorder::Communicator& Recorder::find(MPI_Comm comm) {
  for (Communicator& one : communicators_) {
    if (one.comm == comm) return one;
  }
  int size = 0;
  PMPI_Comm_size(comm, &size);
  const Change change(own_);
  if (size == 1) {
    add(comm, (own_.rank.load(relaxed) + 1) << 12);
  } else {
    // Made by a function that is not watched, so that its number is not known.
    own_.unsure.store(1, relaxed);
    add(comm, 0);
  }
  return communicators_.back();
}

const std::vector<std::int64_t>& Recorder::members(MPI_Comm comm) {
  return find(comm).rows;
}

Recorder::Address Recorder::address(MPI_Comm comm, int peer, int tag) {
  Address address;
  address.none = peer == MPI_PROC_NULL;
  if (address.none) return address;
  address.wild = peer == MPI_ANY_SOURCE || tag == MPI_ANY_TAG;
  const Communicator& in = find(comm);
  // A rank of another group, of an intercommunicator, or none: MPI knows.
  if (peer != MPI_ANY_SOURCE && (peer < 0 || static_cast<std::size_t>(peer) >= in.rows.size())) {
    give_up();
    return address;
  }
  if (peer != MPI_ANY_SOURCE) address.row = in.rows[static_cast<std::size_t>(peer)];
  if (tag == MPI_ANY_TAG) return address;
  address.key = board_.key(in.id, tag);
  if (address.key < 0) give_up();
  return address;
}

void Recorder::count(Board::Count which, const Address& peer) {
  if (peer.none || peer.row < 0 || peer.key < 0) return;
  const Change change(own_);
  add_to(counter(which, peer), 1);
}

void Recorder::sent(const Address& to, MpiCall call) {
  if (to.none || to.row < 0 || to.key < 0) return;
  const Change change(own_);
  add_to(counter(Board::sent, to), 1);
  counter(Board::sent_in, to).store(static_cast<std::int64_t>(call), relaxed);
}

void Recorder::posted(const Address& from) {
  if (!from.wild) return count(Board::posted, from);
  const Change change(own_);
  add_to(own_.wild, 1);
}

void Recorder::completed(const Address& from, MPI_Comm comm, const MPI_Status& status) {
  if (from.none) return;
  if (!from.wild) return count(Board::received, from);
  const Address exact = address(comm, status.MPI_SOURCE, status.MPI_TAG);
  const Change change(own_);
  add_to(own_.wild, -1);
  if (exact.row < 0 || exact.key < 0) return;
  for (const Board::Count which : {Board::posted, Board::received}) {
    add_to(counter(which, exact), 1);
  }
}

void Recorder::withdrawn(const Address& from) {
  if (from.none || (!from.wild && (from.row < 0 || from.key < 0))) return;
  const Change change(own_);
  if (from.wild) return add_to(own_.wild, -1);
  add_to(counter(Board::posted, from), -1);
}

}  // namespace stencil
