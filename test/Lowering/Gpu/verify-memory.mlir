// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-verify-memory --split-input-file --verify-diagnostics

/// %b starts after %a's last use.
func.func @good(%x: memref<64xf32>) {
  %arena = memref.alloc() {amp.arena} : memref<512xi8>
  %c0 = arith.constant 0 : index
  %c256 = arith.constant 256 : index
  %a = memref.view %arena[%c0][] : memref<512xi8> to memref<64xf32>
  %b = memref.view %arena[%c0][] : memref<512xi8> to memref<64xf32>
  %c = memref.view %arena[%c256][] : memref<512xi8> to memref<64xf32>
  memref.copy %x, %a : memref<64xf32> to memref<64xf32>
  memref.copy %a, %c : memref<64xf32> to memref<64xf32>
  memref.copy %c, %b : memref<64xf32> to memref<64xf32>
  memref.copy %b, %x : memref<64xf32> to memref<64xf32>
  return
}

// -----

func.func @negative_overlap(%x: memref<64xf32>) {
  %arena = memref.alloc() {amp.arena} : memref<512xi8>
  %c0 = arith.constant 0 : index
  // expected-note @+1 {{which are used here}}
  %a = memref.view %arena[%c0][] : memref<512xi8> to memref<64xf32>
  // expected-error @+1 {{bytes 0 to 256 are alive at the same time as bytes 0 to 256}}
  %b = memref.view %arena[%c0][] : memref<512xi8> to memref<64xf32>
  memref.copy %x, %a : memref<64xf32> to memref<64xf32>
  memref.copy %x, %b : memref<64xf32> to memref<64xf32>
  memref.copy %a, %x : memref<64xf32> to memref<64xf32>
  return
}

// -----

/// The next iteration reads what this one has overwritten.
func.func @negative_loop(%x: memref<64xf32>, %n: index) {
  %arena = memref.alloc() {amp.arena} : memref<512xi8>
  %c0 = arith.constant 0 : index
  // expected-note @+1 {{which are used here}}
  %a = memref.view %arena[%c0][] : memref<512xi8> to memref<64xf32>
  memref.copy %x, %a : memref<64xf32> to memref<64xf32>
  scf.for %i = %c0 to %n step %n {
    // expected-error @+1 {{are alive at the same time}}
    %b = memref.view %arena[%c0][] : memref<512xi8> to memref<64xf32>
    memref.copy %a, %x : memref<64xf32> to memref<64xf32>
    memref.copy %x, %b : memref<64xf32> to memref<64xf32>
  }
  return
}

// -----

func.func @negative_end(%x: memref<64xf32>) {
  %arena = memref.alloc() {amp.arena} : memref<512xi8>
  %c384 = arith.constant 384 : index
  // expected-error @+1 {{expects 256-byte alignment inside of 512 bytes, but got bytes 384 to 640}}
  %a = memref.view %arena[%c384][] : memref<512xi8> to memref<64xf32>
  memref.copy %x, %a : memref<64xf32> to memref<64xf32>
  return
}

// -----

func.func @negative_place(%x: memref<64xf32>, %at: index) {
  %arena = memref.alloc() {amp.arena} : memref<512xi8>
  // expected-error @+1 {{expects a view at a constant place of the arena}}
  %a = memref.view %arena[%at][] : memref<512xi8> to memref<64xf32>
  memref.copy %x, %a : memref<64xf32> to memref<64xf32>
  return
}

// -----

/// Of the two parts of a loop one runs at a time.
func.func @parts(%x: memref<64xf32>, %go: i1) {
  %arena = memref.alloc() {amp.arena} : memref<512xi8>
  %c0 = arith.constant 0 : index
  scf.while : () -> () {
    %a = memref.view %arena[%c0][] : memref<512xi8> to memref<64xf32>
    memref.copy %x, %a : memref<64xf32> to memref<64xf32>
    memref.copy %a, %x : memref<64xf32> to memref<64xf32>
    scf.condition(%go)
  } do {
    %b = memref.view %arena[%c0][] : memref<512xi8> to memref<64xf32>
    memref.copy %x, %b : memref<64xf32> to memref<64xf32>
    memref.copy %b, %x : memref<64xf32> to memref<64xf32>
    scf.yield
  }
  return
}
