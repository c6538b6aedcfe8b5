// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_COST_PROGRAMREADER_H
#define LIB_COST_PROGRAMREADER_H

#include "lib/Cost/ValueUses.h"

namespace mlir::amp {

/// Collects the slots of a program with their own costs, and its values.
class ProgramReader {
public:
  ProgramReader(Objective &objective, const ProgramGraph &graph,
                const CostModel &cost, FloatType compute)
      : objective(objective), graph(graph), cost(cost), compute(compute) {}

  void read();

  ValueUses uses;

private:
  bool isTracked(Type type) const;
  bool isLow(Type type) const;
  unsigned endOf(Type type) const {
    return isLow(type) ? Objective::low : Objective::high;
  }
  unsigned slotFor(Operation *op, std::optional<unsigned> number, Type type);
  void addMade(Value value, unsigned maker, Traffic traffic);
  void addCarriedValues(Operation *op, ArrayRef<CarriedValue> carriedValues,
                        Traffic reads, Traffic makes);
  /// Call of a private function, and its position in a public function.
  struct Call {
    const PlacedOp *placed;
    unsigned index;
  };

  void addFunction(FunctionOpInterface function);
  void addCall(const Call &call);
  void addEnd(Operation *terminator);
  void addFixed(Operation *op, Traffic traffic);
  void addOp(Operation *op, const OpRow *row);
  void addProduct(Operation *op, const OpRow *row);
  /// Returns true for private functions with a body and a call.
  bool isCalled(Operation *op) const;

  Objective &objective;
  const ProgramGraph &graph;
  const CostModel &cost;
  FloatType compute;
  double times = 1;   ///< executions of the current op
  unsigned index = 0; ///< its position in the body of a public function
  size_t place = 0;   ///< position of the current op in the graph
};

} // namespace mlir::amp

#endif // LIB_COST_PROGRAMREADER_H
