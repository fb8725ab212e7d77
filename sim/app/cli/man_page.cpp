// SPDX-License-Identifier: Apache-2.0
#include "sim/app/cli/man_page.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <sstream>
#include <vector>

#include "host/base/text.hpp"

namespace stencil {
namespace {

constexpr const char* revised = "2026-11-22";  // of the layout; a date of the build would differ from build to build

std::string upper(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::toupper(c); });
  return text;
}

// A dash and a backslash mean something to roff, and so do a dot and a quote at the beginning of a line.
std::string escaped(const std::string& text) {
  std::string roff;
  for (const char c : text) roff += c == '\\' ? "\\e" : c == '-' ? "\\-" : std::string(1, c);
  return roff.empty() || (roff.front() != '.' && roff.front() != '\'') ? roff : "\\&" + roff;
}

// Lines of at most 80 columns, none of which begins as a request.
std::string filled(const std::string& text) {
  std::istringstream lines(wrapped(text, 0, 0, 78));
  std::string roff;
  for (std::string line; std::getline(lines, line);) roff += escaped(line) + '\n';
  return roff;
}

std::string paragraph(const std::string& head, const std::string& body) {
  return ".TP\n.B " + escaped(head) + '\n' + filled(body);
}

// Separated by paragraphs, of which a section may not begin with one.
std::string examples(const CommandText& program) {
  std::vector<ExampleText> all = program.examples;
  for (const CommandText& command : program.subcommands) {
    all.insert(all.end(), command.examples.begin(), command.examples.end());
  }
  std::string text;
  for (const ExampleText& example : all) {
    text += (text.empty() ? "" : ".PP\n") + filled(example.meaning.empty() ? "To begin with:" : example.meaning + ":") +
            ".PP\n.RS 4\n.nf\n" + escaped(example.line) + "\n.fi\n.RE\n";
  }
  return text;
}

std::string section(const CommandText& command) {
  std::string text = fmt::format(".SS {}\n{}", escaped(command.name), filled(command.description + "."));
  for (const OptionText& option : command.options) {
    if (option.is_word()) text += paragraph(head_of(option), body_of(option));
  }
  for (const std::string& group : command.group_titles()) {
    text += ".PP\n.I " + escaped(group) + "\n";
    for (const OptionText& option : command.options) {
      if (!option.is_word() && option.group == group) text += paragraph(head_of(option), body_of(option));
    }
  }
  if (command.has_output()) text += ".PP\n" + filled(output_note);
  return text;
}

}  // namespace

std::string man_page(const CommandText& program, const std::string& version) {
  std::string text = fmt::format(".TH {} 1 {} \"{} {}\" \"User Commands\"\n", upper(escaped(program.name)), revised,
                                 program.name, version);
  text += fmt::format(".SH NAME\n{} \\- {}\n", escaped(program.name), escaped(program.description));
  text += fmt::format(
      ".SH SYNOPSIS\n.B {}\n.I subcommand\n[options]\n.br\n.B mpirun \\-n\n.I ranks\n.B {}\n"
      ".I subcommand\n[options]\n",
      escaped(program.name), escaped(program.name));
  text += ".SH DESCRIPTION\n" + filled(program.footer) + ".SH SUBCOMMANDS\n";
  for (const CommandText& command : program.subcommands) text += paragraph(command.last_name(), command.description);
  text += ".SH OPTIONS\n" + paragraph("-h, --help", "the options that most people need, and examples") +
          paragraph("--help-all", "all options");
  for (const OptionText& option : program.options) text += paragraph(head_of(option), body_of(option));
  for (const CommandText& command : program.subcommands) text += section(command);
  text += ".SH ENVIRONMENT\n" +
          paragraph("NO_COLOR", "not empty: the verdict is not coloured; nor is it where TERM is dumb or not set") +
          ".SH EXAMPLES\n" + examples(program);
  return text;
}

}  // namespace stencil
