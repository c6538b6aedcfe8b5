// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/Units/UnitOrder.h"
#include "lib/Lowering/Gpu/Host/LaunchSlots.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include <queue>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using Part = UnitOrder::Part;

/// Limit on the parts that the search for a path visits.
static constexpr unsigned maxSteps = 512;

/// Loads of scalars belong to the ops that use the scalars (see effectsOf).
bool UnitOrder::isPart(Operation *op) {
  return !amp::lowering::isFree(op) && !isa<memref::LoadOp>(op) &&
         !op->hasTrait<OpTrait::IsTerminator>();
}

/// Returns true if the memory effects of `op` are unknown.
static bool isUnknown(Operation *op) {
  return !isa<MemoryEffectOpInterface>(op) &&
         !op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() &&
         !isMemoryEffectFree(op);
}

Part UnitOrder::find(Part part) {
  while (met[part] != part)
    part = met[part] = met[met[part]];
  return part;
}

/// Adds the parts that define operands, directly or through views and scalars.
void UnitOrder::addSources(Operation *op,
                           llvm::SmallSetVector<Part, 4> &needs) {
  llvm::SmallPtrSet<Operation *, 8> seen;
  SmallVector<Operation *> work = {op};
  while (!work.empty())
    forEachOperand(work.pop_back_val(), [&](Value value) {
      Operation *source = value.getDefiningOp();
      if (!source || source->getBlock() != op->getBlock() ||
          !seen.insert(source).second)
        return;
      if (auto owner = owners.find(source); owner != owners.end())
        needs.insert(find(owner->second));
      else
        work.push_back(source);
    });
}

llvm::SmallSetVector<Part, 4> UnitOrder::findNeeds(Operation *op,
                                                   const Effects &effects) {
  llvm::SmallSetVector<Part, 4> needs;
  if (isUnknown(op))
    for (Part part = lastUnknownOp.value_or(0); part < parts.size(); ++part)
      needs.insert(find(part));
  else if (lastUnknownOp)
    needs.insert(find(*lastUnknownOp));
  addSources(op, needs);
  for (Value root : effects.reads)
    if (auto found = memory.find(root);
        found != memory.end() && found->second.writer)
      needs.insert(find(*found->second.writer));
  for (Value root : effects.writes) {
    auto found = memory.find(root);
    if (found == memory.end())
      continue;
    if (found->second.writer)
      needs.insert(find(*found->second.writer));
    for (Part reader : found->second.readers)
      needs.insert(find(reader));
  }
  return needs;
}

void UnitOrder::note(Part part, const Effects &effects) {
  for (Value root : effects.writes)
    memory[root] = {part, {}};
  for (Value root : effects.reads)
    if (!effects.writes.contains(root))
      memory[root].readers.push_back(part);
}

Part UnitOrder::add(Operation *op) {
  places[op] = ++place;
  Effects effects = effectsOf(op);
  Part part = parts.size();
  auto needs = findNeeds(op, effects);
  Record &record = parts.emplace_back();
  met.push_back(part);
  record.ops = {op};
  record.first = record.last = record.reach = place;
  record.needs = needs;
  for (Part need : needs)
    parts[need].users.insert(part);
  owners[op] = part;
  note(part, effects);
  if (isUnknown(op))
    lastUnknownOp = part;
  return part;
}

SmallVector<Part> UnitOrder::readersOf(Value memref) {
  llvm::SmallSetVector<Part, 4> readers;
  if (auto found = memory.find(bufferOf(memref)); found != memory.end())
    for (Part reader : found->second.readers)
      readers.insert(find(reader));
  return readers.takeVector();
}

bool UnitOrder::canMoveTogether(ArrayRef<Part> members) {
  unsigned first = place;
  for (Part member : members)
    first = std::min(first, parts[member].first);
  llvm::SmallDenseSet<Part, 32> seen;
  SmallVector<Part> work;
  for (Part member : members)
    for (Part need : parts[member].needs)
      if (!llvm::is_contained(members, need) && seen.insert(need).second)
        work.push_back(need);
  while (!work.empty()) {
    const Record &record = parts[work.pop_back_val()];
    if (record.reach < first)
      continue; // precedes all members
    for (Part need : record.needs) {
      if (llvm::is_contained(members, need) || seen.size() > maxSteps)
        return false;
      if (seen.insert(need).second)
        work.push_back(need);
    }
  }
  return true;
}

void UnitOrder::raise(Part part, unsigned reach) {
  SmallVector<Part> work = {part};
  while (!work.empty()) {
    Record &record = parts[work.pop_back_val()];
    if (record.reach >= reach)
      continue;
    record.reach = reach;
    work.append(record.users.begin(), record.users.end());
  }
}

Part UnitOrder::meet(ArrayRef<Part> members) {
  Part all = members.front();
  unsigned reach = 0;
  for (Part member : members.drop_front()) {
    Record from = std::move(parts[member]);
    parts[member] = {};
    parts[member].isMet = true;
    met[member] = all;
    Record &into = parts[all];
    into.ops.append(from.ops);
    into.first = std::min(into.first, from.first);
    into.last = std::max(into.last, from.last);
    reach = std::max(reach, from.reach);
    for (Part need : from.needs) {
      parts[need].users.remove(member);
      parts[need].users.insert(all);
      into.needs.insert(need);
    }
    for (Part user : from.users) {
      parts[user].needs.remove(member);
      parts[user].needs.insert(all);
      into.users.insert(user);
    }
    into.needs.remove(all);
    into.users.remove(all);
  }
  llvm::sort(parts[all].ops,
             [&](Operation *a, Operation *b) { return places[a] < places[b]; });
  reach = std::max(reach, parts[all].reach);
  parts[all].reach = 0;
  raise(all, reach);
  return all;
}

bool UnitOrder::isInOrder() {
  return llvm::all_of(parts, [&](const Record &record) {
    return llvm::all_of(record.needs, [&](Part need) {
      return parts[need].last < record.last;
    });
  });
}

void UnitOrder::reorder(Block &block) {
  if (isInOrder())
    return;
  auto isLater = [&](Part a, Part b) { return parts[a].last > parts[b].last; };
  std::priority_queue<Part, std::vector<Part>, decltype(isLater)> ready(
      isLater);
  std::vector<unsigned> waits(parts.size());
  for (Part part = 0; part < parts.size(); ++part) {
    waits[part] = parts[part].needs.size();
    if (!parts[part].isMet && !waits[part])
      ready.push(part);
  }
  SmallVector<Operation *> all;
  for (Operation &op : block.without_terminator())
    all.push_back(&op);
  llvm::SmallPtrSet<Operation *, 16> moved;
  while (!ready.empty()) {
    Part part = ready.top();
    ready.pop();
    for (Operation *op : parts[part].ops)
      moveToEnd(op, block, moved);
    for (Part user : parts[part].users)
      if (--waits[user] == 0)
        ready.push(user);
  }
  for (Operation *op : all) // operands of the terminator
    moveToEnd(op, block, moved);
}
