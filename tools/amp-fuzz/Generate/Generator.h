// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Generator of random modules: typed ops on values in scope.
#ifndef TOOLS_FUZZ_GENERATE_GENERATOR_H
#define TOOLS_FUZZ_GENERATE_GENERATOR_H

#include "Generate/Random.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::amp::fuzz {

/// Kind of the generated program.
struct ProgramStyle {
  bool isTraining = false; ///< training step with marks
  bool isBounded = false;  ///< inputs are squashed, function arguments guarded
  bool hasExactConstants = true; ///< constants that f16 and bf16 represent
  int ops = 12;                  ///< approximate number of ops in @main
};

/// Domains of unary functions.
enum class Domain { any, positive, unit, aboveOne, moderate, nonzero };

class Generator {
public:
  Generator(MLIRContext *context, uint64_t seed);

  OwningOpRef<ModuleOp> generate();
  const ProgramStyle &style() const { return programStyle; }

  // Values
  /// Returns a value of this type in scope, or creates one.
  Value value(RankedTensorType type);
  Value floatValue();
  Value anyValue();
  Value constant(RankedTensorType type);
  Value splat(RankedTensorType type, double number);
  Value integers(ArrayRef<int64_t> numbers, Type element);
  Value argument(RankedTensorType type);
  Value inDomain(Value value, Domain domain);
  /// Reshapes, broadcasts or reduces `value` to `type`.
  Value fit(Value value, RankedTensorType type);
  Value convertTo(Value value, Type element);
  Value broadcastScalar(Value scalar, ArrayRef<int64_t> shape);

  // Types
  RankedTensorType tensor(ArrayRef<int64_t> shape, Type element) {
    return RankedTensorType::get(shape, element);
  }
  RankedTensorType scalar(Type element) { return tensor({}, element); }
  ArrayRef<int64_t> drawShape() {
    return random.pick<SmallVector<int64_t>>(shapes);
  }
  Type drawFloat();
  Type drawInteger();
  Type f32() { return builder.getF32Type(); }
  Type i1() { return builder.getI1Type(); }
  Type i32() { return builder.getI32Type(); }

  // Ops
  using Attributes = ArrayRef<NamedAttribute>;
  using RegionBody =
      llvm::function_ref<SmallVector<Value>(ValueRange arguments)>;
  NamedAttribute named(StringRef name, Attribute value) {
    return builder.getNamedAttr(name, value);
  }
  NamedAttribute list(StringRef name, ArrayRef<int64_t> numbers) {
    return named(name, builder.getDenseI64ArrayAttr(numbers));
  }
  NamedAttribute number(StringRef name, int64_t value) {
    return named(name, builder.getI64IntegerAttr(value));
  }
  NamedAttribute parsed(StringRef name, const Twine &text);
  Operation *make(StringRef name, ValueRange operands, TypeRange results,
                  Attributes attributes = {}, unsigned regions = 0);
  Value make1(StringRef name, ValueRange operands, Type result,
              Attributes attributes = {});
  /// Fills a region of `op`; the body can capture values in scope.
  void fill(Region &region, TypeRange arguments, RegionBody body);
  void keep(ValueRange results);
  Location nextLocation();

  /// Emits one random op. Returns false on failure.
  bool emit();
  void emitMany(int count);

  func::FuncOp privateFunction();
  void buildTrainingStep();
  void buildPlainProgram();

  Random random;
  MLIRContext *context;
  OpBuilder builder;
  SmallVector<Value> pool;
  SmallVector<func::FuncOp> functions;
  SmallVector<SmallVector<int64_t>> shapes;
  func::FuncOp function; ///< function that gets new arguments
  bool mayAddArguments = true;
  int regionDepth = 0;

private:
  func::FuncOp startFunction(StringRef name, bool isPrivate);
  void finishFunction(ValueRange results);

  ProgramStyle programStyle;
  ModuleOp module;
  unsigned location = 0;
};

/// Draws one op of a kind and keeps its results. Returns false on failure.
using Maker = bool (*)(Generator &);
struct MakerRow {
  StringLiteral name;
  int weight;
  Maker make;
};

bool makeCollective(Generator &g);
bool makeProcessId(Generator &g);
ArrayRef<MakerRow> elementwiseMakers();
ArrayRef<MakerRow> shapeMakers();
ArrayRef<MakerRow> contractionMakers();
ArrayRef<MakerRow> reductionMakers();
ArrayRef<MakerRow> indexingMakers();
ArrayRef<MakerRow> controlMakers();
ArrayRef<MakerRow> idiomMakers();

} // namespace mlir::amp::fuzz

#endif // TOOLS_FUZZ_GENERATE_GENERATOR_H
