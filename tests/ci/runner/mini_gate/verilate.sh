#!/bin/sh
# Makes a model, which is the files without their comments, and a depfile: verilate.sh OUTPUT FILE...
# SPDX-License-Identifier: Apache-2.0
output=$1
shift
for file; do
  if grep -q 'syntax' "$file"; then
    echo "%Error: $file:3:1: syntax error, unexpected syntax"
    echo "%Error: Exiting due to 1 error(s)"
    exit 1
  fi
done
echo "$output: $*" >"$output.d"
sed 's,//.*,,' "$@" >"$output.part"
cmp -s "$output.part" "$output" && rm "$output.part" || mv "$output.part" "$output"
