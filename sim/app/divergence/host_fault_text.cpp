// SPDX-License-Identifier: Apache-2.0
#include "sim/app/divergence/host_fault_text.hpp"

#include <fmt/format.h>

#include <string>

#include "host/base/text.hpp"
#include "sim/app/divergence/divergence_text.hpp"

namespace stencil {

const char* name_of(WrongRow::Component component) {
  switch (component) {
    case WrongRow::Component::blocking:
      return "blocking";
    case WrongRow::Component::halo_exchange:
      return "halo exchange";
    case WrongRow::Component::stages:
      return "stages";
    case WrongRow::Component::host_sweep:
      return "host sweep";
    case WrongRow::Component::input:
      return "input";
    case WrongRow::Component::reference:
      return "reference";
    case WrongRow::Component::change:
      return "change";
    case WrongRow::Component::collecting:
      return "collecting";
    case WrongRow::Component::distribution:
      return "distribution";
    case WrongRow::Component::handover:
      return "handover";
    case WrongRow::Component::local_memory:
      break;
  }
  return "local memory";
}

const char* side_of(const WrongRow& row) {
  if (row.component == WrongRow::Component::reference) return "reference";
  if (row.component == WrongRow::Component::input) return "input";
  if (row.component == WrongRow::Component::handover) return "platform";
  if (row.staged) return row.staged->on_device ? "device" : "host";
  if (row.found == WrongRow::Found::changed) return row.model_too ? "platform" : "device";
  if (row.found != WrongRow::Found::change || !row.change_on_device) return "host";
  return row.model_too ? "platform" : "device";
}

namespace {

// Blocks of a strip are of whole rows, tiles are not.
bool is_tile(const WrongRow& row) {
  return row.block && !row.block->strip;
}

// "a halo row from rank 0", "its own row as step 2 left it".
std::string source_of(const WrongRow& row) {
  if (!row.whose.empty()) return row.whose;
  const char* const piece = is_tile(row) ? "point" : "row";
  if (row.component == WrongRow::Component::halo_exchange)
    return fmt::format("a halo {} from rank {}", piece, row.owner);
  if (!row.since) return "as it was read";
  return fmt::format("its own {} as step {} left it", piece, *row.since);
}

std::string staged_text(const WrongRow& row) {
  const StagedRow& staged = *row.staged;
  return fmt::format(", strip {}: {}row {} of {} on the {} is wrong {}; first at column {}", staged.strip,
                     staged.halo ? "halo " : "", row.row, row.bank == Bank::f ? "f" : "r",
                     staged.on_device ? "device" : "host", staged.when + row.detail, row.col);
}

std::string point_of(const WrongRow& row) {
  return fmt::format("row {}, column {}", row.row, row.col);
}

std::string loaded_text(const WrongRow& row) {
  const char* const bank = row.bank == Bank::f ? "f" : "r";
  if (is_tile(row))
    return fmt::format("its load of {} is wrong at {}, {}{}", bank, point_of(row), source_of(row), row.detail);
  return fmt::format("its load of {} has row {} wrong, {}{}; first at column {}", bank, row.row, source_of(row),
                     row.detail, row.col);
}

std::string read_text(const WrongRow& row) {
  return fmt::format(", before its sweeps: row {} of {} is wrong as the rank has read it{}; first at column {}",
                     row.row, row.bank == Bank::f ? "f" : "r", row.detail, row.col);
}

std::string what_of(const WrongRow& row) {
  if (row.staged) return staged_text(row);
  std::string block;
  if (row.block) {
    if (row.block->strip) block = fmt::format(", strip {}", *row.block->strip);
    block += fmt::format(", {} {}: ", is_tile(row) ? "tile" : "block", row.block->block);
  }
  switch (row.found) {
    case WrongRow::Found::load:
      return block + loaded_text(row);
    case WrongRow::Found::results:
      return block + fmt::format("row {} of its results is wrong{}; first at column {}", row.row, row.detail, row.col);
    case WrongRow::Found::stored:
      return block + row.whose;
    case WrongRow::Found::changed:
      return ": " + row.whose;
    case WrongRow::Found::collected:
      return fmt::format(
          ": row {} of the result, right on rank {}, which sends it, is wrong on rank 0{}; first at "
          "column {}",
          row.row, row.owner, row.detail, row.col);
    case WrongRow::Found::put_back:
      return block +
             fmt::format("its results are right on the device; once they are in the field, {} is wrong", point_of(row));
    case WrongRow::Found::received:
      return block + fmt::format("what is received for it overwrites a point of the rank, {}", point_of(row));
    case WrongRow::Found::read:
      return read_text(row);
    case WrongRow::Found::shared:
      return ", before its sweeps: " + row.whose;
    case WrongRow::Found::plan:
      return fmt::format(
          ": every tile is right, but {} is not what the sweeps leave there: the tiles are planned wrong{}",
          point_of(row), row.whose);
    case WrongRow::Found::change:
    case WrongRow::Found::result:
      break;
  }
  return fmt::format(": row {} of its result is wrong, {}{}; first at column {}", row.row, source_of(row), row.detail,
                     row.col);
}

std::string made_right(const WrongRow& row) {
  if (row.component == WrongRow::Component::input || row.component == WrongRow::Component::distribution)
    return "the calls had not begun";
  return fmt::format("a new device makes every {} right",
                     row.component == WrongRow::Component::local_memory ? "sweep" : "call");
}

// Who made the row wrong; a row on the device may be wrong because of what the host copied there.
const char* culprit_of(const WrongRow& row) {
  if (row.component == WrongRow::Component::input) return "input (what the rank has read)";
  if (row.component == WrongRow::Component::handover)
    return "platform (sim/device/mixed/mixed_device.cpp, handover.cpp), unless --accel rtl gives the same wrong row: "
           "then host, or device where --accel model gives it not";
  if (row.found == WrongRow::Found::changed && row.model_too)
    return "platform (sim/device/kernels, sim/device/model): the model of the device, which has no RTL, changes it too";
  return row.component == WrongRow::Component::local_memory ? "device" : "host";
}

// The rank has the right value; the reference differs.
std::string reference_text(const WrongRow& row, int rank) {
  std::string what =
      "the formula, worked out in integers, gives what the rank has, the golden field does not" + row.detail;
  if (row.only_solution)
    what =
        "golden sweeps, made again step by step, give what the rank has, the golden solution that the result is "
        "compared with does not" +
        row.detail;
  if (row.sweep)
    what =
        "the golden field is wrong: the formula, worked out in integers, gives another value, and what the ranks have "
        "follows from that";
  if (!row.whose.empty()) what = row.whose;
  const std::string sweep = row.sweep ? fmt::format(", sweep {}", *row.sweep) : "";
  return wrapped(
             fmt::format("first divergence: rank {}, step {}{}: at {} {}", rank, row.step, sweep, point_of(row), what),
             2, 0) +
         "\n  " + wrapped(values_text(row.expected, row.got), 4, 2) +
         "\ncomponent: reference; a new device makes every call right\n" +
         wrapped(fmt::format("side: reference: {}", row.source), 2, 0);
}

// Every value is right, the largest change of a step's first sweep is not: on this rank, or in the golden solution.
std::string change_text(const WrongRow& row, int rank) {
  const std::string what =
      row.component == WrongRow::Component::reference
          ? "first divergence: step {}: every value is right, the golden solution's largest change "
            "is not what the formula, worked out in integers, gives"
          : "first divergence: step {}, rank {}: every value is right, the largest change of its "
            "rows is not";
  const std::string side = row.component == WrongRow::Component::reference ? row.source
                           : row.change_on_device ? "register CHANGE, which the device's first sweep of the step sets"
                                                  : "the norm that the rank computes";
  return wrapped(fmt::format(fmt::runtime(what), row.step, rank), 2, 0) + "\n  " +
         wrapped(values_text(row.expected, row.got), 4, 2) + "\n" +
         wrapped(fmt::format("side: {}{}: {}{}", side_of(row), row.change_on_the_way ? " or platform" : "", side,
                             row.detail),
                 2, 0);
}

}  // namespace

std::string text_of(const WrongRow& row, int rank) {
  if (row.found == WrongRow::Found::change) return change_text(row, rank);
  if (row.component == WrongRow::Component::reference) return reference_text(row, rank);
  const std::string text = fmt::format("first divergence: rank {}, step {}{}", rank, row.step, what_of(row));
  // Of a row that is none of the field, or is right by chance, there is nothing to compare.
  const std::string values = row.expected == row.got ? "" : "\n  " + wrapped(values_text(row.expected, row.got), 4, 2);
  return wrapped(text, 2, 0) + values +
         fmt::format("\ncomponent: {}; {}\n  ", name_of(row.component), made_right(row)) +
         wrapped(fmt::format("side: {}", culprit_of(row)), 4, 2);
}

}  // namespace stencil
