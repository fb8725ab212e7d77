// The sections that kernels add to a report.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/app/json/json.hpp"
#include "sim/app/kernels/gauss_seidel/reported/tiles_section.hpp"
#include "sim/app/kernels/staged/reported/stages_section.hpp"
#include "sim/app/report/problem.hpp"

namespace stencil {

// A section of a report.
class ReportSection {
 public:
  // Whether something went as planned, for a list of test cases.
  struct PlanCheck {
    const char* group;
    const char* name;
    std::string text;
    bool as_planned;
  };

  virtual ~ReportSection() = default;
  virtual std::unique_ptr<ReportSection> copy() const = 0;

  virtual const char* name() const = 0;   // its field in the report, one of report_section_names
  virtual Json json() const = 0;          // the field's value
  virtual std::string lines() const = 0;  // for the terminal, without the last newline
  virtual PlanCheck check() const = 0;

  // Of the problem's rows times sweeps, which are `rows`, those that the accelerator made; each counted once.
  virtual double swept_rows(const ReportProblem& /*problem*/, double rows) const { return rows; }
  // The number of `lanes` that work.
  virtual std::int64_t lanes(std::int64_t lanes) const { return lanes; }
};

// The fields of a report that parts fill, in the order of the report; null without the part.
inline constexpr const char* report_section_names[] = {stages_section.name, tiles_section.name, "cluster", "fidelity"};

// The parts of a report as a value, at most one of each type.
class ReportSections {
 public:
  ReportSections() = default;
  ReportSections(const ReportSections& other) {
    for (const auto& part : other.parts_) parts_.push_back(part->copy());
  }
  ReportSections(ReportSections&&) = default;
  ReportSections& operator=(ReportSections other) noexcept {
    parts_.swap(other.parts_);
    return *this;
  }
  ~ReportSections() = default;

  // Adds a part, or replaces the one of its type.
  template <class Part>
  Part& put(Part part) {
    if (Part* const found = find<Part>()) return *found = std::move(part);
    auto added = std::make_unique<Part>(std::move(part));
    Part& there = *added;
    parts_.push_back(std::move(added));
    return there;
  }
  // The part of this type; null without one.
  template <class Part>
  Part* find() const {
    for (const auto& part : parts_) {
      if (auto* const found = dynamic_cast<Part*>(part.get())) return found;
    }
    return nullptr;
  }
  const ReportSection* named(const std::string& name) const {
    for (const auto& part : parts_) {
      if (name == part->name()) return part.get();
    }
    return nullptr;
  }
  // In the order of report_section_names.
  std::vector<const ReportSection*> all() const {
    std::vector<const ReportSection*> list;
    for (const char* name : report_section_names) {
      if (const ReportSection* part = named(name)) list.push_back(part);
    }
    return list;
  }
  void clear() { parts_.clear(); }

 private:
  std::vector<std::unique_ptr<ReportSection>> parts_;
};

}  // namespace stencil
