// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// call @sum(%db, %dy, %b); call @product(%x, %dy, %dw)
//   ==>   call @product(%x, %dy, %dw, %db); call @rest(%db, %b)
#include "lib/Lowering/Gpu/Library/Sums.h"
#include "lib/Lowering/Gpu/TensorCore/Units/TotalUnits.h"
#include "lib/Lowering/Gpu/TensorCore/Units/UnitCalls.h"
#include "lib/Lowering/Gpu/Units/Units.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/BitVector.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using func::CallOp;
using func::FuncOp;
using linalg::FillOp;
using linalg::GenericOp;

namespace {
/// Fusion group that begins with out[column] = sum of in[row, column].
struct Sum {
  GenericOp op;
  FillOp zeros;
  unsigned in, out; // arguments of the group
  int64_t rows, columns;
};

/// Ops of a fusion group after its reduction; null if there are none.
struct Rest {
  FuncOp unit;
  llvm::BitVector unread; // arguments that these ops do not use
};

class Taker {
public:
  explicit Taker(ModuleOp module) : units(module) {}

  void take(MatmulCall &product);
  void finish() { units.eraseUncalled(); }

private:
  bool take(MatmulCall &product, Part of, CallOp reader);
  bool meet(CallOp product, CallOp reader, const Sum &sum);
  const Rest &restOf(FuncOp unit, const Sum &sum);

  UnitCalls units;
  llvm::DenseMap<FuncOp, Rest> rests;
};
} // namespace

/// Returns true if `op` accumulates out + in, in f32.
static bool adds(GenericOp op) {
  Block &body = *op.getBody();
  auto sum = body.getTerminator()->getOperand(0).getDefiningOp<arith::AddFOp>();
  if (op.getNumDpsInputs() != 1 || !sum || !sum.getType().isF32())
    return false;
  Value out = body.getArgument(1);
  Value in = sum.getLhs() == out ? sum.getRhs() : sum.getLhs();
  if (auto wide = in.getDefiningOp<arith::ExtFOp>())
    in = wide.getIn();
  return in == body.getArgument(0) &&
         (sum.getLhs() == out || sum.getRhs() == out);
}

static std::optional<Sum> sumOf(FuncOp unit) {
  GenericOp op = summingOp(unit);
  if (!op || !adds(op))
    return std::nullopt;
  auto in = dyn_cast<BlockArgument>(op.getInputs()[0]),
       out = dyn_cast<BlockArgument>(op.getDpsInits()[0]);
  if (!in || !out || !isPlain(in.getType()) || !isPlain(out.getType()))
    return std::nullopt;
  unsigned rank = op.getNumLoops(), kept = op.getNumParallelLoops();
  auto maps = op.getIndexingMapsArray();
  if (!maps[0].isIdentity() ||
      maps[1] != AffineMap::getMinorIdentityMap(rank, kept, op.getContext()))
    return std::nullopt;
  Sum sum{op, {}, in.getArgNumber(), out.getArgNumber(), 1, 1};
  for (auto [loop, size] : llvm::enumerate(op.getStaticLoopRanges()))
    (loop < rank - kept ? sum.rows : sum.columns) *= size;
  for (Operation *user : out.getUsers())
    if (auto fill = dyn_cast<FillOp>(user);
        fill && matchPattern(fill.value(), m_PosZeroFloat()))
      sum.zeros = fill;
  return sum.zeros ? std::optional(sum) : std::nullopt;
}

const Rest &Taker::restOf(FuncOp unit, const Sum &sum) {
  auto [known, isNew] = rests.try_emplace(unit);
  Rest &result = known->second;
  if (!isNew)
    return result;
  FuncOp rest = createLike(unit, unit.getArgumentTypes());
  OpBuilder builder = OpBuilder::atBlockBegin(&rest.front());
  IRMapping values;
  values.map(unit.getArguments(), rest.getArguments());
  for (Operation &op : unit.front())
    if (&op != sum.op && &op != sum.zeros)
      builder.clone(op, values);
  if (rest.front().getOps<linalg::LinalgOp>().empty()) {
    rest.erase();
    return result;
  }
  rest->setAttr(unitAttrName, builder.getStringAttr("elementwise"));
  result = {rest, llvm::BitVector(rest.getNumArguments())};
  for (auto [i, argument] : llvm::enumerate(rest.getArguments()))
    result.unread[i] = argument.use_empty();
  if (failed(rest.eraseArguments(result.unread)))
    result.unread.reset();
  units.add(rest);
  return result;
}

/// Moves the reduction `reader` to `product`, which may come before or after
/// it. Returns false if the effects of ops in between forbid the move.
bool Taker::meet(CallOp product, CallOp reader, const Sum &sum) {
  bool up = product->isBeforeInBlock(reader);
  BufferEffects moved = units.effectsOf(reader);
  if (up) {
    moved = {};
    moved.reads.insert(wholeOf(reader.getOperand(sum.in)));
    moved.writes.insert(wholeOf(reader.getOperand(sum.out)));
  }
  BufferEffects made = up ? BufferEffects{{}, moved.writes} : moved;
  if (made.conflictsWith(units.effectsOf(product)))
    return false;
  Operation *first = up ? product : reader, *last = up ? reader : product;
  for (Operation *op = first->getNextNode(); op != last; op = op->getNextNode())
    if (moved.conflictsWith(units.effectsOf(op)))
      return false;
  if (!up)
    reader->moveAfter(product);
  Operation *out = reader.getOperand(sum.out).getDefiningOp();
  if (!out || out->getBlock() != product->getBlock() ||
      out->isBeforeInBlock(product))
    return true;
  if (!isa<memref::AllocOp>(out))
    return false;
  out->moveBefore(product);
  return true;
}

/// Returns true if an operand, or the result (`of`), is stored in contiguous
/// rows over which an epilogue can reduce.
static bool liesInRows(const struct amprt_matmul &how, Part of) {
  if (of == Part::A)
    return how.transpose_a && how.leading_a == how.m;
  if (of == Part::B)
    return !how.transpose_b && how.leading_b == how.n;
  return how.epilogue == AMPRT_DGELU && how.type_d == AMPRT_F32 &&
         how.leading_d == how.n;
}

bool Taker::take(MatmulCall &product, Part of, CallOp reader) {
  FuncOp unit = units.unitOf(reader);
  std::optional<Sum> sum = sumOf(unit);
  struct amprt_matmul &how = product.unit.product.how;
  if (!sum || reader.getOperand(sum->in) != product.operandOf(of) ||
      sum->rows != (of == Part::D ? how.m : how.k) ||
      sum->columns != (of == Part::A ? how.m : how.n))
    return false;
  auto leave = [&](StringRef why) {
    reader.emitRemark("sum not by cuBLASLt: ") << why;
    return false;
  };
  if (how.type_d != AMPRT_F32)
    return leave("the product of what it sums is not f32");
  if (of != Part::D && (how.epilogue != AMPRT_PLAIN || how.batch != 1 ||
                        how.k == 1 || how.compute != AMPRT_COMPUTE_F32 ||
                        product.unit.product[Part::Alpha].isThere))
    return leave(
        "the product of what it sums has an epilogue, a batch or TF32");
  if (!meet(product.call, reader, *sum))
    return leave("the product of what it sums is too far away");
  how.epilogue = of == Part::D   ? AMPRT_DGELU_BGRAD
                 : of == Part::A ? AMPRT_BGRAD_A
                                 : AMPRT_BGRAD_B;
  how.type_bias = how.type_d;
  product.sums = reader.getOperand(sum->out);
  product.unit.product[Part::Bias] = {true, 0, sizeof(float)};
  product.unit.biasType = Float32Type::get(reader.getContext());
  if (const Rest &rest = restOf(unit, *sum); rest.unit) {
    SmallVector<Value> read;
    for (auto [i, operand] : llvm::enumerate(reader.getOperands()))
      if (!rest.unread[i])
        read.push_back(operand);
    OpBuilder builder(reader);
    CallOp::create(builder, reader.getLoc(), rest.unit, read);
  }
  reader.erase();
  return true;
}

void Taker::take(MatmulCall &product) {
  UnitMatmul &unit = product.unit;
  for (Part of : {Part::A, Part::B, Part::D}) {
    if (!liesInRows(unit.product.how, of) || unit.product[of].offset)
      continue;
    for (Operation *user : llvm::to_vector(product.operandOf(of).getUsers())) {
      auto reader = dyn_cast<CallOp>(user);
      if (reader && reader->getBlock() == product.call->getBlock() &&
          unitKind(units.unitOf(reader)) == "reduction" &&
          take(product, of, reader))
        return;
    }
  }
}

void amp::lowering::takeSums(std::vector<MatmulCall> &products,
                             ModuleOp module) {
  Taker taker(module);
  for (MatmulCall &product : products)
    taker.take(product);
  taker.finish();
}
