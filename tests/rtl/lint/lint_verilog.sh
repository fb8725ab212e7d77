#!/bin/bash
# One module under verilator, iverilog and yosys: not a word from any of them.
# SPDX-License-Identifier: Apache-2.0
#
# lint_verilog.sh TOOLS TREE MODULE "NAME=value ..."...
# TOOLS: comma-separated; TREE: folder of Verilog; one parameter set an argument, or the word "defaults".
# Ends with 1 when a tool warns, fails or finds a latch; names tool and parameter set.
set -u
tools=${1//,/ } tree=$2 module=$3
shift 3
[ $# -gt 0 ] || { echo "no parameter set for $module"; exit 2; }

mapfile -t files < <(find "$tree" -name '*.v' | sort)
search=()
while read -r folder; do search+=(-y "$folder"); done < <(printf '%s\n' "${files[@]%/*}" | sort -u)
source=$(find "$tree" -name "$module.v")
[ -n "$source" ] || { echo "no $module.v in $tree"; exit 2; }

run_tool() { # tool parameters... ; prints what the tool prints
  local tool=$1 parameter
  shift
  local options=()
  case $tool in
    verilator)
      for parameter in "$@"; do options+=("-G$parameter"); done
      verilator --lint-only -Wall --top-module "$module" "${search[@]}" "${options[@]}" "$source" ;;
    iverilog)
      for parameter in "$@"; do options+=("-P$module.$parameter"); done
      iverilog -g2005 -Wall -o /dev/null -s "$module" "${search[@]}" "${options[@]}" "$source" ;;
    yosys)
      for parameter in "$@"; do options+=(-chparam "${parameter%%=*}" "${parameter#*=}"); done
      yosys -q -e . -p "read_verilog ${files[*]}; hierarchy -check -top $module ${options[*]}; proc; opt_clean;
        check -assert; select -assert-none t:\$dlatch t:\$adlatch t:\$dlatchsr t:\$_DLATCH_* t:\$_DLATCHSR_*" ;;
    *) echo "unknown tool"; return 2 ;;
  esac
}

failed=0
for set in "$@"; do
  parameters=()
  [ "$set" = defaults ] || read -ra parameters <<<"$set"
  for tool in $tools; do
    said=$(run_tool "$tool" "${parameters[@]}" 2>&1)
    status=$?
    if [ $status -ne 0 ] || [ -n "$said" ]; then
      echo "$tool, $module $set: status $status"
      head -c 4000 <<<"$said"
      failed=1
    fi
  done
done
exit $failed
