// The objects that use another one, which must outlive them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#pragma GCC visibility push(default)
namespace stencil {

// The names of the living users of an object.
class Users {
 public:
  Users() = default;
  Users(const Users&) = delete;
  Users& operator=(const Users&) = delete;

  void add(const std::string& name) { names_.push_back(name); }
  void remove(const std::string& name);
  // For the destructor of the object used: ends the program with exit status 2 while a user lives, naming both.
  void require_none(const char* type, const std::string& name) const;

 private:
  std::vector<std::string> names_;
};

// Is a user while it lives.
class Use {
 public:
  [[nodiscard]] Use(Users& users, std::string name) : users_(users), name_(std::move(name)) { users_.add(name_); }
  ~Use() { users_.remove(name_); }
  Use(const Use&) = delete;
  Use& operator=(const Use&) = delete;

  const std::string& name() const { return name_; }

 private:
  Users& users_;
  std::string name_;
};

}  // namespace stencil
#pragma GCC visibility pop
