# Reads what `run --timeline` writes: the tracks of sim/app/timeline/trace.proto, whose field numbers stand below.
# SPDX-License-Identifier: Apache-2.0
from collections import namedtuple

BEGINS, ENDS, INSTANT = 1, 2, 3  # types of events

# begin, end: cycles or nanoseconds; both are equal where the event is a point. arguments: by name.
Event = namedtuple("Event", "name begin end arguments")


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at


def fields(data):
    """Number and value of each field of a message: an integer, or the bytes."""
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        kind = key & 7
        if kind == 0:
            value, at = varint(data, at)
        else:
            if kind == 2:
                length, at = varint(data, at)
            elif kind in (1, 5):
                length = 8 if kind == 1 else 4
            else:
                raise ValueError(f"byte {at} of a message: wire type {kind}, must be 0, 1, 2 or 5")
            value, at = data[at:at + length], at + length
        yield key >> 3, value


def annotation(data, names):
    name = value = None
    for number, field in fields(data):
        if number == 1:
            name = names[field]
        elif number in (2, 4, 6):
            value = field.decode() if number == 6 else field - 2**64 if field >= 2**63 else field
    return name, value


def read_packets(path):
    """Names of tracks, by number, with the number of the group; and (track, type, time, name, arguments) of events."""
    names, tracks, events = {}, {}, []
    with open(path, "rb") as file:
        whole = file.read()
    for _, packet in fields(whole):
        time = sequence = 0
        event, interned = None, []
        for number, value in fields(packet):
            if number == 8:
                time = value
            elif number == 10:
                sequence = value
            elif number == 11:
                event = value
            elif number == 12:
                interned = [dict(fields(entry)) for _, entry in fields(value)]
            elif number == 60:
                track = dict(fields(value))
                tracks[track[1]] = (track[2].decode(), track.get(5))
        for entry in interned:
            names.setdefault(sequence, {})[entry[1]] = entry[2].decode()
        if event is None:
            continue
        parts = list(fields(event))
        one = dict(parts)
        arguments = dict(annotation(value, names.get(sequence, {})) for number, value in parts if number == 4)
        events.append((one[11], one[9], time, one.get(23, b"").decode(), arguments))
    return tracks, events


def read_trace(path):
    """Events of each track, {"rank 0: device, 1 ns = 1 cycle/engine": [Event]}, in the order in which they begin."""
    tracks, events = read_packets(path)
    result, opened = {}, {}
    for number, (name, parent) in tracks.items():
        if parent is not None:
            result[f"{tracks[parent][0]}/{name}"] = opened[number] = []
    stacks = {number: [] for number in tracks}
    for number, kind, time, name, arguments in events:
        if kind == BEGINS:
            stacks[number].append(len(opened[number]))
            opened[number].append(Event(name, time, None, arguments))
        elif kind == ENDS:
            place = stacks[number].pop()
            opened[number][place] = opened[number][place]._replace(end=time)
        elif kind == INSTANT:
            opened[number].append(Event(name, time, time, arguments))
    return result
