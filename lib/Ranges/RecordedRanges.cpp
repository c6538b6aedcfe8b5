// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// {"function": "main", "op": 3, "name": "….tanh", "result": 0,
//  "least": -0.5, "largest": 0.9, "nonzero": 0.001}
//   ==>   tanh … {amp.range = #amp.range<-0.5, 0.9, nonzero = 0.001, recorded>}
#include "amp/Ranges.h"
#include "dialects/amp/IR/Amp.h"
#include "lib/OpModel/OptionError.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;

static constexpr int schemaVersion = 1;

/// Returns the ops of a function in pre-order.
static SmallVector<Operation *> listOps(FunctionOpInterface function) {
  SmallVector<Operation *> ops;
  function.getFunctionBody().walk<WalkOrder::PreOrder>(
      [&](Operation *op) { ops.push_back(op); });
  return ops;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static FunctionOpInterface functionOf(Value value) {
  Operation *op = value.getParentRegion()->getParentOp();
  auto function = dyn_cast<FunctionOpInterface>(op);
  return function ? function : op->getParentOfType<FunctionOpInterface>();
}

void amp::writeRecordedRanges(raw_ostream &os, ArrayRef<RecordedRange> ranges) {
  llvm::DenseMap<Operation *, unsigned> numbers;
  auto numberOf = [&](FunctionOpInterface function, Operation *op) {
    if (!numbers.contains(op))
      for (auto [number, inside] : llvm::enumerate(listOps(function)))
        numbers[inside] = number;
    return numbers[op];
  };
  llvm::json::OStream json(os, /*IndentSize=*/1);
  json.object([&] {
    json.attribute("version", schemaVersion);
    json.attributeArray("ranges", [&] {
      for (const RecordedRange &range : ranges) {
        FunctionOpInterface function = functionOf(range.value);
        json.object([&] {
          json.attribute("function",
                         SymbolTable::getSymbolName(function).getValue());
          if (auto result = dyn_cast<OpResult>(range.value)) {
            Operation *op = result.getOwner();
            json.attribute("op", numberOf(function, op));
            json.attribute("name", op->getName().getStringRef());
            json.attribute("result", result.getResultNumber());
          } else {
            json.attribute("argument",
                           cast<BlockArgument>(range.value).getArgNumber());
          }
          json.attribute("least", range.lo);
          json.attribute("largest", range.hi);
          json.attribute("nonzero", range.nonzero);
        });
      }
    });
  });
  os << '\n';
}

//===----------------------------------------------------------------------===//
// TransferInput
//===----------------------------------------------------------------------===//

namespace {
/// Resolves the entries of a file to ops and arguments, and sets their ranges.
class Merger {
public:
  Merger(ModuleOp module, StringRef path)
      : module(module), path(path), symbols(module),
        name(StringAttr::get(module.getContext(), AmpDialect::rangeAttrName)) {}

  LogicalResult merge(const llvm::json::Value &file);

  /// Checks that recorded values lie within the computed bounds; otherwise a
  /// declared range is wrong.
  LogicalResult check() const;

private:
  LogicalResult mergeEntry(const llvm::json::Object &entry);
  InFlightDiagnostic refuse() {
    return emitOptionError(module) << "'" << path << "': ";
  }

  ModuleOp module;
  StringRef path;
  SymbolTable symbols;
  StringAttr name;
  llvm::DenseMap<Operation *, SmallVector<Operation *>> opsOf;
  SmallVector<RecordedRange, 0> recorded;
};
} // namespace

/// Sets range `number` of `count` on `op`, unless the user declared one.
static void putRange(Operation *op, StringAttr name, size_t count,
                     size_t number, RangeAttr range) {
  Attribute known = op->getDiscardableAttr(name);
  if (auto declared = dyn_cast_if_present<RangeAttr>(known);
      declared && !declared.getRecorded())
    return;
  if (count == 1 && !isa<FunctionOpInterface>(op))
    return op->setDiscardableAttr(name, range);
  auto unit = UnitAttr::get(op->getContext());
  SmallVector<Attribute> all(count, unit);
  if (auto array = dyn_cast_if_present<ArrayAttr>(known))
    llvm::copy(array, all.begin());
  auto before = dyn_cast<RangeAttr>(all[number]);
  if (!before || before.getRecorded())
    all[number] = range;
  op->setDiscardableAttr(name, ArrayAttr::get(op->getContext(), all));
}

LogicalResult Merger::mergeEntry(const llvm::json::Object &entry) {
  auto functionName = entry.getString("function");
  auto lo = entry.getNumber("least"), hi = entry.getNumber("largest");
  double nonzero = entry.getNumber("nonzero").value_or(0);
  if (!functionName || !lo || !hi || !(*lo <= *hi) || nonzero < 0)
    return refuse() << "expects a function, and numbers for least, largest and "
                       "nonzero, in each entry";
  auto function = symbols.lookup<FunctionOpInterface>(*functionName);
  if (!function)
    return refuse() << "was recorded for another program: it has a function '"
                    << *functionName << "', and this one has none";
  auto range =
      RangeAttr::get(module.getContext(), *lo, *hi, nonzero, /*recorded=*/true);
  if (auto argument = entry.getInteger("argument")) {
    if (*argument < 0 || *argument >= function.getNumArguments())
      return refuse() << "was recorded for another program: '" << *functionName
                      << "' has an argument " << *argument << " there, and "
                      << function.getNumArguments() << " here";
    putRange(function, name, function.getNumArguments(), *argument, range);
    if (!function.isExternal())
      recorded.push_back({function.getArgument(*argument), *lo, *hi, nonzero});
    return success();
  }
  SmallVector<Operation *> &ops = opsOf[function];
  if (ops.empty())
    ops = listOps(function);
  int64_t number = entry.getInteger("op").value_or(-1);
  int64_t result = entry.getInteger("result").value_or(-1);
  StringRef wanted = entry.getString("name").value_or("");
  Operation *op = number >= 0 && number < static_cast<int64_t>(ops.size())
                      ? ops[number]
                      : nullptr;
  if (!op || op->getName().getStringRef() != wanted || result < 0 ||
      result >= op->getNumResults())
    return refuse() << "was recorded for another program: op " << number
                    << " of '" << *functionName << "' is '" << wanted
                    << "' there, and "
                    << (op ? "'" + op->getName().getStringRef().str() + "'"
                           : "none")
                    << " here";
  putRange(op, name, op->getNumResults(), result, range);
  recorded.push_back({op->getResult(result), *lo, *hi, nonzero});
  return success();
}

LogicalResult Merger::merge(const llvm::json::Value &file) {
  const llvm::json::Object *object = file.getAsObject();
  const llvm::json::Array *entries =
      object ? object->getArray("ranges") : nullptr;
  if (!entries || object->getInteger("version") != schemaVersion)
    return refuse() << "expects version " << schemaVersion
                    << " and an array 'ranges'";
  for (const llvm::json::Value &entry : *entries) {
    const llvm::json::Object *fields = entry.getAsObject();
    if (failed(mergeEntry(fields ? *fields : llvm::json::Object())))
      return failure();
  }
  return success();
}

/// Allows a margin, because declared bounds are rarely exact in f32.
static bool isWithin(const RecordedRange &seen, const Range &range) {
  constexpr double margin = 0x1p-22;
  return seen.lo >= range.lo - std::fabs(range.lo) * margin &&
         seen.hi <= range.hi + std::fabs(range.hi) * margin &&
         (seen.nonzero == 0 || seen.nonzero >= range.least * (1 - margin));
}

LogicalResult Merger::check() const {
  RangeAnalysis analysis(module);
  for (const RecordedRange &seen : recorded) {
    const Range &range = analysis.of(seen.value);
    if (isWithin(seen, range))
      continue;
    std::string text;
    llvm::raw_string_ostream os(text);
    os << "expects values in ";
    range.print(os);
    os << llvm::format(", but a run recorded [%.6g, %.6g]", seen.lo, seen.hi)
       << llvm::format(", nonzero from %.6g", seen.nonzero);
    return emitError(seen.value.getLoc()) << text;
  }
  return success();
}

LogicalResult amp::readRecordedRanges(StringRef path, ModuleOp module) {
  auto text = llvm::MemoryBuffer::getFile(path);
  if (!text)
    return emitOptionError(module) << "cannot read ranges from '" << path
                                   << "': " << text.getError().message();
  llvm::Expected<llvm::json::Value> file =
      llvm::json::parse((*text)->getBuffer());
  if (!file)
    return emitOptionError(module)
           << "'" << path
           << "' is no JSON: " << llvm::toString(file.takeError());
  Merger merger(module, path);
  return success(succeeded(merger.merge(*file)) && succeeded(merger.check()));
}
