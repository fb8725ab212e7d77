# SPDX-License-Identifier: Apache-2.0
# Models that evaluate less, for verilate_one.cmake, whose variables it uses: parts whose clocks rest, edges of one
# clock, clocks in which little happens, inputs that are watched. Verilator's text is changed where it is that of
# Verilator 5.006; else it stays as it is.

include("${CMAKE_CURRENT_LIST_DIR}/quiet_clocks.cmake")

# Copies of the modules that hold resting parts, which Verilator finds first.
set(resting "${directory}.resting")
# Each copy, and the file that it was made from
set(resting_of "")

# <result>: the file that Verilator takes for this module, of the first folder that has one; none is empty.
function(file_of_module result module)
  set(folder "")
  foreach(option IN LISTS options)
    if(folder STREQUAL "-y" AND EXISTS "${option}/${module}.v")
      set(${result} "${option}/${module}.v" PARENT_SCOPE)
      return()
    endif()
    set(folder "${option}")
  endforeach()
  set(${result} "" PARENT_SCOPE)
endfunction()

# Sets `copy`, the copy of a module, and `source`, what it is made from: that copy, or the file that Verilator would take.
macro(find_copy module)
  set(copy "${resting}/${module}.v")
  set(source "${copy}")
  if(NOT EXISTS "${copy}")
    file_of_module(source "${module}")
    if(source STREQUAL "")
      message(FATAL_ERROR "no folder has the module ${module}, which ${PARTS} names")
    endif()
    set(resting_of ${resting_of} "${copy}" "${source}" PARENT_SCOPE)
  endif()
endmacro()

# The copy of a module has <new> in place of <old>, which it must have; PARTS calls this.
function(resting_text module old new)
  find_copy("${module}")
  file(READ "${source}" text)
  string(REPLACE "${old}" "${new}" changed "${text}")
  if(changed STREQUAL text)
    message(FATAL_ERROR "${source} has no text `${old}`, which ${PARTS} replaces")
  endif()
  file(WRITE "${copy}" "${changed}")
endfunction()

# A part gets a clock of its own in the copy of the module that holds it; PARTS calls this (resting_parts.cmake).
function(resting_part module instances hold expression)
  find_copy("${module}")
  file(READ "${source}" text)
  string(REPLACE " " ";" instances "${instances}")
  list(GET instances 0 first)
  set(clock "resting_${first}")
  foreach(instance IN LISTS instances)
    string(FIND "${text}" " ${instance} (\n" at)
    if(at EQUAL -1)
      message(FATAL_ERROR "${source} has no instance ${instance}, which ${PARTS} names")
    endif()
    string(SUBSTRING "${text}" 0 ${at} before)
    string(SUBSTRING "${text}" ${at} -1 behind)
    string(REGEX REPLACE "^( ${instance} \\(\n *\\.clk *\\()clk\\)" "\\1${clock})" changed "${behind}")
    if(changed STREQUAL behind)
      message(FATAL_ERROR "${source}: the first port of ${instance} must be .clk (clk)")
    endif()
    set(text "${before}${changed}")
  endforeach()
  # Nothing may read the clock of a part that this device has not.
  string(REGEX REPLACE "\n\\);\n(.*)\nendmodule\n" "\n);
  /* verilator lint_off UNUSED */
  wire ${clock};
  /* verilator lint_on UNUSED */
\\1
  resting_clock #(
      .HOLD(${hold})
  ) u_${clock} (
      .clk  (clk),
      .i_run(${expression}),
      .o_clk(${clock})
  );

endmodule
" text "${text}")
  file(WRITE "${copy}" "${text}")
endfunction()

# <result>: the bodies of all functions that evaluate what hangs on inputs, the names of which have ___ico_.
function(find_on_inputs result)
  set(bodies "")
  file(GLOB texts "${part}/*.cpp")
  foreach(file IN LISTS texts)
    file(READ "${file}" text)
    string(FIND "${text}" "___ico_" at)
    while(NOT at EQUAL -1)
      string(SUBSTRING "${text}" ${at} -1 text)
      string(REGEX MATCH "^___ico_[A-Za-z0-9_]*\\([^();]*\\) {\n" head "${text}")
      if(head)
        string(FIND "${text}" "\n}\n" end)
        string(SUBSTRING "${text}" 0 ${end} body)
        string(APPEND bodies "${body}")
      endif()
      string(SUBSTRING "${text}" 1 -1 text)
      string(FIND "${text}" "___ico_" at)
    endwhile()
  endforeach()
  set(${result} "${bodies}" PARENT_SCOPE)
endfunction()

# <result>: whether these functions of <text>, which falling edges evaluate, set anything but clocks that rest.
function(sets_others result text)
  set(${result} TRUE PARENT_SCOPE)
  foreach(function IN LISTS ARGN)
    string(REPLACE "(vlSelf)" "" function "${function}")
    string(REGEX MATCH "void ${function}\\([A-Za-z0-9_]+\\* vlSelf\\) {\n" head "${text}")
    if(NOT head)
      return()
    endif()
    string(FIND "${text}" "${head}" at)
    string(SUBSTRING "${text}" ${at} -1 body)
    string(FIND "${body}" "\n}\n" end)
    string(SUBSTRING "${body}" 0 ${end} body)
    string(REGEX REPLACE "vlSelf->[A-Za-z0-9_]+__DOT__(u_resting_[a-z_]+__DOT__(run|left)|resting_[a-z_]+)([ \n]*=[^=])" "\\3" body "${body}")
    if(body MATCHES "vlSelf->[A-Za-z0-9_]+(\\[[^]]*\\])*[ \n]*=[^=]" OR body MATCHES "vlSymsp->TOP|VL_ASSIGN|___[a-z]+_[a-z]+__[A-Za-z0-9_]+\\(vlSelf\\)")
      return()
    endif()
  endforeach()
  set(${result} FALSE PARENT_SCOPE)
endfunction()

# All clocks of the model are `clk` and those of parts: Verilator's loops, which look for edges until there are no more,
# become one look at `clk`. At its rising edge the parts say whether they run, whenever inputs have changed; then all
# that ticks is evaluated once, by the copy for quiet clocks where it can be. <result>: no reason, or why Verilator's
# text is left as it is.
function(one_clock result)
  set(root "${PREFIX}___024root")
  set(spaces "[ \n]*")
  set(${result} "its clocks are not those of Verilator 5.006" PARENT_SCOPE)
  file(GLOB texts "${part}/${root}__DepSet_*.cpp")
  set(always "")
  set(ticks "")
  set(runs "")
  set(falling "")
  foreach(file IN LISTS texts)
    file(READ "${file}" text)
    if(text MATCHES "void ${root}___eval_triggers__act\\(${root}\\* vlSelf\\) {")
      string(REGEX MATCHALL "__VactTriggered\\.at\\([0-9]+U\\) =[^;]*" triggers "${text}")
    endif()
    if(text MATCHES "void ${root}___eval\\(${root}\\* vlSelf\\) {")
      set(main "${file}")
    endif()
    if(text MATCHES "(void ${root}___ico_|___eval_ico\\()")
      list(APPEND on_inputs "${file}")
    endif()
    # Of clocked blocks, those of the falling edge alone come before the others.
    string(FIND "${text}" "void ${root}___eval_act(${root}* vlSelf) {" at)
    if(NOT at EQUAL -1)
      string(SUBSTRING "${text}" ${at} -1 act)
      string(FIND "${act}" "\n}\n" end)
      string(SUBSTRING "${act}" 0 ${end} act)
    endif()
  endforeach()
  foreach(trigger IN LISTS triggers)
    string(REGEX REPLACE "[ \n]+" "" trigger "${trigger}")
    string(REGEX MATCH "^__VactTriggered\\.at\\(([0-9]+)U\\)=(.*)$" _ "${trigger}")
    set(number "${CMAKE_MATCH_1}")
    set(condition "${CMAKE_MATCH_2}")
    if(condition STREQUAL "((IData)(vlSelf->clk)&(~(IData)(vlSelf->__Vtrigrprev__TOP__clk)))")
      set(always "${number}")
    elseif(condition STREQUAL "((~(IData)(vlSelf->clk))&(IData)(vlSelf->__Vtrigrprev__TOP__clk))")
      set(falling "${number}")
    elseif(condition MATCHES "^\\(\\(IData\\)\\(vlSelf->([A-Za-z0-9_]+)__DOT__resting_([a-z_]+)\\)&\\(~\\(IData\\)\\(vlSelf->__Vtrigrprev__TOP__[A-Za-z0-9_]+\\)\\)\\)$")
      string(APPEND ticks "\n        | (unsigned{vlSelf->${CMAKE_MATCH_1}__DOT__u_resting_${CMAKE_MATCH_2}__DOT__run} << ${number}U)")
      list(APPEND runs "${number}=${CMAKE_MATCH_2}")
    else()
      return()
    endif()
  endforeach()
  set(only_falling "(\n    // Body\n    if \\(vlSelf->__VactTriggered\\.at\\(${falling}U\\)\\) {[^{}]*})?")
  if(always STREQUAL "" OR NOT main OR NOT act MATCHES "{\n[^\n]*\n[^\n]* = vlSelf->vlSymsp;\n[^\n]*VL_DEBUG_IF[^\n]*${only_falling}$")
    return()
  endif()
  # Parts: what falling edges evaluate, at the rising one, and their clocks, which nothing reads any more
  set(parts_run "")
  file(READ "${main}" text)
  if(NOT falling STREQUAL "")
    set(late "")
    string(REGEX MATCHALL "if \\(vlSelf->__V(act|nba)Triggered\\.at\\(${falling}U\\)\\) {[^}]*}" calls "${text}")
    foreach(call IN LISTS calls)
      string(REGEX MATCHALL "${root}___[A-Za-z0-9_]+\\(vlSelf\\)" functions "${call}")
      list(APPEND late ${functions})
    endforeach()
    sets_others(others "${text}" ${late})
    if(others OR NOT runs)
      set(${result} "it has blocks of falling edges" PARENT_SCOPE)
      return()
    endif()
    foreach(function IN LISTS late)
      string(APPEND parts_run "    ${function};\n")
    endforeach()
    foreach(file IN LISTS on_inputs)
      file(READ "${file}" changed)
      string(REGEX REPLACE "    vlSelf->[A-Za-z0-9_]+__DOT__resting_[a-z_]+${spaces}= \\(\\(IData\\)\\(vlSelf->clk\\)${spaces}& \\(IData\\)\\(vlSelf->[A-Za-z0-9_]+__DOT__run\\)\\);\n" "" changed "${changed}")
      file(WRITE "${file}" "${changed}")
    endforeach()
    file(READ "${main}" text)
  endif()
  find_on_inputs(read)
  if(read MATCHES "(>|TOP\\.)clk[^A-Za-z0-9_]")
    set(${result} "it has logic that reads its clock" PARENT_SCOPE)
    return()
  endif()
  set(evaluate "vlSelf->__VnbaTriggered.clear();
    vlSelf->__VnbaTriggered.at(${always}U) = 1U;
    ${root}___eval_nba(vlSelf);")
  if(runs)
    ask_bits(text evaluate "${root}" "${always}" "${falling}" "${ticks}" ${runs})
    if(text STREQUAL "")
      return()
    endif()
  endif()
  string(FIND "${text}" "void ${root}___eval(${root}* vlSelf) {" at)
  string(SUBSTRING "${text}" 0 ${at} before)
  string(SUBSTRING "${text}" ${at} -1 behind)
  string(FIND "${behind}" "\n}\n" end)
  string(SUBSTRING "${behind}" 0 ${end} loops)
  string(SUBSTRING "${behind}" ${end} -1 behind)
  set(inputs "")
  if(loops MATCHES "${root}___eval_ico\\(")
    set(inputs "vlSelf->__VicoIterCount = 0U;
    ${root}___eval_triggers__ico(vlSelf);
    if (vlSelf->__VicoTriggered.at(0U)) ${root}___eval_ico(vlSelf);
    ")
  endif()
  # Where parts rest, inputs do between the falling edge and the rising one (sim/device/pins/verilated_device.hpp).
  if(runs)
    set(inputs "if (!rises) {
    ${inputs}}
    ")
  endif()
  file(WRITE "${main}" "${before}void ${root}___eval(${root}* vlSelf) {
    const bool rises = vlSelf->clk && !vlSelf->__Vtrigrprev__TOP__clk;
    vlSelf->__Vtrigrprev__TOP__clk = vlSelf->clk;
    ${inputs}if (!rises) return;
${parts_run}    ${evaluate}${behind}")
  set(${result} "" PARENT_SCOPE)
endfunction()

# An evaluation begins and ends without the messages of other threads: the model has none.
function(one_thread)
  if(NOT EXISTS "${part}/${PREFIX}.cpp")
    return()
  endif()
  file(READ "${part}/${PREFIX}.cpp" text)
  string(REGEX REPLACE "    Verilated::(mtaskId\\(0\\)|endOfThreadMTask\\([A-Za-z_>-]*\\)|endOfEval\\([A-Za-z_>-]*\\));\n" "" changed "${text}")
  if(NOT changed STREQUAL text)
    file(WRITE "${part}/${PREFIX}.cpp" "${changed}")
  endif()
endfunction()

# Verilator evaluates what hangs on inputs at the begin of each eval(), twice a clock, whatever has changed. What
# registers change is evaluated with them, so only another value of an input asks for it. The model keeps what it saw
# last of each input that is read there. <result>: no reason, or why Verilator's text is left as it is.
function(watch_inputs result)
  set(${result} "" PARENT_SCOPE)
  set(root "${PREFIX}___024root")
  file(GLOB texts "${part}/*.cpp")
  set(asking "")
  foreach(file IN LISTS texts)
    file(READ "${file}" text)
    string(FIND "${text}" "__VicoTriggered.at(0U) = (0U == vlSelf->__VicoIterCount);" at)
    if(NOT at EQUAL -1)
      list(APPEND asking "${file}")
    endif()
  endforeach()
  find_on_inputs(read)
  if(read STREQUAL "")
    return()
  endif()
  list(LENGTH asking count)
  if(NOT count EQUAL 1 OR NOT EXISTS "${part}/${root}.h")
    set(${result} "its text is not that of Verilator 5.006" PARENT_SCOPE)
    return()
  endif()
  if(read MATCHES "${PREFIX}_[A-Za-z0-9_]*\\(")
    set(${result} "what hangs on inputs calls other functions" PARENT_SCOPE)
    return()
  endif()
  file(READ "${part}/${root}.h" header)
  string(REGEX MATCHALL "VL_IN(8|16|64|W)?\\([A-Za-z0-9_]+,[0-9]+,[0-9]+(,[0-9]+)?\\)" inputs "${header}")
  set(kept "")
  set(compared "")
  set(copied "")
  foreach(input IN LISTS inputs)
    string(REGEX MATCH "\\(([A-Za-z0-9_]+)," _ "${input}")
    set(name "${CMAKE_MATCH_1}")
    if(read MATCHES "(>|TOP\\.)${name}[^A-Za-z0-9_]")
      string(REPLACE "(${name}," "(seen__${name}," member "${input}")
      string(APPEND kept "    ${member};\n")
      if(input MATCHES "^VL_INW")
        string(APPEND compared "        && std::memcmp(&model.seen__${name}, &model.${name}, sizeof model.${name}) == 0\n")
      else()
        string(APPEND compared "        && model.seen__${name} == model.${name}\n")
      endif()
      string(APPEND copied "    model.seen__${name} = model.${name};\n")
    endif()
  endforeach()
  string(REPLACE "    // CONSTRUCTORS\n" "    // Inputs in the last eval()\n    bool seen = false;\n${kept}\n    // CONSTRUCTORS\n" changed "${header}")
  if(changed STREQUAL header)
    set(${result} "its class is not that of Verilator 5.006" PARENT_SCOPE)
    return()
  endif()
  file(WRITE "${part}/${root}.h" "${changed}")
  file(READ "${asking}" text)
  string(REPLACE "(0U == vlSelf->__VicoIterCount);" "((0U == vlSelf->__VicoIterCount) && ${PREFIX}_inputs_changed(*vlSelf));" text "${text}")
  string(REGEX REPLACE "(\n#include \"${root}\\.h\"\n)" "\\1
#include <cstring>

static inline bool ${PREFIX}_inputs_changed(${root}& model) {
    if (model.seen
${compared}    ) return false;
    model.seen = true;
${copied}    return true;
}
" text "${text}")
  file(WRITE "${asking}" "${text}")
endfunction()
