// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/device/model/random_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace stencil::test {

RandomProgram::RandomProgram(std::uint64_t seed, const Capabilities& device, int calls)
    : random_(seed),
      device_(device),
      f_(static_cast<std::size_t>(device.f_buffers)),
      r_(static_cast<std::size_t>(device.r_buffers)) {
  for (std::vector<Buffer>* bank : {&f_, &r_})
    for (Buffer& each : *bank) each.defined.assign(static_cast<std::size_t>(device.memory_words), false);
  new_job();
  while (static_cast<int>(calls_.size()) < calls) {
    if (one_in(12)) new_job();
    int kind = static_cast<int>(below(device.tile_slots_max > 0 ? 10 : 8));
    if (!device.sweeps() && (kind == 3 || (kind > 4 && kind < 8))) kind = 8;
    switch (kind) {
      case 0:
      case 1:
        any_load();
        break;
      case 2:
        any_store();
        break;
      case 3:
        chain();
        break;
      case 4:
        if (one_in(2)) calls_.emplace_back();
        break;
      case 8:
      case 9:
        tiles();
        break;
      default:
        block();
    }
  }
  calls_.emplace_back();
}

RandomProgram::Buffer& RandomProgram::buffer(Bank bank, int number) {
  return (bank == Bank::f ? f_ : r_)[static_cast<std::size_t>(number)];
}

// All calls that touched the buffers before, and sometimes another one.
std::vector<std::size_t> RandomProgram::after(const std::vector<Buffer*>& touched) {
  std::vector<std::size_t> tickets;
  for (const Buffer* each : touched) tickets.insert(tickets.end(), each->users.begin(), each->users.end());
  while (!calls_.empty() && one_in(3))
    tickets.push_back(static_cast<std::size_t>(below(static_cast<std::int64_t>(calls_.size()))));
  return tickets;
}

std::size_t RandomProgram::add(ProgramCall call, const std::vector<Buffer*>& touched) {
  call.after = after(touched);
  calls_.push_back(std::move(call));
  for (Buffer* each : touched) {
    each->users.push_back(calls_.size() - 1);
    // A call that waits for the latest users of a buffer waits for all of them.
    if (each->users.size() > 6) each->users.erase(each->users.begin());
  }
  return calls_.size() - 1;
}

void RandomProgram::new_job() {
  job_.cols = 1 + below(std::min(device_.max_cols, device_.memory_words / 2));
  if (one_in(3)) job_.cols = 1 + below(std::min<std::int64_t>(5, job_.cols));
  job_.niter = 1 + below(one_in(4) ? 5 * device_.pes : 2 * device_.pes);
  const double beta = one_in(9) ? 1e300 : one_in(3) ? 0.75 : 0.25;  // values above 1 make later sweeps change more
  // One of the operators that are there, the last half of the time.
  std::vector<SweepWeights> there;
  for (const SweepWeights& each : device_.all_operators())
    if (device_.operators[each.index()]) there.push_back(each);
  if (there.empty()) return;
  while (there.size() > 1 && !one_in(2)) there.pop_back();
  job_.weights = there.back();
  const bool huge = one_in(9);
  for_each_weight(job_.weights, [&](Weight weight, double& value) {
    value = huge || weight == Weight::beta ? beta : 0.125 * static_cast<double>(below(9)) - 0.375;
  });
}

void RandomProgram::define(Bank bank, int number, std::int64_t words) {
  const std::vector<bool>& defined = buffer(bank, number).defined;
  const auto end = defined.begin() + words;
  if (std::find(defined.begin(), end, false) == end && !one_in(3)) return;
  // In one piece, or in two that overlap.
  const std::int64_t cut = one_in(3) ? below(words) : words;
  if (cut > 0) transfer(ProgramCall::Kind::load, bank, number, 0, cut);
  if (cut < words) transfer(ProgramCall::Kind::load, bank, number, cut / 2, words - cut / 2);
}

void RandomProgram::transfer(ProgramCall::Kind kind, Bank bank, int number, std::int64_t offset, std::int64_t length) {
  ProgramCall call;
  call.kind = kind;
  call.place = {bank, number, offset, length};
  call.host_word = host_words_;
  host_words_ += length;
  Buffer& place = buffer(bank, number);
  add(call, {&place});
  if (kind == ProgramCall::Kind::load) std::fill_n(place.defined.begin() + offset, length, true);
}

void RandomProgram::any_load() {
  const std::int64_t offset = below(device_.memory_words);
  const std::int64_t length = 1 + below(std::min<std::int64_t>(device_.memory_words - offset, one_in(3) ? 20 : 700));
  const Bank bank = one_in(2) ? Bank::f : Bank::r;
  transfer(ProgramCall::Kind::load, bank, static_cast<int>(below(bank == Bank::f ? device_.f_buffers : 2)), offset,
           length);
}

void RandomProgram::any_store() {
  const Bank bank = one_in(4) ? Bank::r : Bank::f;
  const int number = static_cast<int>(below(bank == Bank::f ? device_.f_buffers : 2));
  const std::vector<bool>& defined = buffer(bank, number).defined;
  const std::int64_t offset = below(device_.memory_words);
  const auto from = defined.begin() + offset;
  const std::int64_t length = std::find(from, defined.end(), false) - from;
  if (length > 0) transfer(ProgramCall::Kind::store, bank, number, offset, 1 + below(length));
}

// The weights of the command must not matter.
void RandomProgram::own_weights(SweepCommand& command) {
  command.own_weights = true;
  for_each_weight(command.weights, [](Weight, double& value) { value = 1e9; });
}

void RandomProgram::block() {
  SweepCommand command = job_;
  const std::int64_t most = std::min<std::int64_t>(device_.memory_words / job_.cols, one_in(3) ? 60 : 12);
  command.rows = 1 + below(most);
  command.f_buffer = static_cast<int>(below(device_.f_buffers));
  command.r_buffer = static_cast<int>(below(device_.r_buffers));
  if (one_in(4)) own_weights(command);
  sweep(command);
  if (one_in(3)) transfer(ProgramCall::Kind::store, Bank::f, command.f_buffer, 0, command.rows * command.cols);
}

void RandomProgram::chain() {
  const std::int64_t passes = (job_.niter - 1) / device_.pes + 1;
  const std::int64_t beats = (job_.cols - 1) / device_.lanes + 1;
  const std::int64_t most = device_.memory_words / job_.cols;
  if (passes * beats > device_.line_beats || most < job_.niter + 1) return;
  const std::int64_t blocks = 2 + below(5);
  const bool own = one_in(4);
  for (std::int64_t i = 0; i < blocks; ++i) {
    SweepCommand command = job_;
    command.above = i > 0;
    command.below = i + 1 < blocks;
    // A chain may be abandoned.
    if (i > 1 && one_in(12)) return;
    const std::int64_t least = command.above ? 1 : job_.niter + 1;
    const std::int64_t room = std::min<std::int64_t>(command.below ? most : most - job_.niter, least + 14);
    command.rows = least + below(room - least + 1);
    command.f_buffer = static_cast<int>(below(device_.f_buffers));
    command.r_buffer = static_cast<int>(below(device_.r_buffers));
    if (own) own_weights(command);
    if (one_in(6)) any_load();
    sweep(command);
    if (one_in(2)) any_store();
    if (one_in(8)) calls_.emplace_back();
  }
}

void RandomProgram::sweep(SweepCommand command) {
  const bool reads_r = reads_rhs(command.weights);
  if (reads_r) define(Bank::r, command.r_buffer, command.rows * command.cols);
  define(Bank::f, command.f_buffer, command.rows * command.cols);
  ProgramCall call;
  call.kind = ProgramCall::Kind::sweep;
  call.command = command;
  Buffer& f = buffer(Bank::f, command.f_buffer);
  Buffer& r = buffer(Bank::r, command.r_buffer);
  // Without r nothing waits for anything there, and its contents stay.
  add(call, reads_r ? std::vector<Buffer*>{&f, &r} : std::vector<Buffer*>{&f});
  if (!command.above && !command.below) return;
  const std::int64_t finished =
      command.rows + (command.above && !command.below ? command.niter : 0) - (command.above ? 0 : command.niter);
  const std::int64_t rows = std::max(finished, command.rows);
  if (reads_r) std::fill_n(r.defined.begin(), rows * command.cols, false);
  std::fill_n(f.defined.begin(), rows * command.cols, false);
  std::fill_n(f.defined.begin(), finished * command.cols, true);
}

TileEdge RandomProgram::edge(std::int64_t sweeps, std::int64_t last) {
  const int slope = static_cast<int>(below(3)) - 1;
  const std::int64_t at = 1 + below(last), end = at + slope * (sweeps - 1);
  return {at, end < 1 || end > last ? 0 : slope};
}

// A few tiles of one job.
void RandomProgram::tiles() {
  TileCommand command;
  command.cols = 3 + below(std::min(device_.max_cols, device_.memory_words / 3) - 2);
  if (one_in(4)) command.cols = 3 + below(std::min<std::int64_t>(6, command.cols - 2));
  const std::int64_t most = std::min<std::int64_t>(device_.memory_words / command.cols, one_in(3) ? 40 : 9);
  command.rows = 3 + below(most - 2);
  command.sweeps = 1 + below(one_in(4) ? 3 * device_.pes : device_.pes + 1);
  command.backward = one_in(2);
  command.top = edge(command.sweeps, command.rows - 1);
  command.bottom = edge(command.sweeps, command.rows - 1);
  command.left = edge(command.sweeps, command.cols - 1);
  command.right = edge(command.sweeps, command.cols - 1);
  for (std::int64_t more = below(4); more >= 0; --more) {
    command.f_buffer = static_cast<int>(below(device_.f_buffers));
    define(Bank::f, command.f_buffer, command.rows * command.cols);
    ProgramCall call;
    call.kind = ProgramCall::Kind::tile;
    call.tile = command;
    add(call, {&buffer(Bank::f, command.f_buffer)});
    if (one_in(2)) any_store();
  }
}

std::string RandomProgram::describe(std::size_t number) const {
  const ProgramCall& call = calls_[number];
  if (call.kind == ProgramCall::Kind::wait) return fmt::format("call {}: wait", number);
  const SweepCommand& c = call.command;
  if (call.kind == ProgramCall::Kind::sweep)
    return fmt::format("call {}: block of {} x {}, {} sweeps{}{}, buffers f{} r{}", number, c.rows, c.cols, c.niter,
                       c.above ? ", above" : "", c.below ? ", below" : "", c.f_buffer, c.r_buffer);
  const TileCommand& t = call.tile;
  if (call.kind == ProgramCall::Kind::tile)
    return fmt::format("call {}: tile in {} x {}, {} sweeps{}, rows {}{:+} .. {}{:+}, columns {}{:+} .. {}{:+}, f{}",
                       number, t.rows, t.cols, t.sweeps, t.backward ? " backward" : "", t.top.at, t.top.slope,
                       t.bottom.at, t.bottom.slope, t.left.at, t.left.slope, t.right.at, t.right.slope, t.f_buffer);
  return fmt::format("call {}: {} of {} words at {} of {}{}", number,
                     call.kind == ProgramCall::Kind::load ? "load" : "store", call.place.length_words,
                     call.place.offset_words, call.place.bank == Bank::f ? 'f' : 'r', call.place.buffer);
}

Played play(const RandomProgram& program, Accelerator& accelerator, std::uint64_t seed, bool audits) {
  std::mt19937_64 random(seed);
  Played played;
  played.host.resize(static_cast<std::size_t>(program.host_words()));
  for (double& value : played.host) value = std::uniform_real_distribution<double>(-1.0, 1.0)(random);
  std::vector<Ticket> tickets;
  std::vector<std::size_t> sweeps;
  for (std::size_t i = 0; i < program.calls().size(); ++i) {
    const ProgramCall& call = program.calls()[i];
    After after;
    for (const std::size_t earlier : call.after) after.push_back(tickets[earlier]);
    double* host = played.host.data() + call.host_word;
    Ticket ticket = 0;
    switch (call.kind) {
      case ProgramCall::Kind::load:
        ticket = accelerator.post_load(call.place, host, after);
        break;
      case ProgramCall::Kind::store:
        ticket = accelerator.post_store(call.place, host, after);
        break;
      case ProgramCall::Kind::sweep:
        ticket = accelerator.post(call.command, after);
        sweeps.push_back(i);
        break;
      case ProgramCall::Kind::tile:
        ticket = accelerator.post(call.tile, after);
        sweeps.push_back(i);
        break;
      case ProgramCall::Kind::wait:
        accelerator.wait();
        for (std::size_t k = 0; k < accelerator.sweep_ends().size(); ++k)
          played.ends.push_back({sweeps.at(k), accelerator.sweep_ends()[k]});
        sweeps.clear();
        played.ends.push_back({i, accelerator.cycles()});
        if (!accelerator.capabilities().measures_change) break;
        played.changes.push_back({i, accelerator.change()});
        if (i % 3 == 0) accelerator.reset_change();
    }
    tickets.push_back(ticket);
  }
  if (audits) accelerator.audit();
  played.busy = accelerator.dma_busy();
  return played;
}

std::string difference(const CauseCycles& got, const CauseCycles& expected) {
  const std::array<std::tuple<const char*, std::int64_t, std::int64_t>, 6> causes = {{
      {"compute", got.compute, expected.compute},
      {"fill", got.fill, expected.fill},
      {"stall", got.stall, expected.stall},
      {"load", got.load, expected.load},
      {"store", got.store, expected.store},
      {"idle", got.idle, expected.idle},
  }};
  for (const auto& [name, g, e] : causes)
    if (g != e) return fmt::format("{} {}, {} expected", name, g, e);
  return {};
}

}  // namespace stencil::test
