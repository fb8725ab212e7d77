// Virtual cluster time as tracks of a Perfetto trace (docs/timeline.md).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/app/cluster/time/virtual_time.hpp"
#include "sim/app/timeline/trace_stream.hpp"

namespace stencil {

// One group, 1 ns a cycle: of each rank a track with slices, at work or waiting for another rank, and a track of its
// messages, points with arrows from where each departs to where it arrives. time: with its messages and waits kept.
void write_cluster_tracks(TraceStream& stream, const VirtualTime& time);

}  // namespace stencil
