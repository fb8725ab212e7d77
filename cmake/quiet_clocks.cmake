# SPDX-License-Identifier: Apache-2.0
# What a clock evaluates in a model whose parts rest (cmake/fast_model.cmake): the parts that tick are bits of a number,
# and there is a second copy for the clocks in which parts rest that mostly do (cmake/resting_parts.cmake): without these
# parts, and with the signals that are 0 while they rest as constants, so that the compiler leaves out what chooses between
# their work and that of others.

# mostly_rests(<instance> [<path>[:<bit>]...]): the part whose first instance this is rests in most clocks. While it
# does, these signals are 0, or these bits of registers: paths from the top, with generate scopes as name[number]. A
# signal that the model does not have under this name is none that it reads.
set(mostly_resting "")
function(mostly_rests instance)
  set(mostly_resting ${mostly_resting} ${instance} PARENT_SCOPE)
  set(zero_of_${instance} ${ARGN} PARENT_SCOPE)
endfunction()

# In the C++ text of a variable: each read of `vlSelf-><name>` becomes <value>. What is assigned stays.
function(replace_reads variable name value)
  set(changed "${${variable}}")
  string(REGEX REPLACE "vlSelf->${name}([ \n]*=[^=])" "vlSelf->@${name}\\1" changed "${changed}")
  string(REGEX REPLACE "vlSelf->${name}([^A-Za-z0-9_])" "${value}\\1" changed "${changed}")
  string(REPLACE "vlSelf->@" "vlSelf->" changed "${changed}")
  set(${variable} "${changed}" PARENT_SCOPE)
endfunction()

# quiet_copy(<result> <root> <functions> <run>...): the copy of <functions>, the text of all that <root>___eval_nba calls
# and of itself, for clocks in which no bit of `ticks` is set but those of other parts. <run> is number=instance, for each
# part that the model has. <result>_bits: those that must be clear, none where nothing rests mostly.
function(quiet_copy result root functions)
  set(bits "")
  foreach(run IN LISTS ARGN)
    string(REGEX MATCH "^([0-9]+)=(.*)$" _ "${run}")
    set(number "${CMAKE_MATCH_1}")
    set(instance "${CMAKE_MATCH_2}")
    if(instance IN_LIST mostly_resting)
      list(APPEND bits "1U << ${number}U")
      string(REPLACE "(ticks >> ${number}U & 1U)" "0U" functions "${functions}")
      foreach(zero IN LISTS zero_of_${instance})
        string(REGEX MATCH "^([^:]*):?([0-9]*)$" _ "${zero}")
        set(bit "${CMAKE_MATCH_2}")
        string(REPLACE "." "__DOT__" name "${CMAKE_MATCH_1}")
        string(REPLACE "[" "__BRA__" name "${name}")
        string(REPLACE "]" "__KET__" name "${name}")
        if(bit STREQUAL "")
          replace_reads(functions "${name}" "0U")
        else()
          replace_reads(functions "${name}" "(vlSelf->${name} & ~(1ULL << ${bit}U))")
        endif()
      endforeach()
    endif()
  endforeach()
  list(JOIN bits " | " bits)
  string(REPLACE "${root}___nba_" "${root}___quiet_nba_" functions "${functions}")
  string(REPLACE "${root}___eval_nba" "${root}___quiet_eval_nba" functions "${functions}")
  set(${result} "${functions}" PARENT_SCOPE)
  set(${result}_bits "${bits}" PARENT_SCOPE)
endfunction()

# ask_bits(<text> <evaluate> <root> <always> <falling> <ticks> <run>...): <text>, Verilator's with the functions of clocked
# blocks and the one that calls them (one file: verilate_one.cmake), asks bits of `ticks`, which the processor keeps in a
# register, where Verilator asks an array each time; <evaluate> becomes the C++ that sets them from <ticks> and calls it.
# <always>, <falling>: the numbers of the triggers of clk; <run> as for quiet_copy. <text> is empty where it is not
# Verilator 5.006's.
function(ask_bits text_variable evaluate_variable root always falling ticks)
  string(FIND "${${text_variable}}" "VL_INLINE_OPT void ${root}___nba_" from)
  string(FIND "${${text_variable}}" "void ${root}___eval_nba(${root}* vlSelf) {" to)
  if(from EQUAL -1 OR to EQUAL -1)
    set(${text_variable} "" PARENT_SCOPE)
    return()
  endif()
  string(SUBSTRING "${${text_variable}}" ${to} -1 behind)
  string(FIND "${behind}" "\n}\n" end)
  math(EXPR to "${to} + ${end} + 3")
  math(EXPR length "${to} - ${from}")
  string(SUBSTRING "${${text_variable}}" 0 ${from} before)
  string(SUBSTRING "${${text_variable}}" ${from} ${length} clocked)
  string(SUBSTRING "${${text_variable}}" ${to} -1 behind)
  string(REPLACE "vlSelf->__VnbaTriggered.at(${always}U)" "1U" clocked "${clocked}")
  string(REPLACE "vlSelf->__VnbaTriggered.at(${falling}U)" "0U" clocked "${clocked}")
  string(REGEX REPLACE "vlSelf->__VnbaTriggered\\.at\\(([0-9]+)U\\)" "(ticks >> \\1U & 1U)" clocked "${clocked}")
  string(REPLACE "void ${root}___eval_nba(${root}* vlSelf) {" "void ${root}___eval_nba(${root}* vlSelf, const unsigned ticks) {" clocked "${clocked}")
  set(call "${root}___eval_nba(vlSelf, ticks);")
  quiet_copy(quiet "${root}" "${clocked}" ${ARGN})
  if(NOT quiet_bits STREQUAL "")
    string(APPEND clocked "\n${quiet}")
    set(call "if ((ticks & (${quiet_bits})) == 0U) ${root}___quiet_eval_nba(vlSelf, ticks);
    else ${call}")
  endif()
  set(${text_variable} "${before}${clocked}${behind}" PARENT_SCOPE)
  set(${evaluate_variable} "const unsigned ticks = 0U${ticks};
    ${call}" PARENT_SCOPE)
endfunction()
