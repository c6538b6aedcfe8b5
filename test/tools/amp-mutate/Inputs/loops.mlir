// A loop whose carried values are computed by ops that policies deny.
module @loops {
  func.func public @main(%x: tensor<8x16xf32>, %w: tensor<16x16xf32>) -> tensor<8x16xf32> {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    %r:13 = stablehlo.while(%i = %zero, %v0 = %h, %v1 = %h, %v2 = %h, %v3 = %h, %v4 = %h, %v5 = %h, %v6 = %h, %v7 = %h, %v8 = %h, %v9 = %h, %v10 = %h, %v11 = %h) : tensor<i32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>
    cond {
      %four = stablehlo.constant dense<4> : tensor<i32>
      %c = stablehlo.compare LT, %i, %four, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      %n0 = stablehlo.exponential %v0 : tensor<8x16xf32>
      %n1 = stablehlo.log %v1 : tensor<8x16xf32>
      %n2 = stablehlo.log_plus_one %v2 : tensor<8x16xf32>
      %n3 = stablehlo.exponential_minus_one %v3 : tensor<8x16xf32>
      %n4 = stablehlo.rsqrt %v4 : tensor<8x16xf32>
      %n5 = stablehlo.cbrt %v5 : tensor<8x16xf32>
      %n6 = stablehlo.tan %v6 : tensor<8x16xf32>
      %n7 = stablehlo.log %v7 : tensor<8x16xf32>
      %n8 = stablehlo.exponential %v8 : tensor<8x16xf32>
      %n9 = stablehlo.rsqrt %v9 : tensor<8x16xf32>
      %n10 = stablehlo.cbrt %v10 : tensor<8x16xf32>
      %n11 = stablehlo.tan %v11 : tensor<8x16xf32>
      stablehlo.return %j, %n0, %n1, %n2, %n3, %n4, %n5, %n6, %n7, %n8, %n9, %n10, %n11 : tensor<i32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>
    }
    %s1 = stablehlo.add %r#1, %r#2 : tensor<8x16xf32>
    %s2 = stablehlo.add %s1, %r#3 : tensor<8x16xf32>
    %s3 = stablehlo.add %s2, %r#4 : tensor<8x16xf32>
    %s4 = stablehlo.add %s3, %r#5 : tensor<8x16xf32>
    %s5 = stablehlo.add %s4, %r#6 : tensor<8x16xf32>
    %s6 = stablehlo.add %s5, %r#7 : tensor<8x16xf32>
    %s7 = stablehlo.add %s6, %r#8 : tensor<8x16xf32>
    %s8 = stablehlo.add %s7, %r#9 : tensor<8x16xf32>
    %s9 = stablehlo.add %s8, %r#10 : tensor<8x16xf32>
    %s10 = stablehlo.add %s9, %r#11 : tensor<8x16xf32>
    %s11 = stablehlo.add %s10, %r#12 : tensor<8x16xf32>
    %o = stablehlo.dot_general %s11, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    return %o : tensor<8x16xf32>
  }
}
