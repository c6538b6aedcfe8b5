// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// reduce <deny, "reduction">  ->  broadcast <path, "….reduce">
//   ->  subtract <path, "….reduce">   ==>   reduce, broadcast, subtract
#include "lib/Report/DenyPaths.h"
#include "lib/Report/OpFacts.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::report;

DenyPaths::DenyPaths(const ProgramGraph &graph)
    : graph(graph), reasonName(StringAttr::get(graph.getModule().getContext(),
                                               AmpDialect::reasonAttrName)) {
  for (const PlacedOp &placed : graph.getOps()) {
    Operation *op = placed.op;
    auto reason =
        dyn_cast_if_present<ReasonAttr>(op->getDiscardableAttr(reasonName));
    if (reason && !isa<FunctionOpInterface>(op) && !handlesLow(op) &&
        llvm::is_contained({ReasonKind::deny, ReasonKind::rule,
                            ReasonKind::require, ReasonKind::body},
                           reason.getKind())) {
      before[op] = nullptr;
      work.push_back({op, op->getName().getIdentifier()});
    }
  }
  for (size_t next = 0; next < work.size(); ++next) {
    auto [op, denier] = work[next];
    start(op, denier);
  }
}

void DenyPaths::start(Operation *op, StringAttr denier) {
  for (Value result : op->getResults())
    spread(result, op, denier);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (BlockArgument argument : block.getArguments())
        spread(argument, op, denier);
}

void DenyPaths::spread(Value value, Operation *from, StringAttr denier) {
  SmallVector<Value> values = {value};
  while (!values.empty()) {
    Value next = values.pop_back_val();
    if (!seen.insert({next, denier}).second)
      continue;
    for (OpOperand &use : next.getUses()) {
      follow(use.getOwner(), from, denier);
      if (const CarriedValue *carried = graph.carriedValueOf(use))
        llvm::append_range(values, carried->values);
      else if (auto cast = dyn_cast<CastOp>(use.getOwner()))
        values.push_back(cast);
    }
  }
}

void DenyPaths::follow(Operation *op, Operation *from, StringAttr denier) {
  auto reason =
      dyn_cast_if_present<ReasonAttr>(op->getDiscardableAttr(reasonName));
  // Ranges allow single ops of a path, but not the ops after them.
  if (!reason ||
      !llvm::is_contained({ReasonKind::path, ReasonKind::range},
                          reason.getKind()) ||
      reason.getEntry() != denier || !before.try_emplace(op, from).second)
    return;
  work.push_back({op, denier});
}

SmallVector<Operation *> DenyPaths::to(Operation *op) const {
  SmallVector<Operation *> path;
  for (Operation *at = before.lookup(op); at; at = before.lookup(at))
    path.push_back(at);
  std::reverse(path.begin(), path.end());
  return path;
}
