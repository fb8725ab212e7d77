// SPDX-License-Identifier: Apache-2.0
#include "sim/device/transfers/failing_call.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>

#include "sim/device/contract/call_error.hpp"
#include "sim/device/contract/job.hpp"
#include "sim/device/kernels/checked_numbers.hpp"
#include "sim/device/kernels/kernels.hpp"
#include "sim/device/transfers/named_calls.hpp"

namespace stencil {
namespace {

using Kind = TransferFault::Kind;

bool is_load_side(Channel channel) {
  return channel == Channel::write_address || channel == Channel::write_data || channel == Channel::write_response;
}

bool is_store_side(Channel channel) {
  return channel == Channel::read_address || channel == Channel::read_data;
}

struct Where {
  std::size_t call;
  std::int64_t beat;  // of the call
};

// Of several calls on the same words the one next to the beat that the device has come to.
std::optional<Where> where_of(const ChannelError& error, const std::vector<GivenCall>& calls, std::size_t posted,
                              const DoneSoFar& progress, std::int64_t beat_bytes) {
  if (!is_load_side(error.channel) && !is_store_side(error.channel)) return std::nullopt;
  const bool loads = is_load_side(error.channel);
  const std::int64_t done = loads ? progress.beats_loaded : progress.beats_stored;
  std::optional<Where> best;
  std::int64_t nearest = 0;
  std::int64_t before = 0;  // beats of the calls before
  for (std::size_t i = 0; i < posted && i < calls.size(); ++i) {
    const GivenCall& call = calls[i];
    if (call.kind != (loads ? Kind::load : Kind::store)) continue;
    const std::uint64_t first = address_given(call.place);
    const std::int64_t bytes = 8 * call.place.length_words;
    const auto lead = static_cast<std::int64_t>(first) % beat_bytes;
    const std::int64_t beats = (lead + bytes + beat_bytes - 1) / beat_bytes;
    const bool has =
        !error.address || (*error.address >= first && *error.address < first + static_cast<std::uint64_t>(bytes));
    const std::int64_t away = done < before ? before - done : done >= before + beats ? done - before - beats + 1 : 0;
    if (has && (!best || away < nearest)) {
      best = Where{i, std::min(std::max<std::int64_t>(done - before, 0), beats - 1)};
      nearest = away;
    }
    before += beats;
  }
  return best;
}

std::string text_of(const std::vector<GivenCall>& calls, std::size_t number) {
  const GivenCall& call = calls[number];
  if (call.kind == Kind::command) return fmt::format("command (call {})", number);
  return fmt::format("{} of {} buffer {}, words {} to {} (call {})", name_of(call.kind),
                     call.place.bank == Bank::f ? "f" : "r", call.place.buffer, call.place.offset_words,
                     call.place.offset_words + call.place.length_words - 1, number);
}

// COMMAND was refused. The platform itself must not write one while QUEUE_DEPTH others are unfinished.
[[noreturn]] void throw_refused(const ChannelError& error, const std::vector<GivenCall>& calls, std::size_t posted,
                                std::int64_t finished, const Capabilities& device) {
  std::int64_t commands = 0;
  std::size_t last = 0;
  for (std::size_t i = 0; i < posted && i < calls.size(); ++i) {
    if (calls[i].kind != Kind::command) continue;
    ++commands;
    last = i;
  }
  const std::int64_t unfinished = commands - 1 - finished;
  std::string text = error.what();
  if (unfinished >= device.queue_depth)
    text = fmt::format(
        "platform, order of posting: it writes COMMAND without waiting for what the command waits for, while {} "
        "commands are unfinished (QUEUE_DEPTH is {}): {}",
        unfinished, device.queue_depth, text);
  throw CallError(fmt::format("{}; at the latest in the {}", text, text_of(calls, last)),
                  named_call(calls, last).command);
}

// Of a register write: its register by name, "; it is N15", and of one of the job, which the platform must not write
// before it is done with the commands that have other values, "; NITER was written when 3 of 5 commands had finished".
std::string register_write_text(const ChannelError& error, const std::vector<GivenCall>& calls, std::int64_t finished) {
  if (error.channel != Channel::register_write_response || !error.address) return "";
  const auto address = static_cast<std::uint32_t>(*error.address);
  const std::string name = contract::register_name(static_cast<contract::Register>(address));
  if (!Job::holds(address)) return name.empty() ? "" : "; it is " + name;
  const auto commands =
      std::count_if(calls.begin(), calls.end(), [](const GivenCall& call) { return call.kind == Kind::command; });
  return fmt::format(
      "; {} was written when {} of {} commands had finished: the job may change while none is queued or "
      "in flight",
      name.empty() ? "a register of the job" : name, finished, commands);
}

// Commands finish in the order posted, and refused ones do not count: where none behind the refused one has finished,
// that is the next; else it is one before.
[[noreturn]] void throw_refused(const RefusedCommand& error, const std::vector<GivenCall>& calls, std::int64_t finished,
                                const Capabilities& device) {
  std::vector<std::size_t> commands;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    if (calls[i].kind == Kind::command) commands.push_back(i);
  }
  if (finished >= static_cast<std::int64_t>(commands.size())) throw DeviceError(error.what());
  const std::size_t next = commands[static_cast<std::size_t>(finished)];
  const DeviceCommand& command = calls[next].command;
  const CommandBlock block = command_block(command);
  throw CallError(
      fmt::format("{}; {} of {} commands have finished, the next in their order is {} of rows={} cols={} niter={} "
                  "(call {}){}",
                  error.what(), finished, commands.size(), command_name(command), block.rows, block.cols, block.sweeps,
                  next,
                  finished > 0 ? ": that one was refused, or one before it" : ": " + checked_numbers(command, device)),
      named_call(calls, next).command);
}

}  // namespace

void throw_named(const DeviceError& error, const std::vector<GivenCall>& calls, std::size_t posted,
                 const DoneSoFar& done, const Capabilities& device, std::optional<std::size_t> at) {
  if (at && *at < calls.size())
    throw CallError(fmt::format("{}; in the {}", error.what(), text_of(calls, *at)), named_call(calls, *at).command);
  if (const auto* const refused = dynamic_cast<const RefusedCommand*>(&error))
    throw_refused(*refused, calls, done.commands, device);
  const auto* const channel = dynamic_cast<const ChannelError*>(&error);
  if (channel && channel->channel == Channel::register_write_response && channel->address == contract::REG_COMMAND)
    throw_refused(*channel, calls, posted, done.commands, device);
  const auto where = channel ? where_of(*channel, calls, posted, done, device.axi_data_bits / 8) : std::nullopt;
  if (!where)
    throw DeviceError(error.what() + (channel ? register_write_text(*channel, calls, done.commands) : "") +
                      done.registers);
  std::string text = fmt::format("{}; in the {}", error.what(), text_of(calls, where->call));
  if (channel->address) {
    const Place& place = calls[where->call].place;
    const auto before = static_cast<std::int64_t>(*channel->address - address_given(place)) / 8;
    text += fmt::format(", a burst from word {} on", place.offset_words + before);
  }
  if (channel->channel != Channel::write_response) text += fmt::format(", beat {} of it", where->beat);
  throw CallError(text + done.registers, named_call(calls, where->call).command);
}

}  // namespace stencil
