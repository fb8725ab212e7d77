// Table, JSON and drawing of a prediction.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "sim/app/scale/scale_output.hpp"
#include "sim/app/scale/scale_plot.hpp"

namespace stencil {
namespace {

ScaleJob shown_job() {
  ScaleJob job;
  job.rows = 4096;
  job.cols = 200;
  job.weak = true;
  job.network = {{500, Bandwidth{32000}}, {500, Bandwidth{32000}}, 1};
  return job;
}

std::vector<ScalePoint> shown_points() {
  ScalePoint one{1, 4096, 200, 0, 0, {1000000, 0, 1000000.0, 0}, 4.0};
  ScalePoint many{65536, 268435456, 200, 393210, 3145680000, {1250000, 5000, 65536000000.0, 250000}, 200000.0};
  return {one, many};
}

int occurrences(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(ScaleOutput, ATableOfRanks) {
  const std::string text = scale_text(shown_job(), shown_points());
  EXPECT_EQ(text,
            "4,096 x 200 on each rank, 20 iterations of jacobi, exchange every 5,\n"
            "  blocks of up to 15 rows, overlapped schedule, overlapped-rows blocking,\n"
            "  blocked distribution\n"
            "configuration default, bursts of up to 256 beats\n"
            "messages take 500 cycles, then 32 bytes per cycle\n"
            " ranks         rows   makespan   busy  messages  points/cycle  scaling\n"
            "     1        4,096  1,000,000  1.000     0.000          4.00    1.000\n"
            "65,536  268,435,456  1,250,000  0.800     0.200     200000.00    0.763\n"
            "makespan in cycles; busy: share of the devices' cycles; messages: of the\n"
            "critical path; scaling: useful points per cycle and rank, to the first line\n");
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80u) << line;
}

TEST(ScaleOutput, JsonHasWhatScriptsRead) {
  const Json json = scale_json(shown_job(), shown_points());
  EXPECT_EQ(json["schema"], "stencil-cosim/scale/1");
  EXPECT_EQ(json["job"]["weak"], true);
  EXPECT_TRUE(json["job"]["strip_rows"].is_null());
  EXPECT_EQ(json["network"]["between_nodes"]["bytes_per_cycle"], 32.0);
  const Json& many = json["points"][1];
  EXPECT_EQ(many["ranks"], 65536);
  EXPECT_EQ(many["makespan_cycles"], 1250000);
  EXPECT_EQ(many["waiting_cycles"], 5000);
  EXPECT_EQ(many["path_message_cycles"], 250000);
  EXPECT_EQ(many["efficiency"], 0.8);
  EXPECT_EQ(many["scaling"], 200000.0 / 65536.0 / 4.0);
}

TEST(ScaleOutput, ADrawingHasAxesUnitsAndEveryPoint) {
  const std::string svg = scale_plot(shown_job(), shown_points());
  EXPECT_EQ(occurrences(svg, "<svg "), 1);
  EXPECT_EQ(occurrences(svg, "</svg>\n"), 1);
  EXPECT_EQ(occurrences(svg, ">ranks</text>"), 1);
  EXPECT_EQ(occurrences(svg, ">useful points per cycle</text>"), 1);
  EXPECT_EQ(occurrences(svg, "<circle "), 2);
  EXPECT_EQ(occurrences(svg, "stroke-dasharray"), 2) << "the line and its name";
  EXPECT_EQ(occurrences(svg, "65,536 ranks: 200000.00 points per cycle, 1,250,000 cycles"), 1);
  EXPECT_EQ(occurrences(svg, "text-anchor=\"middle\">65,536</text>"), 1) << "the last rank number is a whole power";
  EXPECT_EQ(occurrences(svg, "nan") + occurrences(svg, "inf"), 0);
  const std::string alone = scale_plot(shown_job(), {shown_points().front()});
  EXPECT_EQ(occurrences(alone, "nan") + occurrences(alone, "inf"), 0) << "one point spans no axis";
}

}  // namespace
}  // namespace stencil
