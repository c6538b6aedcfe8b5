// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random modules: typed ops over values that are in scope.
#ifndef TOOLS_FUZZ_GENERATE_GENERATOR_H
#define TOOLS_FUZZ_GENERATE_GENERATOR_H

#include "Generate/Random.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::amp::fuzz {

/// Kind of program to draw.
struct ProgramStyle {
  bool isTraining = false; ///< a step with marks
  bool isBounded =
      false; ///< inputs are squashed, arguments of functions guarded
  bool hasExactConstants = true; ///< constants that f16 and bf16 hold
  int ops = 12;                  ///< ops of the main function, about
};

/// Intervals that a function of one number is evaluated on.
enum class Domain { any, positive, unit, aboveOne, moderate, nonzero };

class Generator {
public:
  Generator(MLIRContext *context, uint64_t seed);

  OwningOpRef<ModuleOp> generate();
  const ProgramStyle &style() const { return programStyle; }

  // Values.
  /// A value of this type that is in scope, or a new one.
  Value value(RankedTensorType type);
  Value floatValue();
  Value anyValue();
  Value constant(RankedTensorType type);
  Value splat(RankedTensorType type, double number);
  Value integers(ArrayRef<int64_t> numbers, Type element);
  Value argument(RankedTensorType type);
  Value inDomain(Value value, Domain domain);
  /// The value with the elements of its shape rearranged, broadcast or summed.
  Value fit(Value value, RankedTensorType type);
  Value convertTo(Value value, Type element);
  Value broadcastScalar(Value scalar, ArrayRef<int64_t> shape);

  // Types.
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

  // Ops.
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
  /// Fills a region of `op`; the body sees what is in scope outside.
  void fill(Region &region, TypeRange arguments, RegionBody body);
  void keep(ValueRange results);
  Location nextLocation();

  /// Emits one random op; false if it could not.
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
  func::FuncOp function; ///< that arguments are added to
  bool mayAddArguments = true;
  int regionDepth = 0;

private:
  func::FuncOp startFunction(StringRef name, bool isPrivate);
  void finishFunction(ValueRange results);

  ProgramStyle programStyle;
  ModuleOp module;
  unsigned location = 0;
};

/// Draws one op of a kind and keeps its results; false if it could not.
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
