// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Verify/match/Record.h"
#include "lib/Graph/Calls.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/OpModel.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

/// Matches amp.cast and its lowered form, which input programs contain as well.
bool amp::verify::isFloatConvert(Operation *op) {
  return op->getNumOperands() == 1 && op->getNumResults() == 1 &&
         op->getOperand(0).getType() != op->getResult(0).getType() &&
         isFloat(op->getOperand(0).getType()) &&
         isFloat(op->getResult(0).getType()) &&
         (isa<CastOp>(op) || kindOf(op) == OpKind::convert);
}

StringAttr amp::verify::symbolOf(Operation *op) {
  return op->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
}

/// Returns true if properties of `op` may change: numbers and symbols follow
/// the types of the op, and contractions may disable TF32.
static bool mayAdoptTypes(Operation *op, F32Mode f32) {
  if (isa<FunctionOpInterface>(op) || findCallee(op))
    return true;
  auto model = dyn_cast<ModelOp>(op);
  return model && op->getNumRegions() == 0 &&
         (f32 != F32Mode::keep || model.getOpClass() != OpClass::contraction);
}

/// Pre-check by op name: returns false for most ops, whose properties never
/// change.
static bool someAdoptTypes(Operation *op) {
  return isa<FunctionOpInterface, ModelOp>(op) || isCallLike(op);
}

namespace {
class Recorder {
public:
  Recorder(Record &record, Block &body, F32Mode f32);

private:
  void add(Operation *op);
  void add(Region &region);
  void addBlock(Block &block);
  uint32_t numberConstant(Operation *op);
  Record::Typed describe(Value operand);
  bool skip(Operation *op);

  Record &record;
  F32Mode f32;
  llvm::DenseMap<Block *, uint32_t> blockNumbers;
  /// Source of each amp.cast in the input.
  llvm::DenseMap<Value, Value> castFrom;
  llvm::DenseMap<Operation *, uint32_t> constants;
  llvm::DenseMap<OperationName, bool> adopters;
  ConstantKinds kinds;
};
} // namespace

static PolicyAttr findPolicy(Operation *module) {
  return module->getAttrOfType<PolicyAttr>(AmpDialect::policyAttrName);
}

Record::Record(Operation *module, AnalysisManager &analyses)
    : Record(cast<ModuleOp>(module), nullptr, [&]() -> const ProgramGraph & {
        return analyses.getAnalysis<ProgramGraph>();
      }) {}

Record::Record(ModuleOp module, PolicyAttr applied, GraphOf graph)
    : moduleAttributes(module->getAttrDictionary()),
      policy(findPolicy(module) ? findPolicy(module) : applied),
      off(findOffOps(module, graph)),
      argumentReaders(findArgumentReaders(graph, policy)) {
  Recorder(*this, module->getRegion(0).front(),
           policy ? policy.getF32() : F32Mode::keep);
}

Recorder::Recorder(Record &record, Block &body, F32Mode f32)
    : record(record), f32(f32) {
  for (Operation &op : body) {
    if (skip(&op))
      continue;
    record.entries.push_back({symbolOf(&op), record.ops.size(),
                              record.numbers.size(), record.values.size()});
    add(&op);
  }
}

uint32_t Recorder::numberConstant(Operation *op) {
  auto [known, isNew] = constants.try_emplace(op, record.constants.size());
  if (isNew)
    record.constants.push_back(readConstant(op));
  return known->second;
}

Record::Typed Recorder::describe(Value operand) {
  Type type = operand.getType();
  if (Value input = castFrom.empty() ? Value() : castFrom.lookup(operand))
    operand = input;
  Operation *op = operand.getDefiningOp();
  return op && kinds.contains(op)
             ? Record::Typed::ofConstant(numberConstant(op), type)
             : Record::Typed(operand, type);
}

/// Returns true for ops that are not recorded: constants and amp.casts.
bool Recorder::skip(Operation *op) {
  if (kinds.contains(op))
    return true;
  auto cast = dyn_cast<CastOp>(op);
  if (!cast)
    return false;
  record.hasCasts = true;
  Value input = castFrom.lookup(cast.getInput());
  castFrom[cast.getResult()] = input ? input : cast.getInput();
  return true;
}

void Recorder::add(Operation *op) {
  size_t hash = 0;
  if (op->getPropertiesStorageSize() > 0) {
    hash = static_cast<size_t>(op->hashProperties());
    auto [adopts, isNew] = adopters.try_emplace(op->getName(), false);
    if (isNew)
      adopts->second = someAdoptTypes(op);
    if (adopts->second && mayAdoptTypes(op, f32))
      record.properties[record.ops.size()] = op->getPropertiesAsAttribute();
  }
  record.ops.push_back(
      {op->getName(), op->getRawDictionaryAttrs(), hash, op, op->getLoc()});
  for (Value operand : op->getOperands())
    record.values.push_back(describe(operand));
  for (Value result : op->getResults())
    record.values.push_back({result, result.getType()});
  if (isFloatConvert(op))
    record.converts[op->getResult(0)] = describe(op->getOperand(0));
  std::deque<uint32_t> &numbers = record.numbers;
  numbers.push_back(op->getNumOperands());
  numbers.push_back(op->getNumResults());
  for (Block *successor : op->getSuccessors())
    numbers.push_back(blockNumbers.lookup(successor));
  numbers.push_back(op->getNumRegions());
  for (Region &region : op->getRegions())
    add(region);
}

void Recorder::add(Region &region) {
  uint32_t numBlocks = 0;
  for (Block &block : region)
    blockNumbers[&block] = numBlocks++;
  record.numbers.push_back(numBlocks);
  for (Block &block : region)
    addBlock(block);
}

void Recorder::addBlock(Block &block) {
  std::deque<uint32_t> &numbers = record.numbers;
  numbers.push_back(block.getNumArguments());
  for (BlockArgument argument : block.getArguments())
    record.values.push_back({argument, argument.getType()});
  size_t count = numbers.size();
  numbers.push_back(0);
  for (Operation &op : block)
    if (!skip(&op)) {
      ++numbers[count];
      add(&op);
    }
}
