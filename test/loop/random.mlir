// RUN: tc-opt %s -o %t.1 && tc-opt %t.1 -o %t.2 && cmp %t.1 %t.2
// Random numbers inside a pointwise body: dropout whose mask is a second result
// CPU: philox per element, of its own position: the same numbers whatever the number of threads or lanes.
// GPU: the same numbers again; four words of a counter for four elements of a thread.
// LAUNCHES: 1

loop.kernel @random(%x: tensor<?x5xf32, #tc.dims<[n, 5]>>, %key: tensor<i64>) -> (tensor<?x5xf32, #tc.dims<[n, 5]>>, tensor<?x5xi1, #tc.dims<[n, 5]>>) iters(i = n, j = 5) {
  %y, %mask = loop.map (i, j) reads(%a = %x[i, j] : tensor<?x5xf32, #tc.dims<[n, 5]>>, %k = %key[] : tensor<i64>) -> (tensor<?x5xf32, #tc.dims<[n, 5]>>, tensor<?x5xi1, #tc.dims<[n, 5]>>) {
    %at = loop.index #tc.size<5*i + j>
    %bits = prim.philox %k, %at : i64
    %low = prim.constant 16777215 : i32
    %0 = prim.bitwise_and %bits, %low : i32
    %1 = prim.convert_element_type %0 : i32 to f32
    %limit = prim.constant 12582912.0 : f32
    %keep = prim.lt %1, %limit : f32
    %scale = prim.constant 1.25 : f32
    %zero = prim.constant 0.0 : f32
    %2 = prim.mul %a, %scale : f32
    %3 = prim.where %keep, %2, %zero : i1, f32
    loop.yield %3, %keep : f32, i1
  }
  loop.yield %y, %mask : tensor<?x5xf32, #tc.dims<[n, 5]>>, tensor<?x5xi1, #tc.dims<[n, 5]>>
}

func.func @main(%x: tensor<6x5xf32> {tc.init = {kind = "uniform", mean = 0.0, std = 1.0, stream = 1}}, %key: tensor<i64> {tc.init = {kind = "constant", value = 7}}) -> (tensor<6x5xf32>, tensor<6x5xi1>) {
  %0:2 = loop.launch @random(%x, %key) : (tensor<6x5xf32>, tensor<i64>) -> (tensor<6x5xf32>, tensor<6x5xi1>)
  return %0#0, %0#1 : tensor<6x5xf32>, tensor<6x5xi1>
}

func.func @reference(%x: tensor<6x5xf32>, %key: tensor<i64>) -> (tensor<6x5xf32>, tensor<6x5xi1>) {
  %at = prim.iota 0, 1 : i64 : tensor<30xi64>
  %k = prim.broadcast_in_dim %key [] : tensor<i64> to tensor<30xi64>
  %bits = prim.philox %k, %at : tensor<30xi64>
  %low = prim.constant dense<16777215> : tensor<30xi32>
  %0 = prim.bitwise_and %bits, %low : tensor<30xi32>
  %1 = prim.convert_element_type %0 : tensor<30xi32> to tensor<30xf32>
  %limit = prim.constant dense<12582912.0> : tensor<30xf32>
  %2 = prim.lt %1, %limit : tensor<30xf32>
  %keep = prim.reshape %2 : tensor<30xi1> to tensor<6x5xi1>
  %scale = prim.constant dense<1.25> : tensor<6x5xf32>
  %zero = prim.constant dense<0.0> : tensor<6x5xf32>
  %3 = prim.mul %x, %scale : tensor<6x5xf32>
  %4 = prim.where %keep, %3, %zero : tensor<6x5xi1>, tensor<6x5xf32>
  return %4, %keep : tensor<6x5xf32>, tensor<6x5xi1>
}
