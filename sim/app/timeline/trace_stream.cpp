// SPDX-License-Identifier: Apache-2.0
#include "sim/app/timeline/trace_stream.hpp"

#include <utility>

#include "sim/app/timeline/trace_schema.hpp"

namespace stencil {

using namespace trace;

namespace {

constexpr std::size_t enough_bytes = 64 << 10;
constexpr std::size_t most_short_name = 60;

// An argument: the number of its name, and its value.
void annotate(ProtoWriter& writer, std::uint64_t name, std::int64_t value) {
  writer.varint_pair(event_debug_annotations, annotation_name_iid, name, annotation_int,
                     static_cast<std::uint64_t>(value));
}
void annotate(ProtoWriter& writer, std::uint64_t name, bool value) {
  writer.varint_pair(event_debug_annotations, annotation_name_iid, name, annotation_bool, value ? 1 : 0);
}
void annotate(ProtoWriter& writer, std::uint64_t name, const char* value) {
  const std::size_t annotation = writer.begin(event_debug_annotations);
  writer.varint(annotation_name_iid, name);
  writer.text(annotation_string, value);
  writer.end(annotation);
}

}  // namespace

TraceStream::TraceStream(std::uint32_t number, Sink sink) : number_(number), sink_(std::move(sink)) {
  static_assert(trace_begin == slice_begin && trace_instant == trace::instant);
}

// Most events: their packets are written in one go. `fill` adds at most 64 bytes to the event.
template <class Fill>
void TraceStream::short_event(unsigned type, std::uint64_t track, std::int64_t ns, Fill fill) {
  writer_.short_message(trace_packet, [&](char* to) {
    to = ProtoWriter::put(to, packet_timestamp, static_cast<std::uint64_t>(ns));
    to = ProtoWriter::put(to, packet_sequence_id, number_);
    to = ProtoWriter::put(to, packet_sequence_flags, needs_state);
    return ProtoWriter::put_short(to, packet_track_event, [&](char* event) {
      event = ProtoWriter::put(event, event_type, type);
      return fill(ProtoWriter::put(event, event_track_uuid, track));
    });
  });
  flush_if_enough();
}

std::size_t TraceStream::begin_packet(std::int64_t ns) {
  const std::size_t packet = writer_.begin(trace_packet);
  writer_.varint(packet_timestamp, static_cast<std::uint64_t>(ns));
  writer_.varint(packet_sequence_id, number_);
  writer_.varint(packet_sequence_flags, begun_ ? needs_state : state_cleared | needs_state);
  if (!begun_) writer_.varint(packet_first_on_sequence, 1);
  begun_ = true;
  return packet;
}

void TraceStream::end_packet(std::size_t packet) {
  writer_.end(packet);
  flush_if_enough();
}

void TraceStream::flush_if_enough() {
  if (writer_.bytes().size() >= enough_bytes) flush();
}

void TraceStream::flush() {
  if (!writer_.bytes().empty()) sink_(writer_.bytes().data(), writer_.bytes().size());
  writer_.clear();
}

void TraceStream::track(const TraceTrack& track) {
  const std::size_t packet = begin_packet(0);
  const std::size_t descriptor = writer_.begin(packet_track_descriptor);
  writer_.varint(track_uuid, track.uuid);
  writer_.text(track_name, track.name);
  if (track.parent == 0) {
    const std::size_t process = writer_.begin(track_process);
    writer_.integer(process_pid, track.order);
    writer_.text(process_name, track.name);
    writer_.end(process);
    writer_.varint(track_child_ordering, explicit_ordering);
  } else {
    writer_.varint(track_parent_uuid, track.parent);
    writer_.integer(track_sibling_order_rank, track.order);
  }
  if (track.counter) {
    const std::size_t counter = writer_.begin(track_counter);
    writer_.varint(counter_unit, unit_count);
    writer_.end(counter);
  }
  if (!track.description.empty()) writer_.text(track_description, track.description);
  writer_.end(descriptor);
  end_packet(packet);
}

// In the packet that is open; leaves numbers_.
void TraceStream::intern(const TraceArguments& arguments) {
  std::size_t data = 0;
  if (numbers_.size() < arguments.size()) numbers_.resize(arguments.size());
  std::uint64_t* number = numbers_.data();
  for (const TraceArgument& argument : arguments) {
    NamePlace& recent = place_of(argument.name);
    if (recent.first == argument.name) {
      *number++ = recent.second;
      continue;
    }
    const auto [name, is_new] = names_.try_emplace(argument.name, names_.size() + 1);
    recent = *name;
    *number++ = name->second;
    if (!is_new) continue;
    if (data == 0) data = writer_.begin(packet_interned_data);
    const std::size_t entry = writer_.begin(interned_annotation_names);
    writer_.varint(interned_iid, name->second);
    writer_.text(interned_name, name->first);
    writer_.end(entry);
  }
  if (data != 0) writer_.end(data);
}

std::size_t TraceStream::begin_event(unsigned type, std::uint64_t track) {
  const std::size_t event = writer_.begin(packet_track_event);
  writer_.varint(event_type, type);
  writer_.varint(event_track_uuid, track);
  return event;
}

void TraceStream::event(unsigned type, std::uint64_t track, std::int64_t ns, std::string_view name,
                        const TraceArguments& arguments, const TraceFlow& flow) {
  if (arguments.empty() && flow.number == 0 && name.size() <= most_short_name) {
    short_event(type, track, ns, [&](char* to) { return ProtoWriter::put(to, event_name, name); });
    return;
  }
  const std::size_t packet = begin_packet(ns);
  intern(arguments);
  const std::size_t event = begin_event(type, track);
  writer_.text(event_name, name);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    std::visit([&](const auto& value) { annotate(writer_, numbers_[i], value); }, arguments[i].value);
  }
  if (flow.number != 0) writer_.fixed64(flow.ends ? event_terminating_flow_ids : event_flow_ids, flow.number);
  writer_.end(event);
  end_packet(packet);
}

void TraceStream::end(std::uint64_t track, std::int64_t ns) {
  short_event(slice_end, track, ns, [](char* to) { return to; });
}

void TraceStream::count(std::uint64_t track, std::int64_t ns, std::int64_t value) {
  short_event(counter, track, ns, [value](char* to) {
    return ProtoWriter::put(to, event_counter_value, static_cast<std::uint64_t>(value));
  });
}

void TraceStream::count(std::uint64_t track, std::int64_t ns, double value) {
  const std::size_t packet = begin_packet(ns);
  const std::size_t event = begin_event(counter, track);
  writer_.number(event_double_counter_value, value);
  writer_.end(event);
  end_packet(packet);
}

}  // namespace stencil
