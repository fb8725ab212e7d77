// SPDX-License-Identifier: Apache-2.0
#include "models/instructions/instructions.hpp"

#include <cstdlib>
#include <stdexcept>

namespace stencil {

const char* name_of(Instructions instructions) {
  if (instructions == Instructions::avx512) return "avx512";
  return instructions == Instructions::avx2 ? "avx2" : "usual";
}

bool cpu_has(Instructions instructions) {
#ifdef __x86_64__
  if (instructions == Instructions::avx2) return __builtin_cpu_supports("avx2") != 0;
  // All that STENCIL_AVX512 (models/instructions/each_set.hpp) names.
  if (instructions == Instructions::avx512)
    return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512dq") != 0 &&
           __builtin_cpu_supports("avx512vl") != 0;
#endif
  return instructions == Instructions::usual;
}

Instructions widest_instructions() {
  Instructions widest = Instructions::usual;
  for (const Instructions each : all_instructions) {
    if (cpu_has(each)) widest = each;
  }
  return widest;
}

Instructions read_instructions(const std::string& what, const std::string& name) {
  std::string there;
  for (const Instructions each : all_instructions) {
    if (!cpu_has(each)) continue;
    if (name == name_of(each)) return each;
    there += (there.empty() ? "" : ", ") + std::string(name_of(each));
  }
  throw std::invalid_argument(what + " is '" + name + "', must be one of those that this CPU has: " + there);
}

Instructions instructions_in_use() {
  static const Instructions chosen = [] {
    const char* const name = std::getenv("STENCIL_INSTRUCTIONS");
    if (name == nullptr || *name == '\0') return widest_instructions();
    return read_instructions("environment variable STENCIL_INSTRUCTIONS", name);
  }();
  return chosen;
}

}  // namespace stencil
