// One option of a subcommand, and the effect by which a test sees that it is not ignored.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace stencil {

// Arguments may hold {scratch}, a folder with F.npy and R.npy, a problem of 40 x 12; G.npy, a field of 40 x 40; reports
// A.json and B.json, which differ in their link; a history H.jsonl of one commit; a capsule C.capsule; a network
// N.json; a clock estimate T.tsv; and kernel files: K.stencil with a number w, N.stencil with one that must be given.
struct OptionCase {
  enum class Shows {
    result,      // another than with `base` alone: of `run` the report, but for problem and machine, or the file
                 // {scratch}/out.npy; otherwise standard output or {scratch}/page.html
    silence,     // standard output has not `expected`, and has with `base` alone
    text,        // standard output has `expected`, and has not with `base` alone
    file,        // {scratch}/`expected` is there, and is not with `base` alone
    refusal,     // status 2 and the one line `expected` (its beginning), and status 0 with `base` alone; nothing is
                 // printed, no device is used and no word loaded into one before, nor a capsule or a row read
    failure,     // status 1, and status 0 with `base` alone, on accelerators that are slower than their model
    permission,  // status 0 or 1, and status 2 with `base` alone
  };

  std::string subcommand;
  std::vector<std::string> option;  // and its value
  std::vector<std::string> base;    // arguments it needs; an option in both is taken out of them
  Shows shows = Shows::result;
  std::string expected{};
};

inline std::vector<std::string> with(std::vector<std::string> words, const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

}  // namespace stencil
