// SPDX-License-Identifier: Apache-2.0
#include "sim/app/cli/command.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>

#include "host/base/nearest.hpp"

namespace stencil {
namespace {

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

bool looks_like_option(const std::string& word) {
  return word.size() > 1 && word.front() == '-';
}

}  // namespace

std::vector<std::string> without_help_word(std::vector<std::string> words) {
  if (words.empty() || words.front() != "help") return words;
  words.erase(words.begin());
  words.emplace_back("--help");
  return words;
}

template <class Parse>
std::optional<CommandEnd> Command::end_of(const Parse& parse) const {
  try {
    parse();
  } catch (const CLI::CallForAllHelp&) {
    return CommandEnd{true, help_text(last_parsed().text(), true), ""};
  } catch (const CLI::CallForHelp&) {
    return CommandEnd{true, help_text(last_parsed().text(), false), ""};
  } catch (const CLI::CallForVersion& version) {
    return CommandEnd{true, std::string(version.what()) + '\n', ""};
  } catch (const CLI::ParseError& error) {
    return CommandEnd{false, "", readable(error)};
  }
  return std::nullopt;
}

Command::Command(const std::string& name, const std::string& description)
    : own_(std::make_unique<CLI::App>(description, name)), app_(own_.get()), name_(name), description_(description) {
  app_->set_help_flag("-h,--help");
  app_->set_help_all_flag("--help-all");  // subcommands have both from here
}

Command::Command(CLI::App* app, const std::string& name, const std::string& description)
    : app_(app), name_(name), description_(description) {}

Command::~Command() = default;

Command& Command::add_subcommand(const std::string& name, const std::string& description) {
  app_->require_subcommand(1);
  CLI::App* const sub = app_->add_subcommand(name, description);
  subcommands_.emplace_back(new Command(sub, name_ + " " + name, description));
  return *subcommands_.back();
}

std::vector<std::string> Command::subcommands() const {
  std::vector<std::string> names;
  for (const auto& subcommand : subcommands_) names.push_back(subcommand->app_->get_name());
  return names;
}

void Command::set_version(const std::string& text) {
  app_->set_version_flag("--version", text);
  add_row("--version", "", "the version of this program");
}

void Command::set_footer(const std::string& text) {
  footer_ = text;
}

void Command::add_example(const std::string& line, const std::string& meaning) {
  examples_.push_back({line, meaning});
}

void Command::begin_group(const std::string& title) {
  group_ = title;
}

OptionText& Command::add_row(const std::string& option, const std::string& placeholder,
                             const std::string& description) {
  OptionText row;
  row.name = option;
  row.placeholder = placeholder;
  row.description = description;
  row.group = group_;
  return rows_.emplace_back(std::move(row));
}

OptionText& Command::add_option(const std::string& option, const std::string& placeholder,
                                const std::string& description, const std::string& fallback,
                                const std::function<void(const std::string&)>& take, const std::string& former) {
  const std::string names = former.empty() ? option : option + "," + former;
  app_->add_option_function<std::string>(names, take)->type_name(placeholder);
  OptionText& row = add_row(option, placeholder, description);
  row.fallback = fallback;
  return row;
}

OptionText& Command::add_repeated(const std::string& option, const std::string& placeholder,
                                  const std::string& description, const std::string& fallback,
                                  const std::function<void(const std::string&)>& take) {
  const auto take_all = [take](const std::vector<std::string>& texts) {
    for (const std::string& text : texts) take(text);
  };
  app_->add_option_function<std::vector<std::string>>(option, take_all)
      ->type_name(placeholder)
      ->allow_extra_args(false);
  OptionText& row = add_row(option, placeholder, description);
  row.fallback = fallback;
  return row;
}

OptionText& Command::add_required_text(const std::string& option, std::string& target, const std::string& description) {
  app_->add_option(option, target)->required();
  return add_row(option, looks_like_option(option) ? "TEXT" : "", description);
}

OptionText& Command::add_required_texts(const std::string& option, std::vector<std::string>& target,
                                        const std::string& description) {
  app_->add_option(option, target)->required();
  OptionText& row = add_row(option, looks_like_option(option) ? "TEXT" : "", description);
  row.repeated = true;
  return row;
}

OptionText& Command::add_text(const std::string& option, std::string& target, const std::string& description) {
  app_->add_option(option, target);
  OptionText& row = add_row(option, "TEXT", description);
  row.fallback = target;
  return row;
}

OptionText& Command::add_flag(const std::string& option, bool& target, const std::string& description) {
  app_->add_flag(option, target);
  return add_row(option, "", description);
}

OptionText& Command::add_flag(const std::string& option, const std::string& description,
                              const std::function<void()>& take) {
  app_->add_flag_callback(option, take);
  return add_row(option, "", description);
}

CommandText Command::text() const {
  CommandText text{name_, description_, footer_, {rows_.begin(), rows_.end()}, examples_, {}};
  for (const auto& subcommand : subcommands_) text.subcommands.push_back(subcommand->text());
  return text;
}

void Command::when_parsed(const std::function<void()>& check) {
  app_->callback(check);
}

std::optional<CommandEnd> Command::parse(int argc, const char* const* argv) {
  return end_of([&] { app_->parse(argc, argv); });
}

std::optional<CommandEnd> Command::parse(const std::vector<std::string>& words) {
  std::vector<std::string> reversed(words.rbegin(), words.rend());  // as CLI11 wants them
  return end_of([&] { app_->parse(reversed); });
}

const Command& Command::last_parsed() const {
  for (const auto& subcommand : subcommands_) {
    if (subcommand->was_given()) return subcommand->last_parsed();
  }
  return *this;
}

// CLI11 names what it counted; a user wants to know which word is wrong, and which one may have been meant.
std::string Command::readable(const CLI::ParseError& error) const {
  const Command& command = last_parsed();
  const std::vector<std::string> unknown = app_->remaining(true);
  for (const std::string& word : unknown) {
    if (!looks_like_option(word)) continue;
    const std::string name = word.substr(0, word.find('='));
    std::vector<std::string> names{"--help", "--help-all"};
    for (const OptionText& row : command.rows_) {
      if (!row.is_word()) names.push_back(row.long_name());
    }
    return name + " is not known" + did_you_mean(name, names);
  }
  std::string text = error.what();
  if (error.get_name() == "ArgumentMismatch") {
    const std::string name = text.substr(0, text.find(':'));
    const auto row = std::find_if(command.rows_.begin(), command.rows_.end(),
                                  [&](const OptionText& one) { return one.long_name() == name; });
    if (row != command.rows_.end() && ends_with(text, " missing")) return name + " needs a value, " + row->placeholder;
    if (text.find(" received ") != std::string::npos) {
      std::string names;
      for (const std::string& one : command.app_->get_option(name)->get_lnames()) {
        names += (names.empty() ? "--" : " or --") + one;
      }
      return names + " is given more than once";
    }
  }
  if (!unknown.empty()) return "'" + unknown.front() + "' is one word too many";
  return text;
}

bool Command::was_given() const {
  return app_->parsed();
}

bool Command::was_given(const std::string& option) const {
  return app_->get_option(option)->count() != 0;
}

bool Command::is_flag(const std::string& option) const {
  return app_->get_option(option)->get_items_expected_max() == 0;
}

std::vector<std::pair<std::string, std::string>> Command::outputs_given() const {
  const Command& command = last_parsed();
  std::vector<std::pair<std::string, std::string>> given;
  for (const OptionText& row : command.rows_) {
    const std::string name = row.long_name();
    if (row.output && command.was_given(name)) given.emplace_back(name, command.text_of(name));
  }
  return given;
}

std::string Command::text_of(const std::string& option) const {
  return app_->get_option(option)->results().front();
}

}  // namespace stencil
