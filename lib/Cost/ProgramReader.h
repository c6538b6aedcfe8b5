// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_COST_PROGRAMREADER_H
#define LIB_COST_PROGRAMREADER_H

#include "lib/Cost/ValueUses.h"

namespace mlir::amp {

/// Finds the slots of a program with what each costs by itself, and its values.
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
  void addJoints(Operation *op, ArrayRef<Joint> joints, Traffic reads,
                 Traffic makes);
  /// A call of a private function, and the position of its run.
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
  double times = 1;   ///< how often the op being read runs
  unsigned index = 0; ///< its place in the body of a public function
  size_t place = 0;   ///< of the op being read, in the graph
};

} // namespace mlir::amp

#endif // LIB_COST_PROGRAMREADER_H
