// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// call @f(%half)            call @f(%half)      // @f for f16
// call @f(%full)    ==>     call @f_0(%full)    // its copy for f32
#include "lib/Precision/CallSites.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::precision;

/// Sorts functions, callers first; returns a recursive function, if any.
static FunctionOpInterface orderCalls(const ProgramGraph &graph,
                                      SmallVector<Operation *> &order,
                                      ArrayRef<FunctionOpInterface> functions) {
  llvm::DenseMap<Operation *, unsigned> waiting;
  for (FunctionOpInterface function : functions)
    waiting[function] = graph.callsOf(function).size();
  SmallVector<Operation *> ready;
  for (FunctionOpInterface function : functions)
    if (!waiting.lookup(function))
      ready.push_back(function);
  llvm::DenseMap<Operation *, SmallVector<Operation *>> calleesOf;
  for (FunctionOpInterface function : functions)
    for (Operation *call : graph.callsOf(function))
      calleesOf[call->getParentOfType<FunctionOpInterface>()].push_back(
          function);
  while (!ready.empty()) {
    Operation *caller = ready.pop_back_val();
    order.push_back(caller);
    for (Operation *callee : calleesOf.lookup(caller))
      if (--waiting[callee] == 0)
        ready.push_back(callee);
  }
  for (FunctionOpInterface function : functions)
    if (waiting.lookup(function))
      return function;
  return nullptr;
}

/// Counts the references to each symbol, including nested symbol tables. A
/// function with references other than calls keeps its types.
static llvm::DenseMap<StringAttr, size_t> countMentions(ModuleOp module) {
  llvm::DenseMap<StringAttr, size_t> mentions;
  module.getBodyRegion().walk([&](Operation *op) {
    NamedAttrList attributes(op->getRawDictionaryAttrs());
    op->getName().populateInherentAttrs(op, attributes);
    for (NamedAttribute attribute : attributes)
      if (!isa<DenseArrayAttr, DenseElementsAttr, IntegerAttr, StringAttr>(
              attribute.getValue()))
        attribute.getValue().walk([&](SymbolRefAttr symbol) {
          ++mentions[symbol.getRootReference()];
          return WalkResult::skip();
        });
  });
  return mentions;
}

FailureOr<CallSites> CallSites::find(const ProgramGraph &graph,
                                     PolicyAttr policy) {
  ModuleOp module = graph.getModule();
  CallSites sites(policy);
  SmallVector<FunctionOpInterface> functions(
      module.getOps<FunctionOpInterface>());
  if (FunctionOpInterface recursive = orderCalls(graph, sites.order, functions))
    return recursive.emitOpError()
           << "calls itself, directly or through others; precision is decided "
              "per call, which recursion makes endless";

  for (FunctionOpInterface function : functions) {
    ArrayRef<Operation *> calls = graph.callsOf(function);
    if (calls.empty() || function.isExternal() || !function.isPrivate() ||
        !llvm::all_of(calls, [&](Operation *call) {
          return sites.composites.isCall(call);
        }))
      continue;
    sites.callsOf[function] = SmallVector<Operation *>(calls);
  }
  if (sites.callsOf.empty())
    return sites;
  llvm::DenseMap<StringAttr, size_t> mentions = countMentions(module);
  for (FunctionOpInterface function : functions)
    if (sites.callsOf.lookup(function).size() !=
        mentions.lookup(SymbolTable::getSymbolName(function)))
      sites.callsOf.erase(function);
  return sites;
}

static size_t countOps(Operation *op) {
  size_t count = 0;
  op->walk([&](Operation *) { ++count; });
  return count;
}

namespace {
/// Function whose precision is decided once for several calls.
struct SharedFunction {
  Operation *function;
  size_t together, calls;
};
} // namespace

/// Emits one remark for all functions, at the location of the first.
static void remarkOn(ArrayRef<SharedFunction> shared) {
  if (shared.empty())
    return;
  InFlightDiagnostic diagnostic = emitRemark(shared.front().function->getLoc());
  diagnostic
      << "precision is decided once for " << shared.front().together
      << " of the " << shared.front().calls
      << " calls of this function, because a copy for each would more than "
         "double the program";
  if (shared.size() == 1)
    return;
  size_t together = 0;
  for (const SharedFunction &other : shared.drop_front())
    together += other.together;
  diagnostic << "; so it is for " << together << " calls of "
             << shared.size() - 1 << " other functions";
}

/// Groups calls by their user constraint. Calls with different constraints
/// could not pass them on to a shared function.
static SmallVector<SmallVector<Operation *>>
groupCalls(ArrayRef<Operation *> calls, const Composites &composites) {
  llvm::MapVector<ListedAttr, SmallVector<Operation *>> groups;
  for (Operation *call : calls)
    groups[composites.find(call)].push_back(call);
  return llvm::to_vector(llvm::make_second_range(groups));
}

void CallSites::split(ModuleOp module) {
  if (callsOf.empty())
    return;
  SymbolTable symbols(module);
  size_t budget = countOps(module);
  SmallVector<SharedFunction> shared;
  // Calls in a copy are further calls of their callees.
  auto addCalls = [&](Operation *copy) {
    copy->walk([&](Operation *call) {
      if (StringAttr callee = findCallee(call))
        if (auto known = callsOf.find(symbols.lookup(callee));
            known != callsOf.end())
          known->second.push_back(call);
    });
  };
  for (Operation *function : order) {
    auto known = callsOf.find(function);
    if (known == callsOf.end())
      continue;
    SmallVector<Operation *> calls = known->second;
    size_t size = calls.size() > 1 ? countOps(function) : 0;
    size_t copies = size ? std::min(calls.size() - 1, budget / size) : 0;
    SmallVector<SmallVector<Operation *>> groups =
        groupCalls(ArrayRef(calls).drop_back(copies), composites);
    size_t together = 0;
    for (ArrayRef<Operation *> group : groups)
      together = std::max(together, group.size());
    if (together > 1)
      shared.push_back({function, together, calls.size()});
    for (Operation *call : ArrayRef(calls).take_back(copies))
      groups.push_back({call});
    budget -= std::min(budget, (groups.size() - 1) * size);
    known->second = groups.front();
    Operation *last = function;
    for (ArrayRef<Operation *> group : ArrayRef(groups).drop_front()) {
      Operation *copy = function->clone();
      symbols.insert(copy, std::next(Block::iterator(last)));
      last = copy;
      for (Operation *call : group)
        setCallee(call, SymbolTable::getSymbolName(copy));
      copiesOf[function].push_back(copy);
      callsOf[copy] = llvm::to_vector(group);
      addCalls(copy);
      composites.passOn(copy, group);
    }
    composites.passOn(function, groups.front());
  }
  remarkOn(shared);
}

static ArrayRef<Type> decidedTypes(Operation *op) {
  auto precision = dyn_cast_if_present<PrecisionAttr>(
      op->getDiscardableAttr(AmpDialect::precisionAttrName));
  return precision ? precision.getSlots() : ArrayRef<Type>();
}

static Tf32 tf32Of(Operation *op) {
  auto model = dyn_cast<ModelOp>(op);
  return model ? model.getTf32() : Tf32::never;
}

/// Returns true if two copies of a function have equal decisions, regardless of
/// their reasons.
static bool sameDecisions(Operation *a, Operation *b,
                          CallSites::Comparison areAlike) {
  SmallVector<Operation *> left, right;
  a->walk([&](Operation *op) { left.push_back(op); });
  b->walk([&](Operation *op) { right.push_back(op); });
  return llvm::equal(left, right, [&](Operation *x, Operation *y) {
    return findCallee(x) == findCallee(y) &&
           decidedTypes(x) == decidedTypes(y) && tf32Of(x) == tf32Of(y) &&
           areAlike(x, y);
  });
}

/// Keeps only the safety that all merged copies share: a proof for one call is
/// no proof for the function.
static void keepSharedSafety(Operation *kept, Operation *copy) {
  SmallVector<PrecisionAttr> others;
  auto precisionOf = [](Operation *op) {
    return dyn_cast_if_present<PrecisionAttr>(
        op->getDiscardableAttr(AmpDialect::precisionAttrName));
  };
  copy->walk([&](Operation *op) { others.push_back(precisionOf(op)); });
  unsigned next = 0;
  kept->walk([&](Operation *op) {
    PrecisionAttr mine = precisionOf(op), other = others[next++];
    if (mine && other && mine.getSafety() != other.getSafety())
      op->setDiscardableAttr(AmpDialect::precisionAttrName,
                             PrecisionAttr::get(op->getContext(),
                                                mine.getSlots(),
                                                mine.getReason()));
  });
}

static void noteMerged(Operation *kept, Operation *copy,
                       llvm::DenseMap<Operation *, Operation *> &keptFor) {
  SmallVector<Operation *> left;
  kept->walk([&](Operation *op) { left.push_back(op); });
  unsigned next = 0;
  copy->walk([&](Operation *op) { keptFor[op] = left[next++]; });
}

void CallSites::merge(ModuleOp module, Comparison areAlike) {
  for (Operation *function : llvm::reverse(order)) {
    SmallVector<Operation *> kept = {function};
    for (Operation *copy : copiesOf.lookup(function)) {
      auto same = llvm::find_if(kept, [&](Operation *other) {
        return sameDecisions(other, copy, areAlike);
      });
      if (same == kept.end()) {
        kept.push_back(copy);
        continue;
      }
      for (Operation *call : callsOf[copy])
        setCallee(call, SymbolTable::getSymbolName(*same));
      keepSharedSafety(*same, copy);
      noteMerged(*same, copy, keptFor);
      copy->erase();
    }
  }
}
