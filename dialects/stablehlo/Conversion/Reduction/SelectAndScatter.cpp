// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// for each window of the operand, hence element of the source:
//   at = the element that select keeps, excluding padding
//   result[at] = scatter(result[at], source)
#include "dialects/stablehlo/Conversion/Patterns.h"
#include "dialects/stablehlo/Conversion/Reduction/Reducer.h"
#include "dialects/stablehlo/Conversion/Scalar/Scalars.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::amp::stablehlo;

namespace {
struct WindowDims {
  SmallVector<int64_t> sizes, strides, low;
};

/// Element that select keeps so far: its row-major index (-1 for none) and its
/// value.
struct Kept {
  Value place, value;
};
} // namespace

static WindowDims windowOf(SelectAndScatterOp op) {
  int64_t rank = tensorTypeOf(op.getOperand()).getRank();
  SmallVector<int64_t> ones(rank, 1), zeros(rank, 0);
  WindowDims window = {ones, ones, zeros};
  if (auto sizes = op.getWindowDimensions())
    window.sizes.assign(sizes->begin(), sizes->end());
  if (auto strides = op.getWindowStrides())
    window.strides.assign(strides->begin(), strides->end());
  if (auto padding = op.getPadding())
    for (int64_t dim = 0; dim < rank; ++dim)
      window.low[dim] = padding->getValues<int64_t>()[2 * dim];
  return window;
}

/// Returns the position in the operand of element `offsets` of the window
/// `starts`, and a predicate that is false for padding.
static std::pair<SmallVector<Value>, Value>
placeOf(ImplicitLocOpBuilder &builder, const WindowDims &window,
        ArrayRef<int64_t> shape, ValueRange starts, ValueRange offsets) {
  SmallVector<Value> places;
  Value inside = integerOf(builder, builder.getI1Type(), 1);
  for (auto [dim, size] : llvm::enumerate(shape)) {
    Value stride = indexOf(builder, window.strides[dim]);
    Value low = indexOf(builder, window.low[dim]);
    Value place = arith::MulIOp::create(builder, starts[dim], stride);
    place = arith::AddIOp::create(builder, place, offsets[dim]);
    place = arith::SubIOp::create(builder, place, low);
    Value fits = arith::CmpIOp::create(builder, arith::CmpIPredicate::ult,
                                       place, indexOf(builder, size));
    inside = arith::AndIOp::create(builder, inside, fits);
    places.push_back(place);
  }
  return {places, inside};
}

/// Returns the element at `places` if nothing is kept yet or `select` prefers
/// it; else returns `kept`.
static Kept keep(ImplicitLocOpBuilder &builder, Region &select, Value operand,
                 ValueRange places, Kept kept) {
  ArrayRef<int64_t> shape = tensorTypeOf(operand).getShape();
  Value element = tensor::ExtractOp::create(builder, operand, places);
  Value none = arith::CmpIOp::create(builder, arith::CmpIPredicate::slt,
                                     kept.place, indexOf(builder, 0));
  Value keeps = emitBody(select, {kept.value, element}, builder)[0];
  Value drops = arith::XOrIOp::create(
      builder, keeps, integerOf(builder, builder.getI1Type(), 1));
  Value take = arith::OrIOp::create(builder, none, drops);
  Value here = rowMajor(builder, shape, places);
  return {arith::SelectOp::create(builder, take, here, kept.place),
          arith::SelectOp::create(builder, take, element, kept.value)};
}

namespace {
struct SelectAndScatterPattern : OpConversionPattern<SelectAndScatterOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(SelectAndScatterOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(expectPlainTensors(op)))
      return failure();
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    Value operand = adaptor.getOperand(), source = adaptor.getSource();
    ArrayRef<int64_t> shape = tensorTypeOf(operand).getShape();
    WindowDims window = windowOf(op);
    Reducer scatter(op.getScatter(), op.getSource().getType(),
                    op.getInitValue().getType());
    auto type = getTypeConverter()->convertType<RankedTensorType>(
        op->getResult(0).getType());
    Value init =
        scatter.first(builder, 0, scalarOf(builder, adaptor.getInitValue()));
    Value flat = filledTensor(builder, init, type.clone(type.getNumElements()));

    auto atSource = [&](ImplicitLocOpBuilder &builder, ValueRange starts,
                        ValueRange carried) -> SmallVector<Value> {
      Value none = indexOf(builder, -1);
      Value nothing = zeroOf(builder, elementTypeOf(operand));
      auto atOffset = [&](ImplicitLocOpBuilder &builder, ValueRange offsets,
                          ValueRange kept) -> SmallVector<Value> {
        auto [places, inside] =
            placeOf(builder, window, shape, starts, offsets);
        auto look = [&, &places = places](OpBuilder &inner, Location loc) {
          ImplicitLocOpBuilder located(loc, inner);
          Kept now = keep(located, op.getSelect(), operand, places,
                          {kept[0], kept[1]});
          scf::YieldOp::create(located, ValueRange{now.place, now.value});
        };
        auto pass = [&](OpBuilder &inner, Location loc) {
          scf::YieldOp::create(inner, loc, kept);
        };
        return scf::IfOp::create(builder, inside, look, pass).getResults();
      };
      Value place =
          loopOver(builder, window.sizes, {none, nothing}, atOffset)[0];
      Value some = arith::CmpIOp::create(builder, arith::CmpIPredicate::sge,
                                         place, indexOf(builder, 0));
      auto add = [&](OpBuilder &inner, Location loc) {
        ImplicitLocOpBuilder located(loc, inner);
        Value element = tensor::ExtractOp::create(located, source, starts);
        Value old = tensor::ExtractOp::create(located, carried[0], place);
        Value sum = scatter.combine(located, old, element)[0];
        Value result =
            tensor::InsertOp::create(located, sum, carried[0], place);
        scf::YieldOp::create(located, result);
      };
      auto pass = [&](OpBuilder &inner, Location loc) {
        scf::YieldOp::create(inner, loc, carried);
      };
      return scf::IfOp::create(builder, some, add, pass).getResults();
    };
    Value sums =
        loopOver(builder, tensorTypeOf(source).getShape(), flat, atSource)[0];
    ReassociationIndices all =
        llvm::to_vector(llvm::seq<int64_t>(0, type.getRank()));
    SmallVector<ReassociationIndices> dims;
    if (type.getRank() > 0)
      dims.push_back(all);
    rewriter.replaceOp(
        op, tensor::ExpandShapeOp::create(builder, type, sums, dims));
    return success();
  }
};
} // namespace

void mlir::amp::stablehlo::populateSelectAndScatter(
    const TypeConverter &types, RewritePatternSet &patterns) {
  patterns.add<SelectAndScatterPattern>(types, patterns.getContext());
}
