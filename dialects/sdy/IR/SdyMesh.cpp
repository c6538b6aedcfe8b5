// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/sdy/IR/Sdy.h"

#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace mlir::amp::sdy;

// Returns the number of devices, or nullopt on overflow.
static std::optional<int64_t> countDevices(ArrayRef<MeshAxisAttr> axes) {
  std::optional<int64_t> count = 1;
  for (MeshAxisAttr axis : axes)
    if (count)
      count = llvm::checkedMul(*count, axis.getSize());
  return count;
}

MeshAxisAttr MeshAttr::getAxis(StringRef name) const {
  for (MeshAxisAttr axis : getAxes())
    if (axis.getName() == name)
      return axis;
  return {};
}

bool MeshAttr::isInOrder(ArrayRef<MeshAxisAttr> axes,
                         ArrayRef<int64_t> deviceIds) {
  return !axes.empty() &&
         countDevices(axes) == static_cast<int64_t>(deviceIds.size()) &&
         llvm::equal(deviceIds, llvm::seq<int64_t>(0, deviceIds.size()));
}

LogicalResult MeshAxisAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   StringRef name, int64_t size) {
  if (size < 1)
    return emitError() << "expects an axis size of 1 or more, but got " << size;
  return success();
}

LogicalResult MeshAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<MeshAxisAttr> axes,
                               ArrayRef<int64_t> deviceIds) {
  llvm::StringSet<> names;
  for (MeshAxisAttr axis : axes)
    if (!names.insert(axis.getName()).second)
      return emitError() << "expects axes of different names, but got \""
                         << axis.getName() << "\" twice";
  if (deviceIds.empty())
    return success();

  int64_t numIds = deviceIds.size();
  std::optional<int64_t> wanted = countDevices(axes);
  if (wanted != numIds) {
    InFlightDiagnostic error = emitError()
                               << "expects a device id for each of ";
    if (wanted)
      error << *wanted;
    else
      error << "more than 2^63";
    return error << " devices, but got " << numIds;
  }
  llvm::SmallSet<int64_t, 8> ids;
  for (int64_t id : deviceIds) {
    if (id < 0)
      return emitError() << "expects device ids of 0 or more, but got " << id;
    if (!axes.empty() && (id >= numIds || !ids.insert(id).second))
      return emitError() << "expects each device id in [0, " << numIds
                         << ") once, but got " << id;
  }
  return success();
}
