// Adds virtual cluster time to the timeline of a run, and has both written.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/app/cluster/time/cluster_report.hpp"
#include "sim/app/diagnostics/cluster_tracks.hpp"
#include "sim/app/diagnostics/timeline_listener.hpp"

namespace stencil {

// Comes after the listener of the cluster, whose section of the report it reads; `timeline`, which comes before that,
// must outlive it.
class ClusterTracksListener final : public RunListener {
 public:
  explicit ClusterTracksListener(TimelineListener& timeline) : timeline_(timeline) {}

  void sweeps_checked(Report& report) override {
    if (const ClusterReport* const cluster = report.parts.find<ClusterReport>())
      write_cluster_tracks(timeline_.timeline().stream(), cluster->time);
    timeline_.timeline().commit();
  }

 private:
  TimelineListener& timeline_;
};

}  // namespace stencil
