// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The placed program without its casts: variables with one precision each,
// values with their defining variable, and reads with the variable of the user.
//
// Variables and operands are numbered in pre-order, without bodies of ops: the
// slots of an op in the order of its operands and results, the carried values
// of control flow, and the arguments and results of a private function.
// Constants and casts have no numbers, so that placing and folding casts keeps
// all numbers.
#ifndef LIB_VERIFY_SOLUTION_PRICEDPROGRAM_H
#define LIB_VERIFY_SOLUTION_PRICEDPROGRAM_H

#include "lib/Cost/OpCost.h"
#include "lib/Graph/ProgramGraph.h"

namespace mlir::amp::verify {

/// Fixed precisions that no variable decides, and a missing definition.
constexpr unsigned high = ~0u, low = ~0u - 1, none = ~0u - 2;

/// A slot of an op, or a carried value of control flow or of a function.
struct Variable {
  Operation *op;
  unsigned slot;
  unsigned line;                           ///< index of the op in the program
  bool holdsLow = false, holdsF32 = false; ///< by the types of its values
  OpCost cost = {};
};

/// Contraction with two variables (or fixed precisions): operands and result.
struct Product {
  unsigned factors, sum;
  int64_t operand; ///< number of operand A
  ProductCost cost;
};

struct Definition {
  unsigned variable;
  Value source; ///< the viewed value, if this value is a view
  unsigned place;
  Traffic traffic;
  bool isConstant;
  double elements, times;
};

struct Read {
  unsigned value, variable;
  int64_t operand;
  /// Index of the op at the top level of a public function, from 1; else 0.
  unsigned place;
  Traffic traffic;
};

class PricedProgram {
public:
  /// Numbers variables, operands and values.
  PricedProgram(const ProgramGraph &graph, FloatType compute);

  const ProgramGraph &getGraph() const { return graph; }

  /// Prices ops and sorts reads. `strict` are contractions without TF32.
  void price(const Chip &chip, const OpSet &strict);

  SmallVector<Variable, 0> variables;
  SmallVector<Definition, 0> values;
  SmallVector<Product, 0> products;
  OpCost fixed; ///< of values with a fixed precision

  ArrayRef<Read> readsOf(unsigned value) const {
    return ArrayRef(reads).slice(firstRead[value],
                                 firstRead[value + 1] - firstRead[value]);
  }
  int64_t numOperands() const { return operands; }

  /// Returns true if `op` is, or is in, a private function with several calls.
  bool isCalledOften(Operation *op) const;

  /// Returns the op that has the operand of this number.
  Operation *ownerOf(int64_t operand) const;
  int64_t firstOperandOf(const Variable &variable) const {
    return lines[variable.line].firstOperand;
  }

  /// Returns the index of the operand within its op.
  unsigned positionOf(int64_t operand) const;

  /// Returns true if a value is live across the peak: defined before, and read
  /// after, the op at which most elements are live.
  bool livesAtPeak(const Definition &value, const Read &read) const {
    return value.place != 0 && value.place < peak && read.place > peak;
  }

private:
  struct Line {
    unsigned firstVariable, place;
    int64_t firstOperand;
  };
  struct CarriedInput {
    OpOperand *operand;
    unsigned variable, place;
    Traffic traffic;
  };

  bool isTracked(Type type) const;
  unsigned endOf(Type type) const;
  unsigned variableOf(unsigned line, std::optional<unsigned> slot,
                      Type type) const;
  unsigned note(unsigned line, std::optional<unsigned> slot, Type type);
  void define(Value value, unsigned variable, Traffic traffic, Value source,
              unsigned line, double times);

  void number(unsigned line);
  void numberOp(unsigned line);
  void numberFunction(FunctionOpInterface function, unsigned line);
  void numberCarriedValues(unsigned line);
  void numberCall(unsigned line, FunctionOpInterface callee);
  /// Returns true if the types of a function may change: it is private, has a
  /// body, and is called.
  bool isDecided(Operation *function) const;
  void followViews();

  void priceOp(unsigned line, const CostModel &cost);
  void priceProduct(unsigned line, const CostModel &cost);
  void addCost(unsigned variable, OpCost cost);
  void readFixed(unsigned line);
  void read(OpOperand &operand, unsigned variable, unsigned line,
            Traffic traffic);
  void sortReads();
  void findPeak();
  void priceWrites(const CostModel &cost);
  unsigned lineOfOperand(int64_t operand) const;

  FloatType compute;
  const ProgramGraph &graph;
  ArrayRef<PlacedOp> program;
  SmallVector<Line, 0> lines; ///< one per op of `program`
  /// First operand of terminators, calls and control flow.
  llvm::DenseMap<Operation *, int64_t> operandsOf;
  llvm::DenseMap<Value, unsigned> numberOf;
  SmallVector<CarriedInput, 0> carriedInputs;
  SmallVector<Read, 0> reads;
  SmallVector<unsigned, 0> firstRead;
  int64_t operands = 0;
  unsigned peak = 0;
};

/// Returns the value before inserted casts.
Value withoutCasts(Value value);

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_SOLUTION_PRICEDPROGRAM_H
