// SPDX-License-Identifier: Apache-2.0
#include "sim/app/cli/command.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <sstream>

namespace stencil {
namespace {

template <class Parse>
std::optional<CommandEnd> end_of(const CLI::App& app, const Parse& parse) {
  try {
    parse();
  } catch (const CLI::ParseError& error) {
    std::ostringstream out;
    std::ostringstream ignored;
    const bool asked = app.exit(error, out, ignored) == 0;
    return CommandEnd{asked, out.str(), error.what()};
  }
  return std::nullopt;
}

}  // namespace

Command::Command(const std::string& name, const std::string& description)
    : own_(std::make_unique<CLI::App>(description, name)), app_(own_.get()) {}

Command::Command(CLI::App* app) : app_(app) {}

Command::~Command() = default;

Command& Command::add_subcommand(const std::string& name, const std::string& description) {
  app_->require_subcommand(1);
  subcommands_.emplace_back(new Command(app_->add_subcommand(name, description)));
  return *subcommands_.back();
}

std::vector<std::string> Command::subcommands() const {
  std::vector<std::string> names;
  for (const auto& subcommand : subcommands_) names.push_back(subcommand->app_->get_name());
  return names;
}

void Command::set_version(const std::string& text) {
  app_->set_version_flag("--version", text);
}

void Command::set_footer(const std::string& text) {
  app_->footer(text);
}

void Command::begin_group(const std::string& title) {
  app_->option_defaults()->group(title);
}

void Command::add_option(const std::string& option, const std::string& placeholder, const std::string& description,
                         const std::string& fallback, const std::function<void(const std::string&)>& take) {
  const std::string text = fallback.empty() ? description : description + "; default " + fallback;
  app_->add_option_function<std::string>(option, take, text)->type_name(placeholder);
}

void Command::add_required_text(const std::string& option, std::string& target, const std::string& description) {
  app_->add_option(option, target, description)->required();
}

void Command::add_required_texts(const std::string& option, std::vector<std::string>& target,
                                 const std::string& description) {
  app_->add_option(option, target, description)->required();
}

void Command::add_text(const std::string& option, std::string& target, const std::string& description) {
  app_->add_option(option, target, description)->capture_default_str();
}

void Command::add_flag(const std::string& option, bool& target, const std::string& description) {
  app_->add_flag(option, target, description);
}

void Command::add_flag(const std::string& option, const std::string& description, const std::function<void()>& take) {
  app_->add_flag_callback(option, take, description);
}

void Command::when_parsed(const std::function<void()>& check) {
  app_->callback(check);
}

std::optional<CommandEnd> Command::parse(int argc, const char* const* argv) {
  return end_of(*app_, [&] { app_->parse(argc, argv); });
}

std::optional<CommandEnd> Command::parse(const std::vector<std::string>& words) {
  std::vector<std::string> reversed(words.rbegin(), words.rend());  // as CLI11 wants them
  return end_of(*app_, [&] { app_->parse(reversed); });
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

std::string Command::text_of(const std::string& option) const {
  return app_->get_option(option)->results().front();
}

}  // namespace stencil
