// Values whose size follows from constants and lies outside of f16 (65504), between contractions.
module @ranges {
  func.func public @main(%x: tensor<8x16xf32>, %w: tensor<16x16xf32>) -> (tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) {
    %big = stablehlo.constant dense<300.0> : tensor<8x16xf32>
    %least = stablehlo.constant dense<-1.0e9> : tensor<8x16xf32>
    %step = stablehlo.constant dense<1000.0> : tensor<8x16xf32>
    %i = stablehlo.iota dim = 1 : tensor<8x16xi32>
    %k = stablehlo.constant dense<10000> : tensor<8x16xi32>
    %ik = stablehlo.multiply %i, %k : tensor<8x16xi32>
    %p = stablehlo.convert %ik : (tensor<8x16xi32>) -> tensor<8x16xf32>
    %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    %t = stablehlo.tanh %h : tensor<8x16xf32>
    %q1 = stablehlo.multiply %t, %big : tensor<8x16xf32>
    %q2 = stablehlo.multiply %q1, %big : tensor<8x16xf32>
    %q3 = stablehlo.add %q2, %p : tensor<8x16xf32>
    %q4 = stablehlo.negate %q3 : tensor<8x16xf32>
    %q5 = stablehlo.subtract %q4, %q1 : tensor<8x16xf32>
    %q6 = stablehlo.maximum %q5, %q2 : tensor<8x16xf32>
    %q7 = stablehlo.abs %q6 : tensor<8x16xf32>
    %q8 = stablehlo.sqrt %q7 : tensor<8x16xf32>
    %q9 = stablehlo.multiply %q8, %step : tensor<8x16xf32>
    %q10 = stablehlo.minimum %q9, %p : tensor<8x16xf32>
    %q11 = stablehlo.subtract %q10, %least : tensor<8x16xf32>
    %q12 = stablehlo.compare GT, %t, %big : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xi1>
    %q13 = stablehlo.select %q12, %q11, %least : tensor<8x16xi1>, tensor<8x16xf32>
    %q14 = stablehlo.add %q13, %q9 : tensor<8x16xf32>
    %q15 = stablehlo.dot_general %q14, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    %q16 = stablehlo.tanh %q15 : tensor<8x16xf32>
    %q17 = stablehlo.multiply %q16, %big : tensor<8x16xf32>
    %q18 = stablehlo.multiply %q17, %big : tensor<8x16xf32>
    %q19 = stablehlo.add %q18, %p : tensor<8x16xf32>
    %q20 = stablehlo.negate %q19 : tensor<8x16xf32>
    %q21 = stablehlo.subtract %q20, %q17 : tensor<8x16xf32>
    %q22 = stablehlo.maximum %q21, %q18 : tensor<8x16xf32>
    %q23 = stablehlo.abs %q22 : tensor<8x16xf32>
    %q24 = stablehlo.sqrt %q23 : tensor<8x16xf32>
    %q25 = stablehlo.multiply %q24, %step : tensor<8x16xf32>
    %q26 = stablehlo.minimum %q25, %p : tensor<8x16xf32>
    %q27 = stablehlo.subtract %q26, %least : tensor<8x16xf32>
    %q28 = stablehlo.compare GT, %q16, %big : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xi1>
    %q29 = stablehlo.select %q28, %q27, %least : tensor<8x16xi1>, tensor<8x16xf32>
    %q30 = stablehlo.add %q29, %q25 : tensor<8x16xf32>
    %q31 = stablehlo.dot_general %q30, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    %q32 = stablehlo.tanh %q31 : tensor<8x16xf32>
    %q33 = stablehlo.multiply %q32, %big : tensor<8x16xf32>
    %q34 = stablehlo.multiply %q33, %big : tensor<8x16xf32>
    %q35 = stablehlo.add %q34, %p : tensor<8x16xf32>
    %q36 = stablehlo.negate %q35 : tensor<8x16xf32>
    %q37 = stablehlo.subtract %q36, %q33 : tensor<8x16xf32>
    %q38 = stablehlo.maximum %q37, %q34 : tensor<8x16xf32>
    %q39 = stablehlo.abs %q38 : tensor<8x16xf32>
    %q40 = stablehlo.sqrt %q39 : tensor<8x16xf32>
    %q41 = stablehlo.multiply %q40, %step : tensor<8x16xf32>
    %q42 = stablehlo.minimum %q41, %p : tensor<8x16xf32>
    %q43 = stablehlo.subtract %q42, %least : tensor<8x16xf32>
    %q44 = stablehlo.compare GT, %q32, %big : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xi1>
    %q45 = stablehlo.select %q44, %q43, %least : tensor<8x16xi1>, tensor<8x16xf32>
    %q46 = stablehlo.add %q45, %q41 : tensor<8x16xf32>
    %q47 = stablehlo.dot_general %q46, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    %q48 = stablehlo.tanh %q47 : tensor<8x16xf32>
    %q49 = stablehlo.multiply %q48, %big : tensor<8x16xf32>
    %q50 = stablehlo.multiply %q49, %big : tensor<8x16xf32>
    %q51 = stablehlo.add %q50, %p : tensor<8x16xf32>
    %q52 = stablehlo.negate %q51 : tensor<8x16xf32>
    %q53 = stablehlo.subtract %q52, %q49 : tensor<8x16xf32>
    %q54 = stablehlo.maximum %q53, %q50 : tensor<8x16xf32>
    %q55 = stablehlo.abs %q54 : tensor<8x16xf32>
    %q56 = stablehlo.sqrt %q55 : tensor<8x16xf32>
    %q57 = stablehlo.multiply %q56, %step : tensor<8x16xf32>
    %q58 = stablehlo.minimum %q57, %p : tensor<8x16xf32>
    %q59 = stablehlo.subtract %q58, %least : tensor<8x16xf32>
    %q60 = stablehlo.compare GT, %q48, %big : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xi1>
    %q61 = stablehlo.select %q60, %q59, %least : tensor<8x16xi1>, tensor<8x16xf32>
    %q62 = stablehlo.add %q61, %q57 : tensor<8x16xf32>
    %q63 = stablehlo.dot_general %q62, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    %q64 = stablehlo.tanh %q63 : tensor<8x16xf32>
    return %q15, %q31, %q47, %q63, %q64 : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>
  }
}
