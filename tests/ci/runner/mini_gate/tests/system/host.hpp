// The status of the program.
// SPDX-License-Identifier: Apache-2.0
#pragma once

constexpr int verdict = 0;
