#!/bin/sh
# -n RANKS --oversubscribe PROGRAM...
# SPDX-License-Identifier: Apache-2.0
shift 3
exec "$@"
