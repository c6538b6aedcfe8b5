// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Report/Totals.h"
#include "lib/Graph/ProgramGraph.h"
#include "lib/Report/OpFacts.h"
#include "lib/Report/memory/Sizes.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::report;

std::string amp::report::nameOf(Type type) {
  std::string name;
  llvm::raw_string_ostream(name) << type;
  return name;
}

//===----------------------------------------------------------------------===//
// Counting
//===----------------------------------------------------------------------===//

static void addBytes(llvm::MapVector<Type, double> &bytes, Type type,
                     double times) {
  if (double size = bytesOf(type))
    bytes[getElementTypeOrSelf(type)] += times * size;
}

static void countParameters(FunctionOpInterface function, Totals &totals) {
  if (!function.isPublic())
    return;
  for (Type type : function.getArgumentTypes())
    addBytes(totals.parameters, type, 1);
}

static void countWork(const PlacedOp &placed, OpClass opClass, Totals &totals) {
  FloatType precision = precisionOf(placed.op);
  if (!precision)
    return;
  Totals::Work &work = totals.work[{opClass, precision}];
  ++work.ops;
  if (std::optional<double> flops = flopsOf(placed.op, placed.row))
    work.flops += placed.calls * *flops;
  else
    ++work.unsized;
}

static void countOp(const PlacedOp &placed, Totals &totals) {
  Operation *op = placed.op;
  if (auto function = dyn_cast<FunctionOpInterface>(op))
    return countParameters(function, totals);
  if (auto cast = dyn_cast<CastOp>(op)) {
    ++totals.casts.ops;
    totals.casts.bytesRead += placed.calls * bytesOf(cast.getInput().getType());
    totals.casts.bytesWritten += placed.calls * bytesOf(cast.getType());
    return;
  }
  if (op->hasTrait<OpTrait::ConstantLike>())
    return addBytes(totals.constants, op->getResult(0).getType(), 1);
  OpClass opClass = classOf(op, placed.row);
  if (opClass == OpClass::control || opClass == OpClass::call ||
      handsThrough(op, placed.row))
    return;
  countWork(placed, opClass, totals);
  for (Type type : op->getResultTypes())
    addBytes(totals.activations, type, placed.calls);
}

Totals Totals::of(ArrayRef<PlacedOp> program) {
  Totals totals;
  for (const PlacedOp &placed : program)
    countOp(placed, totals);
  return totals;
}

//===----------------------------------------------------------------------===//
// As attributes
//===----------------------------------------------------------------------===//

static DictionaryAttr perType(Builder &builder,
                              const llvm::MapVector<Type, double> &bytes) {
  NamedAttrList entries;
  for (auto [type, count] : bytes)
    entries.append(nameOf(type), builder.getF64FloatAttr(count));
  return entries.getDictionary(builder.getContext());
}

DictionaryAttr Totals::toAttr(MLIRContext *context) const {
  Builder builder(context);
  auto number = [&](double value) { return builder.getF64FloatAttr(value); };
  auto dictionary = [&](ArrayRef<NamedAttribute> entries) {
    return builder.getDictionaryAttr(entries);
  };
  auto named = [&](StringRef name, Attribute value) {
    return builder.getNamedAttr(name, value);
  };
  SmallVector<Attribute> rows;
  llvm::MapVector<Type, double> flops;
  auto sorted = llvm::to_vector(work);
  llvm::sort(sorted, [](const auto &a, const auto &b) {
    auto [classA, typeA] = a.first;
    auto [classB, typeB] = b.first;
    return std::pair(classA, nameOf(typeA)) < std::pair(classB, nameOf(typeB));
  });
  for (const auto &[key, row] : sorted) {
    auto [opClass, type] = key;
    flops[type] += row.flops;
    rows.push_back(dictionary(
        {named("class", builder.getStringAttr(stringifyOpClass(opClass))),
         named("precision", builder.getStringAttr(nameOf(type))),
         named("ops", builder.getI64IntegerAttr(row.ops)),
         named("flops", number(row.flops)),
         named("unsized", builder.getI64IntegerAttr(row.unsized))}));
  }
  return dictionary(
      {named("work", builder.getArrayAttr(rows)),
       named("flops", perType(builder, flops)),
       named("parameter_bytes", perType(builder, parameters)),
       named("constant_bytes", perType(builder, constants)),
       named("activation_bytes", perType(builder, activations)),
       named(
           "casts",
           dictionary({named("ops", builder.getI64IntegerAttr(casts.ops)),
                       named("bytes_read", number(casts.bytesRead)),
                       named("bytes_written", number(casts.bytesWritten))}))});
}
