// Blocks that persist issue the first copies of their next tile in the last steps
// of the one before: each tile must have more steps than are copied ahead. Of a
// reduction in two parts these are the steps of a part, 256 of 512, not 192 of 384.
// RUN: tc-opt %s --split-input-file --verify-diagnostics "--loop-schedule=target=cuda,tune=sm_90a"
module attributes {tc.version = "0.1"} {
loop.kernel @more(%a: tensor<512x8192xbf16>, %b: tensor<512x8192xbf16>) -> tensor<8192x8192xbf16> iters(d0 = 512, d1 = 8192, d2 = 8192) attributes {loop.schedule = {adds = [{as = "partial", for = ["d0"], of = [0], parts = 2 : i64}], launches = [{body = [{body = [{body = [{body = [{ahead = 3 : i64, body = [{bytes = 16 : i64, copy = [2, 0], engine = "cp.async", to = "shared"}, {bytes = 16 : i64, copy = [2, 1], engine = "cp.async", to = "shared"}, {body = [{body = [{run = 2 : i64, unit = "wgmma.m64k16.bf16"}], for = ["d2"], step = 256 : i64, to = "group"}], for = ["d1"], step = 64 : i64, to = "group"}], for = ["of.part.4"], ring = 4 : i64, step = 64 : i64, to = "seq"}, {body = [{body = [], for = ["d2"], to = "vector"}], for = ["d1", "d2"], step = 8 : i64, to = "thread"}], for = ["d2"], step = 256 : i64, to = "persist"}], for = ["d1"], step = 128 : i64, to = "persist"}], for = ["part.3"], step = 1 : i64, to = "persist"}], group = 8 : i64, overlap = "dependent", resident = 1 : i64, threads = 256 : i64}, {body = [{body = [{body = [{body = [{body = [{run = 0 : i64}, {run = 1 : i64}], for = ["d2"], to = "vector"}], for = ["d2"], step = 4 : i64, to = "thread"}], for = ["d2"], step = 1024 : i64, to = "grid"}], for = ["d1"], step = 1 : i64, to = "grid"}], overlap = "dependent", threads = 256 : i64}]}} {
  %0 = loop.contract (d1, d2) over (d0) reads(%x = %a[d0, d1] : tensor<512x8192xbf16>, %y = %b[d0, d2] : tensor<512x8192xbf16>) -> tensor<8192x8192xf32> {
    %2 = prim.convert_element_type %x : bf16 to f32
    %3 = prim.convert_element_type %y : bf16 to f32
    loop.yield %2, %3 : f32, f32
  }
  %1 = loop.map (d1, d2) reads(%x = %0[d1, d2] : tensor<8192x8192xf32>) -> tensor<8192x8192xbf16> {
    %2 = prim.convert_element_type %x : f32 to bf16
    loop.yield %2 : bf16
  }
  loop.yield %1 : tensor<8192x8192xbf16>
}
}

// -----

module attributes {tc.version = "0.1"} {
// expected-error @below {{[TC-0611] loop.schedule: launch 0: blocks that persist need more steps than are copied ahead (L5, L6)}}
loop.kernel @few(%a: tensor<384x8192xbf16>, %b: tensor<384x8192xbf16>) -> tensor<8192x8192xbf16> iters(d0 = 384, d1 = 8192, d2 = 8192) attributes {loop.schedule = {adds = [{as = "partial", for = ["d0"], of = [0], parts = 2 : i64}], launches = [{body = [{body = [{body = [{body = [{ahead = 3 : i64, body = [{bytes = 16 : i64, copy = [2, 0], engine = "cp.async", to = "shared"}, {bytes = 16 : i64, copy = [2, 1], engine = "cp.async", to = "shared"}, {body = [{body = [{run = 2 : i64, unit = "wgmma.m64k16.bf16"}], for = ["d2"], step = 256 : i64, to = "group"}], for = ["d1"], step = 64 : i64, to = "group"}], for = ["of.part.4"], ring = 4 : i64, step = 64 : i64, to = "seq"}, {body = [{body = [], for = ["d2"], to = "vector"}], for = ["d1", "d2"], step = 8 : i64, to = "thread"}], for = ["d2"], step = 256 : i64, to = "persist"}], for = ["d1"], step = 128 : i64, to = "persist"}], for = ["part.3"], step = 1 : i64, to = "persist"}], group = 8 : i64, overlap = "dependent", resident = 1 : i64, threads = 256 : i64}, {body = [{body = [{body = [{body = [{body = [{run = 0 : i64}, {run = 1 : i64}], for = ["d2"], to = "vector"}], for = ["d2"], step = 4 : i64, to = "thread"}], for = ["d2"], step = 1024 : i64, to = "grid"}], for = ["d1"], step = 1 : i64, to = "grid"}], overlap = "dependent", threads = 256 : i64}]}} {
  %0 = loop.contract (d1, d2) over (d0) reads(%x = %a[d0, d1] : tensor<384x8192xbf16>, %y = %b[d0, d2] : tensor<384x8192xbf16>) -> tensor<8192x8192xf32> {
    %2 = prim.convert_element_type %x : bf16 to f32
    %3 = prim.convert_element_type %y : bf16 to f32
    loop.yield %2, %3 : f32, f32
  }
  %1 = loop.map (d1, d2) reads(%x = %0[d1, d2] : tensor<8192x8192xf32>) -> tensor<8192x8192xbf16> {
    %2 = prim.convert_element_type %x : f32 to bf16
    loop.yield %2 : bf16
  }
  loop.yield %1 : tensor<8192x8192xbf16>
}
}
