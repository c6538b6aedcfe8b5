// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Definition and users of each value of a program, as slots.
#ifndef LIB_COST_VALUEUSES_H
#define LIB_COST_VALUEUSES_H

#include "lib/Cost/Objective.h"

namespace mlir::amp {

/// A value of f32 or of the low format.
struct MadeValue {
  double elements;
  double times; ///< executions of its definition
  unsigned maker;
  unsigned viewOf; ///< value of which it is a view, or Objective::none
  unsigned index;  ///< of its op in the body of a public function, or 0
  Traffic traffic;
  bool isConstant;
};

struct ValueUse {
  unsigned value, reader;
  unsigned index; ///< as above
  Traffic traffic;
  OpOperand *operand;
};

class ValueUses {
public:
  SmallVector<MadeValue, 0> values;

  void reserve(size_t count);
  void addValue(Value value, const MadeValue &made);
  /// Makes `cast` another name of `value`.
  void addName(Value cast, Value value);
  void addUse(OpOperand &operand, unsigned reader, Traffic traffic,
              unsigned index);
  /// Makes `value` a view of `source`.
  void addView(Value value, Value source);

  /// Called after all values and uses are added: sorts uses by value, and
  /// resolves views.
  void finish();

  ArrayRef<ValueUse> usesOf(unsigned value) const {
    return ArrayRef(uses).slice(offsets[value],
                                offsets[value + 1] - offsets[value]);
  }

  /// Returns the position in a public function's body at which most elements
  /// are live.
  unsigned findPeak() const;

private:
  void followViews();

  llvm::DenseMap<Value, unsigned> numbers;
  SmallVector<ValueUse, 0> uses;
  SmallVector<unsigned, 0> offsets;
  SmallVector<ValueUse, 0> laterUses;
  SmallVector<std::pair<Value, Value>, 0> laterNames, views;
};

} // namespace mlir::amp

#endif // LIB_COST_VALUEUSES_H
