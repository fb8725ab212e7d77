// A capsule as a file.
// SPDX-License-Identifier: Apache-2.0
//   line      "stencil-cosim/capsule/1\n"
//   frame     one of Zstandard (RFC 8878) with its content size and checksum, which holds
//     8 bytes   length of the head in bytes, least significant byte first
//     head      JSON (sim/app/capsule/capsule_head.hpp)
//     values    binary64, least significant byte first: in their order the contents, then of each call its data and
//               what is expected
#pragma once

#include <string>

#include "sim/device/capsule/capsule.hpp"

namespace stencil {

// Whole or not at all. Throws ArgumentError where no file can be written, std::runtime_error on a full disk.
void write_capsule(const Capsule& capsule, const std::string& path);

// Throws ArgumentError, one line that begins with the path: no capsule, a newer one, truncated, damaged.
Capsule read_capsule(const std::string& path);

}  // namespace stencil
