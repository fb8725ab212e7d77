// libsystemc.so has a main() that refers to sc_main; the programs here have their own main(), so sc_main is a stub.
// SPDX-License-Identifier: Apache-2.0
#include <systemc>

extern "C" [[gnu::visibility("default")]] int sc_main(int, char*[]) {
  return 0;
}
