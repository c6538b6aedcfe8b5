// A step with two losses, a counter, a running mean, and a loop that sums exponentials.
module @two_groups {
  func.func public @main(%w: tensor<16x16xf32>, %v: tensor<16x16xf32>, %n: tensor<i32>, %mean: tensor<f32>, %x: tensor<8x16xf32>) -> (tensor<16x16xf32>, tensor<16x16xf32>, tensor<i32>, tensor<f32>, tensor<f32>, tensor<f32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %one = stablehlo.constant dense<1.0> : tensor<f32>
    %rate = stablehlo.constant dense<1.0e-2> : tensor<16x16xf32>
    %keep = stablehlo.constant dense<0.9> : tensor<f32>
    %next = stablehlo.constant dense<1> : tensor<i32>
    %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    %t = stablehlo.tanh %h : tensor<8x16xf32>
    %o = stablehlo.dot_general %t, %v, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    %first = stablehlo.reduce(%t init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<f32>
    %loss0 = stablehlo.composite "amp.loss" %first {composite_attributes = {group = "gen"}, decomposition = @amp.loss} : (tensor<f32>) -> tensor<f32>
    %i0 = stablehlo.constant dense<0> : tensor<i32>
    %sum:2 = stablehlo.while(%i = %i0, %s = %zero) : tensor<i32>, tensor<f32>
    cond {
      %four = stablehlo.constant dense<4> : tensor<i32>
      %c = stablehlo.compare LT, %i, %four, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %e = stablehlo.exponential %o : tensor<8x16xf32>
      %r = stablehlo.reduce(%e init: %s) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<f32>
      %step = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %step : tensor<i32>
      stablehlo.return %j, %r : tensor<i32>, tensor<f32>
    }
    %loss1 = stablehlo.composite "amp.loss" %sum#1 {composite_attributes = {group = "disc"}, decomposition = @amp.loss} : (tensor<f32>) -> tensor<f32>
    %seed0 = stablehlo.composite "amp.seed" %one {composite_attributes = {group = "gen"}, decomposition = @amp.seed} : (tensor<f32>) -> tensor<f32>
    %seed1 = stablehlo.composite "amp.seed" %one {composite_attributes = {group = "disc"}, decomposition = @amp.seed} : (tensor<f32>) -> tensor<f32>
    %b0 = stablehlo.broadcast_in_dim %seed0, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %b1 = stablehlo.broadcast_in_dim %seed1, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %sq = stablehlo.multiply %t, %t : tensor<8x16xf32>
    %d0 = stablehlo.multiply %b0, %sq : tensor<8x16xf32>
    %dt = stablehlo.subtract %b0, %d0 : tensor<8x16xf32>
    %gw0 = stablehlo.dot_general %x, %dt, contracting_dims = [0] x [0] : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<16x16xf32>
    %ex = stablehlo.exponential %o : tensor<8x16xf32>
    %do = stablehlo.multiply %b1, %ex : tensor<8x16xf32>
    %gv0 = stablehlo.dot_general %t, %do, contracting_dims = [0] x [0] : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<16x16xf32>
    %gw = stablehlo.composite "amp.gradients" %gw0 {composite_attributes = {group = "gen", names = ["w"]}, decomposition = @amp.gradients} : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %gv = stablehlo.composite "amp.gradients" %gv0 {composite_attributes = {group = "disc", names = ["v"]}, decomposition = @amp.gradients} : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %uw = stablehlo.multiply %rate, %gw : tensor<16x16xf32>
    %nw = stablehlo.subtract %w, %uw : tensor<16x16xf32>
    %uv = stablehlo.multiply %rate, %gv : tensor<16x16xf32>
    %nv = stablehlo.subtract %v, %uv : tensor<16x16xf32>
    %nn = stablehlo.add %n, %next : tensor<i32>
    %old = stablehlo.multiply %keep, %mean : tensor<f32>
    %nm = stablehlo.add %old, %loss0 : tensor<f32>
    %sw:3 = stablehlo.composite "amp.state" %nw, %nn, %nm, %w, %n, %mean {composite_attributes = {group = "gen", names = ["w", "n", "mean"]}, decomposition = @amp.states} : (tensor<16x16xf32>, tensor<i32>, tensor<f32>, tensor<16x16xf32>, tensor<i32>, tensor<f32>) -> (tensor<16x16xf32>, tensor<i32>, tensor<f32>)
    %sv = stablehlo.composite "amp.state" %nv, %v {composite_attributes = {group = "disc", names = ["v"]}, decomposition = @amp.state} : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    return %sw#0, %sv, %sw#1, %sw#2, %loss0, %loss1 : tensor<16x16xf32>, tensor<16x16xf32>, tensor<i32>, tensor<f32>, tensor<f32>, tensor<f32>
  }
  func.func private @amp.loss(%x: tensor<f32>) -> tensor<f32> {
    return %x : tensor<f32>
  }
  func.func private @amp.seed(%x: tensor<f32>) -> tensor<f32> {
    return %x : tensor<f32>
  }
  func.func private @amp.gradients(%x: tensor<16x16xf32>) -> tensor<16x16xf32> {
    return %x : tensor<16x16xf32>
  }
  func.func private @amp.state(%x: tensor<16x16xf32>, %old: tensor<16x16xf32>) -> tensor<16x16xf32> {
    return %x : tensor<16x16xf32>
  }
  func.func private @amp.states(%x: tensor<16x16xf32>, %n: tensor<i32>, %m: tensor<f32>, %y: tensor<16x16xf32>, %o: tensor<i32>, %p: tensor<f32>) -> (tensor<16x16xf32>, tensor<i32>, tensor<f32>) {
    return %x, %n, %m : tensor<16x16xf32>, tensor<i32>, tensor<f32>
  }
}
