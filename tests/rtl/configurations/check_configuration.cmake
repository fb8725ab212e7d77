# SPDX-License-Identifier: Apache-2.0
# cmake -P script: checks one configuration. Takes CONFIGURATIONS, the file with the check, and the numbers as ARG_*.
include("${CONFIGURATIONS}")
stencil_check_configuration(tried)
