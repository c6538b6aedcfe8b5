// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attributes of a dialect whose C++ classes the passes do not see.
//
//     dialect->addInterface<MyAttributes>();
//
// The passes know ops by name, so that an embedder may bring StableHLO and
// Shardy from elsewhere. The dialect reads and builds its attributes for them,
// through its own classes. Of a StableHLO dialect without this interface the
// passes read the attributes' text (StableHLO specification, 1.0).
#ifndef AMP_OPATTRIBUTES_H
#define AMP_OPATTRIBUTES_H

#include "amp/ModelOp.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectInterface.h"
#include "mlir/IR/Operation.h"
#include <optional>

namespace mlir::amp {

/// Direction of `stablehlo.compare`.
enum class Comparison { EQ, NE, GE, GT, LE, LT };

/// Dimension numbers of `stablehlo.gather`, and those of `stablehlo.scatter`
/// that play the same part, whose names follow.
struct IndexDims {
  /// Dimensions of the result (of the update) that are part of a slice;
  /// update_window_dims.
  SmallVector<int64_t, 4> offset;
  /// Dimensions of the operand that slices lack; inserted_window_dims.
  SmallVector<int64_t, 4> collapsed;
  /// Batching dimensions of the operand; input_batching_dims.
  SmallVector<int64_t, 4> operandBatch;
  /// Batching dimensions of the indices; scatter_indices_batching_dims.
  SmallVector<int64_t, 4> indexBatch;
  /// Dimension of the operand for each component of an index;
  /// scatter_dims_to_operand_dims.
  SmallVector<int64_t, 4> startMap;
  /// Dimension of the indices along which the components of an index lie.
  int64_t indexVector = 0;
};

/// Dimension numbers of `stablehlo.dot_general`.
struct DotDims {
  SmallVector<int64_t, 4> lhsBatching, rhsBatching;
  /// Summed over, in pairs.
  SmallVector<int64_t, 4> lhsContracting, rhsContracting;
};

/// Dimension numbers of `stablehlo.convolution`, without the spatial ones.
struct ConvDims {
  int64_t inputBatch, inputFeature, kernelInput, kernelOutput, outputBatch,
      outputFeature;
};

/// Channel of a collective.
struct Channel {
  int64_t handle, type;
};

/// Attributes of StableHLO. A reader returns nothing if `op` lacks the
/// attribute or holds it in another class.
class OpAttributes : public DialectInterface::Base<OpAttributes> {
public:
  explicit OpAttributes(Dialect *dialect) : Base(dialect) {}

  virtual std::optional<Comparison> getComparison(Operation *compare) const = 0;
  virtual std::optional<IndexDims> getIndexDims(Operation *op) const = 0;
  virtual std::optional<DotDims> getDotDims(Operation *dot) const = 0;
  virtual std::optional<ConvDims> getConvDims(Operation *conv) const = 0;
  /// Permission to round f32 operands to TF32: that of an `algorithm`, or none
  /// if the HIGHEST precision is requested.
  virtual Tf32 getTf32(Operation *contraction) const = 0;
  /// The precision that forbids TF32.
  virtual Attribute makeHighestPrecision() const = 0;
  virtual std::optional<Channel> getChannel(Operation *collective) const = 0;
  virtual Attribute makeChannel(Channel channel) const = 0;
  /// Returns true if `rng` draws from the uniform distribution.
  virtual bool isUniform(Operation *rng) const = 0;
};

/// Axis of a mesh of devices, and whether a manual computation names it.
struct MeshAxis {
  StringRef name;
  int64_t size;
  bool isManual;
};

/// Attributes of Shardy.
class OpShardings : public DialectInterface::Base<OpShardings> {
public:
  explicit OpShardings(Dialect *dialect) : Base(dialect) {}

  /// The mesh of an `sdy.manual_computation`, major axis first; fails with an
  /// error there unless its devices are in order or all axes are manual.
  virtual FailureOr<SmallVector<MeshAxis>> getMesh(Operation *manual) const = 0;

  /// `shardings`, an attribute of `manual`, with one more for each of `types`:
  /// that of operand `like`, or one that splits no dimension.
  virtual Attribute append(Operation *manual, Attribute shardings,
                           TypeRange types,
                           std::optional<unsigned> like) const = 0;

  /// Returns true if `prefix` holds the first of `shardings`, in their order;
  /// both are attributes of a manual computation.
  virtual bool startsWith(Attribute shardings, Attribute prefix) const = 0;

  /// The sharding of a scalar over the mesh of `sharding`; null if that is no
  /// sharding of a tensor.
  virtual Attribute replicateScalar(Attribute sharding) const = 0;
};

} // namespace mlir::amp

#endif // AMP_OPATTRIBUTES_H
