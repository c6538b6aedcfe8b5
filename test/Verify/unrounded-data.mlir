// RUN: split-file %s %t
// RUN: amp-opt %t/output.mlir --amp-verify=input=%t/input.mlir -split-input-file -verify-diagnostics
// RUN: amp-opt %t/slices.output.mlir --amp-verify=input=%t/slices.mlir -split-input-file -verify-diagnostics
// RUN: amp-opt %t/choices.output.mlir --amp-verify=input=%t/choices.mlir -split-input-file -verify-diagnostics

/// A difference of arguments, and the floor of one, lowered; those of results of
/// matmuls may be.

//--- input.mlir
!t = tensor<4x4xf32>
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction", "elementwise"], clear = ["layout", "contraction.result"]>} {
  func.func @main(%x: !t, %y: !t, %w: !t) -> !t {
    %0 = stablehlo.subtract %x, %y : !t
    %1 = stablehlo.floor %x : !t
    %2 = stablehlo.dot %0, %1 : (!t, !t) -> !t
    %3 = stablehlo.floor %2 : !t
    %4 = stablehlo.dot %3, %w : (!t, !t) -> !t
    return %4 : !t
  }
}

//--- output.mlir
!t = tensor<4x4xf32>
!h = tensor<4x4xbf16>
func.func @main(%x: !t, %y: !t, %w: !t) -> !t {
  %wh = amp.cast %w <unlisted> : !t to !h
  %0 = stablehlo.subtract %x, %y : !t
  %1 = stablehlo.floor %x : !t
  %a = amp.cast %0 <unlisted> : !t to !h
  %b = amp.cast %1 <unlisted> : !t to !h
  %2 = stablehlo.dot %a, %b : (!h, !h) -> !h
  %3 = stablehlo.floor %2 : !h
  %4 = stablehlo.dot %3, %wh : (!h, !h) -> !t
  return %4 : !t
}

// -----

!t = tensor<4x4xf32>
!h = tensor<4x4xbf16>
func.func @main(%x: !t, %y: !t, %w: !t) -> !t {
  %wh = amp.cast %w <unlisted> : !t to !h
  %xh = amp.cast %x <unlisted> : !t to !h
  %yh = amp.cast %y <unlisted> : !t to !h
  // expected-error @+1 {{'stablehlo.subtract' op breaks "losses, updates, statistics and random numbers stay f32": expects f32 for a difference of data that nothing has rounded}}
  %0 = stablehlo.subtract %xh, %yh : !h
  %1 = stablehlo.floor %x : !t
  %b = amp.cast %1 <unlisted> : !t to !h
  %2 = stablehlo.dot %0, %b : (!h, !h) -> !t
  %3 = stablehlo.floor %2 : !t
  %c = amp.cast %3 <unlisted> : !t to !h
  %4 = stablehlo.dot %c, %wh : (!h, !h) -> !t
  return %4 : !t
}

// -----

!t = tensor<4x4xf32>
!h = tensor<4x4xbf16>
func.func @main(%x: !t, %y: !t, %w: !t) -> !t {
  %wh = amp.cast %w <unlisted> : !t to !h
  %xh = amp.cast %x <unlisted> : !t to !h
  %0 = stablehlo.subtract %x, %y : !t
  // expected-error @+1 {{'stablehlo.floor' op breaks "losses, updates, statistics and random numbers stay f32": expects f32 for a step of data that nothing has rounded}}
  %1 = stablehlo.floor %xh : !h
  %a = amp.cast %0 <unlisted> : !t to !h
  %2 = stablehlo.dot %a, %1 : (!h, !h) -> !t
  %3 = stablehlo.floor %2 : !t
  %c = amp.cast %3 <unlisted> : !t to !h
  %4 = stablehlo.dot %c, %wh : (!h, !h) -> !t
  return %4 : !t
}

/// The same for a prediction less its target, and for comparisons of arguments.

//--- choices.mlir
!t = tensor<4x4xf32>
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction", "elementwise"], clear = ["layout", "select", "contraction.result"]>} {
func.func @main(%x: !t, %y: !t, %w: !t) -> !t {
  %c = stablehlo.constant dense<7.68e+03> : !t
  %b = stablehlo.constant dense<0.5> : !t
  %p = stablehlo.dot %x, %w : (!t, !t) -> !t
  %0 = stablehlo.add %p, %c : !t
  %1 = stablehlo.subtract %0, %y : !t
  %2 = stablehlo.compare GT, %x, %b : (!t, !t) -> tensor<4x4xi1>
  %3 = stablehlo.compare GT, %x, %y : (!t, !t) -> tensor<4x4xi1>
  %4 = stablehlo.select %2, %1, %b : tensor<4x4xi1>, !t
  %5 = stablehlo.select %3, %4, %b : tensor<4x4xi1>, !t
  %7 = stablehlo.dot %5, %w : (!t, !t) -> !t
  return %7 : !t
}
}

//--- choices.output.mlir
!t = tensor<4x4xf32>
!h = tensor<4x4xbf16>
func.func @main(%x: !t, %y: !t, %w: !t) -> !t {
  %c = stablehlo.constant dense<7.68e+03> : !t
  %b = stablehlo.constant dense<0.5> : !t
  %xh = amp.cast %x <unlisted> : !t to !h
  %wh = amp.cast %w <unlisted> : !t to !h
  %p = stablehlo.dot %xh, %wh : (!h, !h) -> !t
  %0 = stablehlo.add %p, %c : !t
  %1 = stablehlo.subtract %0, %y : !t
  %2 = stablehlo.compare GT, %x, %b : (!t, !t) -> tensor<4x4xi1>
  %3 = stablehlo.compare GT, %x, %y : (!t, !t) -> tensor<4x4xi1>
  %4 = stablehlo.select %2, %1, %b : tensor<4x4xi1>, !t
  %5 = stablehlo.select %3, %4, %b : tensor<4x4xi1>, !t
  %6 = amp.cast %5 <unlisted> : !t to !h
  %7 = stablehlo.dot %6, %wh : (!h, !h) -> !t
  return %7 : !t
}

// -----

!t = tensor<4x4xf32>
!h = tensor<4x4xbf16>
func.func @main(%x: !t, %y: !t, %w: !t) -> !t {
  %b = stablehlo.constant dense<0.5> : !t
  %xh = amp.cast %x <unlisted> : !t to !h
  %wh = amp.cast %w <unlisted> : !t to !h
  %p = stablehlo.dot %xh, %wh : (!h, !h) -> !t
  %ch = stablehlo.constant dense<7.68e+03> : !h
  %ph = amp.cast %p <unlisted> : !t to !h
  // expected-error @+1 {{expects f32 for a prediction less its target}}
  %h = stablehlo.add %ph, %ch : !h
  %0 = amp.cast %h <unlisted> : !h to !t
  %1 = stablehlo.subtract %0, %y : !t
  %2 = stablehlo.compare GT, %x, %b : (!t, !t) -> tensor<4x4xi1>
  %3 = stablehlo.compare GT, %x, %y : (!t, !t) -> tensor<4x4xi1>
  %4 = stablehlo.select %2, %1, %b : tensor<4x4xi1>, !t
  %5 = stablehlo.select %3, %4, %b : tensor<4x4xi1>, !t
  %6 = amp.cast %5 <unlisted> : !t to !h
  %7 = stablehlo.dot %6, %wh : (!h, !h) -> !t
  return %7 : !t
}

// -----

!t = tensor<4x4xf32>
!h = tensor<4x4xbf16>
func.func @main(%x: !t, %y: !t, %w: !t) -> !t {
  %c = stablehlo.constant dense<7.68e+03> : !t
  %b = stablehlo.constant dense<0.5> : !t
  %xh = amp.cast %x <unlisted> : !t to !h
  %wh = amp.cast %w <unlisted> : !t to !h
  %p = stablehlo.dot %xh, %wh : (!h, !h) -> !t
  %0 = stablehlo.add %p, %c : !t
  %1 = stablehlo.subtract %0, %y : !t
  %bh = stablehlo.constant dense<0.5> : !h
  // expected-error @+1 {{expects f32 for a comparison of data that nothing has rounded}}
  %2 = stablehlo.compare GT, %xh, %bh : (!h, !h) -> tensor<4x4xi1>
  %3 = stablehlo.compare GT, %x, %y : (!t, !t) -> tensor<4x4xi1>
  %4 = stablehlo.select %2, %1, %b : tensor<4x4xi1>, !t
  %5 = stablehlo.select %3, %4, %b : tensor<4x4xi1>, !t
  %6 = amp.cast %5 <unlisted> : !t to !h
  %7 = stablehlo.dot %6, %wh : (!h, !h) -> !t
  return %7 : !t
}

// -----

!t = tensor<4x4xf32>
!h = tensor<4x4xbf16>
func.func @main(%x: !t, %y: !t, %w: !t) -> !t {
  %c = stablehlo.constant dense<7.68e+03> : !t
  %b = stablehlo.constant dense<0.5> : !t
  %xh = amp.cast %x <unlisted> : !t to !h
  %wh = amp.cast %w <unlisted> : !t to !h
  %p = stablehlo.dot %xh, %wh : (!h, !h) -> !t
  %0 = stablehlo.add %p, %c : !t
  %1 = stablehlo.subtract %0, %y : !t
  %2 = stablehlo.compare GT, %x, %b : (!t, !t) -> tensor<4x4xi1>
  %yh = amp.cast %y <unlisted> : !t to !h
  // expected-error @+1 {{expects f32 for a comparison of data that nothing has rounded}}
  %3 = stablehlo.compare GT, %xh, %yh : (!h, !h) -> tensor<4x4xi1>
  %4 = stablehlo.select %2, %1, %b : tensor<4x4xi1>, !t
  %5 = stablehlo.select %3, %4, %b : tensor<4x4xi1>, !t
  %6 = amp.cast %5 <unlisted> : !t to !h
  %7 = stablehlo.dot %6, %wh : (!h, !h) -> !t
  return %7 : !t
}

/// Differences of slices, of a number and of a value per column.

//--- slices.mlir
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction", "elementwise"], clear = ["layout", "contraction.result"]>} {
func.func @main(%x: tensor<64x64xf32>, %o: tensor<64xf32>, %w: tensor<63x64xf32>, %v: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) {
  %c = stablehlo.constant dense<1024.0> : tensor<64x64xf32>
  %0 = stablehlo.slice %x [0:64, 1:64] : (tensor<64x64xf32>) -> tensor<64x63xf32>
  %1 = stablehlo.slice %x [0:64, 0:63] : (tensor<64x64xf32>) -> tensor<64x63xf32>
  %2 = stablehlo.subtract %0, %1 : tensor<64x63xf32>
  %3 = stablehlo.dot %2, %w : (tensor<64x63xf32>, tensor<63x64xf32>) -> tensor<64x64xf32>
  %4 = stablehlo.subtract %x, %c : tensor<64x64xf32>
  %5 = stablehlo.dot %4, %v : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %6 = stablehlo.broadcast_in_dim %o, dims = [1] : (tensor<64xf32>) -> tensor<64x64xf32>
  %7 = stablehlo.subtract %x, %6 : tensor<64x64xf32>
  %8 = stablehlo.dot %7, %v : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %3, %5, %8 : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
}
}

//--- slices.output.mlir
func.func @main(%x: tensor<64x64xf32>, %o: tensor<64xf32>, %w: tensor<63x64xf32>, %v: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) {
  %c = stablehlo.constant dense<1024.0> : tensor<64x64xf32>
  %0 = stablehlo.slice %x [0:64, 1:64] : (tensor<64x64xf32>) -> tensor<64x63xf32>
  %1 = stablehlo.slice %x [0:64, 0:63] : (tensor<64x64xf32>) -> tensor<64x63xf32>
  %2 = stablehlo.subtract %0, %1 : tensor<64x63xf32>
  %d2 = amp.cast %2 <unlisted> : tensor<64x63xf32> to tensor<64x63xbf16>
  %wh = amp.cast %w <unlisted> : tensor<63x64xf32> to tensor<63x64xbf16>
  %3 = stablehlo.dot %d2, %wh : (tensor<64x63xbf16>, tensor<63x64xbf16>) -> tensor<64x64xf32>
  %4 = stablehlo.subtract %x, %c : tensor<64x64xf32>
  %d4 = amp.cast %4 <unlisted> : tensor<64x64xf32> to tensor<64x64xbf16>
  %vh = amp.cast %v <unlisted> : tensor<64x64xf32> to tensor<64x64xbf16>
  %5 = stablehlo.dot %d4, %vh : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xf32>
  %6 = stablehlo.broadcast_in_dim %o, dims = [1] : (tensor<64xf32>) -> tensor<64x64xf32>
  %7 = stablehlo.subtract %x, %6 : tensor<64x64xf32>
  %d7 = amp.cast %7 <unlisted> : tensor<64x64xf32> to tensor<64x64xbf16>
  %8 = stablehlo.dot %d7, %vh : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xf32>
  return %3, %5, %8 : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
}

// -----

func.func @main(%x: tensor<64x64xf32>, %o: tensor<64xf32>, %w: tensor<63x64xf32>, %v: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) {
  %c = stablehlo.constant dense<1024.0> : tensor<64x64xf32>
  %xh = amp.cast %x <unlisted> : tensor<64x64xf32> to tensor<64x64xbf16>
  %0 = stablehlo.slice %xh [0:64, 1:64] : (tensor<64x64xbf16>) -> tensor<64x63xbf16>
  %1 = stablehlo.slice %xh [0:64, 0:63] : (tensor<64x64xbf16>) -> tensor<64x63xbf16>
  // expected-error @+1 {{expects f32 for a difference of data that nothing has rounded}}
  %d2 = stablehlo.subtract %0, %1 : tensor<64x63xbf16>
  %wh = amp.cast %w <unlisted> : tensor<63x64xf32> to tensor<63x64xbf16>
  %3 = stablehlo.dot %d2, %wh : (tensor<64x63xbf16>, tensor<63x64xbf16>) -> tensor<64x64xf32>
  %4 = stablehlo.subtract %x, %c : tensor<64x64xf32>
  %d4 = amp.cast %4 <unlisted> : tensor<64x64xf32> to tensor<64x64xbf16>
  %vh = amp.cast %v <unlisted> : tensor<64x64xf32> to tensor<64x64xbf16>
  %5 = stablehlo.dot %d4, %vh : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xf32>
  %6 = stablehlo.broadcast_in_dim %o, dims = [1] : (tensor<64xf32>) -> tensor<64x64xf32>
  %7 = stablehlo.subtract %x, %6 : tensor<64x64xf32>
  %d7 = amp.cast %7 <unlisted> : tensor<64x64xf32> to tensor<64x64xbf16>
  %8 = stablehlo.dot %d7, %vh : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xf32>
  return %3, %5, %8 : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
}

// -----

func.func @main(%x: tensor<64x64xf32>, %o: tensor<64xf32>, %w: tensor<63x64xf32>, %v: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) {
  %c = stablehlo.constant dense<1024.0> : tensor<64x64xbf16>
  %0 = stablehlo.slice %x [0:64, 1:64] : (tensor<64x64xf32>) -> tensor<64x63xf32>
  %1 = stablehlo.slice %x [0:64, 0:63] : (tensor<64x64xf32>) -> tensor<64x63xf32>
  %2 = stablehlo.subtract %0, %1 : tensor<64x63xf32>
  %d2 = amp.cast %2 <unlisted> : tensor<64x63xf32> to tensor<64x63xbf16>
  %wh = amp.cast %w <unlisted> : tensor<63x64xf32> to tensor<63x64xbf16>
  %3 = stablehlo.dot %d2, %wh : (tensor<64x63xbf16>, tensor<63x64xbf16>) -> tensor<64x64xf32>
  %xh = amp.cast %x <unlisted> : tensor<64x64xf32> to tensor<64x64xbf16>
  // expected-error @+1 {{expects f32 for a difference of data that nothing has rounded}}
  %d4 = stablehlo.subtract %xh, %c : tensor<64x64xbf16>
  %vh = amp.cast %v <unlisted> : tensor<64x64xf32> to tensor<64x64xbf16>
  %5 = stablehlo.dot %d4, %vh : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xf32>
  %6 = stablehlo.broadcast_in_dim %o, dims = [1] : (tensor<64xf32>) -> tensor<64x64xf32>
  %7 = stablehlo.subtract %x, %6 : tensor<64x64xf32>
  %d7 = amp.cast %7 <unlisted> : tensor<64x64xf32> to tensor<64x64xbf16>
  %8 = stablehlo.dot %d7, %vh : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xf32>
  return %3, %5, %8 : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
}

// -----

func.func @main(%x: tensor<64x64xf32>, %o: tensor<64xf32>, %w: tensor<63x64xf32>, %v: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) {
  %c = stablehlo.constant dense<1024.0> : tensor<64x64xf32>
  %0 = stablehlo.slice %x [0:64, 1:64] : (tensor<64x64xf32>) -> tensor<64x63xf32>
  %1 = stablehlo.slice %x [0:64, 0:63] : (tensor<64x64xf32>) -> tensor<64x63xf32>
  %2 = stablehlo.subtract %0, %1 : tensor<64x63xf32>
  %d2 = amp.cast %2 <unlisted> : tensor<64x63xf32> to tensor<64x63xbf16>
  %wh = amp.cast %w <unlisted> : tensor<63x64xf32> to tensor<63x64xbf16>
  %3 = stablehlo.dot %d2, %wh : (tensor<64x63xbf16>, tensor<63x64xbf16>) -> tensor<64x64xf32>
  %4 = stablehlo.subtract %x, %c : tensor<64x64xf32>
  %d4 = amp.cast %4 <unlisted> : tensor<64x64xf32> to tensor<64x64xbf16>
  %vh = amp.cast %v <unlisted> : tensor<64x64xf32> to tensor<64x64xbf16>
  %5 = stablehlo.dot %d4, %vh : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xf32>
  %xh = amp.cast %x <unlisted> : tensor<64x64xf32> to tensor<64x64xbf16>
  %oh = amp.cast %o <unlisted> : tensor<64xf32> to tensor<64xbf16>
  %6 = stablehlo.broadcast_in_dim %oh, dims = [1] : (tensor<64xbf16>) -> tensor<64x64xbf16>
  // expected-error @+1 {{expects f32 for a difference of data that nothing has rounded}}
  %d7 = stablehlo.subtract %xh, %6 : tensor<64x64xbf16>
  %8 = stablehlo.dot %d7, %vh : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xf32>
  return %3, %5, %8 : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
}
