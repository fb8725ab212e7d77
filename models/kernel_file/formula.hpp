// A kernel that a file describes: what the operations of a point read, in which order they are done, and the numbers.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "models/kernel_file/expression.hpp"
#include "models/kernel_file/text_place.hpp"

namespace stencil {

// A value that an operation takes.
struct FormulaOperand {
  enum class Kind { field, source, number, literal, operation };

  Kind kind = Kind::literal;
  int row = 0;            // field: rows south of the point, -1 .. 1
  int col = 0;            // field: columns east of the point, -1 .. 1
  std::size_t index = 0;  // number: its place in Formula::numbers; operation: in Formula::operations, before the taker
  double literal = 0.0;
  bool negated = false;  // its sign bit is flipped, which rounds nothing; never of a literal
};

// Rounded to nearest even once, fused with nothing.
struct FormulaOperation {
  enum class Kind { add, subtract, multiply, divide };

  Kind kind = Kind::add;
  FormulaOperand a;
  FormulaOperand b;  // divide: a literal, 5 or a power of two whose reciprocal is a number of the format too
  TextPlace place;   // of its sign
  std::string part;  // the part of the file that it is the value of; empty: of none
  int part_row = 0;  // where that part is read: rows south and columns east of the point
  int part_col = 0;
};

struct FormulaNumber {
  std::string name;
  TextPlace place;
  bool has_default = false;
  Expression fallback;       // of numbers above, `rows` and `cols`
  std::string default_text;  // as written
  bool used = false;         // the formula reads it
};

inline constexpr std::size_t most_formula_numbers = 16;
inline constexpr std::size_t most_formula_operations = 64;

// The new value of the field is the result of the last operation, with every NaN canonical. All that it reads is old.
struct Formula {
  std::string file;    // as named by who read it
  std::string text;    // all bytes of the file
  std::string kernel;  // the name in it
  std::string field;
  std::string source;  // empty: none is declared
  bool reads_source = false;
  std::vector<FormulaNumber> numbers;        // at most most_formula_numbers
  std::vector<FormulaOperation> operations;  // 1 .. most_formula_operations, each used; equal ones are one
  std::vector<std::string> unused;           // parts that nothing reads

  // Whether a neighbour in another row and another column is read.
  bool reads_corners() const;
};

// How often each unit of the arithmetic works for one point. A division by a power of two is a multiplication.
struct OperationCounts {
  int adds = 0;
  int multiplies = 0;
  int divides = 0;  // by 5
};
OperationCounts counts_of(const Formula& formula);

// x / 2^k is computed as x * 2^-k: returns 2^-k, which is exact. Returns 0 for a division by 5.
double exact_factor(const FormulaOperation& division);

// "u[i-1,j]", "q", "ax", "2", "-lap": an operand as a file writes it; `of_operation` names the results of operations.
std::string operand_text(const Formula& formula, const FormulaOperand& operand,
                         const std::vector<std::string>& of_operation);
// "ax*v2": with operands named so.
std::string operation_text(const Formula& formula, const FormulaOperation& operation,
                           const std::vector<std::string>& of_operation);

// Each operation as its text in the file reads, in their order, "lap = ... + ay*(... + u[i,j+1])": parts by their
// names, and "..." for what lies deeper than an operation in an operation.
std::vector<std::string> written_operations(const Formula& formula);

// The file's text as a formula. Throws FormulaError.
Formula read_formula(const std::string& file, const std::string& bytes);

// The same for a file that is read first. Throws FormulaError also where it cannot be read, or is no plain file.
Formula read_formula_file(const std::string& path);

}  // namespace stencil
