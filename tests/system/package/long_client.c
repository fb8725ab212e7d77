/* A client with a long run: prints the growth of its heap between block WARM and block BLOCKS.
   SPDX-License-Identifier: Apache-2.0 */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

#include "accel.h"

int main(int argc, char** argv) {
  const long blocks = argc > 1 ? atol(argv[1]) : 1000000;
  const long warm_blocks = argc > 2 ? atol(argv[2]) : 20000;
  const struct mallinfo2 begin = mallinfo2();
  struct mallinfo2 warm = begin;
  double f[9] = {0}, r[9] = {0};
  long block;
  for (block = 0; block < blocks; ++block) {
    if (block == warm_blocks) warm = mallinfo2();
    r_to_accel(0, r, 9);
    f_to_accel(0, f, 9);
    itstep_accel(3, 3, 1, 1, 1, 1);
    f_from_accel(0, f, 9);
  }
  const struct mallinfo2 end = mallinfo2();
  printf("%ld bytes\n", (long)(end.uordblks + end.hblkhd) - (long)(warm.uordblks + warm.hblkhd));
  return 0;
}
