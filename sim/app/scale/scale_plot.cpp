// SPDX-License-Identifier: Apache-2.0
#include "sim/app/scale/scale_plot.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "host/base/text.hpp"
#include "sim/app/json/utf8.hpp"

namespace stencil {
namespace {

constexpr double left = 90, top = 50, wide = 560, high = 330;

// Of values above 0, by powers of two: whole ones at both ends.
struct PowerAxis {
  double least, most;  // exponents

  static PowerAxis of(double least, double most) {
    const double low = std::floor(std::log2(least)), top_end = std::ceil(std::log2(most));
    return {low, std::max(top_end, low + 1)};
  }
  double share(double value) const { return (std::log2(value) - least) / (most - least); }
  // At most about ten, whole powers.
  double step() const { return std::ceil((most - least) / 10.0); }
};

std::string power_text(double exponent) {
  const double value = std::exp2(exponent);
  return value >= 1.0 ? with_commas(std::llround(value)) : fmt::format("1/{}", std::llround(1.0 / value));
}

}  // namespace

std::string scale_plot(const ScaleJob& job, const std::vector<ScalePoint>& points) {
  const ScalePoint& first = points.front();
  const auto ideal = [&](const ScalePoint& point) {
    return first.points_per_cycle * static_cast<double>(point.ranks) / static_cast<double>(first.ranks);
  };
  double least = first.points_per_cycle, most = first.points_per_cycle;
  for (const ScalePoint& point : points) {
    least = std::min(least, point.points_per_cycle);
    most = std::max({most, point.points_per_cycle, ideal(point)});
  }
  const PowerAxis x = PowerAxis::of(static_cast<double>(first.ranks), static_cast<double>(points.back().ranks));
  const PowerAxis y = PowerAxis::of(least, most);
  const auto across = [&](double ranks) { return left + wide * x.share(ranks); };
  const auto down = [&](double value) { return top + high * (1.0 - y.share(value)); };

  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" font-size=\"12\">\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
      "<text x=\"{}\" y=\"24\" font-size=\"14\">{}</text>\n",
      left + wide + 40, top + high + 60, left,
      markup_text(fmt::format("{}: {} x {}{}, {}, configuration {}", kernel_name_of(job), with_commas(job.rows),
                              with_commas(job.cols), job.weak ? " on each rank" : "",
                              counted(job.iterations(), "sweep"), job.device.config)));
  for (double power = x.least; power <= x.most; power += x.step()) {
    const double at = across(std::exp2(power));
    text += fmt::format(
        "<path d=\"M{:.1f} {}v{}\" stroke=\"#ddd\"/><text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", at,
        top, high, at, top + high + 18, power_text(power));
  }
  for (double power = y.least; power <= y.most; power += y.step()) {
    const double at = down(std::exp2(power));
    text += fmt::format(
        "<path d=\"M{} {:.1f}h{}\" stroke=\"#ddd\"/><text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n", left,
        at, wide, left - 6, at + 4, power_text(power));
  }
  text += fmt::format(
      "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">ranks</text>\n"
      "<text transform=\"translate(20 {}) rotate(-90)\" text-anchor=\"middle\">useful points per cycle</text>\n",
      left + wide / 2, top + high + 42, top + high / 2);
  text += fmt::format(
      "<path d=\"M{} 38h30\" stroke=\"#888\" stroke-dasharray=\"5 4\"/>"
      "<text x=\"{}\" y=\"42\">each rank as useful as in the first point</text>\n",
      left, left + 38);
  std::string lost, none_lost, dots;
  for (const ScalePoint& point : points) {
    const auto ranks = static_cast<double>(point.ranks);
    const char command = &point == &first ? 'M' : 'L';
    none_lost += fmt::format("{}{:.1f} {:.1f}", command, across(ranks), down(ideal(point)));
    lost += fmt::format("{}{:.1f} {:.1f}", command, across(ranks), down(point.points_per_cycle));
    dots += fmt::format(
        "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"#0a58a6\"><title>{}: {:.2f} points per "
        "cycle, {}</title></circle>\n",
        across(ranks), down(point.points_per_cycle), counted(point.ranks, "rank"), point.points_per_cycle,
        counted(point.time.makespan, "cycle"));
  }
  text += fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"#888\" stroke-dasharray=\"5 4\"/>\n", none_lost);
  text += fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"#0a58a6\" stroke-width=\"2\"/>\n", lost);
  return text + dots + "</svg>\n";
}

}  // namespace stencil
