# SPDX-License-Identifier: Apache-2.0
# cmake -P script: checks one configuration. Takes CONFIGURATIONS, the file with the check, the parameters as ARG_*,
# and kernel names in ARG_KERNELS.
cmake_minimum_required(VERSION 3.25)
include("${CONFIGURATIONS}")
stencil_check_configuration(tried)
if(NOT DEFINED ARG_KERNELS)
  set(ARG_KERNELS jacobi tiles change)
endif()
separate_arguments(ARG_KERNELS)
stencil_kernel_mask(tried mask ${ARG_KERNELS})
message("mask ${mask}")
