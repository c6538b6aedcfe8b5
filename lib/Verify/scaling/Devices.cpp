// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Verify/scaling/Devices.h"
#include "lib/OpModel/Attributes.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/OpModel.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

using DeviceSet = Devices::Set;

static Operation *manualAround(Operation *op) {
  for (Operation *around = op; around; around = around->getParentOp())
    if (kindOf(around) == OpKind::manual_computation)
      return around;
  return nullptr;
}

/// Returns the rows of replica_groups, without the padding (-1).
static std::set<DeviceSet> groupsOf(Operation *collective) {
  std::set<DeviceSet> groups;
  auto rows = collective->getAttrOfType<DenseIntElementsAttr>("replica_groups");
  if (!rows || rows.getType().getRank() != 2 || rows.getNumElements() == 0)
    return groups;
  int64_t width = rows.getType().getShape()[1];
  DeviceSet row;
  for (auto [number, device] : llvm::enumerate(rows.getValues<APInt>())) {
    if (!device.isAllOnes())
      row.insert(device.getSExtValue());
    if (int64_t(number) % width == width - 1)
      groups.insert(std::exchange(row, {}));
  }
  return groups;
}

Devices::Numbering Devices::numberingOf(Operation *collective) {
  std::optional<Channel> channel = getChannel(collective);
  if (!channel || channel->handle <= 0)
    return Numbering::replicas;
  return collective->hasAttr("use_global_device_ids")
             ? Numbering::all
             : Numbering::replicasOfPartitions;
}

/// Adds what the collectives in a function or manual computation name, outside
/// of manual computations in it.
void Devices::addNamed(Operation *root, Named &named,
                       llvm::SmallPtrSetImpl<Operation *> &seen) {
  if (!seen.insert(root).second)
    return;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (Operation *callee = program.calleeOf(op))
      addNamed(callee, named, seen);
    if (op != root && kindOf(op) == OpKind::manual_computation)
      return WalkResult::skip();
    if (!op->hasAttr("replica_groups"))
      return WalkResult::advance();
    for (const DeviceSet &group : groupsOf(op))
      named.devices.insert(group.begin(), group.end());
    // Those of flags follow the others.
    bool isFlag = op->getNumOperands() > 0 &&
                  getElementTypeOrSelf(op->getOperand(0)).isInteger(1);
    if (!isFlag)
      named.numberings.insert(numberingOf(op));
    return WalkResult::advance();
  });
}

const Devices::Named &Devices::namedIn(Operation *root) {
  auto [found, isNew] = known.try_emplace(root);
  if (isNew) {
    llvm::SmallPtrSet<Operation *, 8> seen;
    addNamed(root, found->second, seen);
  }
  return found->second;
}

/// Returns the sets of devices that differ along manual axes only; none if the
/// mesh is unknown. Device numbers vary fastest along the last axis of the
/// mesh.
static std::set<DeviceSet> manualSets(Operation *manual) {
  const OpShardings *shardings = findShardings(manual);
  if (!shardings)
    return {};
  FailureOr<SmallVector<MeshAxis>> mesh = shardings->getMesh(manual);
  if (failed(mesh))
    return {};
  // Sets by their index along the other axes.
  std::map<int64_t, DeviceSet> sets = {{0, {0}}};
  for (const MeshAxis &axis : *mesh) {
    std::map<int64_t, DeviceSet> next;
    for (auto &[place, devices] : sets)
      for (int64_t i = 0; i < axis.size; ++i)
        for (int64_t device : devices)
          next[axis.isManual ? place : place * axis.size + i].insert(
              device * axis.size + i);
    sets = std::move(next);
  }
  std::set<DeviceSet> all;
  for (auto &[place, devices] : sets)
    all.insert(devices);
  return all;
}

bool Devices::areCombined(Operation *allReduce, Operation *op) {
  Operation *manual = manualAround(op);
  Operation *root = manual ? manual
                    : isa<FunctionOpInterface>(op)
                        ? op
                        : op->getParentOfType<FunctionOpInterface>();
  const Named &named = namedIn(root);
  if (!allReduce)
    return !manual && named.devices.size() < 2;
  bool hasNumbering = named.numberings.empty() ||
                      named.numberings.count(numberingOf(allReduce));
  std::set<DeviceSet> groups = groupsOf(allReduce);
  if (manual)
    return hasNumbering && manual->isProperAncestor(allReduce) &&
           groups == manualSets(manual);
  return hasNumbering && groups.size() == 1 && *groups.begin() == named.devices;
}
