#!/bin/sh
# Reports syntax errors and bad style.
# SPDX-License-Identifier: Apache-2.0
! grep -Hn syntax "$1" | sed 's/^/%Error: /' | sed 's/$/: syntax error/' | grep . || exit 1
! grep -q 'ugly' "$1" || { echo "%Warning-STYLE: $1: ugly"; echo "%Error: Exiting due to 1 warning(s)"; exit 1; }
