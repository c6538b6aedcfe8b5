// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
func.func @main(%0: tensor<2xbf16>, %1: tensor<2xf8E4M3FN>, %2: tensor<2xi4>, %3: tensor<2xi1>, %4: tensor<complex<f32>>,
                %5: tensor<0x3xi64>, %6: tensor<2xui8>, %7: tensor<2xf16>, %8: tensor<2xf64>)
    -> (tensor<2xbf16>, tensor<2xf8E4M3FN>, tensor<2xi4>, tensor<2xi1>, tensor<complex<f32>>,
        tensor<0x3xi64>, tensor<2xui8>, tensor<2xf16>, tensor<2xf64>) {
  return %0, %1, %2, %3, %4, %5, %6, %7, %8
    : tensor<2xbf16>, tensor<2xf8E4M3FN>, tensor<2xi4>, tensor<2xi1>, tensor<complex<f32>>,
      tensor<0x3xi64>, tensor<2xui8>, tensor<2xf16>, tensor<2xf64>
}
