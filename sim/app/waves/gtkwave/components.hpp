// The components of our RTL that signals of waves belong to.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace stencil {

// Of the instance "TOP.stencil_accel.u_data_port.u_buffers" the folder of rtl/ that its module is from, "memory": the
// last part of the path that is known decides. "ports" for TOP, "device" for the module below it; for RTL with other
// names the first instance in that.
std::string component_of(const std::string& instance);

}  // namespace stencil
