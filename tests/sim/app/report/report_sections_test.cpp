// Parts that kernels add to a report: one of each kind, in order, copied as values.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/report/report_sections.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "sim/app/report/report.hpp"

namespace stencil {
namespace {

struct NumberPart : ReportSection {
  explicit NumberPart(const char* part_name = "", int its = 0) : part(part_name), number(its) {}
  const char* name() const override { return part; }
  Json json() const override { return Json(number); }
  std::string lines() const override { return std::to_string(number); }
  PlanCheck check() const override { return {part, "number", lines(), number == 0}; }

  const char* part;
  int number;
};

struct First final : NumberPart {
  explicit First(int its) : NumberPart(report_section_names[0], its) {}
  std::unique_ptr<ReportSection> copy() const override { return std::make_unique<First>(*this); }
  double swept_rows(const ReportProblem&, double rows) const override { return rows / 2; }
};

struct Second final : NumberPart {
  explicit Second(int its) : NumberPart(report_section_names[1], its) {}
  std::unique_ptr<ReportSection> copy() const override { return std::make_unique<Second>(*this); }
  std::int64_t lanes(std::int64_t lanes) const override { return lanes - 1; }
};

TEST(ReportSections, KeepOneOfAKindInTheOrderOfTheReport) {
  ReportSections parts;
  EXPECT_EQ(parts.find<First>(), nullptr);
  parts.put(Second(2));
  parts.put(First(1));
  parts.put(Second(3));
  ASSERT_EQ(parts.all().size(), 2u);
  EXPECT_EQ(parts.all()[0]->lines(), "1");
  EXPECT_EQ(parts.all()[1]->lines(), "3");
  EXPECT_EQ(parts.named(report_section_names[1])->json().integer(), 3);
  parts.clear();
  EXPECT_TRUE(parts.all().empty());
  EXPECT_EQ(parts.named(report_section_names[0]), nullptr);
}

TEST(ReportSections, AreCopiedAsValues) {
  Report report;
  report.parts.put(First(1));
  Report copy = report;
  copy.parts.find<First>()->number = 5;
  EXPECT_EQ(report.parts.find<First>()->number, 1);
  report = copy;
  copy.parts.put(First(6));
  EXPECT_EQ(report.parts.find<First>()->number, 5);
}

TEST(ReportSections, SayWhatTheAcceleratorDid) {
  Report report;
  report.problem = ReportProblem{};
  report.problem->rows = 10;
  report.problem->cols = 4;
  report.problem->iterations = 6;
  report.machine.device.pes = 3;
  report.machine.device.lanes = 4;
  BlockRecord block;
  block.cycles.compute = 60;
  report.add(block);
  EXPECT_EQ(report.useful_points_per_cycle(), 4.0);
  EXPECT_EQ(report.most_points_per_cycle(), 12);
  report.parts.put(First(0));
  report.parts.put(Second(0));
  EXPECT_EQ(report.useful_points_per_cycle(), 2.0);
  EXPECT_EQ(report.most_points_per_cycle(), 9);
}

}  // namespace
}  // namespace stencil
