// What the verdict of a C client covers, and the signs of mistakes that its calls have given.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "host/device/count_fields.hpp"

namespace stencil {

// Counts of calls that the verdict of a client covers, and of words that the warnings are about.
struct Coverage {
  std::int64_t sweeps = 0;          // calls that sweep: of itstep_accel and its kin
  std::int64_t stored_unswept = 0;  // words
  std::int64_t loaded_unswept = 0;
  std::int64_t stored_again = 0;
  std::int64_t two_ages = 0;
  std::int64_t never_stored = 0;
  std::int64_t lost_loads = 0;        // words
  std::int64_t no_whole_rows = 0;     // calls
  std::int64_t beyond_shadow = 0;     // words
  std::int64_t beyond_part = 0;       // words
  std::int64_t old_edges = 0;         // words
  std::int64_t updates_of_r = 0;      // calls
  std::int64_t f_twice = 0;           // words
  std::int64_t r_two_ages = 0;        // words
  std::int64_t shifted_r_words = 0;   // of f
  std::int64_t r_of_one_end = 0;      // words
  std::int64_t undeclared_words = 0;  // changed by stages on the host
  std::int64_t outside_words = 0;     // changed on the host outside of stages
  std::int64_t unwritten_words = 0;   // left by stages that say they overwrite them
  std::int64_t spoiled_words = 0;     // stored
  std::int64_t steps = 0;             // of stencil_step_begin, over rows
  std::int64_t rounds = 0;            // of the same, over tiles
  std::int64_t stale_halo_rows = 0;   // rows
  std::int64_t pending_rows = 0;
  std::int64_t fewer_rows = 0;
  std::int64_t missing_sweeps = 0;  // of ranks behind others
  std::int64_t unowned_rows = 0;
  std::int64_t beyond_field = 0;      // halo rows of parts
  std::int64_t shared_rows = 0;       // that two parts own
  std::int64_t narrow_shadows = 0;    // steps
  std::int64_t other_weights = 0;     // steps
  std::int64_t changed_rows = 0;      // owned, between joined steps
  std::int64_t changed_r_rows = 0;    // while a step ran, or between those of a part that stays
  std::int64_t unused_results = 0;    // steps
  std::int64_t other_r_rows = 0;      // beside halo rows
  std::int64_t unread_shadows = 0;    // rows
  std::int64_t other_shadows = 0;     // rows, or parts of them
  std::int64_t shifted_words = 0;     // stored
  std::int64_t unflushed_rows = 0;    // left on the device by its last stage
  std::int64_t wrong_halo_rows = 0;   // rows of all steps
  std::int64_t uncompared_steps = 0;  // of each rank, whose halo rows were not compared
};

// A count in reports, and its text behind "3 words " or "3 calls "; empty: it is no sign of a mistake.
struct CoverageField : CountField<Coverage> {
  const char* noun;
  const char* text;
};
inline constexpr std::array<CoverageField, 41> coverage_fields = {{
    {{"sweeps", &Coverage::sweeps}, "", ""},
    {{"stored_unswept", &Coverage::stored_unswept}, "word", "stored without a sweep since loaded"},
    {{"loaded_unswept", &Coverage::loaded_unswept}, "word", "loaded and left out by the next sweep"},
    {{"stored_again", &Coverage::stored_again}, "word", "stored again, left out by the last sweep"},
    {{"two_ages", &Coverage::two_ages}, "word", "stored that come of rows of two ages"},
    {{"never_stored", &Coverage::never_stored}, "word", "swept and never stored, beside words that were"},
    {{"lost_loads", &Coverage::lost_loads}, "word", "loaded and replaced from elsewhere before any sweep used them"},
    {{"no_whole_rows", &Coverage::no_whole_rows}, "call", "whose offset is not that of a row"},
    {{"beyond_shadow", &Coverage::beyond_shadow}, "word", "stored after more sweeps than a shadow edge allows"},
    {{"beyond_part", &Coverage::beyond_part}, "word", "moved or swept beyond the local part of an array"},
    {{"old_edges", &Coverage::old_edges}, "word", "sent in an update that the device has newer"},
    {{"updates_of_r", &Coverage::updates_of_r}, "update", "of what r_to_accel loads, none of what f_to_accel loads"},
    {{"f_twice", &Coverage::f_twice}, "word", "of f in a block from rows that the block has already"},
    {{"r_two_ages", &Coverage::r_two_ages}, "word", "of r left from another block, beside words of this one"},
    {{"shifted_r_words", &Coverage::shifted_r_words},
     "word",
     "of f swept beside rows of r further up or down than in a block before"},
    {{"r_of_one_end", &Coverage::r_of_one_end},
     "word",
     "of r at one end of a block never loaded, those at its other end were"},
    {{"undeclared_words", &Coverage::undeclared_words}, "word", "changed on the host by a stage that does not say so"},
    {{"outside_words", &Coverage::outside_words}, "word", "changed on the host outside of every stage"},
    {{"unwritten_words", &Coverage::unwritten_words}, "word", "left as they were by a stage that overwrites them"},
    {{"spoiled_words", &Coverage::spoiled_words},
     "word",
     "stored within as many rows of a block's end as it made sweeps, and used again"},
    {{"steps", &Coverage::steps}, "", ""},
    {{"rounds", &Coverage::rounds}, "", ""},
    {{"stale_halo_rows", &Coverage::stale_halo_rows},
     "halo row",
     "given to a step as two steps before left them, or not as their owner has them"},
    {{"pending_rows", &Coverage::pending_rows}, "row", "given to a step before the receive into them had ended"},
    {{"fewer_rows", &Coverage::fewer_rows}, "row", "left out by a step that the step before on the same array had"},
    {{"missing_sweeps", &Coverage::missing_sweeps}, "sweep", "of steps that some ranks made and others did not"},
    {{"unowned_rows", &Coverage::unowned_rows}, "row", "of the field that belong to no rank's step"},
    {{"beyond_field", &Coverage::beyond_field}, "halo row", "of parts beyond the first or the last row of the field"},
    {{"shared_rows", &Coverage::shared_rows}, "row", "of the field that belong to two parts of steps"},
    {{"narrow_shadows", &Coverage::narrow_shadows}, "step", "of more sweeps than its array in boxes has shadows"},
    {{"other_weights", &Coverage::other_weights}, "step", "with other weights on one rank than on another"},
    {{"unused_results", &Coverage::unused_results},
     "step",
     "that began with the values of the step before, not with its results, in another array"},
    {{"changed_rows", &Coverage::changed_rows},
     "row",
     "that a rank owns, changed between joined steps or those of a part that stays"},
    {{"changed_r_rows", &Coverage::changed_r_rows},
     "row",
     "of r changed while a step was under way, or between those of a part that stays"},
    {{"other_r_rows", &Coverage::other_r_rows}, "row", "of r beside halo rows, otherwise than their owner has them"},
    {{"unread_shadows", &Coverage::unread_shadows}, "halo row", "that updates fill and no call has loaded"},
    {{"other_shadows", &Coverage::other_shadows},
     "row",
     "of shadows loaded otherwise than their owner has loaded them"},
    {{"shifted_words", &Coverage::shifted_words}, "word", "stored where other rows of their block belong"},
    {{"unflushed_rows", &Coverage::unflushed_rows},
     "row",
     "that the last stage on the device has written and the host has never got"},
    {{"wrong_halo_rows", &Coverage::wrong_halo_rows},
     "halo row",
     "given to a step otherwise than their owner had them"},
    {{"uncompared_steps", &Coverage::uncompared_steps}, "", ""},
}};
static_assert(lists_all<Coverage>(coverage_fields.size()));

}  // namespace stencil
