// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Description of an op by its name: one row per op. A dialect without rows in
// amp registers its own:
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

namespace mlir::amp {

enum class OpKind : uint8_t; // amp/OpKind.h

/// Relation of an op's regions to the code around the op.
enum class RegionRule {
  none,   ///< no regions
  branch, ///< run at most once each time the op runs; result i is yielded
  loop,   ///< run many times; position i is carried from turn to turn
  body,   ///< part of the op itself, such as the body of linalg.generic
  inlined ///< run once each time the op runs, as if they stood in its place
};

/// One op.
///
/// `operands` and `results` give each its slot group by a letter; values of one
/// group share one float type. '.' is never retyped, and '=' shares a slot with
/// the value at the same position on the other side (operand i with result i).
/// The last letter serves any that follow. Letters of values that are not f32
/// do not matter. Of a contraction, group 'a' is what it multiplies.
struct OpRow {
  StringLiteral name;
  OpClass opClass;
  StringLiteral operands, results;
  RegionRule regions;
  /// Operations per element of the larger of operands and results, weighed as
  /// the Livermore loops do: 1 for what an adder does in one pass, 4 for a
  /// division or a square root, 8 for other functions, 0 for moving values.
  /// Contractions tell theirs through ModelOp.
  unsigned flops;
  StringLiteral why;
  /// An attribute by which the program itself fixes the types, if any.
  StringLiteral fixedBy = "";
  /// The computation; OpKind::other if no pass treats it apart from its class.
  OpKind kind = OpKind(0);
};

/// The rows of a dialect that amp does not know by itself; they must outlive
/// the context. Stops the program if a row is malformed.
class OpRows : public DialectInterface::Base<OpRows> {
public:
  OpRows(Dialect *dialect, ArrayRef<OpRow> rows);

  ArrayRef<OpRow> getRows() const { return rows; }
  const OpRow *lookup(StringRef name) const { return byName.lookup(name); }

private:
  ArrayRef<OpRow> rows;
  llvm::StringMap<const OpRow *> byName;
};

} // namespace mlir::amp

#endif // AMP_OPROW_H
