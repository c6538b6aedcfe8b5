// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Report/Summary.h"
#include "lib/OpModel/OpModel.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace mlir::amp;

/// Bytes of a value in memory, a bool in one byte; 0 if the size is not known.
static double bytesOf(Type type) {
  Type element = getElementTypeOrSelf(type);
  unsigned bits = 0;
  if (auto complex = dyn_cast<ComplexType>(element))
    element = complex.getElementType(), bits = element.getIntOrFloatBitWidth();
  if (!element.isIntOrFloat())
    return 0;
  bits += element.getIntOrFloatBitWidth();
  double count = 1;
  if (auto shaped = dyn_cast<ShapedType>(type)) {
    if (!shaped.hasStaticShape())
      return 0;
    for (int64_t size : shaped.getShape())
      count *= static_cast<double>(size);
  }
  return count * (bits == 1 ? 8 : bits) / 8;
}

static void countContraction(Operation *op, double calls, Summary &summary) {
  auto &row = summary.contractions[getElementTypeOrSelf(op->getOperand(0))];
  ++row.ops;
  std::optional<double> flops;
  auto isUnranked = [](Type type) { return isa<UnrankedTensorType>(type); };
  auto model = dyn_cast<ModelOp>(op);
  if (model && llvm::none_of(op->getOperandTypes(), isUnranked))
    flops = model.getContractionShape().flops();
  if (flops)
    row.flops += calls * *flops;
  else
    ++row.unsized;
}

static void countParameters(FunctionOpInterface function, Summary &summary) {
  if (SymbolTable::getSymbolVisibility(function) !=
      SymbolTable::Visibility::Public)
    return;
  for (Type type : function.getArgumentTypes())
    if (double bytes = bytesOf(type))
      summary.parameters[getElementTypeOrSelf(type)] += bytes;
}

static void countOp(Operation *op, double calls, Summary &summary) {
  const OpRow *row = lookupRow(op);
  if (classOf(op, row) == OpClass::contraction)
    return countContraction(op, calls, summary);
  if (op->hasTrait<OpTrait::ConstantLike>()) {
    Type type = op->getResult(0).getType();
    if (double bytes = bytesOf(type))
      summary.constants[getElementTypeOrSelf(type)] += bytes;
    return;
  }
  if (auto cast = dyn_cast<CastOp>(op)) {
    ++summary.casts.ops;
    summary.casts.bytesRead += calls * bytesOf(cast.getInput().getType());
    summary.casts.bytesWritten += calls * bytesOf(cast.getType());
  }
}

Summary Summary::of(ModuleOp module) {
  Summary summary;
  llvm::DenseMap<Operation *, double> calls = countCalls(module);
  for (Operation &top : *module.getBody()) {
    if (auto function = dyn_cast<FunctionOpInterface>(top))
      countParameters(function, summary);
    auto known = calls.find(&top);
    double count = known == calls.end() ? 1 : known->second;
    top.walk([&](Operation *op) { countOp(op, count, summary); });
  }
  return summary;
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

static void printBytes(raw_ostream &os, double bytes) {
  static constexpr StringLiteral units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  size_t unit = 0;
  for (; bytes >= 1024 && unit + 1 < std::size(units); ++unit)
    bytes /= 1024;
  os << llvm::format(unit ? "%.2f " : "%.0f ", bytes) << units[unit];
}

static void printPerType(raw_ostream &os, StringRef what,
                         const llvm::MapVector<Type, double> &bytes) {
  os << "  " << llvm::left_justify(what, 14);
  if (bytes.empty())
    os << "none";
  llvm::interleaveComma(bytes, os, [&](const auto &entry) {
    os << entry.first << ' ';
    printBytes(os, entry.second);
  });
  os << '\n';
}

void Summary::print(raw_ostream &os) const {
  double allFlops = 0;
  for (const auto &[type, row] : contractions)
    allFlops += row.flops;
  os << "  contractions  operands       ops         GFLOP     share\n";
  for (const auto &[type, row] : contractions) {
    std::string name;
    llvm::raw_string_ostream(name) << type;
    os << "                " << llvm::left_justify(name, 8)
       << llvm::format("%10lld %13.6g", (long long)row.ops, row.flops / 1e9)
       << llvm::format("   %5.1f %%",
                       allFlops ? 100 * row.flops / allFlops : 0.0);
    if (row.unsized)
      os << "  (" << row.unsized << " of unknown size not counted)";
    os << '\n';
  }
  os << "  casts         " << casts.ops << ", reading ";
  printBytes(os, casts.bytesRead);
  os << ", writing ";
  printBytes(os, casts.bytesWritten);
  os << '\n';
  printPerType(os, "parameters", parameters);
  printPerType(os, "constants", constants);
}
