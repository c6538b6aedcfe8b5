// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Properties of ops by op name: one row per op. A dialect without rows in amp
// registers its own:
//
//   static constexpr amp::OpRow rows[] = {
//       {"my.scale", amp::OpClass::elementwise, "a.", "a",
//        amp::RegionRule::none, 1, "the factor is an attribute-like f32"}};
//   registry.addExtension(+[](MLIRContext *, my::MyDialect *dialect) {
//     dialect->addInterface<amp::OpRows>(rows);
//   });
#ifndef AMP_OPROW_H
#define AMP_OPROW_H

#include "dialects/amp/IR/Amp.h"
#include "mlir/IR/DialectInterface.h"
#include "llvm/ADT/StringMap.h"
#include <string>

namespace mlir::amp {

enum class OpKind : uint8_t; // amp/OpKind.h

/// Execution semantics of the regions of an op.
enum class RegionRule {
  none,   ///< no regions
  branch, ///< run at most once each time the op runs; result i is yielded
  loop,   ///< run many times; position i is a loop-carried value
  body,   ///< part of the op itself, such as the body of linalg.generic
  inlined ///< run once each time the op runs, as if inlined
};

/// Description of one op.
///
/// `operands` and `results` hold one letter per value: its slot group. Values
/// of one group share one float type. '.' is never retyped, and '=' shares a
/// slot with the value at the same position on the other side (operand i with
/// result i). The last letter applies to all further values. Letters of values
/// that are not f32 have no effect. In a contraction, group 'a' holds the
/// operands A and B.
struct OpRow {
  StringLiteral name;
  OpClass opClass;
  StringLiteral operands, results;
  RegionRule regions;
  /// Floating-point operations per element of the larger of operands and
  /// results, in the weights of the Livermore loops: 1 for an addition or
  /// multiplication, 4 for a division or a square root, 8 for other functions,
  /// 0 for data movement. Ignored for contractions, whose sizes ModelOp
  /// returns.
  unsigned flops;
  StringLiteral why; ///< reason of the row, for documentation
  /// Name of an attribute that fixes the types of the op if present; "" for
  /// none.
  StringLiteral fixedBy = "";
  /// Computation of the op; OpKind::other if the passes need only its class.
  /// Rows of OpRows may only use kinds of ops without attributes and regions:
  /// elementwise arithmetic, functions and predicates, select, convert,
  /// reshape, transpose, or matmul.
  OpKind kind = OpKind(0);
};

/// Rows of a dialect for which amp has none. The caller owns the rows, which
/// must outlive the context. A malformed row invalidates all rows of the
/// dialect; the first pass of --amp reports `getError` at an op of the dialect.
class OpRows : public DialectInterface::Base<OpRows> {
public:
  OpRows(Dialect *dialect, ArrayRef<OpRow> rows);

  /// Returns the rows; empty if one is malformed.
  ArrayRef<OpRow> getRows() const { return rows; }
  /// Returns the row of an op, by its full name; null if there is none.
  const OpRow *lookup(StringRef name) const { return byName.lookup(name); }
  /// Returns a description of the first malformed row; "" if there is none.
  StringRef getError() const { return error; }

private:
  ArrayRef<OpRow> rows;
  llvm::StringMap<const OpRow *> byName;
  std::string error;
};

} // namespace mlir::amp

#endif // AMP_OPROW_H
