#!/bin/bash
# Illegal parameters of one module: verilator, iverilog with vvp, and yosys all refuse every one of them.
# SPDX-License-Identifier: Apache-2.0
#
# refuse_parameters.sh TREE MODULE "NAMED|STOPPED NAME=value ..."...
# NAMED: verilator and vvp tell the instance and the value. STOPPED: so far beyond the range that a tool stumbles over
# a negative width before it comes to the check; it is enough that all stop.
set -u
tree=$1 module=$2
shift 2
[ $# -gt 0 ] || { echo "no parameter set for $module"; exit 2; }

mapfile -t files < <(find "$tree" -name '*.v' | sort)
search=()
while read -r folder; do search+=(-y "$folder"); done < <(printf '%s\n' "${files[@]%/*}" | sort -u)
source=$(find "$tree" -name "$module.v")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

failed=0
complain() {
  echo "$1: $2"
  head -c 2000 <<<"$3"
  failed=1
}

for set in "$@"; do
  read -ra parameters <<<"$set"
  expect=${parameters[0]}
  parameters=("${parameters[@]:1}")
  value=${parameters[0]} # the offending one comes first
  set="$module ${parameters[*]}"

  said=$(verilator --lint-only -Wall --top-module "$module" "${search[@]}" "${parameters[@]/#/-G}" "$source" 2>&1)
  [ $? -ne 0 ] || complain "$set" "verilator accepts it" "$said"
  if [ "$expect" = NAMED ]; then
    grep -q "$value\b" <<<"$said" && grep -q "In instance $module" <<<"$said" ||
      complain "$set" "verilator does not name instance and value" "$said"
  fi

  if said=$(iverilog -g2005 -o "$scratch/vvp" -s "$module" "${search[@]}" "${parameters[@]/#/-P$module.}" "$source" \
      2>&1); then
    said=$(timeout 20 vvp -n "$scratch/vvp" 2>&1) || complain "$set" "vvp does not end" "$said"
    grep -q "^$module\.g_illegal[a-z_]*: .*$value\b" <<<"$said" ||
      complain "$set" "vvp does not name instance and value" "$said"
  elif [ "$expect" = NAMED ]; then
    complain "$set" "iverilog stumbles before the check" "$said"
  fi

  said=$(yosys -q -p "read_verilog ${files[*]}; chparam $(
    for parameter in "${parameters[@]}"; do printf -- '-set %s %s ' "${parameter%%=*}" "${parameter#*=}"; done
  ) $module; hierarchy -check -top $module" 2>&1)
  [ $? -ne 0 ] || complain "$set" "yosys accepts it" "$said"
done
exit $failed
