# SPDX-License-Identifier: Apache-2.0
# A second copy of what a clock evaluates, for the clocks in which parts rest that mostly do (cmake/resting_parts.cmake,
# cmake/fast_model.cmake): without these parts, and with the signals that are 0 while they rest as constants, so that the
# compiler leaves out what chooses between their work and that of others.

# mostly_rests(<instance> [<path>[:<bit>]...]): the part whose first instance this is rests in most clocks. While it
# does, these signals are 0, or these bits of registers: paths from the top, with generate scopes as name[number]. A
# signal that the model does not have under this name is none that it reads.
set(mostly_resting "")
function(mostly_rests instance)
  set(mostly_resting ${mostly_resting} ${instance} PARENT_SCOPE)
  set(zero_of_${instance} ${ARGN} PARENT_SCOPE)
endfunction()

# In <text>, C++: each read of `vlSelf-><name>` becomes <value>. What is assigned stays.
function(replace_reads text name value)
  set(changed "${${text}}")
  string(REGEX REPLACE "vlSelf->${name}([ \n]*=[^=])" "vlSelf->@${name}\\1" changed "${changed}")
  string(REGEX REPLACE "vlSelf->${name}([^A-Za-z0-9_])" "${value}\\1" changed "${changed}")
  string(REPLACE "vlSelf->@" "vlSelf->" changed "${changed}")
  set(${text} "${changed}" PARENT_SCOPE)
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
