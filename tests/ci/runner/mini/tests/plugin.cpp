// A module that a test loads.
// SPDX-License-Identifier: Apache-2.0
extern "C" int plugin() {
  return 0;
}
