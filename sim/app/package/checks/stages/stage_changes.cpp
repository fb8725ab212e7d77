// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/checks/stages/stage_changes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "host/base/text.hpp"
#include "host/c/call_observer.hpp"
#include "host/c/process_accelerator.hpp"
#include "host/mpi/fatal.hpp"
#include "host/stages/memory/shared_array.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/app/package/checks/stages/changed_outside.hpp"
#include "sim/app/package/checks/stages/named_accesses.hpp"

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
  OverwrittenRows overwritten;
  ChangedOutside outside;
  std::int64_t swept_words = 0;  // of f, by the stage that runs
};
thread_local Looks own;

}  // namespace

void StageChanges::begins(const Stage& stage) {
  const auto found = own.outside.begins(stage);
  if (!found) return;
  outside_ += found->words;
  const SharedDatum& datum = *found->datum;
  warn(
      fmt::format("{} of {} has changed on the host since {} ended, outside of every stage, while the device's copy "
                  "stays right: {} "
                  "reads the old value there ({} in all); change it in a stage that names {} among what it modifies",
                  place_of(datum, found->first), name_of_datum(datum), found->since, stage.name(),
                  counted(found->words, "word"), datum.name()));
}

void StageChanges::ended(const Stage& stage) {
  own.outside.ended(stage, own.data);
}

void StageChanges::runs(const Stage& stage) {
  own.looks.clear();
  own.stage = &stage;
  own.swept_words = 0;
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
  if (marks_.load(std::memory_order_relaxed)) own.overwritten.before(stage);
  for (const auto& reference : own.data) {
    SharedDatum& datum = *reference.get();
    if (datum.valid(Side::device).empty() || datum.words_per_row() == 0) continue;
    own.looks.push_back({reference, datum.changes(), words_on_host(datum)});
  }
}

void StageChanges::ran(const Stage& stage, bool threw) {
  const std::vector<Look> looks = std::exchange(own.looks, {});
  const auto left = own.overwritten.after();
  if (!threw) unflushed_.ran(stage);
  if (threw || own.stage != &stage) return;
  if (left) note_left(stage, *left);
  note_swept(stage);
  for (const Look& look : looks) {
    SharedDatum* const datum = look.datum.get();
    if (datum == nullptr || datum->changes() != look.changes) continue;
    const std::vector<double> now = words_on_host(*datum);
    const std::int64_t cols = datum->words_per_row();
    std::int64_t first = -1, changed = 0;
    datum->valid(Side::device).for_each_present(datum->all(), [&](const RowRange& rows) {
      for (std::int64_t row = rows.first; row < rows.last; ++row) {
        if (changes(stage, *datum, row)) continue;
        for (std::int64_t word = row * cols; word < (row + 1) * cols; ++word) {
          const auto at = static_cast<std::size_t>(word);
          if (bits_of(now[at]) == bits_of(look.words[at])) continue;
          if (changed++ == 0) first = word;
        }
      }
    });
    if (changed > 0) note(stage, *datum, first, changed);
  }
}

void StageChanges::copies(Accelerator& device, const Place& place, const double* source) {
  CallObserver* const observer = process_call_observer();
  if (observer == nullptr || &device != made_process_accelerator() || place.buffer != 0) return;
  observer->copied(place.bank, place.offset_words, source, place.length_words);
}

// "f (f, buffer 0)"
std::string StageChanges::name_of_datum(const SharedDatum& datum) {
  const auto* const array = dynamic_cast<const SharedArray*>(&datum);
  if (array == nullptr) return datum.name();
  return fmt::format("{} ({}, buffer {})", datum.name(), array->place().bank == Bank::f ? "f" : "r",
                     array->place().buffer);
}

std::string StageChanges::place_of(const SharedDatum& datum, std::int64_t word) const {
  const bool has_rows = datum.rows() > 1;
  const std::int64_t cols = has_rows ? datum.words_per_row() : cols_.load(std::memory_order_relaxed);
  std::string where = has_rows ? "" : fmt::format("word {}", word);
  if (cols > 0 && (has_rows || datum.words_per_row() > 1))
    where += fmt::format(has_rows ? "row {}, column {}" : " (row {}, column {})", word / cols, word % cols);
  return where;
}

// The first alone: others may follow from it.
void StageChanges::warn(const std::string& text) {
  if (!warned_.exchange(true)) fmt::print(stderr, "{}\n", fatal_line("runStage", "warning: " + text));
}

void StageChanges::note(const Stage& stage, const SharedDatum& datum, std::int64_t first, std::int64_t words) {
  words_ += words;
  warn(
      fmt::format("{} has changed {} of {} on the host, {}, while the device's copy stays right: stages there go on "
                  "with the old values; the stage must name {} among what it modifies",
                  stage.name(), place_of(datum, first), name_of_datum(datum), naming_of(stage, datum), datum.name()));
}

void StageChanges::swept(const SweepCommand& command, const double* f, const double* r) {
  cols_.store(command.cols, std::memory_order_relaxed);
  if (own.stage == nullptr) return;
  const std::int64_t words = command.rows * command.cols;
  own.swept_words = std::max(own.swept_words, words);
  for (const auto& reference : own.data) {
    const auto* const array = dynamic_cast<const SharedArray*>(reference.get());
    if (array == nullptr || array->place().buffer != 0 || names(*own.stage, *array)) continue;
    const bool is_r = array->place().bank == Bank::r;
    if (is_r && !reads_rhs(command.weights)) continue;
    note_stale(*reference.get(), array->place(), is_r ? r : f, words);
  }
}

// Words of an array that the stage sweeps with, though it does not name it, and that another stage has changed on the
// host since the device had them. on_device: those of the whole buffer.
void StageChanges::note_stale(SharedDatum& datum, const Place& place, const double* on_device, std::int64_t swept) {
  if (!datum.valid(Side::device).empty()) return;
  const std::vector<double> on_host = words_on_host(datum);
  const std::int64_t cols = datum.words_per_row();
  std::int64_t first = -1, stale = 0;
  datum.valid(Side::host).for_each_present(datum.all(), [&](const RowRange& rows) {
    for (std::int64_t word = rows.first * cols; word < rows.last * cols; ++word) {
      if (place.offset_words + word >= swept) break;
      if (bits_of(on_host[static_cast<std::size_t>(word)]) == bits_of(on_device[place.offset_words + word])) continue;
      if (stale++ == 0) first = word;
    }
  });
  if (stale == 0) return;
  words_ += stale;
  warn(
      fmt::format("{} sweeps on the device with {} of {}, which it does not name and which the host has newer: no copy "
                  "brings them; "
                  "the stage must name {} among what it reads",
                  own.stage->name(), place_of(datum, first), name_of_datum(datum), datum.name()));
}

// An array that lies among the words swept, of which the host's copy stays right.
void StageChanges::note_swept(const Stage& stage) {
  if (own.swept_words == 0) return;
  for (const auto& reference : own.data) {
    const auto* const array = dynamic_cast<const SharedArray*>(reference.get());
    if (array == nullptr || array->place().bank != Bank::f || array->place().buffer != 0) continue;
    if (array->place().offset_words >= own.swept_words || array->valid(Side::host).empty()) continue;
    if (array->valid(Side::device).empty()) continue;
    if (changes(stage, *array)) continue;
    words_ += array->place().length_words;
    warn(fmt::format(
        "{} has swept {} on the device, {}, while the host's copy stays right: no copy will bring the results; the "
        "stage must name {} among what it modifies",
        stage.name(), name_of_datum(*array), naming_of(stage, *array), array->name()));
  }
}

void StageChanges::note_left(const Stage& stage, const OverwrittenRows::Left& left) {
  unwritten_ += left.words;
  const SharedDatum& datum = *left.datum;
  warn(
      fmt::format("{} overwrites {}, as it says, but has left {} of {} words on the host that are older than the "
                  "device's, the first at {}: the next stage takes them for right; the stage must name {} among what "
                  "it reads too, so that it is copied before",
                  stage.name(), name_of_datum(datum), with_commas(left.words), with_commas(left.of),
                  place_of(datum, left.first), datum.name()));
}

void StageChanges::ended() {
  const auto left = unflushed_.at_the_end();
  if (!left) return;
  unflushed_count_ = left->rows;
  const bool one = left->rows == 1;
  warn(
      fmt::format("the program ends with {}{} on the device alone, as the last stage there ({}) has written {}: the "
                  "host has older values; is a flush missing?",
                  one ? "" : counted(left->rows, "row") + " of ", left->datum, left->stage, one ? "it" : "them"));
}

StageChanges& stage_changes() {
  static auto* const all = new StageChanges;
  return *all;
}

}  // namespace stencil
