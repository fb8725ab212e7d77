# Makes the C++ source that holds the page of stencil-cosim report, during the build.
# SPDX-License-Identifier: Apache-2.0
#   cmake -D WEB=<sim/app/page/web> -D FOLDER=<folder to work in> -D NPM=<program>
#         -D WITHOUT=<reason why there is no npm, or empty>
#         -D SOURCE=<file to write> -D STAMP=<file to write on success> -P embed_page.cmake
# npm installs the libraries of the lock file into FOLDER alone. If that fails, the source holds the reason and there is
# no stamp, so that the next build tries again.
cmake_minimum_required(VERSION 3.25)

# The distribution files, each after those it needs.
set(libraries d3-array d3-color d3-format d3-interpolate d3-path d3-time d3-time-format d3-scale d3-selection d3-shape
  d3-axis)

set(missing "")
set(fetched "${FOLDER}/fetched")  # digest of the lock file that the fetched libraries belong to
if(WITHOUT)
  set(missing "this program was built without its page, ${WITHOUT} and build again")
else()
  file(SHA256 "${WEB}/package-lock.json" digest)
  set(before "")
  if(EXISTS "${fetched}")
    file(READ "${fetched}" before)
  endif()
  if(NOT before STREQUAL digest)
    file(REMOVE "${fetched}")
    file(MAKE_DIRECTORY "${FOLDER}")
    file(COPY "${WEB}/package.json" "${WEB}/package-lock.json" DESTINATION "${FOLDER}")
    execute_process(COMMAND "${NPM}" ci --ignore-scripts --prefer-offline --no-audit --no-fund --loglevel=error
      WORKING_DIRECTORY "${FOLDER}" RESULT_VARIABLE status OUTPUT_VARIABLE said ERROR_VARIABLE said TIMEOUT 120)
    if(status EQUAL 0)
      file(WRITE "${fetched}" "${digest}")
    else()
      file(WRITE "${FOLDER}/npm.log" "${said}")
      set(missing "this program was built without its page, since 'npm ci' failed: make the registry of npm reachable and build again; ${FOLDER}/npm.log has the error")
    endif()
  endif()
endif()

# Ends a raw string; no asset may contain it.
set(mark "stencil_page")
set(fields "")
function(add_field name text)
  string(FIND "${text}" ")${mark}\"" found)
  if(NOT found EQUAL -1)
    message(FATAL_ERROR "${name} of the page holds the mark of its end")
  endif()
  string(APPEND fields "    R\"${mark}(${text})${mark}\",\n")
  set(fields "${fields}" PARENT_SCOPE)
endfunction()

set(library "")
if(NOT missing)
  foreach(name IN LISTS libraries)
    set(file "${FOLDER}/node_modules/${name}/dist/${name}.min.js")
    if(NOT EXISTS "${file}")
      message(FATAL_ERROR "package ${name} has no ${file}")
    endif()
    file(READ "${file}" text)
    string(APPEND library "${text}\n")
  endforeach()
endif()
add_field(missing "${missing}")
foreach(name IN ITEMS html css)
  file(READ "${WEB}/page.${name}" text)
  add_field(${name} "${text}")
endforeach()
add_field(library "${library}")
file(READ "${WEB}/page.js" text)
add_field(script "${text}")

file(WRITE "${SOURCE}" "// The page of stencil-cosim report; made by cmake/embed_page.cmake.
#include \"sim/app/page/page_assets.hpp\"

namespace stencil {

const PageAssets& page_assets() {
  static const PageAssets assets{
${fields}  };
  return assets;
}

}  // namespace stencil
")
if(missing)
  message("-- stencil-cosim report: ${missing}")
else()
  file(TOUCH "${STAMP}")
endif()
