// Passes.
// SPDX-License-Identifier: Apache-2.0
#include "host.hpp"

int main() {
  return verdict;
}
