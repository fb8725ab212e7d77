#!/bin/sh
# Compares the line of the record with the figure in the RTL.
# SPDX-License-Identifier: Apache-2.0
[ "$1 $2" = "--only small" ] || exit 2
while [ $# -gt 0 ]; do
  case $1 in --tree) tree=$2 ;; --record) record=$2 ;; esac
  shift
done
echo "small: 100 LUT, 10 FF, 0 DSP, 0 block RAM, 0 UltraRAM, depth 3+0, XCK26; 0 s"
measured=$(sed -n 's/.*LUTS \([0-9]*\).*/\1/p' "$tree/bus/fifo.v")
recorded=$(cat "$record")
[ "$measured" = "$recorded" ] && echo PASS && exit 0
echo "worse: small, stencil_accel: LUT was 100, is 101"
echo "worse: small, fifo DEPTH=4 WIDTH=49: LUT was $recorded, is $measured"
echo FAIL
exit 1
