// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sharding queries for passes that identify the ops of this dialect by name.
#include "amp/OpAttributes.h"
#include "dialects/sdy/IR/Sdy.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::sdy;

/// Returns a sharding that splits no dimension: `<@mesh, [{}, {}]>`.
static TensorShardingAttr makeWhole(Attribute mesh, int64_t rank) {
  MLIRContext *context = mesh.getContext();
  auto whole = DimensionShardingAttr::get(context, {}, /*is_closed=*/true, {});
  return TensorShardingAttr::get(
      context, mesh, SmallVector<DimensionShardingAttr>(rank, whole), {}, {});
}

static ArrayRef<TensorShardingAttr> getShardings(Operation *op,
                                                 StringRef name) {
  auto all = op->getAttrOfType<TensorShardingPerValueAttr>(name);
  return all ? all.getShardings() : ArrayRef<TensorShardingAttr>();
}

/// Returns the first sharding of an operand or result of `manual`, or null.
static TensorShardingAttr findSharding(Operation *manual) {
  for (StringRef name : {"in_shardings", "out_shardings"})
    if (auto all = getShardings(manual, name); !all.empty())
      return all.front();
  return {};
}

namespace {
struct SdyShardings : OpShardings {
  using OpShardings::OpShardings;

  FailureOr<SmallVector<MeshAxis>> getMesh(Operation *manual) const override {
    TensorShardingAttr sharding = findSharding(manual);
    MeshAttr mesh = sharding ? sharding.getMesh(manual) : MeshAttr();
    auto names = manual->getAttrOfType<ManualAxesAttr>("manual_axes");
    SmallVector<MeshAxis> axes;
    if (mesh && names)
      for (MeshAxisAttr axis : mesh.getAxes())
        axes.push_back({axis.getName(), axis.getSize(),
                        llvm::any_of(names.getValue(), [&](StringAttr name) {
                          return name.getValue() == axis.getName();
                        })});
    bool isWhole =
        llvm::all_of(axes, [](const MeshAxis &a) { return a.isManual; });
    if (!axes.empty() && (isWhole || mesh.getDeviceIds().empty()))
      return axes;
    InFlightDiagnostic error =
        manual->emitError()
        << "cannot tell which devices share a verdict on overflow: expects a "
           "mesh with its devices in order, but got ";
    if (mesh)
      error << mesh;
    else
      error << "none";
    return error;
  }

  Attribute append(Operation *manual, Attribute shardings, TypeRange types,
                   std::optional<unsigned> like) const override {
    auto own = cast<TensorShardingPerValueAttr>(shardings);
    SmallVector<TensorShardingAttr> all(own.getShardings());
    TensorShardingAttr first = findSharding(manual);
    if (!first)
      return shardings;
    for (Type type : types) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      all.push_back(like ? getShardings(manual, "in_shardings")[*like]
                         : makeWhole(first.getMeshOrRef(),
                                     tensor ? tensor.getRank() : 0));
    }
    return TensorShardingPerValueAttr::get(getContext(), all);
  }

  bool startsWith(Attribute shardings, Attribute prefix) const override {
    auto all = dyn_cast<TensorShardingPerValueAttr>(shardings);
    auto first = dyn_cast<TensorShardingPerValueAttr>(prefix);
    return all && first &&
           all.getShardings().take_front(first.getShardings().size()) ==
               first.getShardings();
  }

  Attribute replicateScalar(Attribute sharding) const override {
    auto own = dyn_cast<TensorShardingAttr>(sharding);
    return own ? makeWhole(own.getMeshOrRef(), /*rank=*/0)
               : TensorShardingAttr();
  }
};
} // namespace

void SdyDialect::registerShardings() { addInterfaces<SdyShardings>(); }
