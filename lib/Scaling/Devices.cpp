// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attributes of sdy are read and written as text: they may be an embedder's.
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/GraphBuilder.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/OpModel.h"
#include "lib/Scaling/states/Native.h"
#include "lib/Scaling/states/Signature.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Support/DebugStringHelper.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"
#include <map>

using namespace mlir;
using namespace mlir::amp;

/// `@mesh` of `#sdy.sharding<@mesh, [{"x"}]>`; of none, an empty one.
static StringRef meshIn(StringRef sharding) {
  size_t start = sharding.find('@');
  if (start == StringRef::npos)
    return {};
  return sharding.substr(start).take_until(
      [](char letter) { return letter == ',' || letter == '>'; });
}

static Attribute parse(const Twine &text, MLIRContext *context) {
  return parseAttribute(text.str(), context);
}

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

static bool isManual(Operation *op) {
  return kindOf(op) == OpKind::manual_computation;
}

namespace {
struct Axis {
  std::string name;
  int64_t size;
  bool isManual;
};
} // namespace

/// `<["data"=8, "model"=2]>` and `#sdy<manual_axes{"data"}>`.
static SmallVector<Axis> readAxes(StringRef mesh, StringRef manual) {
  SmallVector<Axis> axes;
  llvm::Regex axis("\"([^\"]*)\"=([0-9]+)");
  SmallVector<StringRef> parts;
  while (axis.match(mesh, &parts)) {
    int64_t size = 1;
    parts[2].getAsInteger(10, size);
    axes.push_back(
        {parts[1].str(), size, manual.contains("\"" + parts[1].str() + "\"")});
    mesh = mesh.drop_front(mesh.find(parts[0]) + parts[0].size());
  }
  return axes;
}

/// Devices are numbered with the last axis fastest; those of a set differ along
/// manual axes only.
static DenseElementsAttr listDevices(ArrayRef<Axis> axes,
                                     MLIRContext *context) {
  int64_t all = 1, manual = 1;
  for (const Axis &axis : axes) {
    all *= axis.size;
    manual *= axis.isManual ? axis.size : 1;
  }
  std::map<int64_t, SmallVector<int64_t>> sets;
  for (int64_t device = 0; device < all; ++device) {
    int64_t rest = device, key = 0, stride = 1;
    for (const Axis &axis : llvm::reverse(axes)) {
      key += axis.isManual ? 0 : rest % axis.size * stride;
      stride *= axis.size;
      rest /= axis.size;
    }
    sets[key].push_back(device);
  }
  SmallVector<int64_t> numbers;
  for (auto &[key, set] : sets)
    numbers.append(set);
  auto type = RankedTensorType::get({int64_t(sets.size()), manual},
                                    IntegerType::get(context, 64));
  return DenseElementsAttr::get(type, ArrayRef(numbers));
}

static FailureOr<DenseElementsAttr> findManualDevices(Operation *manual) {
  std::string shardings = debugString(manual->getAttr("in_shardings")) +
                          debugString(manual->getAttr("out_shardings"));
  StringRef name = meshIn(shardings).ltrim('@');
  Operation *mesh =
      name.empty() ? nullptr
                   : SymbolTable::lookupNearestSymbolFrom(
                         manual, StringAttr::get(manual->getContext(), name));
  std::string axes = mesh ? debugString(mesh->getAttr("mesh")) : shardings;
  SmallVector<Axis> read =
      readAxes(axes, debugString(manual->getAttr("manual_axes")));
  bool isWhole = llvm::all_of(read, [](const Axis &a) { return a.isManual; });
  bool isOrdered = !StringRef(axes).contains("device_ids");
  if (!read.empty() && (isWhole || isOrdered))
    return listDevices(read, manual->getContext());
  return manual->emitError()
         << "cannot tell which devices share a verdict on overflow: expects a "
            "mesh with its devices in order, but got "
         << axes;
}

/// All devices that collectives of a function speak of, as one set: one that
/// skips a step alone would part from the others.
static DenseElementsAttr findReplicas(Operation *function) {
  SmallVector<int64_t> numbers;
  function->walk<WalkOrder::PreOrder>([&](Operation *op) {
    const OpRow *row = lookupRow(op);
    if (row && row->regions == RegionRule::inlined) // devices of its own
      return WalkResult::skip();
    if (!row || row->opClass != OpClass::collective)
      return WalkResult::advance();
    auto groups = op->getAttrOfType<DenseIntElementsAttr>("replica_groups");
    if (groups)
      for (const APInt &device : groups.getValues<APInt>())
        numbers.push_back(device.getSExtValue());
    return WalkResult::advance();
  });
  llvm::sort(numbers);
  numbers.erase(llvm::unique(numbers), numbers.end());
  llvm::erase(numbers, -1); // fills rows up
  if (numbers.size() < 2)
    return nullptr;
  auto type =
      RankedTensorType::get({1, int64_t(numbers.size())},
                            IntegerType::get(function->getContext(), 64));
  return DenseElementsAttr::get(type, ArrayRef(numbers));
}

FailureOr<DenseElementsAttr> native::findDevices(Operation *op) {
  if (isManual(op))
    return findManualDevices(op);
  return isa<FunctionOpInterface>(op) ? findReplicas(op) : nullptr;
}

//===----------------------------------------------------------------------===//
// Collectives and shardings
//===----------------------------------------------------------------------===//

/// A channel that no other collective of the module uses; its kind is theirs.
static Attribute findChannel(Operation *inside, bool &isGlobal) {
  int64_t last = 0;
  int64_t type = 1;
  isGlobal = true;
  inside->getParentOfType<ModuleOp>().walk([&](Operation *op) {
    if (!op->getAttr("replica_groups"))
      return;
    Attribute channel = op->getAttr("channel_handle");
    isGlobal = op->hasAttr("use_global_device_ids");
    llvm::Regex parts("handle = ([0-9]+), type = ([0-9]+)");
    SmallVector<StringRef> found;
    std::string text = channel ? debugString(channel) : "";
    int64_t handle = 0;
    if (parts.match(text, &found)) {
      found[1].getAsInteger(10, handle);
      found[2].getAsInteger(10, type);
      last = std::max(last, handle);
    }
  });
  if (!isGlobal && last == 0)
    return nullptr;
  return parse("#stablehlo.channel_handle<handle = " + Twine(last + 1) +
                   ", type = " + Twine(type) + ">",
               inside->getContext());
}

Value native::acrossDevices(OpBuilder &builder, Location loc, Value value,
                            DenseElementsAttr devices, StringRef how) {
  bool isGlobal = true;
  Attribute channel =
      findChannel(builder.getInsertionBlock()->getParentOp(), isGlobal);
  OperationState state(loc, hloName(OpKind::all_reduce), value,
                       value.getType());
  state.addAttribute("replica_groups", devices);
  if (channel)
    state.addAttribute("channel_handle", channel);
  if (channel && isGlobal)
    state.addAttribute("use_global_device_ids", builder.getUnitAttr());
  state.addRegion();
  Operation *op = builder.create(state);
  OpBuilder::InsertionGuard guard(builder);
  auto one = RankedTensorType::get({}, elementOf(value.getType()));
  Block *block =
      builder.createBlock(&op->getRegion(0), {}, {one, one}, {loc, loc});
  yield(builder, op,
        GraphBuilder(builder, loc).apply(how, block->getArguments()));
  return op->getResult(0);
}

/// Element `number` of `[<@mesh, [{}]>, <@mesh, []>]`.
static StringRef shardingAt(StringRef all, unsigned number) {
  size_t start = all.find("<@"), depth = 0;
  for (size_t i = start; i < all.size(); ++i) {
    depth += all[i] == '<';
    if (all[i] != '>' || --depth != 0)
      continue;
    if (number-- == 0)
      return all.slice(start, i + 1);
    start = i = all.find('<', i);
    depth = 1;
  }
  return {};
}

/// `<@mesh, [{}, {}]>`: no dimension is split.
static std::string wholeOf(Type type, StringRef mesh) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  SmallVector<StringRef> dims(tensor ? tensor.getRank() : 0, "{}");
  return ("<" + mesh + ", [" + llvm::join(dims, ", ") + "]>").str();
}

void native::appendShardings(Operation *manual, StringRef attribute,
                             TypeRange types, std::optional<unsigned> like) {
  std::string own = debugString(manual->getAttr(attribute));
  std::string in = debugString(manual->getAttr("in_shardings"));
  std::string all = own + in + debugString(manual->getAttr("out_shardings"));
  StringRef text = StringRef(own).rtrim();
  if (!text.consume_back("]>"))
    return;
  std::string longer = text.str();
  for (Type type : types)
    longer += (StringRef(longer).ends_with("[") ? "" : ", ") +
              (like ? shardingAt(in, *like).str() : wholeOf(type, meshIn(all)));
  manual->setAttr(attribute, parse(longer + "]>", manual->getContext()));
}

SmallVector<NamedAttribute>
native::replicatedLike(FunctionOpInterface function) {
  SmallVector<NamedAttribute> found;
  Builder builder(function.getContext());
  auto read = [&](DictionaryAttr attributes) {
    if (!attributes || !found.empty())
      return;
    if (Attribute sharding = attributes.get(scaling::sdySharding)) {
      std::string text = debugString(sharding);
      if (StringRef mesh = meshIn(text); !mesh.empty())
        found.push_back(builder.getNamedAttr(
            scaling::sdySharding,
            parse("#sdy.sharding<" + mesh + ", []>", function.getContext())));
    } else if (attributes.get("mhlo.sharding")) {
      found.push_back(builder.getNamedAttr(
          "mhlo.sharding", builder.getStringAttr("{replicated}")));
    }
  };
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    read(function.getArgAttrDict(i));
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    read(function.getResultAttrDict(i));
  return found;
}
