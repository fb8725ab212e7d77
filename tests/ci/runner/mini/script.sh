#!/bin/sh
# A test that is a script.
# SPDX-License-Identifier: Apache-2.0
exit 0
