// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Maps the loops of a convolution to cuDNN. With x read at p * a + q * b and a
// reduction over q:
//   w[q] and a result y[p]: forward, with strides a and dilations b
//   y[q] and a result w[p]: gradient of the filter, dilations a and strides b
#include "lib/Lowering/Gpu/Library/Windows.h"
#include "lib/Lowering/Gpu/Library/WindowLoops.h"
#include "lib/Lowering/Gpu/TensorCore/Product.h"
#include "lib/Lowering/RuntimeType.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using linalg::LinalgOp;

namespace {
class Describer {
public:
  Describer(LinalgOp op, std::string &why)
      : op(op), maps(op.getIndexingMapsArray()),
        sizes(op.getStaticLoopRanges()), why(why) {}
  FailureOr<LibraryConvolution> describe();

private:
  LogicalResult fail(StringRef reason) { return why = reason.str(), failure(); }
  LogicalResult setTypes();
  bool isForward() const { return result.how.kind == AMPRT_FORWARD; }
  SmallVector<unsigned>
  arrange(ArrayRef<Loop> first, ArrayRef<Loop> features,
          llvm::function_ref<Loop(const Slide &)> spatial) const;
  SmallVector<unsigned> dimsOfX() const;
  void findKind();
  LogicalResult setSizes();
  LogicalResult setOrders();
  LogicalResult setOrder(LibraryArray &array, unsigned operand,
                         ArrayRef<unsigned> order);
  int64_t sizeOf(Loop loop) const { return loop ? sizes[*loop] : 1; }
  Loop batch() const { return isForward() ? loops.alone : loops.shared; }
  Loop inFeatures() const { return isForward() ? loops.shared : loops.alone; }
  Loop placeOf(const Slide &slide) const {
    return isForward() ? slide.kept : slide.summed;
  }
  Loop tapOf(const Slide &slide) const {
    return isForward() ? slide.summed : slide.kept;
  }

  LinalgOp op;
  SmallVector<AffineMap> maps; // of both inputs and the result
  SmallVector<int64_t> sizes;
  std::string &why;
  WindowLoops loops;
  LibraryConvolution result;
};
} // namespace

bool amp::lowering::hasWindow(LinalgOp op) {
  return op.getNumDpsInputs() == 2 && op.getNumReductionLoops() &&
         llvm::any_of(
             op.getIndexingMapsArray()[0].getResults(),
             [](AffineExpr expr) { return !isa<AffineDimExpr>(expr); });
}

LogicalResult Describer::setTypes() {
  FailureOr<Product> product = readProductOf(op, why);
  if (failed(product))
    return failure();
  if (llvm::any_of(sizes, ShapedType::isDynamic) ||
      llvm::is_contained(sizes, 0))
    return fail("its sizes are not known, or 0");
  result.how.type = *runtimeTypeOf(getElementTypeOrSelf(op->getOperand(0)));
  result.how.compute =
      product->allowTf32 ? AMPRT_COMPUTE_TF32 : AMPRT_COMPUTE_F32;
  result.how.alpha = 1;
  return success();
}

/// Returns the dimensions that exist, in the order of the library.
SmallVector<unsigned>
Describer::arrange(ArrayRef<Loop> first, ArrayRef<Loop> features,
                   llvm::function_ref<Loop(const Slide &)> spatial) const {
  SmallVector<Loop> all(first);
  bool isLast = result.how.layout == AMPRT_FEATURES_LAST;
  if (!isLast)
    llvm::append_range(all, features);
  for (const Slide &slide : loops.slides)
    all.push_back(spatial(slide));
  if (isLast)
    llvm::append_range(all, features);
  SmallVector<unsigned> there;
  for (Loop one : all)
    if (one)
      there.push_back(*one);
  return there;
}

SmallVector<unsigned> Describer::dimsOfX() const {
  auto dimOf = [&](Loop loop) { return loop ? loops.dims.at(*loop) : Loop(); };
  return arrange({dimOf(batch())}, {dimOf(loops.group), dimOf(inFeatures())},
                 [](const Slide &slide) { return slide.dim; });
}

/// Chooses the kind and the layout for which x needs no copy; else forward,
/// features last.
void Describer::findKind() {
  struct amprt_convolution &how = result.how;
  for (auto layout : {AMPRT_FEATURES_LAST, AMPRT_FEATURES_FIRST})
    for (auto kind : {AMPRT_FORWARD, AMPRT_FILTER_GRADIENT}) {
      how.kind = kind, how.layout = layout;
      if (llvm::is_sorted(dimsOfX()))
        return;
    }
  how.kind = AMPRT_FORWARD, how.layout = AMPRT_FEATURES_LAST;
}

LogicalResult Describer::setSizes() {
  struct amprt_convolution &how = result.how;
  ArrayRef<int64_t> shape =
      cast<ShapedType>(op->getOperand(0).getType()).getShape();
  how.rank = loops.slides.size();
  how.batch = sizeOf(batch());
  how.groups = sizeOf(loops.group);
  how.in_features = how.groups * sizeOf(inFeatures());
  how.out_features = how.groups * sizeOf(loops.outFeatures);
  for (auto [i, slide] : llvm::enumerate(loops.slides)) {
    how.in[i] = shape[slide.dim];
    how.window[i] = sizeOf(tapOf(slide));
    how.out[i] = sizeOf(placeOf(slide));
    how.strides[i] = isForward() ? slide.keptStep : slide.summedStep;
    how.dilations[i] = isForward() ? slide.summedStep : slide.keptStep;
    int64_t last = how.in[i] - (how.window[i] - 1) * how.dilations[i] - 1;
    if (how.out[i] != last / how.strides[i] + 1)
      return fail("its window has more places than it is put at");
  }
  return success();
}

LogicalResult Describer::setOrder(LibraryArray &array, unsigned operand,
                                  ArrayRef<unsigned> order) {
  SmallVector<AffineExpr> dims;
  for (AffineExpr expr : maps[operand].getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    const auto *place =
        dim ? llvm::find(order, dim.getPosition()) : order.end();
    if (place == order.end())
      return fail("its loops are more than those of a convolution");
    dims.push_back(getAffineDimExpr(place - order.begin(), op.getContext()));
  }
  array.operand = operand;
  for (unsigned loop : order)
    array.shape.push_back(sizes[loop]);
  array.order = AffineMap::get(order.size(), 0, dims, op.getContext());
  return array.order.isPermutation()
             ? success()
             : fail("its loops are more than those of a convolution");
}

LogicalResult Describer::setOrders() {
  ArrayRef<int64_t> shape =
      cast<ShapedType>(op->getOperand(0).getType()).getShape();
  SmallVector<unsigned> x = dimsOfX();
  for (unsigned dim : x)
    result.x.shape.push_back(shape[dim]);
  result.x.order =
      inversePermutation(AffineMap::getPermutationMap(x, op.getContext()));
  SmallVector<unsigned> w =
      arrange({loops.group, loops.outFeatures}, {inFeatures()},
              [&](const Slide &slide) { return tapOf(slide); });
  SmallVector<unsigned> y =
      arrange({batch()}, {loops.group, loops.outFeatures},
              [&](const Slide &slide) { return placeOf(slide); });
  if (failed(setOrder(result.w, isForward() ? 1 : 2, w)))
    return failure();
  return setOrder(result.y, isForward() ? 2 : 1, y);
}

FailureOr<LibraryConvolution> Describer::describe() {
  if (failed(setTypes()))
    return failure();
  FailureOr<WindowLoops> found = windowLoopsOf(op, why);
  if (failed(found))
    return failure();
  loops = std::move(*found);
  findKind();
  if (failed(setSizes()) || failed(setOrders()))
    return failure();
  return result;
}

FailureOr<LibraryConvolution> amp::lowering::convolutionOf(LinalgOp op,
                                                           std::string &why) {
  return Describer(op, why).describe();
}
