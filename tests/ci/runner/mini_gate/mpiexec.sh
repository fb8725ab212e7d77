#!/bin/sh
# mpiexec.sh -n RANKS --oversubscribe COMMAND...
# SPDX-License-Identifier: Apache-2.0
[ "$1" = -n ] && [ "$3" = --oversubscribe ] || exit 9
export MINI_RANKS="$2"
shift 3
exec "$@"
