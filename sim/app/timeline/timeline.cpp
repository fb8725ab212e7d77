// SPDX-License-Identifier: Apache-2.0
#include "sim/app/timeline/timeline.hpp"

#include <fmt/core.h>

#include "host/mpi/check.hpp"
#include "sim/app/timeline/block_arguments.hpp"

namespace stencil {
namespace {

int rank_in(MPI_Comm communicator) {
  int rank = 0;
  check_mpi(MPI_Comm_rank(communicator, &rank), "MPI_Comm_rank");
  return rank;
}

// Whether all ranks run on one machine, whose steady clock they share.
bool on_one_machine(MPI_Comm communicator) {
  MPI_Comm here = MPI_COMM_NULL;
  check_mpi(MPI_Comm_split_type(communicator, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here), "MPI_Comm_split_type");
  int ranks = 0;
  int ranks_here = 0;
  check_mpi(MPI_Comm_size(communicator, &ranks), "MPI_Comm_size");
  check_mpi(MPI_Comm_size(here, &ranks_here), "MPI_Comm_size");
  check_mpi(MPI_Comm_free(&here), "MPI_Comm_free");
  int same = ranks == ranks_here ? 1 : 0;
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &same, 1, MPI_INT, MPI_MIN, communicator), "MPI_Allreduce");
  return same != 0;
}

// The same on both ranks, and on no other message of the run. The top bit is that of launch_flow().
std::uint64_t message_flow(std::int64_t from, std::int64_t to, std::uint64_t number) {
  return static_cast<std::uint64_t>(from) << 47 | static_cast<std::uint64_t>(to) << 31 | (number & 0x7fffffff);
}
std::uint64_t launch_flow(int rank, std::uint64_t number) {
  return std::uint64_t{1} << 63 | static_cast<std::uint64_t>(rank) << 47 | number;
}

TraceEvent& put_place(TraceEvent&& to, const Place& place) {
  return to.argument("bank", place.bank == Bank::f ? "f" : "r")
      .argument("buffer", std::int64_t{place.buffer})
      .argument("offset_words", place.offset_words)
      .argument("length_words", place.length_words);
}

}  // namespace

Timeline::Timeline(MPI_Comm communicator, const std::string& path, bool has_clock)
    : communicator_(communicator),
      rank_(rank_in(communicator)),
      has_clock_(has_clock),
      file_(path, rank_),
      stream_(static_cast<std::uint32_t>(rank_) + 1,
              [this](const char* bytes, std::size_t length) { file_.write(bytes, length); }) {}

void Timeline::begin() {
  const bool shared = on_one_machine(communicator_);
  zero_ = Clock::now();
  static_assert(sizeof(Clock::rep) == sizeof(std::int64_t));
  std::int64_t zero = zero_.time_since_epoch().count();
  check_mpi(MPI_Bcast(&zero, 1, MPI_INT64_T, 0, communicator_), "MPI_Bcast");
  if (shared) zero_ = Clock::time_point(Clock::duration(zero));
  describe_tracks();
}

void Timeline::describe_tracks() {
  const auto add = [this](Row row, Row parent, const char* name, const char* description, bool counter = false) {
    stream_.track({id(row), id(parent), name, description, static_cast<int>(row), counter});
  };
  // Numbers of processes are those of the trace: two per rank.
  stream_.track({id(host), 0, fmt::format("rank {}: host, wall time", rank_), "", 2 * rank_ + 1});
  add(phases, host, "phases", "What the host program does, and its messages; the simulation of the device included");
  if (!has_clock_) return;
  stream_.track({id(device), 0, fmt::format("rank {}: device, 1 ns = 1 cycle", rank_), "", 2 * rank_ + 2});
  add(blocks, device, "blocks", "Cycles as the report accounts for them: each belongs to one block");
  add(engine, device, "engine", "Commands, from the first cycle that the engine works on them to the last");
  add(load_dma, device, "load DMA", "Transfers to the device, from the first data beat to the last");
  add(store_dma, device, "store DMA", "Transfers from the device, from the first data beat to the last");
  add(load_waits, device, "load held", "The interlock holds data of a load: a command uses its buffer");
  add(store_waits, device, "store held", "The interlock holds data of a store: a command uses its buffer");
  add(causes, device, "cycles by cause", "compute wins over stall, stall over load, load over store, store over idle");
  add(occupancy, device, "engine occupancy, %", "Issue slots that a block needs, over its cycles", true);
  add(f_buffers, device, "f buffers in use", "From a load or a command to the end of a store", true);
  add(r_buffers, device, "r buffers in use", "From a load or a command to the end of a command", true);
}

void Timeline::finish() {
  if (has_clock_) stream_.count(id(occupancy), block_begin_, 0.0);
  stream_.flush();
}

void Timeline::commit() {
  if (std::exchange(committed_, true)) return;
  finish();
  file_.commit(communicator_);
}

std::string Timeline::commit_alone() {
  finish();
  return file_.commit_part();
}

std::int64_t Timeline::now_ns() const {
  const auto ns = std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - zero_).count();
  return ns > 0 ? ns : 0;
}

void Timeline::phase_begins(const char* phase, std::optional<std::int64_t> step, bool runs_device) {
  TraceEvent event = stream_.begin(id(phases), now_ns(), phase);
  event.argument("rank", std::int64_t{rank_});
  if (step) event.argument("step", *step);
  if (!runs_device || !has_clock_) return;
  event.flow({launch_flow(rank_, ++launches_), false});
  launched_ = true;
}

void Timeline::phase_ends() {
  stream_.end(id(phases), now_ns());
}

void Timeline::sent(std::int64_t peer, std::int64_t bytes) {
  const std::uint64_t number = ++messages_[{rank_, peer}];
  stream_.instant(id(phases), now_ns(), fmt::format("to rank {}", peer))
      .argument("peer", peer)
      .argument("bytes", bytes)
      .flow({message_flow(rank_, peer, number), false});
}

void Timeline::received(std::int64_t peer, std::int64_t bytes) {
  const std::uint64_t number = ++messages_[{peer, rank_}];
  stream_.instant(id(phases), now_ns(), fmt::format("from rank {}", peer))
      .argument("peer", peer)
      .argument("bytes", bytes)
      .flow({message_flow(peer, rank_, number), true});
}

void Timeline::transfer(bool to_device, const Place& place, std::int64_t bursts, const CycleSpan& span) {
  const std::uint64_t track = id(to_device ? load_dma : store_dma);
  put_place(stream_.begin(track, span.begin, place.bank == Bank::f ? "f" : "r"), place).argument("bursts", bursts);
  stream_.end(track, span.end);
}

void Timeline::held(bool to_device, const Place& place, const CycleSpan& span) {
  const std::uint64_t track = id(to_device ? load_waits : store_waits);
  put_place(stream_.begin(track, span.begin, place.bank == Bank::f ? "f held" : "r held"), place);
  stream_.end(track, span.end);
}

void Timeline::command(const DeviceCommand& command, const CycleSpan& span) {
  const CommandBlock block = command_block(command);
  stream_.begin(id(engine), span.begin, std::holds_alternative<TileCommand>(command) ? "tile" : "sweep")
      .argument("rows", block.rows)
      .argument("cols", block.cols)
      .argument("niter", block.sweeps)
      .argument("f_buffer", std::int64_t{block.f_buffer});
  stream_.end(id(engine), span.end);
}

void Timeline::cause(const CauseField& cause, const CycleSpan& span) {
  stream_.begin(id(causes), span.begin, cause.name);
  stream_.end(id(causes), span.end);
}

void Timeline::buffers_in_use(Bank bank, int buffers, std::int64_t cycle) {
  stream_.count(id(bank == Bank::f ? f_buffers : r_buffers), cycle, std::int64_t{buffers});
}

void Timeline::block(const BlockRecord& block) {
  const std::int64_t cycles = block.cycles.total();
  const CycleSpan span{block_begin_, block_begin_ + cycles};
  block_begin_ = span.end;
  if (!has_clock_) return;
  TraceFlow flow;
  if (std::exchange(launched_, false)) flow = {launch_flow(rank_, launches_), true};
  const std::string name = fmt::format("{} {}", words_of(block).noun, block.block);
  put_block(stream_.begin(id(blocks), span.begin, name).flow(flow), block);
  stream_.end(id(blocks), span.end);
  if (cycles == 0) return;
  stream_.count(id(occupancy), span.begin,
                100.0 * static_cast<double>(block.limits.stream_cycles) / static_cast<double>(cycles));
}

}  // namespace stencil
