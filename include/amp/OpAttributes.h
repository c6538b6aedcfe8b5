// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Interfaces through which a dialect reads and builds its own attributes:
//
//     dialect->addInterface<MyAttributes>();
//
// The passes identify ops by name and do not link the dialect's C++ classes, so
// that an embedder may use its own StableHLO and Shardy. For a StableHLO
// dialect without this interface, the passes parse the text of the attributes
// (StableHLO specification, 1.0).
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

/// Dimension numbers of `stablehlo.gather`, and the corresponding ones of
/// `stablehlo.scatter`.
struct IndexDims {
  /// `offset_dims`: result dimensions that belong to a slice. Scatter:
  /// `update_window_dims`, of the updates.
  SmallVector<int64_t, 4> offset;
  /// `collapsed_slice_dims`: operand dimensions that slices lack. Scatter:
  /// `inserted_window_dims`.
  SmallVector<int64_t, 4> collapsed;
  /// `operand_batching_dims`. Scatter: `input_batching_dims`.
  SmallVector<int64_t, 4> operandBatch;
  /// `start_indices_batching_dims`. Scatter: `scatter_indices_batching_dims`.
  SmallVector<int64_t, 4> indexBatch;
  /// `start_index_map`: operand dimension of each component of an index.
  /// Scatter: `scatter_dims_to_operand_dims`.
  SmallVector<int64_t, 4> startMap;
  /// `index_vector_dim`: dimension of the indices that holds the components.
  int64_t indexVector = 0;
};

/// Dimension numbers of `stablehlo.dot_general`.
struct DotDims {
  SmallVector<int64_t, 4> lhsBatching, rhsBatching;
  /// Contracting dimensions; entries at the same position form a pair.
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

/// Access to the attributes of StableHLO. A getter returns nullopt if `op`
/// lacks the attribute, or has an attribute of another class.
class OpAttributes : public DialectInterface::Base<OpAttributes> {
public:
  explicit OpAttributes(Dialect *dialect) : Base(dialect) {}

  virtual std::optional<Comparison> getComparison(Operation *compare) const = 0;
  virtual std::optional<IndexDims> getIndexDims(Operation *op) const = 0;
  virtual std::optional<DotDims> getDotDims(Operation *dot) const = 0;
  virtual std::optional<ConvDims> getConvDims(Operation *conv) const = 0;
  /// Returns the permission to round f32 operands to TF32: from `algorithm` if
  /// present, else `never` if the HIGHEST precision is requested.
  virtual Tf32 getTf32(Operation *contraction) const = 0;
  /// Returns the precision HIGHEST, which forbids TF32.
  virtual Attribute makeHighestPrecision() const = 0;
  virtual std::optional<Channel> getChannel(Operation *collective) const = 0;
  virtual Attribute makeChannel(Channel channel) const = 0;
  /// Returns true if `rng` draws from the uniform distribution.
  virtual bool isUniform(Operation *rng) const = 0;
};

/// Axis of a device mesh; `isManual` if it is manual in a manual computation.
struct MeshAxis {
  StringRef name;
  int64_t size;
  bool isManual;
};

/// Access to the attributes of Shardy.
class OpShardings : public DialectInterface::Base<OpShardings> {
public:
  explicit OpShardings(Dialect *dialect) : Base(dialect) {}

  /// Returns the mesh of an `sdy.manual_computation`, major axis first. Emits
  /// an error at the op unless the device ids are in order or all axes are
  /// manual.
  virtual FailureOr<SmallVector<MeshAxis>> getMesh(Operation *manual) const = 0;

  /// Returns `shardings`, an attribute of `manual`, with one more entry per
  /// type: the sharding of operand `like`, or one that shards no dimension.
  virtual Attribute append(Operation *manual, Attribute shardings,
                           TypeRange types,
                           std::optional<unsigned> like) const = 0;

  /// Returns true if `shardings` starts with the entries of `prefix`, in order.
  /// Both are attributes of a manual computation.
  virtual bool startsWith(Attribute shardings, Attribute prefix) const = 0;

  /// Returns the sharding of a scalar on the mesh of `sharding`; null if
  /// `sharding` is not the sharding of a tensor.
  virtual Attribute replicateScalar(Attribute sharding) const = 0;
};

} // namespace mlir::amp

#endif // AMP_OPATTRIBUTES_H
