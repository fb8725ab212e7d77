// What a wrong value looks like: guesses that give exactly the bits that were got.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "host/device/values/place.hpp"
#include "sim/device/divergence/field/swept_field.hpp"

namespace stencil {

// The component of words that a transfer has brought to the place of others.
inline constexpr const char* burst_address = "burst address";

// "f buffer 1"
std::string buffer_name(const Place& place);

struct ValueExplanation {
  std::string component;  // what must have gone wrong: "adder", "operand south", "write-back", "load"
  std::string as_if;      // in words, after "as if"; empty: the component is certain, how is not
  std::optional<std::size_t> step = std::nullopt;          // of the formula
  std::optional<std::size_t> input = std::nullopt;         // of the formula
  bool stale = false;                                      // older or newer contents of a buffer
  std::int64_t fits = 0;                                   // wrong values that it gives
  std::int64_t of = 0;                                     // wrong values
  bool whole_sweeps = false;                               // sweeps not made or too many: no single one is wrong
  std::optional<std::int64_t> first_sweep = std::nullopt;  // of the pass that was lost, or read older values
  bool kept_row = false;                                   // of a chain
  bool by_themselves = false;                              // `of` leaves out values that follow from others
  std::string who = {};                                    // of an operator: the first part of as_if, "adder '... - r'"
  std::size_t suspects = 1;                                // operators and operands that cannot be told apart
};

// What a command may have seen, or done, in place of its own.
struct OtherContents {
  std::string text;  // "before call 7 loaded r buffer 1"
  std::vector<double> words;
};
struct BufferContents {
  std::vector<OtherContents> f;
  std::vector<OtherContents> r;
  std::vector<SweepWeights> operators = {};  // of the device, beside the command's
};

// What the cycles of a command are beside those that its sweeps need.
enum class TookCycles { all, all_but_waits, others };

// Of the first wrong value that a sweep set: what made the side that the view shows differ from the formula. No value:
// no guess gives its bits, or several that are of different components and fit as many of the other wrong values.
// more: another field after as many sweeps of the same kind, whose wrong values are to be explained too.
// took: no value: not known.
std::optional<ValueExplanation> explain_sweep(const SweepView& view, std::int64_t processing_elements,
                                              const BufferContents& others,
                                              std::optional<TookCycles> took = std::nullopt,
                                              const SweepView* more = nullptr);

// Of words that were moved wrongly; `got` and `sent` are of one transfer. component: "load", "store".
std::optional<ValueExplanation> explain_transfer(const std::string& component, const std::vector<double>& sent,
                                                 const std::vector<double>& got,
                                                 const std::vector<OtherContents>& others);

}  // namespace stencil
