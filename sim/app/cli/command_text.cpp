// SPDX-License-Identifier: Apache-2.0
#include "sim/app/cli/command_text.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "host/base/text.hpp"

namespace stencil {
namespace {

constexpr std::size_t text_column = 24;  // where descriptions begin

std::string entry(const std::string& head, const std::string& body) {
  std::string text = "  " + head;
  if (text.size() + 2 > text_column) {
    text += '\n' + std::string(text_column, ' ');
  } else {
    text.resize(text_column, ' ');
  }
  return text + wrapped(body, text_column, text_column) + '\n';
}

std::string usage(const CommandText& command) {
  if (!command.subcommands.empty())
    return fmt::format("Usage: {0} SUBCOMMAND [options], {0} help [SUBCOMMAND]\n", command.name);
  std::string text = fmt::format("Usage: {} [options]", command.name);
  for (const OptionText& option : command.options) {
    if (option.is_word()) text += " " + head_of(option);
  }
  return text + '\n';
}

bool shown(const OptionText& option, const std::string& group, bool all) {
  return !option.is_word() && option.group == group && (all || !option.seldom);
}

}  // namespace

bool CommandText::has_seldom() const {
  return std::any_of(options.begin(), options.end(), [](const OptionText& option) { return option.seldom; });
}

bool CommandText::has_output() const {
  return std::any_of(options.begin(), options.end(), [](const OptionText& option) { return option.output; });
}

std::vector<std::string> CommandText::group_titles() const {
  std::vector<std::string> titles;
  for (const OptionText& option : options) {
    if (option.is_word() || std::find(titles.begin(), titles.end(), option.group) != titles.end()) continue;
    titles.push_back(option.group);
  }
  return titles;
}

std::string head_of(const OptionText& option) {
  if (option.is_word()) return option.name + (option.repeated ? "..." : "");
  std::string text = option.name;
  if (const std::size_t comma = text.find(','); comma != std::string::npos) text.insert(comma + 1, " ");
  return option.placeholder.empty() ? text : text + " " + option.placeholder;
}

std::string body_of(const OptionText& option) {
  return option.fallback.empty() ? option.description : option.description + "; default " + option.fallback;
}

std::string help_text(const CommandText& command, bool all) {
  std::string text = wrapped(command.description, 0, 0) + '\n' + usage(command);
  const auto is_word = [](const OptionText& option) { return option.is_word(); };
  if (std::any_of(command.options.begin(), command.options.end(), is_word)) {
    text += "\nFiles and words:\n";
    for (const OptionText& option : command.options) {
      if (option.is_word()) text += entry(head_of(option), body_of(option));
    }
  }
  if (!command.subcommands.empty()) {
    text += "\nSubcommands:\n";
    for (const CommandText& sub : command.subcommands) text += entry(sub.last_name(), sub.description);
  }
  for (const std::string& group : command.group_titles()) {
    const auto in_group = [&](const OptionText& option) { return shown(option, group, all); };
    if (std::none_of(command.options.begin(), command.options.end(), in_group)) continue;
    text += fmt::format("\n{}:\n", group);
    for (const OptionText& option : command.options) {
      if (in_group(option)) text += entry(head_of(option), body_of(option));
    }
  }
  text += '\n';
  if (!all && command.has_seldom()) text += fmt::format("{} --help-all lists the other options too.\n", command.name);
  if (command.has_output()) text += std::string(output_note) + '\n';
  text += command.footer;
  if (!command.footer.empty()) text += '\n';
  if (command.examples.empty()) return text;
  // The page of the program has a line for each subcommand, and a terminal 24.
  text += command.subcommands.empty() ? "\nExamples:\n" : "Examples:\n";
  for (const ExampleText& example : command.examples) {
    if (!example.meaning.empty()) text += fmt::format("  # {}\n", example.meaning);
    text += fmt::format("  {}\n", example.line);
  }
  return text;
}

}  // namespace stencil
