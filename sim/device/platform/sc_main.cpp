// libsystemc.so brings a main() of its own that refers to sc_main; programs here have their own main().
// SPDX-License-Identifier: Apache-2.0
#include <systemc>

int sc_main(int, char*[]) {
  return 0;
}
