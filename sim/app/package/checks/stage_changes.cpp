// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/checks/stage_changes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "host/mpi/fatal.hpp"
#include "host/stages/memory/shared_array.hpp"

namespace stencil {
namespace {

struct Look {
  DatumReference<SharedDatum> datum;
  std::uint64_t changes = 0;
  std::vector<double> words;
};

// Data belong to one thread at a time.
struct Looks {
  std::vector<DatumReference<SharedDatum>> data;
  const Stage* stage = nullptr;
  std::vector<Look> looks;
};
thread_local Looks own;

std::vector<double> words_on_host(SharedDatum& datum) {
  std::vector<double> words(static_cast<std::size_t>(datum.rows() * datum.words_per_row()));
  if (!words.empty()) datum.peek(Side::host, datum.all(), words.data());
  return words;
}

// What the stage says of the datum instead.
const char* what_it_says(const Stage& stage, const SharedDatum& datum) {
  const char* said = "which it does not name";
  for (const StagePart& part : stage.parts()) {
    for (const Access& access : part.accesses) {
      if (access.datum != &datum) continue;
      if (access.kind != Access::Kind::read) return "outside the rows that it says it changes there";
      said = "which it names only as read";
    }
  }
  return said;
}

bool says_it_changes(const Stage& stage, const SharedDatum& datum, std::int64_t row) {
  for (const StagePart& part : stage.parts()) {
    for (const Access& access : part.accesses) {
      if (part.side == Side::host && access.datum == &datum && access.kind != Access::Kind::read &&
          row >= access.rows.first && row < access.rows.last)
        return true;
    }
  }
  return false;
}

bool runs_on_host(const Stage& stage) {
  return std::any_of(stage.parts().begin(), stage.parts().end(),
                     [](const StagePart& part) { return part.side == Side::host; });
}

}  // namespace

void StageChanges::runs(const Stage& stage) {
  own.looks.clear();
  own.stage = &stage;
  own.data.erase(
      std::remove_if(own.data.begin(), own.data.end(), [](const auto& datum) { return datum.get() == nullptr; }),
      own.data.end());
  for (const StagePart& part : stage.parts()) {
    for (const Access& access : part.accesses) {
      const bool there =
          std::any_of(own.data.begin(), own.data.end(), [&](const auto& datum) { return datum.get() == access.datum; });
      if (!there) own.data.emplace_back(*access.datum);
    }
  }
  if (!runs_on_host(stage)) return;
  for (const auto& reference : own.data) {
    SharedDatum& datum = *reference.get();
    if (datum.valid(Side::device).empty() || datum.words_per_row() == 0) continue;
    own.looks.push_back({reference, datum.changes(), words_on_host(datum)});
  }
}

void StageChanges::ran(const Stage& stage, bool threw) {
  const std::vector<Look> looks = std::exchange(own.looks, {});
  if (threw || own.stage != &stage) return;
  for (const Look& look : looks) {
    SharedDatum* const datum = look.datum.get();
    if (datum == nullptr || datum->changes() != look.changes) continue;
    const std::vector<double> now = words_on_host(*datum);
    const std::int64_t cols = datum->words_per_row();
    std::int64_t first = -1, changed = 0;
    datum->valid(Side::device).for_each_present(datum->all(), [&](const RowRange& rows) {
      for (std::int64_t row = rows.first; row < rows.last; ++row) {
        if (says_it_changes(stage, *datum, row)) continue;
        for (std::int64_t word = row * cols; word < (row + 1) * cols; ++word) {
          if (std::memcmp(&now[static_cast<std::size_t>(word)], &look.words[static_cast<std::size_t>(word)],
                          sizeof(double)) == 0)
            continue;
          if (changed++ == 0) first = word;
        }
      }
    });
    if (changed > 0) note(stage, *datum, first, changed);
  }
}

void StageChanges::note(const Stage& stage, const SharedDatum& datum, std::int64_t first, std::int64_t words) {
  words_ += words;
  if (warned_.exchange(true)) return;
  const auto* const array = dynamic_cast<const SharedArray*>(&datum);
  const std::string place =
      array == nullptr
          ? ""
          : fmt::format(" ({}, buffer {})", array->place().bank == Bank::f ? "f" : "r", array->place().buffer);
  const bool has_rows = datum.rows() > 1;
  const std::int64_t cols = has_rows ? datum.words_per_row() : cols_.load(std::memory_order_relaxed);
  std::string where = has_rows ? "" : fmt::format("word {}", first);
  if (cols > 0 && (has_rows || datum.words_per_row() > 1))
    where += fmt::format(has_rows ? "row {}, column {}" : " (row {}, column {})", first / cols, first % cols);
  fmt::print(
      stderr, "{}\n",
      fatal_line("runStage",
                 fmt::format("warning: {} has changed {} of {}{} on the host, {}, while the device's copy stays "
                             "right: stages there go on with the old values; the stage must name {} among what "
                             "it modifies",
                             stage.name(), where, datum.name(), place, what_it_says(stage, datum), datum.name())));
}

StageChanges& stage_changes() {
  static auto* const all = new StageChanges;
  return *all;
}

}  // namespace stencil
