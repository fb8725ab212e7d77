/* A client with a long run: prints the growth of its heap between block WARM and block BLOCKS.
   SPDX-License-Identifier: Apache-2.0 */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

#include "accel.h"

#ifdef __SANITIZE_ADDRESS__
/* AddressSanitizer has a heap of its own, of which the C library knows nothing; gcc brings no header for this. */
size_t __sanitizer_get_current_allocated_bytes(void);
#endif

/* Bytes that are allocated now. */
static long allocated(void) {
#ifdef __SANITIZE_ADDRESS__
  return (long)__sanitizer_get_current_allocated_bytes();
#else
  const struct mallinfo2 now = mallinfo2();
  return (long)(now.uordblks + now.hblkhd);
#endif
}

int main(int argc, char** argv) {
  const long blocks = argc > 1 ? atol(argv[1]) : 1000000;
  const long warm_blocks = argc > 2 ? atol(argv[2]) : 20000;
  long warm = allocated();
  double f[9] = {0}, r[9] = {0};
  long block;
  for (block = 0; block < blocks; ++block) {
    if (block == warm_blocks) warm = allocated();
    r_to_accel(0, r, 9);
    f_to_accel(0, f, 9);
    itstep_accel(3, 3, 1, 1, 1, 1);
    f_from_accel(0, f, 9);
  }
  printf("%ld bytes\n", allocated() - warm);
  return 0;
}
