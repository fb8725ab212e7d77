// SPDX-License-Identifier: Apache-2.0
#include "sim/app/cli/completion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace stencil {
namespace {

// Completes the last word. Bash splits words at each = (COMP_WORDBREAKS): they are put together again first, and of a
// reply only what stands behind the last = is handed back.
constexpr const char* frame = R"(# Completion of {program} for bash. Made by: {program} --print-completion bash
{function}_reply() {{  # <words> <what precedes the word to complete, kept as it is>
  local word
  for word in $1; do
    [[ $2$word == "$current"* ]] || continue
    word=$2$word
    [[ $COMP_WORDBREAKS == *=* && $current == *=* ]] && word=${{word#"${{current%=*}}="}}
    COMPREPLY+=("$word")
  done
}}
{function}() {{
  local -a words=()
  local word part subcommand= previous= current before= names= kind= i
  COMPREPLY=()
  for ((i = 0; i <= COMP_CWORD; i++)); do
    part=${{COMP_WORDS[i]}}
    if [[ $part == = && ${{#words[@]}} -gt 1 ]] || [[ $i -gt 1 && ${{COMP_WORDS[i - 1]}} == = ]]; then
      words[${{#words[@]}} - 1]+=$part
    else
      words+=("$part")
    fi
  done
  current=${{words[${{#words[@]}} - 1]}}
  [ ${{#words[@]}} -gt 1 ] && previous=${{words[${{#words[@]}} - 2]}}
  for word in "${{words[@]:1:${{#words[@]}}-2}}"; do
    [[ $word == -* ]] || {{ subcommand=$word && break; }}
  done
  if [[ $current == --*=* ]]; then
    previous=${{current%%=*}} before=$previous=
  fi
  case "$subcommand $previous" in
{values}  esac
  case $kind in
    one) {function}_reply "$names" "$before" && return ;;
    word) [[ $current == -* ]] || {{ {function}_reply "$names" "" && return; }} ;;
    list)
      part=${{current#"$before"}}
      [[ $part == *,* ]] && before+=${{part%,*}},
      compopt -o nospace 2>/dev/null
      {function}_reply "$names" "$before" && return
      ;;
    file)
      compopt -o filenames 2>/dev/null
      mapfile -t COMPREPLY < <(compgen -f -- "${{current#"$before"}}")
      return
      ;;
    any) return ;;
  esac
  case $subcommand in
    '') names='{subcommands}' ;;
{options}  esac
  if [[ -n $subcommand && $current != -* ]]; then
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
    return
  fi
  {function}_reply "$names" ""
}}
complete -F {function} {program}
)";

// "'run --output'|'run -o'".
std::string pattern(const CommandText& command, const OptionText& option) {
  std::string text = fmt::format("'{} {}'", command.last_name(), option.long_name());
  if (const std::string name = option.short_name(); !name.empty()) {
    text += fmt::format(" | '{} {}'", command.last_name(), name);
  }
  return text;
}

std::string value_case(const CommandText& command, const OptionText& option) {
  const std::string head = "    " + pattern(command, option) + ") ";
  if (!option.choices.empty()) {
    return head +
           fmt::format("kind={} names='{}' ;;\n", option.listed ? "list" : "one", fmt::join(option.choices, " "));
  }
  return head + fmt::format("kind={} ;;\n", names_file(option.placeholder) ? "file" : "any");
}

// The choices of the subcommand's first positional word; empty: it has none, or takes any text.
std::vector<std::string> first_word_names(const CommandText& command) {
  const auto word = std::find_if(command.options.begin(), command.options.end(),
                                 [](const OptionText& option) { return option.is_word(); });
  return word == command.options.end() ? std::vector<std::string>() : word->choices;
}

std::string option_names(const CommandText& command) {
  std::string text;
  for (const OptionText& option : command.options) {
    if (!option.is_word()) text += option.long_name() + " ";
  }
  return text + "--help --help-all";
}

}  // namespace

const std::vector<std::string>& completion_shells() {
  static const std::vector<std::string> shells{"bash"};
  return shells;
}

bool names_file(const std::string& placeholder) {
  if (placeholder == "FILE" || placeholder == "PREFIX") return true;
  const std::size_t dot = placeholder.rfind('.');
  return dot != std::string::npos && dot + 1 < placeholder.size() &&
         std::all_of(placeholder.begin() + static_cast<std::ptrdiff_t>(dot) + 1, placeholder.end(),
                     [](unsigned char c) { return std::islower(c) != 0; });
}

std::string bash_completion(const CommandText& program) {
  std::string values;
  std::string options;
  std::string subcommands;
  for (const CommandText& command : program.subcommands) {
    if (const std::vector<std::string> names = first_word_names(command); !names.empty())
      values += fmt::format("    '{0} {0}') kind=word names='{1}' ;;\n", command.last_name(), fmt::join(names, " "));
    subcommands += command.last_name() + " ";
    options += fmt::format("    {}) names='{}' ;;\n", command.last_name(), option_names(command));
    for (const OptionText& option : command.options) {
      if (!option.is_word() && !option.placeholder.empty()) values += value_case(command, option);
    }
  }
  std::string function = "_" + program.name;
  std::replace(function.begin(), function.end(), '-', '_');
  return fmt::format(frame, fmt::arg("program", program.name), fmt::arg("function", function),
                     fmt::arg("values", values), fmt::arg("options", options),
                     fmt::arg("subcommands", subcommands + option_names(program)));
}

}  // namespace stencil
