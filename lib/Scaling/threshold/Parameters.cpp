// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp.state (%new) else (%w),  dot_general %x, transpose(%w)
//   ==>   Parameter{%w, channels of the transposed dimensions}
#include "lib/Scaling/threshold/Parameters.h"
#include "lib/Graph/ContractionSearch.h"
#include "lib/OpModel/Elements.h"
#include "lib/Scaling/RegionArguments.h"
#include "lib/Scaling/states/Signature.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

RankedTensorType Parameter::getScaleType() const {
  SmallVector<int64_t> shape;
  for (int64_t channel : channels)
    shape.push_back(type.getDimSize(channel));
  return RankedTensorType::get(shape, type.getElementType());
}

/// Determines fan-in and channels from the contraction. Channels are the
/// dimensions that the contraction does not sum over.
static LogicalResult readContraction(const ContractionRead &read,
                                     bool isPerChannel, Parameter &parameter) {
  RankedTensorType type = parameter.type;
  std::optional<SmallVector<bool>> isKept = findResultDims(*read.operand);
  Operation *unknown = isKept ? read.unknown : read.operand->getOwner();
  SmallVector<bool> isSummed(type.getRank());
  if (!unknown) {
    auto operand = cast<RankedTensorType>(read.operand->get().getType());
    for (int64_t i = 0; i < operand.getRank(); ++i) {
      if ((*isKept)[i])
        continue;
      parameter.fanIn *= operand.getDimSize(i);
      if (i < int64_t(read.dims.size()) && read.dims[i] >= 0)
        isSummed[read.dims[i]] = true;
    }
  } else {
    // Fallback: the last dimension holds the outputs, as in framework layouts.
    parameter.fanIn = type.getNumElements() / type.getShape().back();
  }
  if (!isPerChannel)
    return success();
  if (unknown)
    return unknown->emitError()
           << "expects transposes and slices between parameter '"
           << parameter.pair.name
           << "' and a contraction for scale=channel, but got '"
           << unknown->getName() << "'; write scale=tensor";
  for (auto [i, summed] : llvm::enumerate(isSummed))
    if (!summed)
      parameter.channels.push_back(i);
  return success();
}

static bool isParameter(StateOp mark, unsigned number) {
  ArrayAttr kinds = mark.getKindsAttr();
  return kinds && cast<StringAttr>(kinds[number]).getValue() == "parameter";
}

static LogicalResult checkParameter(const Parameter &parameter,
                                    FunctionOpInterface function,
                                    const ThresholdSpec &spec) {
  StateOp mark = parameter.mark;
  Block *entry = &function.getFunctionBody().front();
  if (mark->getBlock() != entry ||
      mark.getOld()[parameter.number] !=
          entry->getArgument(parameter.pair.argument))
    return mark.emitError()
           << "expects " << mark.describe(parameter.number)
           << " to be updated outside of control flow, but its amp.state is "
              "inside; run one step per call";
  if (!parameter.type.hasStaticShape())
    return mark.emitError()
           << "expects " << mark.describe(parameter.number)
           << " to have a static shape, but got " << parameter.type;
  for (StringRef name : shardingNames)
    if ((spec.isPerChannel || spec.device) &&
        function.getArgAttr(parameter.pair.argument, name))
      return mark.emitError()
             << "expects parameters without a sharding for "
             << (spec.device ? "device=pcm" : "scale=channel") << ", but "
             << mark.describe(parameter.number) << " has '" << name
             << (spec.device ? "'" : "'; write scale=tensor");
  return success();
}

FailureOr<SmallVector<Parameter>>
amp::scaling::findParameters(FunctionOpInterface function,
                             ArrayRef<StatePair> pairs,
                             const ThresholdSpec &spec) {
  SymbolTable symbols(function->getParentOp());
  llvm::DenseMap<unsigned, const StatePair *> byArgument;
  for (const StatePair &pair : pairs)
    byArgument[pair.argument] = &pair;
  SmallVector<StateOp> marks;
  function.walk([&](StateOp mark) { marks.push_back(mark); });
  SmallVector<Parameter> found;
  for (StateOp mark : marks)
    for (unsigned i = 0; i < mark->getNumResults(); ++i) {
      auto type = dyn_cast<RankedTensorType>(mark.getOld()[i].getType());
      BlockArgument argument =
          findArgument(mark.getOld()[i], function, /*always=*/false);
      const StatePair *pair =
          argument ? byArgument.lookup(argument.getArgNumber()) : nullptr;
      if (!isParameter(mark, i) || !pair || !type ||
          !type.getElementType().isF32() || type.getRank() == 0)
        continue;
      auto reader = findFirstContraction(argument, symbols);
      if (!reader)
        continue;
      Parameter parameter{*pair, mark, i, type, {}};
      if (failed(checkParameter(parameter, function, spec)) ||
          failed(readContraction(*reader, spec.isPerChannel, parameter)))
        return failure();
      found.push_back(std::move(parameter));
    }
  return found;
}
